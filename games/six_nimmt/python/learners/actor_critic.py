"""The ETH thesis' own players of 6 nimmt! (2022): search at the root, guided by a network that learns from its games.

The first card is chosen by PUCT: mean result + c · prior · √simulations / (1 + visits). What happens after it is

- ``agent=puct`` (Alpha0.5): played to the end by drawing from the policy,
- ``agent=q``: the turn is resolved, then the mean of the predicted Q of the cards left,
- ``agent=v`` (PUCTAgentModDirV): the turn is resolved, then the predicted V,
- ``agent=mcs`` (PolicyMCS): as puct, but all first cards are tried equally often.

The others' cards are drawn from the policy throughout. After a hand the policy is trained towards the cards that were
played (loss −Σ log p) and the value towards what was still to come, discounted by γ per turn; what was taken before is
not among the inputs, and the search adds it. ``shape=two-headed`` gives both one trunk, ``shape=separate`` two
networks; PUCT and PolicyMCS have a policy alone.

    kibitz train actor_critic --game six_nimmt --rules papers --option players=4 --budget paper \
      --set agent=v --set simulations=50

It writes ``policy.safetensors``, which has a head ``v`` too or ``value.safetensors`` beside it, and prints the search
that plays with them. ``--resume`` goes on from the last checkpoint, exactly.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

import kibitz
from kibitz import _core, saving
from kibitz.games.six_nimmt import eth
from kibitz.games.six_nimmt.facts import ViewFacts
from kibitz.learning import checkpoints, nets, panel
from kibitz.learning.network import Network
from kibitz.learning.order import Order, setting
from kibitz.learning.run import Budget, Log, line
from kibitz.play import play as play_out

HELP = "Policy and value networks for PUCT, predict-Q, predict-V and PolicyMCS (ETH 2022)."
GAMES = eth.GAMES
# Decisions of 10,000 hands of one seat (ModDirV), of 400,000 and of 160.
BUDGETS = {"paper": 10_000 * eth.HAND, "fair": 400_000 * eth.HAND, "tiny": 160 * eth.HAND}
_KEEP = 20  # rounds of learning between two checkpoints


@dataclass(frozen=True, slots=True)
class Settings:
    """The thesis' choices."""

    agent: str = setting("v", "puct, q, v or mcs: what a simulation does after the first card")
    shape: str = setting("two-headed", "two-headed or separate")
    others: str = setting("self", "self: the same at all seats; random: one learns at a table of random players")
    sees: str = setting("paper", "paper: the thesis' 47 numbers; all: every feature")
    simulations: int = setting(50, "simulations per move while learning")
    gamma: float = setting(0.99, "discount per turn of what is still to come: 1, 0.99 or 0.98 in the thesis")
    rate: float = setting(1e-3, "learning rate")
    deals: int = setting(1, "deals that are played before their hands are learned from")


def defaults(device: str) -> Settings:  # noqa: ARG001 (small enough for any device)
    """The settings to start from."""
    return Settings()


def search(settings: Settings, folder: Path, simulations: int | None = None) -> str:
    """The specification of the player, with its networks in the folder."""
    policy = f"net({folder / 'policy.safetensors'})"
    value = policy if settings.shape == "two-headed" else f"net({folder / 'value.safetensors'})"
    selects, drawn = f"select=puct(2, prior={policy})", f"at_once=rollout, rollout={policy}"
    cut = ["depth=turn", f"leaf=value({value})"]
    parts = {
        "puct": [selects, drawn],
        "mcs": ["select=uniform", drawn],
        "q": [selects, drawn, *cut],
        "v": [selects, drawn, *cut],
    }
    if settings.agent not in parts:
        raise _core.InvalidSpec(f'There is no agent "{settings.agent}"; there are {", ".join(parts)}.')
    budget = simulations or settings.simulations
    return f"search(tree=root, budget={budget}, final=mean, {', '.join(parts[settings.agent])})"


class Nets:
    """Policy and value, with one trunk or two."""

    def __init__(self, order: Order, settings: Settings) -> None:
        self.order, self.settings = order, settings
        if settings.others not in ("self", "random"):
            raise _core.InvalidSpec(f'The others are "self" or "random", not "{settings.others}".')
        valued = {"q": {"v": 1, "q": 1}, "v": {"v": 1}}.get(settings.agent, {})
        if settings.shape == "two-headed":
            self.policy = self.value = eth.Net(order.game, {"policy": 1, **valued}, settings.sees)
        elif settings.shape == "separate":
            self.policy = eth.Net(order.game, {"policy": 1}, settings.sees)
            self.value = eth.Net(order.game, {"policy": 1, **valued}, settings.sees)
        else:
            raise _core.InvalidSpec(f'A network is "two-headed" or "separate", not "{settings.shape}".')
        parameters = {id(weight): weight for net in (self.policy, self.value) for weight in net.parameters()}
        self.optimiser = torch.optim.Adam(parameters.values(), lr=settings.rate)

    def learn(self, hand: "Episode") -> dict[str, float]:
        """One step towards the cards played in a hand and what came after them."""
        state, action, legal, chosen = hand.state, hand.action, hand.legal, hand.chosen
        log_p = eth.masked(self.policy.both(state, action)["policy"][..., 0], legal)
        policy = -log_p.gather(1, chosen[:, None]).mean()
        if "v" not in self.value.heads:
            self._step(policy)
            return {"policy": policy.item()}
        target = hand.to_come(self.settings.gamma)
        value = self.value.alone(state)["v"].view(-1)
        if self.settings.agent == "q":
            q = self.value.both(state, action)["q"][..., 0]
            loss = functional.mse_loss(q.gather(1, chosen[:, None]).view(-1), target)
            # a state is worth the mean Q of its cards; the search asks for it in one go
            mean = (q * legal).sum(1) / legal.sum(1)
            loss = loss + functional.mse_loss(value, mean.detach())
        else:
            loss = functional.mse_loss(value, target)
        self._step(policy + loss)
        return {"policy": policy.item(), "value": loss.item()}

    def _step(self, loss: Tensor) -> None:
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimiser.step()

    def checkpoint(self, path: Path, budget: Budget, counters: dict[str, int], figures: dict[str, float]) -> None:
        """Writes all that is needed to go on."""
        weights = {"policy": self.policy.state_dict(), "value": self.value.state_dict()}
        saved = weights | {"optimiser": self.optimiser.state_dict(), "counters": counters, "figures": figures}
        checkpoints.write(path, self.order, budget, saved)

    def resume(self, path: Path, budget: Budget) -> tuple[dict[str, int], dict[str, float]]:
        """Goes on where a checkpoint was written: its counters and figures."""
        saved = checkpoints.read(path, self.order, budget)
        try:
            self.policy.load_state_dict(saved["policy"])
            self.value.load_state_dict(saved["value"])
            self.optimiser.load_state_dict(saved["optimiser"])
        except (RuntimeError, ValueError) as error:
            raise checkpoints.other_shapes(path) from error
        checkpoints.chance(saved)
        return saved["counters"], saved["figures"]

    def write(self, origin: dict[str, str]) -> list[Path]:
        """The files of the networks, with the heads that the search asks for."""
        files = []
        for name, net in {"policy": self.policy, "value": self.value}.items():
            if name == "value" and self.value is self.policy:
                continue
            files.append(self.order.out / f"{name}.safetensors")
            heads = [head for head in net.heads if head != "q"]
            kept = Network(net.state_words, net.action_words, net.shape, dict.fromkeys(heads, 1))
            weights = {key: weight for key, weight in net.named_parameters() if key in kept.state_dict()}
            known = {"pick": "sample", "reward": "bulls/10", "value": "to come"}
            nets.save(files[-1], kept, weights, origin | known)
        return files


@dataclass(slots=True)
class Episode(eth.Hand):
    """A hand of one seat with what it took. The last card is there too: the search asks for the value before it."""

    brought: Tensor  # [turns] what each turn brought, in tens of bulls, the unit of the game's searches

    @property
    def free(self) -> int:
        """How many of its turns were choices."""
        return int((self.legal.sum(1) > 1).sum())

    def to_come(self, gamma: float) -> Tensor:
        """What was still to come at each turn, every later turn discounted once more."""
        ahead, targets = 0.0, []
        for brought in reversed(self.brought.tolist()):
            ahead = brought + gamma * ahead
            targets.append(ahead)
        return torch.tensor(targets[::-1])


def play(game: _core.Game, spec: str, seed: int, others: str = "self") -> list[Episode]:
    """One hand as episodes of the seats that play by the specification: of all, or of one among random players."""
    learns = set(range(game.seats)) if others == "self" else {seed % game.seats}
    specs = [spec if seat in learns else others for seat in range(game.seats)]
    players = [kibitz.agent(each, _core.deal_seed(seed, seat)) for seat, each in enumerate(specs)]
    turns: dict[int, list[_Turn]] = {seat: [] for seat in learns}

    def act(view: _core.View) -> _core.Move | str:
        legal = view.legal()
        move = players[view.seat].act(view) if len(legal) > 1 else legal[0]
        if view.seat in learns:
            seen = view.features(), [view.move_features(each) for each in legal], legal.index(move)
            turns[view.seat].append(_Turn(*seen, -ViewFacts.of(view).penalties[view.seat]))
        return move

    state = play_out(game.deal(seed), [act] * game.seats)
    return [_episode(taken, state.returns[seat]) for seat, taken in turns.items()]


class _Turn(NamedTuple):
    state: list[int]
    actions: list[list[int]]
    chosen: int
    so_far: int  # points


def _episode(turns: list[_Turn], result: float) -> Episode:
    width = max(len(turn.actions) for turn in turns)
    words = len(turns[0].actions[0])
    padded = [[*turn.actions, *[[0] * words] * (width - len(turn.actions))] for turn in turns]
    legal = torch.tensor([[i < len(turn.actions) for i in range(width)] for turn in turns])
    chosen = torch.tensor([turn.chosen for turn in turns])
    points = torch.tensor([*(turn.so_far for turn in turns), result]) / 10
    states = _signed([turn.state for turn in turns])
    return Episode(states, _signed(padded), legal, chosen, legal.float(), result / 10, points.diff())


def _signed(words: Any) -> Tensor:
    import numpy as np

    return torch.from_numpy(np.array(words, dtype=np.uint64).view(np.int64))


def train(order: Order, settings: Settings) -> list[Path]:
    """Plays and learns until the budget is spent; then the search meets the panel and the networks are kept."""
    torch.manual_seed(order.seed)
    learner, budget, spec = Nets(order, settings), Budget(order.minutes, order.samples), search(settings, order.out)
    order.out.mkdir(parents=True, exist_ok=True)
    samples = number = 0
    figures: dict[str, float] = {}
    checkpoint = order.out / "checkpoint.pt"
    if order.resume:
        counters, figures = learner.resume(checkpoint, budget)
        samples, number = counters["samples"], counters["hands"]
    columns = ["seconds", "samples", "decisions_per_s", "deals_per_s", "result", "policy", "value"]

    def origin(ratings: list[dict[str, Any]]) -> dict[str, str]:
        return nets.origin(order, f"actor_critic {settings.agent}", settings, budget, samples, ratings)

    def keep() -> None:
        learner.checkpoint(checkpoint, budget, {"samples": samples, "hands": number}, figures)

    with Log(order.out, columns, order.quiet, samples) as log, ThreadPoolExecutor(order.threads) as at_once:
        budget.start()
        try:
            while (done := budget.done(samples)) < 1:
                learner.write(origin([]))
                seeds = [_core.deal_seed(order.seed, number + i) for i in range(settings.deals)]
                number += settings.deals
                played = at_once.map(lambda seed: play(order.game, spec, seed, settings.others), seeds)
                hands = [hand for seats in played for hand in seats]
                for hand in hands:
                    for name, value in (learner.learn(hand) | {"result": hand.result}).items():
                        figures[name] = figures.get(name, value) * 0.99 + 0.01 * value
                    samples += hand.free
                seconds = max(budget.seconds(), 1e-9)
                rates = {"decisions_per_s": samples / seconds, "deals_per_s": number / seconds}
                told = {"seconds": seconds, "samples": samples, **rates, **figures}
                log.report(told, done, line(told, ("result", "policy", "value")))
                if number % (_KEEP * settings.deals) == 0:
                    keep()
        except KeyboardInterrupt:
            log.say("Stopped; what was learned is kept, and --resume goes on from the last checkpoint.")
        budget.pause()
        if budget.done(samples) >= 1:
            keep()
        files = learner.write(origin([]))
        learner.write(origin(panel.meet(order, spec, samples, log, name="search")))
        log.say(f"It plays as {spec}")
        saving.write(order.out / "settings.json", json.dumps(asdict(settings)))
    return files
