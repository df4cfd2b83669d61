"""Proximal policy optimisation in one file, in the manner of CleanRL: masks, many deals side by side, any game.

    python examples/ppo.py schnapsen --steps 1000000

learns against ``random`` and then plays duplicate deals against it with the agent it has become. It needs
``pip install "kibitz[envs,learn]"``. Results: docs/environments.md.
"""

import argparse
import time
from typing import Any

import gymnasium
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import kibitz
from kibitz import envs


def arguments() -> argparse.Namespace:
    """What can be set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--rules", help="a preset of the game")
    parser.add_argument("--opponents", default="random", help="who sits at the other seats, partners included")
    parser.add_argument("--reward", help="the unit of rewards, with a spread of about 1; that of self-play by default")
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions to learn from")
    parser.add_argument("--envs", type=int, default=256, help="deals in progress")
    parser.add_argument("--horizon", type=int, default=32, help="decisions of each between updates")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at the beginning; it falls to nothing")
    parser.add_argument("--clip", type=float, default=0.2, help="how far a probability may move per update, as a ratio")
    parser.add_argument("--entropy", type=float, default=0.01, help="weight of the entropy")
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of the advantages")
    parser.add_argument("--epochs", type=int, default=2, help="how often an update learns from each decision")
    parser.add_argument("--batch", type=int, default=2048, help="decisions per step of learning")
    parser.add_argument("--width", type=int, default=256, help="of the two hidden layers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", default="random", help="whom to play at the end")
    parser.add_argument("--deals", type=int, default=500, help="duplicate deals of that match")
    return parser.parse_args()


class Network(nn.Module):
    """Policy and value on one trunk. The head has the named actions: what looks alike is one to it."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.zeros_(self.policy.bias)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """Probabilities of the legal actions, and what the deal is worth."""
        hidden = self.trunk(seen.float())
        logits = self.policy(hidden).masked_fill(~mask, -1e9)
        return Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(-1)


def tensors(observation: dict[str, Any], named: int) -> tuple[Tensor, Tensor]:
    """An observation, or many."""
    return torch.from_numpy(observation["observation"]), torch.from_numpy(
        observation["action_mask"][..., :named]
    ).bool()


def learn(args: argparse.Namespace, game: kibitz.Game) -> Network:
    """Plays and learns until so many decisions are made."""
    reward = args.reward or kibitz.SelfPlay(game, 1).reward
    env = gymnasium.make_vec(
        f"kibitz/{args.game}-v1", num_envs=args.envs, rules=args.rules, opponents=args.opponents, reward=reward
    )
    named = envs.actions(game).named
    observation, _ = env.reset(seed=args.seed)
    seen, mask = tensors(observation, named)
    network = Network(seen.shape[1], named, args.width)
    optimiser = torch.optim.Adam(network.parameters(), lr=args.rate, eps=1e-5)
    shape = (args.horizon, args.envs)
    all_seen, all_masks = (
        torch.zeros(*shape, seen.shape[1], dtype=torch.int8),
        torch.zeros(*shape, named, dtype=torch.bool),
    )
    taken, log_p = torch.zeros(shape, dtype=torch.int64), torch.zeros(shape)
    rewards, over, values = torch.zeros(shape), torch.zeros(shape), torch.zeros(shape)
    updates, began = args.steps // (args.envs * args.horizon), time.process_time()
    for update in range(updates):
        optimiser.param_groups[0]["lr"] = args.rate * (1 - update / updates)
        with torch.no_grad():
            for t in range(args.horizon):
                policy, values[t] = network(seen, mask)
                all_seen[t], all_masks[t], taken[t] = seen, mask, policy.sample()
                log_p[t] = policy.log_prob(taken[t])
                observation, gained, ended, _, _ = env.step(taken[t].numpy())
                rewards[t], over[t] = torch.from_numpy(gained), torch.from_numpy(ended)
                seen, mask = tensors(observation, named)
            # Nothing is discounted: a deal is short, and its points count the same whenever they are made.
            advantage, after, later = torch.zeros(shape), network(seen, mask)[1], torch.zeros(args.envs)
            for t in reversed(range(args.horizon)):
                goes_on = 1 - over[t]
                later = rewards[t] + goes_on * after - values[t] + args.trace * goes_on * later
                advantage[t], after = later, values[t]
        flat = [part.flatten(0, 1) for part in (all_seen, all_masks, taken, log_p, advantage, advantage + values)]
        for _ in range(args.epochs):
            for index in torch.split(torch.randperm(args.envs * args.horizon), args.batch):
                entropy = improve(network, optimiser, args, *(part[index] for part in flat))
        if update % max(1, updates // 10) == 0 or update == updates - 1:
            gain = float(rewards.sum() / over.sum().clamp(min=1))
            print(
                f"{(update + 1) * args.envs * args.horizon:>9,} decisions  {time.process_time() - began:4.0f} s  "
                f"return {gain:+.3f} {reward}  entropy {entropy:.2f}",
                flush=True,
            )
    return network


def improve(
    network: Network,
    optimiser: torch.optim.Optimizer,
    args: argparse.Namespace,
    seen: Tensor,
    mask: Tensor,
    taken: Tensor,
    log_p: Tensor,
    advantage: Tensor,
    returns: Tensor,
) -> float:
    """One step of learning; the entropy of the policy."""
    policy, value = network(seen, mask)
    ratio = torch.exp(policy.log_prob(taken) - log_p)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    gain = torch.minimum(ratio * advantage, ratio.clamp(1 - args.clip, 1 + args.clip) * advantage).mean()
    entropy = policy.entropy().mean()
    loss = 0.5 * (value - returns).square().mean() - gain - args.entropy * entropy
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 0.5)
    optimiser.step()
    return float(entropy.detach())


def main() -> None:
    """Learns, then plays."""
    args = arguments()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    game = kibitz.Game(args.game, args.rules)
    network = learn(args, game)
    named = envs.actions(game).named

    @torch.no_grad()
    def likeliest(observation: dict[str, Any]) -> int:
        policy, _ = network(*tensors(observation, named))
        return int(policy.logits.argmax())

    result = kibitz.match(
        args.game, envs.Player(likeliest), args.against, deals=args.deals, seed=1000 + args.seed, rules=args.rules
    )
    print(result)


if __name__ == "__main__":
    main()
