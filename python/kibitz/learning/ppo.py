"""Mixed policies: proximal policy optimisation with entropy, where the best move is to be unpredictable.

Where all play at once, whoever always plays the same card of the same hand is exploited. Here the network gives
each legal move a logit, moves are drawn, and a deal's return moves their probabilities: up where the deal went better
than the critic expected, by no more than the clip allows, and always a little towards uniform. With the entropy fixed
this is magnetic mirror descent with the uniform policy as its magnet.

The critic sees all hands. It is only a baseline: which policy is best does not depend on it.

    kibitz train ppo --minutes 8 --device cuda --out runs/mixed

The exported network has one head, ``policy``, and ``pick=sample``: its agent draws its moves.
"""

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
from kibitz.learning.precision import precision
from kibitz.learning.run import Budget, Log, Speed, cosine, line, linear

HELP = "Proximal policy optimisation with entropy: mixed policies, for games where one must be unpredictable."
GAMES = tuple(_core.game_names())


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings for a GPU; ``SMALL`` for two cores."""

    shape: str = setting("4x256", "the policy network: depth x width, r for residual")
    critic: str = setting("4x256", "the critic, which sees all hands")
    places: int = setting(16_384, "deals in progress")
    update: int = setting(131_072, "finished decisions that an update waits for")
    epochs: int = setting(2, "how often an update learns from each of them")
    batch: int = setting(32_768, "decisions per step of learning")
    rate: float = setting(1e-3, "learning rate at the beginning")
    last_rate: float = setting(3e-5, "learning rate at the end, reached along a cosine")
    clip: float = setting(0.2, "how far a probability may move per update, as a ratio")
    entropy: float = setting(0.1, "weight of the entropy at the beginning, in units of the return's spread")
    last_entropy: float = setting(0.02, "weight of the entropy at the end")
    ema: float = setting(0.99, "how slowly the weights that are kept follow those that learn")
    checkpoint: int = setting(100_000_000, "samples between two checkpoints")


SMALL = Settings(shape="2x128", critic="2x64", places=512, update=16_384, epochs=1, batch=2048, checkpoint=1_000_000)


def defaults(device: str) -> Settings:
    """The settings to start from."""
    return Settings() if device == "cuda" else SMALL


@dataclass(slots=True)
class Decisions:
    """Decisions side by side: what was seen, the moves there were, the one that was drawn, what came of it."""

    state: Tensor  # [n, words]
    truth: Tensor  # [n, words]
    action: Tensor  # [rows, words], the moves of one decision after those of the other
    owner: Tensor  # [rows] whose move it is
    row: Tensor  # [n] the move that was drawn
    log_p: Tensor  # [n] the logarithm of its probability, when it was drawn
    returns: Tensor  # [n]


class Memory:
    """The last steps of self-play. A deal's decisions are found again when it is over, by their steps and places."""

    def __init__(self, group: Group, device: torch.device) -> None:
        def room(like: Tensor) -> Tensor:
            return torch.empty((_STEPS, *like.shape), dtype=like.dtype, device=device)

        host = group.host
        self.state, self.truth, self.action = room(host["state"]), room(host["truth"]), room(host["action"])
        self.offset, self.chosen = room(host["offset"].long()), room(host["chosen"].long())
        self.log_p = room(torch.zeros(len(host["state"])))
        self.step = 0

    def put(self, host: dict[str, Tensor], chosen: Tensor, log_p: Tensor) -> None:
        """The decisions of the next step."""
        slot = self.step % _STEPS
        for name in ("state", "truth", "action", "offset"):
            getattr(self, name)[slot].copy_(host[name])
        self.chosen[slot], self.log_p[slot] = chosen, log_p
        self.step += 1

    def take(self, ticket: Tensor, returns: Tensor) -> Decisions:
        """The decisions of these steps and places."""
        step, place = ticket[:, 0] % _STEPS, ticket[:, 1]
        first = self.offset[step, place]
        count = self.offset[step, place + 1] - first
        begin = count.cumsum(0) - count
        owner = torch.repeat_interleave(torch.arange(len(count), device=count.device), count)
        rows = torch.arange(len(owner), device=count.device) + (first - begin)[owner]
        return Decisions(
            self.state[step, place], self.truth[step, place], self.action[step[owner], rows], owner,
            begin + self.chosen[step, place], self.log_p[step, place], returns,
        )  # fmt: skip


_STEPS = 256  # no deal of ours has more decisions, and those of unfinished updates wait here too


class Learner:
    """Policy, critic, optimiser and self-play of a run."""

    def __init__(self, order: Order, settings: Settings) -> None:
        self.order, self.settings, self.device = order, settings, order.torch_device
        self.dtype, self.precision = precision(self.device)
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
            self.pool, 0, self.device, rows=12 * settings.places, samples=16 * settings.places, extra=extra
        )
        self.memory = Memory(self.group, self.device)
        self.ready: list[tuple[Tensor, Tensor]] = []  # tickets and returns of finished decisions

    def play(self) -> None:
        """One step: the returns of finished deals, then the next decisions."""
        batch = self.group.step("chosen")
        host = self.group.host
        self._finish(batch.samples)
        offset = host["offset"].long().to(self.device)
        count = offset.diff()
        owner = torch.repeat_interleave(torch.arange(len(count), device=self.device), count)
        state, action = host["state"].to(self.device), host["action"][: batch.rows].to(self.device)
        with torch.no_grad():
            log_p = log_policy(logits(self.policy, state, action, owner, self.dtype), owner, len(count))
        # the highest of log p plus Gumbel noise is a draw from p
        noisy = log_p - torch.log(-torch.log(torch.rand_like(log_p).clamp_(1e-20, 1 - 1e-7)))
        row = first_highest(noisy, owner, len(count))
        chosen = torch.where(count > 0, row - offset[:-1], 0)
        host["chosen"].copy_(chosen.int())
        of_row = torch.cat([log_p, log_p.new_zeros(1)])  # a place without a decision may point behind the last row
        self.memory.put(host, chosen, of_row[row.clamp(max=batch.rows)])

    def _finish(self, samples: int) -> None:
        """Decisions whose deals are over become ready to learn from."""
        if not samples:
            return
        self.samples += samples
        ticket, returns = offered(self.group, samples), self.group.host["returns"][:samples].clone()
        self.spread += 0.01 * (float(returns.square().mean().sqrt()) - self.spread)
        self.ready.append((ticket.to(self.device), returns.to(self.device)))

    def learn(self, rate: float, entropy: float) -> None:
        """An update, if enough decisions are ready for one."""
        if sum(len(ticket) for ticket, _ in self.ready) < self.settings.update:
            return
        self.optimiser.param_groups[0]["lr"] = rate
        ticket, returns = (torch.cat(part) for part in zip(*self.ready, strict=True))
        known = ticket[:, 0] >= self.memory.step - _STEPS
        ticket, returns, self.ready = ticket[known], returns[known], []
        for _ in range(self.settings.epochs):
            for index in torch.split(torch.randperm(len(ticket), device=self.device), self.settings.batch):
                self._learn_once(self.memory.take(ticket[index], returns[index]), entropy)
        self.updates += 1

    def _learn_once(self, seen: Decisions, entropy: float) -> None:
        settings, count = self.settings, len(seen.state)
        logit = logits(self.policy, seen.state, seen.action, seen.owner, self.dtype)
        log_p = log_policy(logit, seen.owner, count)
        value = self.critic(torch.cat([seen.state, seen.truth], 1), self.dtype)["v"].view(-1)
        returns = seen.returns / self.spread
        advantage = (returns - value).detach()
        advantage = advantage / (advantage.square().mean().sqrt() + 1e-6)
        ratio = torch.exp(log_p.index_select(0, seen.row) - seen.log_p)
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        gain = torch.minimum(ratio * advantage, clipped * advantage).mean()
        mixed = -(log_p.exp() * log_p).sum() / count
        critic = functional.mse_loss(value, returns)
        self.optimiser.zero_grad()
        loss = critic - gain - entropy * mixed
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_([*self.policy.parameters(), *self.critic.parameters()], 1.0)
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_lerp_(list(self.means.values()), list(self.policy.parameters()), 1 - settings.ema)
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


def logits(network: Network, state: Tensor, action: Tensor, owner: Tensor, dtype: torch.dtype) -> Tensor:
    """One number per action row, the state's share of the first layer computed once per state."""
    weight, bias, moves = (part.to(dtype) for part in (network.state.weight, network.state.bias, network.action.weight))
    states = functional.linear(spread(state, dtype), weight, bias)
    # index_select, not states[owner]: on a CPU its gradient is ten times as fast
    first = states.index_select(0, owner) + functional.linear(spread(action, dtype), moves)
    return network.outputs(network.trunk(first.relu(), dtype).float())["policy"].view(-1)


def log_policy(logit: Tensor, owner: Tensor, places: int) -> Tensor:
    """Logarithms of the probabilities of all rows; those of one place sum to 1."""
    highest = torch.full((places,), -torch.inf, device=logit.device)
    highest = highest.scatter_reduce(0, owner, logit.detach(), "amax")
    shifted = logit - highest[owner]
    total = torch.zeros(places, device=logit.device).index_add(0, owner, shifted.exp())
    return shifted - total.log().index_select(0, owner)


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
    with Log(order.out, columns, order.quiet, learner.samples) as log:
        log.say(learner.precision)
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
    due = checkpoints.Due(settings.checkpoint, learner.samples)
    budget.start()
    while (done := budget.done(learner.samples)) < 1:
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
        if due.at(learner.samples):  # after the evaluation, which who resumes would leave out
            learner.checkpoint(order.out / "checkpoint.pt", budget)
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
