"""Deep Monte Carlo: learn what a move is worth from what the deal was worth in the end.

Every player of a few ten thousand deals plays the move with the highest Q(state, move), now and then any other. When a
deal is over, each of its decisions becomes a sample: what was seen, what was done, what it returned. The network is
moved towards the returns, and plays on. No bootstrapping, no search, no human knowledge but the features.

Two groups of deals take turns: while the engine plays one on all cores, the network thinks about the other on the GPU
and learns from the samples that have come in, each about once.

    kibitz train dmc --minutes 8 --device cuda --out runs/large
    kibitz train dmc --minutes 3 --out runs/small

Beyond Q, as settings: a ``student`` (a small network for rollouts that imitates the large one on the same batches),
an all-seeing ``critic`` that takes luck out of the returns, heads that predict the ``outcome`` and a ``belief`` about
the hidden cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from kibitz import _core
from kibitz.games import profile
from kibitz.learning import checkpoints, nets, panel
from kibitz.learning.kernels import spread
from kibitz.learning.network import Network, Shape, Values
from kibitz.learning.order import Order, setting
from kibitz.learning.pool import Group, Ring
from kibitz.learning.precision import precision
from kibitz.learning.run import Budget, Log, Speed, cosine, line, linear

HELP = "Deep Monte Carlo: Q(state, move) from the returns of self-play, for every game."
GAMES = tuple(_core.game_names())


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings measured for an H200 with 16 cores; ``SMALL`` for two cores."""

    shape: str = setting("5x512", "the network: depth x width, r for residual")
    start: str = setting("", "a network file to go on from, of this shape and with these heads; empty: from nothing")
    student: str = setting("", "shape of a small network that imitates the large one; empty for none")
    critic: str = setting("", "shape of an all-seeing critic that takes luck out of the returns; empty for none")
    outcome: float = setting(0.0, "weight of the head that predicts how the deal ends")
    belief: float = setting(0.0, "weight of the head that predicts who holds the hidden cards")
    others: str = setting("", "an agent on the other side of every table; empty: the network plays all seats")
    places: int = setting(32_768, "deals in progress in each group")
    groups: int = setting(2, "groups that take turns")
    batch: int = setting(32_768, "samples per step of learning")
    ring: int = setting(4_194_304, "samples kept")
    reuse: float = setting(1.0, "how often each sample is learned from, on average")
    rate: float = setting(1.5e-3, "learning rate at the beginning")
    last_rate: float = setting(3e-5, "learning rate at the end, reached along a cosine")
    epsilon: float = setting(0.05, "share of random moves at the beginning")
    last_epsilon: float = setting(0.01, "share of random moves from 60 % of the budget on")
    temperature: float = setting(0.0, "Boltzmann temperature of the moves at the start; 0: greedy")
    last_temperature: float = setting(0.0, "and from 60 % of the budget on")
    explore: float = setting(0.1, "how often a coin decides about a bet, at the beginning")
    last_explore: float = setting(0.02, "and from 60 % of the budget on")
    ema: float = setting(0.999, "how slowly the weights that are kept follow those that learn")
    checkpoint: int = setting(200_000_000, "samples between two checkpoints")


SMALL = Settings(
    shape="2x128",
    places=512,
    groups=1,
    batch=1024,
    ring=262_144,
    rate=2e-3,
    last_rate=1e-4,
    ema=0.99,
    checkpoint=1_000_000,
)


def defaults(device: str) -> Settings:
    """The settings to start from."""
    return Settings() if device == "cuda" else SMALL


class Learner:
    """Networks, optimiser and self-play of a run."""

    def __init__(self, order: Order, settings: Settings) -> None:
        self.order, self.settings = order, settings
        self.device = order.torch_device
        self.dtype, self.precision = precision(self.device)
        torch.manual_seed(order.seed)
        features = order.game.features()
        self.state_words: int = features["state_words"]
        heads = {"q": 1}
        if settings.outcome:
            heads["outcome"] = len(features["outcomes"])
        self.belief = BeliefHead(features) if settings.belief else None
        if self.belief:
            heads["belief"] = self.belief.outputs
        first = self._network(features["action_words"], settings.shape, heads)
        if settings.start:
            started = nets.load(Path(settings.start), order.game)
            if _shapes(started.state_dict()) != _shapes(first.state_dict()):
                raise _core.InvalidSpec(f"{settings.start} has a different shape or different heads from this run.")
            first = started
        self.networks = torch.nn.ModuleDict({"q": first})
        if settings.student:
            self.networks["student"] = self._network(features["action_words"], settings.student, {"q": 1})
        if settings.critic:
            # what only the engine knows stands where a move would
            self.networks["critic"] = self._network(features["truth_words"], settings.critic, {"v": 1})
        self.networks.to(self.device)
        self.parameters = dict(self.networks.named_parameters())
        self.gradients = [torch.zeros_like(parameter) for parameter in self.parameters.values()]
        for parameter, gradient in zip(self.parameters.values(), self.gradients, strict=True):
            parameter.grad = gradient
        self.means = {name: parameter.detach().clone() for name, parameter in self.parameters.items()}
        cuda = self.device.type == "cuda"
        # a tensor, so that a captured step reads the rate of the day
        self.rate = torch.tensor(settings.rate, device=self.device) if cuda else settings.rate
        self.optimiser = torch.optim.Adam(
            self.parameters.values(), lr=self.rate, eps=1e-7, fused=cuda, capturable=cuda, foreach=not cuda
        )
        self.values = Values(self._q, self.device, cpu=self.dtype)
        self.losses: dict[str, Tensor] = {}
        self.steps = self.samples = self.parts = 0
        self.graph: torch.cuda.CUDAGraph | None = None
        self.deal()

    @property
    def _q(self) -> Network:
        network = self.networks["q"]
        assert isinstance(network, Network)
        return network

    def _network(self, second: int, shape: str, heads: Mapping[str, int]) -> Network:
        return Network(self.state_words, second, Shape.parse(shape), heads)

    def deal(self) -> None:
        """Deals anew and forgets the samples.

        Done at the start and after every checkpoint: a run that goes on and one that is resumed are then the same run.
        """
        settings, order = self.settings, self.order
        labels = ["sample_outcome"] * bool(settings.outcome) + ["sample_truth"] * bool(
            settings.belief or settings.critic
        )
        self.pool = _core.SelfPlay(
            order.game,
            settings.places,
            ["learn", settings.others] if settings.others else ["learn"],
            seed=_core.deal_seed(order.seed, self.parts),
            threads=order.threads,
            groups=settings.groups,
            reward=profile(order.game.name).learning_reward,
        )
        self.groups = [
            Group(self.pool, i, self.device, rows=10 * settings.places, samples=4 * settings.places, extra=labels)
            for i in range(settings.groups)
        ]
        self.ring = Ring(self.pool, settings.ring, ["samples", "returns", *labels], self.device)
        self.credit = 0.0
        self.graph = None

    def play(self, group: Group, **how: float) -> None:
        """One step of self-play of one group: its samples to the ring, its next decisions to the network."""
        batch = group.step("values", **how)
        self.ring.push(group.host, batch.samples)
        self.samples += batch.samples
        group.think(self.values, batch.rows)
        if self.ring.filled >= min(self.ring.size, 4 * self.settings.batch):
            self.credit += batch.samples * self.settings.reuse

    def learn(self, rate: float) -> None:
        """As many steps of learning as there are new samples for."""
        if self.credit < self.settings.batch:
            return
        rate *= min(1.0, (self.steps + 1) / 200)  # Adam's second moments need a little time
        if isinstance(self.rate, Tensor):
            self.rate.fill_(rate)
        else:
            self.optimiser.param_groups[0]["lr"] = rate
        while self.credit >= self.settings.batch:
            self.credit -= self.settings.batch
            self.steps += 1
            if self.device.type != "cuda":
                self._learn_once()
            else:
                self._captured().replay()

    def _captured(self) -> torch.cuda.CUDAGraph:
        if self.graph is None:
            aside = torch.cuda.Stream()  # type: ignore[no-untyped-call]
            aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(aside):
                for _ in range(3):  # kernels compiled, memory found, moments made: only then can it be captured
                    self._learn_once()
            torch.cuda.current_stream().wait_stream(aside)
            self.graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(self.graph):
                self._learn_once()
        return self.graph

    def _learn_once(self) -> None:
        loss, figures = self._loss(self.ring.draw(self.settings.batch))
        parameters: list[Tensor] = list(self.parameters.values())
        # into the same memory every time, as a captured graph needs it
        torch._foreach_copy_(self.gradients, list(torch.autograd.grad(loss, parameters)))
        self.optimiser.step()
        with torch.no_grad():
            torch._foreach_lerp_(list(self.means.values()), parameters, 1 - self.settings.ema)
            self.values.load(dict(self._q.named_parameters()))
            for name, figure in figures.items():
                self.losses.setdefault(name, figure.detach().clone()).lerp_(figure.detach(), 0.01)

    def _loss(self, sample: Mapping[str, Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
        """What is made smaller, and its parts for the log."""
        settings, words, returns = self.settings, sample["samples"], sample["returns"]
        figures: dict[str, Tensor] = {}
        loss, target = torch.zeros((), device=self.device), returns
        if "critic" in self.networks:
            luck, seeing, blind = self.luck(words, sample["sample_truth"])
            figures |= {"seeing": functional.mse_loss(seeing, returns), "blind": functional.mse_loss(blind, returns)}
            loss = loss + figures["seeing"] + figures["blind"]
            target = returns - luck
        out = self._q(words, self.dtype)
        q = out["q"].view(-1)
        figures["q"] = functional.mse_loss(q, target)
        loss = loss + figures["q"]
        if "outcome" in out:
            figures["outcome"] = functional.mse_loss(out["outcome"], sample["sample_outcome"])
            loss = loss + settings.outcome * figures["outcome"]
        if self.belief:
            figures["belief"], figures["by_size"] = self.belief.loss(out["belief"], sample["sample_truth"])
            loss = loss + settings.belief * figures["belief"]
        if "student" in self.networks:
            imitated = self.networks["student"](words, self.dtype)["q"].view(-1)
            figures["student"] = functional.mse_loss(imitated, q.detach())
            loss = loss + figures["student"]
        return loss, figures

    def luck(self, words: Tensor, truth: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """How much better the hidden cards lie than could be expected: V(all hands) - V(own hand); and these two.

        Which cards the others hold does not depend on the move chosen. Taking luck off the return therefore changes no
        comparison of moves, whatever the critic has learned so far; it only makes the returns quieter.
        """
        state = words[:, : self.state_words]
        seeing, blind = (
            self.networks["critic"](torch.cat([state, hidden], 1), self.dtype)["v"].view(-1)
            for hidden in (truth, torch.zeros_like(truth))
        )
        return (seeing - blind).detach(), seeing, blind

    def checkpoint(self, path: Path, budget: Budget) -> None:
        """Writes all that is needed to go on, then deals anew as a resumed run will."""
        self.parts += 1
        saved = {
            "parameters": {name: parameter.detach() for name, parameter in self.parameters.items()},
            "means": self.means,
            "optimiser": self.optimiser.state_dict(),
            "losses": self.losses,
            "counters": [self.steps, self.samples, self.parts],
        }
        checkpoints.write(path, self.order, budget, saved)
        self.deal()

    def resume(self, path: Path, budget: Budget) -> None:
        """Goes on where a checkpoint was written."""
        saved = checkpoints.read(path, self.order, budget)
        if _shapes(saved["parameters"]) != _shapes(self.parameters):
            raise checkpoints.other_shapes(path)
        with torch.no_grad():
            for name, parameter in self.parameters.items():
                parameter.copy_(saved["parameters"][name])
                self.means[name].copy_(saved["means"][name])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.optimiser.param_groups[0]["lr"] = self.rate
        self.values.load(dict(self._q.named_parameters()))
        self.losses = saved["losses"]
        self.steps, self.samples, self.parts = saved["counters"]
        self.deal()
        checkpoints.chance(saved)


def _shapes(tensors: Mapping[str, Tensor]) -> dict[str, torch.Size]:
    return {name: tensor.shape for name, tensor in tensors.items()}


class BeliefHead:
    """Who holds the hidden cards: for every card a distribution over the hands it may be in."""

    def __init__(self, features: Mapping[str, Any]) -> None:
        own, *hands = [block for block in features["truth"] if block["name"].startswith("cards ")] or [None]
        if own is None or len(hands) < 2:
            raise _core.InvalidSpec(
                "This game has no belief head: its features do not tell several hidden hands apart."
            )
        self._starts = [64 * block["word"] + block["bit"] for block in hands]
        self._cards: int = hands[0]["bits"]
        self.outputs = len(hands) * self._cards

    def loss(self, logits: Tensor, truth: Tensor) -> tuple[Tensor, Tensor]:
        """Log loss per hidden card, in nats; and that of the guess by hand sizes alone, which is to be beaten."""
        bits = spread(truth, torch.float32)
        owners = torch.stack([bits[:, start : start + self._cards] for start in self._starts], 1)
        hidden = owners.sum().clamp(min=1)
        sizes = owners.sum(2, keepdim=True)
        guess = functional.log_softmax(logits.view(-1, len(self._starts), self._cards), 1)
        by_size = torch.log((sizes / sizes.sum(1, keepdim=True).clamp(min=1)).clamp(min=1e-9))
        return -(guess * owners).sum() / hidden, -(by_size * owners).sum() / hidden


def train(order: Order, settings: Settings) -> list[Path]:
    """Learns until the budget is spent and returns the network files."""
    learner = Learner(order, settings)
    budget = Budget(order.minutes, order.samples)
    checkpoint = order.out / "checkpoint.pt"
    if order.resume:
        learner.resume(checkpoint, budget)
    columns = ["seconds", "samples", "steps", "decisions_per_s", "deals_per_s", "rate", "epsilon", *_FIGURES]
    with Log(order.out, columns, order.quiet, learner.samples) as log:
        parameters = sum(parameter.numel() for parameter in learner._q.parameters())
        log.say(f"{order.game.name} {order.game.rules}: a {settings.shape} network of {parameters:,} parameters.")
        log.say(learner.precision)
        try:
            _loop(learner, budget, log)
        except KeyboardInterrupt:
            log.say("Stopped; what was learned is kept.")
        learner.checkpoint(checkpoint, budget)
        return _finish(learner, budget, log)


_FIGURES = ("q", "seeing", "blind", "outcome", "belief", "by_size", "student")


def _loop(learner: Learner, budget: Budget, log: Log) -> None:
    settings, order, speed, turn = learner.settings, learner.order, Speed(), 0
    evaluations = order.evaluation_times(budget.done(learner.samples))
    due = checkpoints.Due(settings.checkpoint, learner.samples)
    budget.start()
    while (done := budget.done(learner.samples)) < 1:
        rates = advance(learner, done, learner.groups[turn % settings.groups])
        turn += 1
        if speed.due():
            figures = {"seconds": budget.seconds(), "samples": learner.samples, "steps": learner.steps}
            figures |= speed.since(learner.pool.counts) | rates
            figures |= {name: float(loss) for name, loss in learner.losses.items()}
            log.report(figures, done, line(figures, _FIGURES))
        if evaluations and done >= evaluations[0]:
            evaluations.pop(0)
            budget.pause()
            _finish(learner, budget, log)
            budget.start()
        if due.at(learner.samples):  # after the evaluation, which who resumes would leave out
            turn = 0
            learner.checkpoint(order.out / "checkpoint.pt", budget)
    budget.pause()


def advance(learner: Learner, done: float, group: Group) -> dict[str, float]:
    """One turn of play and learning, with the rates that belong to this share of the budget."""
    settings, late = learner.settings, done / 0.6
    rate = cosine(settings.rate, settings.last_rate, done)
    how = {
        "epsilon": linear(settings.epsilon, settings.last_epsilon, late),
        "explore": linear(settings.explore, settings.last_explore, late),
        "temperature": linear(settings.temperature, settings.last_temperature, late),
    }
    learner.play(group, **how)
    learner.learn(rate)
    return {"rate": rate, "epsilon": how["epsilon"]}


def _finish(learner: Learner, budget: Budget, log: Log) -> list[Path]:
    """Evaluates the networks that play, and writes their files."""
    order, files = learner.order, []
    for name in ("q", "student"):
        if name not in learner.networks:
            continue
        network = learner.networks[name]
        assert isinstance(network, Network)
        # the running means of the weights are what is evaluated and kept
        weights = {
            key.removeprefix(f"{name}."): mean for key, mean in learner.means.items() if key.startswith(f"{name}.")
        }
        values = Values(network, learner.device)
        values.load(weights)
        log.say(f"the {name} network after {learner.samples:,} samples:")
        ratings = panel.evaluate(order, values, learner.samples, log, name=name)
        known = nets.origin(order, f"dmc, {name}", learner.settings, budget, learner.samples, ratings)
        files.append(order.out / f"{name}.safetensors")
        nets.save(files[-1], network, weights, known | {"reward": learner.pool.reward, "pick": "greedy"})
    return files
