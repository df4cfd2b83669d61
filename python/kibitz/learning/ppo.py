"""Mixed policies: proximal policy optimisation with entropy, where the best move is to be unpredictable.

In 6 nimmt! all play at once; whoever always plays the same card of the same hand is exploited. Here the network gives
each legal move a logit, moves are drawn, and a deal's return moves their probabilities: up where the deal went better
than the critic expected, by no more than the clip allows, and always a little towards uniform. With the entropy fixed
this is magnetic mirror descent with the uniform policy as its magnet.

The critic sees all hands. It is only a baseline: which policy is best does not depend on it.

    kibitz train ppo --game six_nimmt --rules papers --minutes 8 --device cuda --out runs/nimmt

The exported network has one head, ``policy``, and ``pick=sample``: its agent draws its moves.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from kibitz import _core
from kibitz.learning import checkpoints, nets, panel
from kibitz.learning.kernels import spread
from kibitz.learning.network import Network, Shape, Values
from kibitz.learning.order import Order, setting
from kibitz.learning.pool import Group, offered
from kibitz.learning.run import Budget, Log, Speed, cosine, line, linear

HELP = "Proximal policy optimisation with entropy: mixed policies, for games where one must be unpredictable."
GAMES = ("six_nimmt", "schnapsen", "tichu", "doppelkopf")


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings for a GPU; ``SMALL`` for two cores."""

    shape: str = setting("4x256", "the policy network: depth x width, r for residual")
    critic: str = setting("4x256", "the critic, which sees all hands")
    places: int = setting(16_384, "deals in progress")
    steps: int = setting(16, "steps of self-play between two updates")
    epochs: int = setting(2, "passes over what was played, per update")
    parts: int = setting(8, "steps of learning per pass")
    rate: float = setting(1e-3, "learning rate at the beginning")
    last_rate: float = setting(3e-5, "learning rate at the end, reached along a cosine")
    clip: float = setting(0.2, "how far a probability may move per update, as a ratio")
    entropy: float = setting(0.1, "weight of the entropy at the beginning, in units of the return's spread")
    last_entropy: float = setting(0.02, "weight of the entropy at the end")
    ema: float = setting(0.99, "how slowly the weights that are kept follow those that learn")


SMALL = Settings(shape="2x64", critic="2x64", places=512, parts=4)


def defaults(device: str) -> Settings:
    """The settings to start from."""
    return Settings() if device == "cuda" else SMALL


@dataclass(slots=True)
class Played:
    """The decisions of one step: what was seen, the choices, the one made, and in the end what came of it."""

    state: Tensor  # [places, words]
    truth: Tensor  # [places, words]
    action: Tensor  # [rows, words]
    owner: Tensor  # [rows] the place of each row
    row: Tensor  # [places] the row that was chosen; meaningless where there was no decision
    log_p: Tensor  # [places] of the choice, when it was made
    returns: Tensor  # [places]
    known: Tensor  # [places] whether the deal is over and the return is known


class Learner:
    """Policy, critic, optimiser and self-play of a run."""

    def __init__(self, order: Order, settings: Settings) -> None:
        self.order, self.settings, self.device = order, settings, order.torch_device
        torch.manual_seed(order.seed)
        features = order.game.features()
        words, action, truth = (features[f"{name}_words"] for name in ("state", "action", "truth"))
        self.policy = Network(words, action, Shape.parse(settings.shape), {"policy": 1}).to(self.device)
        self.critic = Network(words, truth, Shape.parse(settings.critic), {"v": 1}).to(self.device)
        self.means = {name: weight.detach().clone() for name, weight in self.policy.named_parameters()}
        self.optimiser = torch.optim.Adam([*self.policy.parameters(), *self.critic.parameters()], lr=settings.rate)
        self.spread = 1.0  # size of the returns (root mean square), followed slowly
        self.samples = self.updates = self.parts = 0
        self.losses: dict[str, float] = {}
        self.deal()

    def deal(self) -> None:
        """Deals anew, at the start and after every checkpoint: a resumed run is the same as one that went on."""
        settings, order = self.settings, self.order
        seed = _core.deal_seed(order.seed, self.parts)
        self.pool = _core.SelfPlay(order.game, settings.places, seed=seed, threads=order.threads)
        extra = ("truth", "chosen", "sample_ticket")
        self.group = Group(
            self.pool, 0, self.device, rows=12 * settings.places, samples=4 * settings.places, extra=extra
        )
        self.played: deque[Played] = deque()
        self.oldest = 0  # number of the step that is first in ``played``

    def play(self) -> None:
        """One step: returns of finished deals to the decisions they belong to, then the next decisions."""
        batch = self.group.step("chosen")
        host = self.group.host
        self.samples += batch.samples
        if batch.samples:
            ticket = offered(self.group, batch.samples)
            returns = host["returns"][: batch.samples]
            self.spread += 0.01 * (float(returns.square().mean().sqrt()) - self.spread)
            for step in torch.unique(ticket[:, 0]).tolist():
                if step >= self.oldest:
                    mine = ticket[:, 0] == step
                    place = ticket[mine, 1].to(self.device)
                    played = self.played[step - self.oldest]
                    played.returns[place] = returns[mine].to(self.device)
                    played.known[place] = True
        offset, rows = host["offset"].long().to(self.device), batch.rows
        count = offset.diff()
        state, action, truth = (host[name].to(self.device) for name in ("state", "action", "truth"))
        action = action[:rows].clone()
        owner = torch.repeat_interleave(torch.arange(len(count), device=self.device), count)
        with torch.no_grad():
            log_p = log_policy(logits(self.policy, state, action, owner), owner, len(count))
        # the highest of log p plus Gumbel noise is a draw from p
        noisy = log_p - torch.log(-torch.log(torch.rand_like(log_p).clamp_(1e-20, 1 - 1e-7)))
        row = first_highest(noisy, owner, len(count))
        host["chosen"].copy_(torch.where(count > 0, row - offset[:-1], 0).int())
        self.played.append(
            Played(
                state.clone(), truth.clone(), action, owner, row, log_p[row.clamp(max=max(rows - 1, 0))],
                torch.zeros(len(count), device=self.device),
                torch.zeros(len(count), dtype=torch.bool, device=self.device),
            )
        )  # fmt: skip

    def learn(self, rate: float, entropy: float) -> None:
        """An update from all decisions whose deals are over; those and anything hopelessly old are forgotten."""
        self.optimiser.param_groups[0]["lr"] = rate
        ready = [played for played in self.played if played.known.any()]
        for _ in range(self.settings.epochs):
            order = torch.randperm(len(ready)).tolist()
            size = -(-len(ready) // self.settings.parts)
            for begin in range(0, len(ready), size):
                self._learn_once([ready[i] for i in order[begin : begin + size]], entropy)
        for played in ready:
            played.known.zero_()
        while len(self.played) > _LONGEST:
            self.played.popleft()
            self.oldest += 1
        self.updates += 1

    def _learn_once(self, steps: Sequence[Played], entropy: float) -> None:
        settings = self.settings
        places, rows = (torch.tensor([0, *(len(x) for x in of)]).cumsum(0).tolist() for of in _sizes(steps))
        state, truth, action = (torch.cat([getattr(s, name) for s in steps]) for name in ("state", "truth", "action"))
        owner = torch.cat([s.owner + first for s, first in zip(steps, places, strict=False)])
        row = torch.cat([s.row + first for s, first in zip(steps, rows, strict=False)])
        known, old, returns = (torch.cat([getattr(s, name) for s in steps]) for name in ("known", "log_p", "returns"))
        log_p = log_policy(logits(self.policy, state, action, owner), owner, len(state))
        value = self.critic(torch.cat([state, truth], 1)[known])["v"].view(-1)
        returns = returns[known] / self.spread
        advantage = (returns - value).detach()
        advantage = advantage / (advantage.square().mean().sqrt() + 1e-6)
        ratio = torch.exp(log_p[row[known]] - old[known])
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        gain = torch.minimum(ratio * advantage, clipped * advantage).mean()
        plogp = torch.zeros(len(state), device=self.device).index_add(0, owner, -log_p.exp() * log_p)
        mixed = plogp[known].mean()
        critic = functional.mse_loss(value, returns)
        self.optimiser.zero_grad()
        loss = critic - gain - entropy * mixed
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_([*self.policy.parameters(), *self.critic.parameters()], 1.0)
        self.optimiser.step()
        with torch.no_grad():
            for name, weight in self.policy.named_parameters():
                self.means[name].lerp_(weight, 1 - settings.ema)
        figures = {"critic": critic.item(), "entropy": mixed.item(), "gain": gain.item()}
        self.losses = {name: 0.95 * self.losses.get(name, value) + 0.05 * value for name, value in figures.items()}

    def checkpoint(self, path: Path, budget: Budget) -> None:
        """Writes all that is needed to go on, then deals anew as a resumed run will."""
        self.parts += 1
        saved = {
            "policy": self.policy.state_dict(),
            "critic": self.critic.state_dict(),
            "means": self.means,
            "optimiser": self.optimiser.state_dict(),
            "losses": self.losses,
            "counters": [self.samples, self.updates, self.parts],
            "spread": self.spread,
        }
        checkpoints.write(path, self.order, budget, saved)
        self.deal()

    def resume(self, path: Path, budget: Budget) -> None:
        """Goes on where a checkpoint was written."""
        saved = checkpoints.read(path, self.order, budget)
        try:
            self.policy.load_state_dict(saved["policy"])
            self.critic.load_state_dict(saved["critic"])
        except RuntimeError as error:
            raise checkpoints.other_shapes(path) from error
        self.optimiser.load_state_dict(saved["optimiser"])
        self.means, self.losses, self.spread = saved["means"], saved["losses"], saved["spread"]
        self.samples, self.updates, self.parts = saved["counters"]
        self.deal()
        checkpoints.chance(saved)


_LONGEST = 256  # steps; no deal of ours has more decisions


def _sizes(steps: Sequence[Played]) -> tuple[list[Tensor], list[Tensor]]:
    return [s.state for s in steps], [s.action for s in steps]


def logits(network: Network, state: Tensor, action: Tensor, owner: Tensor, head: str = "policy") -> Tensor:
    """One number per action row, the state's share of the first layer computed once per state."""
    first = network.state(spread(state, torch.float32))[owner] + network.action(spread(action, torch.float32))
    return network.outputs(network.trunk(first.relu()))[head].view(-1)


def log_policy(logit: Tensor, owner: Tensor, places: int) -> Tensor:
    """Logarithms of the probabilities of all rows; those of one place sum to 1."""
    highest = torch.full((places,), -torch.inf, device=logit.device)
    highest = highest.scatter_reduce(0, owner, logit.detach(), "amax")
    shifted = logit - highest[owner]
    total = torch.zeros(places, device=logit.device).index_add(0, owner, shifted.exp())
    return shifted - total.log()[owner]


def first_highest(value: Tensor, owner: Tensor, places: int) -> Tensor:
    """For every place the row with its highest value; 0 for a place without rows."""
    highest = torch.full((places,), -torch.inf, device=value.device).scatter_reduce(0, owner, value, "amax")
    best = (value == highest[owner]).nonzero().view(-1).flip(0)  # of equals the first stays
    return torch.zeros(places, dtype=torch.long, device=value.device).scatter(0, owner[best], best)


def train(order: Order, settings: Settings) -> list[Path]:
    """Learns until the budget is spent and returns the network file."""
    learner = Learner(order, settings)
    budget = Budget(order.minutes, order.samples)
    checkpoint = order.out / "checkpoint.pt"
    if order.resume:
        learner.resume(checkpoint, budget)
    columns = ["seconds", "samples", "updates", "decisions_per_s", "deals_per_s", "rate", "weight", *_FIGURES]
    with Log(order.out, columns, order.quiet) as log:
        try:
            _loop(learner, budget, log)
        except KeyboardInterrupt:
            log.say("Stopped; what was learned is kept.")
        learner.checkpoint(checkpoint, budget)
        ratings = panel.evaluate(order, _kept(learner), learner.samples, log, name="policy", temperature=1.0)
        return [_export(learner, budget, ratings)]


_FIGURES = ("entropy", "critic", "gain")


def _loop(learner: Learner, budget: Budget, log: Log) -> None:
    settings, order, speed = learner.settings, learner.order, Speed()
    evaluations = order.evaluation_times(budget.done(learner.samples))
    budget.start()
    while (done := budget.done(learner.samples)) < 1:
        for _ in range(settings.steps):
            learner.play()
        rate = cosine(settings.rate, settings.last_rate, done)
        weight = linear(settings.entropy, settings.last_entropy, done)
        learner.learn(rate, weight)
        if speed.due():
            figures = {"seconds": budget.seconds(), "samples": learner.samples, "updates": learner.updates}
            figures |= speed.since(learner.pool.counts) | {"rate": rate, "weight": weight} | learner.losses
            log.report(figures, done, line(figures, _FIGURES))
        if evaluations and done >= evaluations[0]:
            evaluations.pop(0)
            budget.pause()
            panel.evaluate(order, _kept(learner), learner.samples, log, name="policy", temperature=1.0)
            budget.start()
    budget.pause()


def _kept(learner: Learner) -> Values:
    values = Values(learner.policy, learner.device, "policy")
    values.load(learner.means)
    return values


def _export(learner: Learner, budget: Budget, ratings: list[dict[str, Any]]) -> Path:
    path = learner.order.out / "policy.safetensors"
    known = nets.origin(learner.order, "ppo", learner.settings, budget, learner.samples, ratings)
    nets.save(path, learner.policy, learner.means, known | {"reward": learner.pool.reward, "pick": "sample"})
    return path
