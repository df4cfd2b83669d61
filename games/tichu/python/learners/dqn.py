"""Deep Q-learning for Tichu as in Pestalozzi's thesis of 2017, where one network of four got to beat random play.

The network sees **all four hands**, the combination on the table, and whether partner or opponents were first out; it
answers with one number for each of 258 actions: pass and 257 general combinations (kind, height, length). Illegal
actions get 500 less. Actions are drawn by Boltzmann's rule while τ falls; a step of Q-learning follows every decision:
double Q-learning, a memory of 50,000 transitions, a target network that follows slowly, Adam at 0.001, no reward but
the points of the round at its end.

``input=56`` tells cards apart, ``input=17`` counts ranks. ``shape=together`` puts everything into one hidden layer as
wide as the input, ``shape=separate`` gives each of the six inputs a layer of its own; a second layer has 258 units, all
with elu. ``versus=random|self|mcts`` are the three other players.

    kibitz train dqn --rules epfl2017 --budget paper --set input=56 --set shape=separate --set versus=random

The thesis printed (table 5.6): only 56-separate beats random, 10010 : 7690. Ours beats random by 89.0 points per round
(84.3 to 93.8, 1000 deals) after 40,000 of the million steps (``--samples 40000``). Two things differ here: the table's
combination is told by ranks, and batches hold 256 transitions instead of 32, one eighth as often.
"""

import json
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kibitz import _core, saving
from kibitz.learning import panel
from kibitz.learning.kernels import spread
from kibitz.learning.order import Order, setting
from kibitz.learning.pool import Group, offered
from kibitz.learning.run import Budget, Log, Speed, line, linear

HELP = "Deep Q-learning with 258 outputs, seeing all hands (EPFL 2017)."
GAMES = ("tichu",)
BUDGETS = {"paper": 1_000_000, "fair": 20_000_000, "tiny": 40_000}

ACTIONS = 258
ILLEGAL = -500.0
_PLACES, _BATCH, _MEMORY, _WARM_UP = 32, 256, 50_000, 1_000
_REPLAY = 32  # transitions learned from per decision made, as in the thesis
_STEPS_KEPT = 512  # no round has more decisions


@dataclass(frozen=True, slots=True)
class Settings:
    """The thesis' choices."""

    input: int = setting(56, "56 cards or 17 ranks")
    shape: str = setting("separate", "together or separate")
    versus: str = setting("random", "the three other players: random, self or mcts")
    tau: float = setting(0.8, "Boltzmann's temperature at the beginning")
    last_tau: float = setting(0.3, "and from 80 % of the steps on")


def defaults(device: str) -> Settings:  # noqa: ARG001 (small enough for any device)
    """The settings to start from."""
    return Settings()


class QNetwork(nn.Module, ABC):
    """What the two shapes share: from the last hidden layer to the values of actions."""

    last: nn.Linear

    @abstractmethod
    def hidden(self, x: Tensor) -> Tensor:
        """The last hidden layer."""

    def forward(self, x: Tensor, legal: Tensor) -> Tensor:
        """Q of every action."""
        q: Tensor = self.last(self.hidden(x)) + ILLEGAL * ~legal
        return q

    def of(self, output: Tensor, x: Tensor, legal: Tensor) -> Tensor:
        """Q of one action of each state: learning asks for no more, and the other 257 cost a third of its time."""
        q = (self.hidden(x) * self.last.weight[output]).sum(1) + self.last.bias[output]
        return q + ILLEGAL * ~legal.gather(1, output[:, None]).view(-1)


class Together(QNetwork):
    """One hidden layer as wide as the input, one of 258."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        width = 5 * cards + 2
        self.first, self.second, self.last = (
            nn.Linear(width, width),
            nn.Linear(width, ACTIONS),
            nn.Linear(ACTIONS, ACTIONS),
        )

    def hidden(self, x: Tensor) -> Tensor:
        """The last hidden layer."""
        return functional.elu(self.second(functional.elu(self.first(x))))


class Separate(QNetwork):
    """A hidden layer for each of the four hands, the table and the ranking; then one of 258 for all."""

    def __init__(self, cards: int) -> None:
        super().__init__()
        self.sizes = [cards] * 5 + [2]
        self.own = nn.ModuleList(nn.Linear(size, size) for size in self.sizes)
        self.second, self.last = nn.Linear(sum(self.sizes), ACTIONS), nn.Linear(ACTIONS, ACTIONS)

    def hidden(self, x: Tensor) -> Tensor:
        """The last hidden layer."""
        parts = zip(self.own, torch.split(x, self.sizes, 1), strict=True)
        own = functional.elu(torch.cat([layer(part) for layer, part in parts], 1))
        return functional.elu(self.second(own))


def network(settings: Settings) -> QNetwork:
    """The network of the settings."""
    shapes = {"together": Together, "separate": Separate}
    if settings.shape not in shapes or settings.input not in (56, 17):
        raise _core.InvalidSpec("The networks of the thesis have input=56 or 17 and shape=together or separate.")
    return shapes[settings.shape](settings.input)


def see(host: dict[str, Tensor], place: Tensor, cards: int) -> Tensor:
    """What the thesis' networks are shown: four hands, the table, who was first out."""
    state = host["state"][place]
    hands = spread(host["truth"][place, :4], torch.float32).view(-1, 4, 64)[..., :56]
    table = spread(state[:, 5:6], torch.float32)[:, None, :56]
    sets = torch.cat([hands, table], 1)
    if cards == 17:  # special cards, then how many of each rank
        sets = torch.cat([sets[..., :4], sets[..., 4:].reshape(-1, 5, 13, 4).sum(-1)], -1)
    first = spread(state[:, 7:8], torch.float32)[:, 57:61]  # viewer, left, partner, right
    ranking = torch.stack([first[:, 2], first[:, 1] + first[:, 3]], 1)
    return torch.cat([sets.flatten(1), ranking], 1)


def outputs(action: Tensor) -> Tensor:
    """The output, 0 to 257, that stands for each action row."""
    words = action.numpy().view(np.uint64)
    one = np.uint64(1)
    kind = _index(words[:, 0] >> np.uint64(56))
    height = _index(words[:, 2] & np.uint64(0xFFFF_FFFF))
    size = _index(words[:, 2] >> np.uint64(32) & np.uint64(0x7FFF))
    special = words[:, 0] & np.uint64(0xF)
    rank = np.where(special == 2, 0, np.where(special == 8, 15, np.where(special == 4, 16, height // 2)))
    rank = np.where(kind == 0, rank, height // 2)  # Dog 0, Mah Jong 1, 2 … ace, Dragon 15, Phoenix 16
    passes = (words[:, 1] >> np.uint64(56) & one).astype(bool)
    return torch.from_numpy(np.where(passes, 0, _OUTPUT[kind, rank, size])).long()


def _index(one_hot: Any) -> Any:
    return (np.frexp(one_hot.astype(np.float64))[1] - 1).clip(0)


def _numbering() -> Any:
    """Kind, height and length to output, in the order of the thesis; what cannot be is output 0."""
    table = np.zeros((8, 17, 15), dtype=np.int64)
    combinations = [(0, rank, 1) for rank in range(17)]
    for kind, size in ((1, 2), (2, 3), (6, 4), (4, 5)):  # pairs, triples, squares, full houses
        combinations += [(kind, rank, size) for rank in range(2, 15)]
    combinations += [(5, top, size) for size in range(5, 15) for top in range(size, 15)]
    # stairs of more than seven pairs have outputs too, though nobody can hold them
    stairs = [(top, pairs) for pairs in range(2, 14) for top in range(pairs + 1, 15)]
    for output, (kind, rank, size) in enumerate(combinations, 1):
        table[kind, rank, size] = output
    for output, (top, pairs) in enumerate(stairs, 1 + len(combinations)):
        if pairs <= 7:
            table[3, top, 2 * pairs] = output
    flushes = [(top, size) for size in range(5, 15) for top in range(size, 15)]
    for output, (top, size) in enumerate(flushes, 1 + len(combinations) + len(stairs)):
        table[7, top, size] = output
    assert len(combinations) + len(stairs) + len(flushes) == ACTIONS - 1
    return table


_OUTPUT = _numbering()


@dataclass(slots=True)
class Decisions:
    """The decisions a step offers: where, what is seen, which outputs are legal, and their rows."""

    place: Tensor
    seen: Tensor
    legal: Tensor
    row_of: Tensor  # [decisions, 258] the row within its place that an output stands for

    @classmethod
    def of(cls, group: Group, batch: _core.Batch, cards: int) -> "Decisions":
        """Those of a group."""
        host = group.host
        count = host["offset"].diff()
        place = (count > 0).nonzero().view(-1)
        output = outputs(host["action"][: batch.rows])
        owner = torch.repeat_interleave(torch.arange(len(count)), count)
        number = torch.full((len(count),), -1)
        number[place] = torch.arange(len(place))
        legal = torch.zeros(len(place), ACTIONS, dtype=torch.bool)
        row_of = torch.zeros(len(place), ACTIONS, dtype=torch.int32)
        rows = torch.arange(batch.rows) - host["offset"][owner]
        legal[number[owner], output] = True
        row_of[number[owner], output] = rows.int()
        return cls(place, see(host, place, cards), legal, row_of)

    def choose(self, group: Group, output: Tensor) -> None:
        """Hands the chosen outputs to the engine."""
        group.host["chosen"][self.place] = self.row_of.gather(1, output[:, None]).view(-1)


class Memory:
    """The last transitions: seen, legal, output, reward, seen next, legal next, whether it goes on."""

    def __init__(self, inputs: int) -> None:
        self.seen, self.next_seen = (torch.zeros(_MEMORY, inputs) for _ in range(2))
        self.legal, self.next_legal = (torch.zeros(_MEMORY, ACTIONS, dtype=torch.bool) for _ in range(2))
        self.output = torch.zeros(_MEMORY, dtype=torch.long)
        self.reward, self.goes_on = (torch.zeros(_MEMORY) for _ in range(2))
        self.count = 0

    def add(self, seen: Tensor, legal: Tensor, output: Tensor, reward: Tensor | float, after: Decisions | None) -> None:
        """Transitions with the same kind of end: the next decisions, or none because the round is over."""
        at = (self.count + torch.arange(len(seen))) % _MEMORY
        self.seen[at], self.legal[at], self.output[at], self.reward[at] = seen, legal, output, torch.as_tensor(reward)
        self.goes_on[at] = float(after is not None)
        if after is not None:
            self.next_seen[at], self.next_legal[at] = after.seen, after.legal
        self.count += len(seen)


class Learner:
    """The Q-learner at its tables."""

    def __init__(self, order: Order, settings: Settings) -> None:
        torch.manual_seed(order.seed)
        self.order, self.settings = order, settings
        self.net, self.target = network(settings), network(settings)
        self.target.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=1e-3, fused=True)
        others = {
            "random": ["learn", "random", "random", "random"],
            "self": ["learn"],
            "mcts": ["learn", *["ismcts(100, draw=pool(30), reward=rank)"] * 3],
        }
        if settings.versus not in others:
            raise _core.InvalidSpec(f'There is no opponent "{settings.versus}"; there are random, self and mcts.')
        self.pool = _core.SelfPlay(
            order.game, _PLACES, others[settings.versus], seed=order.seed, threads=order.threads, reward="points"
        )
        extra = ("truth", "chosen", "seat", "sample_ticket")
        self.group = Group(self.pool, 0, torch.device("cpu"), rows=64 * _PLACES, samples=256 * _PLACES, extra=extra)
        inputs = 5 * settings.input + 2
        self.memory = Memory(inputs)
        # the decision each seat of each place made last and still waits to see the result of
        self.seen, self.legal = torch.zeros(_PLACES, 4, inputs), torch.zeros(_PLACES, 4, ACTIONS, dtype=torch.bool)
        self.output = torch.zeros(_PLACES, 4, dtype=torch.long)
        self.waiting = torch.full((_PLACES, 4), -1)  # number of the step that offered it
        self.seat_at = torch.zeros(_STEPS_KEPT, _PLACES, dtype=torch.long)
        self.step = self.samples = 0
        self.reward, self.mean_q = 0.0, 0.0

    def play(self, tau: float) -> None:
        """One decision at every table, and what it completes goes to the memory."""
        batch = self.group.step("chosen")
        self._rounds_over(batch.samples)
        decisions = Decisions.of(self.group, batch, self.settings.input)
        place, seat = decisions.place, self.group.host["seat"][decisions.place].long()
        again = self.waiting[place, seat] >= 0
        at, who = place[again], seat[again]
        after = Decisions(at, decisions.seen[again], decisions.legal[again], decisions.row_of[again])
        self.memory.add(self.seen[at, who], self.legal[at, who], self.output[at, who], 0.0, after)
        with torch.no_grad():
            q = self.net(decisions.seen, decisions.legal)
        self.mean_q += 0.01 * (float(q.max(1).values.mean()) - self.mean_q)
        output = torch.distributions.Categorical(logits=q.clamp(-500, 300) / tau).sample()  # type: ignore[no-untyped-call]
        # Boltzmann's rule may, once in a blue moon, pick what is not legal; the thesis then played what was
        output = torch.where(decisions.legal.gather(1, output[:, None]).view(-1), output, q.argmax(1))
        decisions.choose(self.group, output)
        self.seen[place, seat], self.legal[place, seat], self.output[place, seat] = (
            decisions.seen,
            decisions.legal,
            output,
        )
        self.waiting[place, seat] = self.step
        self.seat_at[self.step % _STEPS_KEPT] = 0
        self.seat_at[self.step % _STEPS_KEPT, place] = seat
        self.step += 1
        self.samples += len(place)

    def _rounds_over(self, count: int) -> None:
        if not count:
            return
        ticket = offered(self.group, count)
        returns = self.group.host["returns"][:count]
        self.reward += 0.01 * (float(returns.mean()) - self.reward)
        step, place = ticket[:, 0], ticket[:, 1]
        seat = self.seat_at[step % _STEPS_KEPT, place]
        last = self.waiting[place, seat] == step  # a seat's last decision of the round is followed by its result
        at, who = place[last], seat[last]
        self.memory.add(self.seen[at, who], self.legal[at, who], self.output[at, who], returns[last], None)
        self.waiting[torch.unique(place)] = -1

    def learn(self) -> None:
        """As much Q-learning as one step of play calls for."""
        if self.memory.count < _WARM_UP:
            return
        memory, filled = self.memory, min(self.memory.count, _MEMORY)
        for _ in range(_PLACES * _REPLAY // _BATCH):
            at = torch.randint(filled, (_BATCH,))
            with torch.no_grad():
                after, allowed = memory.next_seen[at], memory.next_legal[at]
                then = self.target.of(self.net(after, allowed).argmax(1), after, allowed)
                goal = memory.reward[at] + memory.goes_on[at] * then
            q = self.net.of(memory.output[at], memory.seen[at], memory.legal[at])
            loss = functional.mse_loss(q, goal)
            self.optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            self.optimiser.step()
            with torch.no_grad():
                # one per cent per decision, for all decisions of this batch at once
                share = 1 - (1 - 1e-2) ** (_BATCH / _REPLAY)
                torch._foreach_lerp_(list(self.target.parameters()), list(self.net.parameters()), share)


def save(path: Path, learner: Learner, ratings: list[dict[str, Any]]) -> None:
    """Writes the network. The engine plays it by its file: see ``crates/net/src/thesis.rs``."""
    from safetensors.torch import save_file

    known = {
        "format": "kibitz-dqn 1",
        "settings": json.dumps(asdict(learner.settings)),
        "command": learner.order.command,
        "samples": str(learner.samples),
        "ratings": json.dumps(ratings),
    }
    with saving.replacing(path) as fresh:
        save_file({name: tensor.contiguous() for name, tensor in learner.net.state_dict().items()}, str(fresh), known)


def train(order: Order, settings: Settings) -> list[Path]:
    """Learns for as many decisions as the budget says and returns the network's file."""
    learner, budget, speed = Learner(order, settings), Budget(order.minutes, order.samples), Speed()
    path = order.out / f"dqn{settings.input}-{settings.shape}.safetensors"
    columns = ["seconds", "samples", "decisions_per_s", "deals_per_s", "tau", "reward", "mean_q"]
    with Log(order.out, columns, order.quiet) as log:
        budget.start()
        try:
            while (done := budget.done(learner.samples)) < 1:
                tau = linear(settings.tau, settings.last_tau, done / 0.8)
                learner.play(tau)
                learner.learn()
                if speed.due():
                    figures = {"seconds": budget.seconds(), "samples": learner.samples, "tau": tau}
                    figures |= speed.since(learner.pool.counts) | {"reward": learner.reward, "mean_q": learner.mean_q}
                    log.report(figures, done, line(figures, ("tau", "reward", "mean_q")))
        except KeyboardInterrupt:
            log.say("Stopped; what was learned is kept.")
        budget.pause()
        save(path, learner, [])
        save(path, learner, panel.meet(order, f"net({path})", learner.samples, log, name=path.stem))
    return [path]
