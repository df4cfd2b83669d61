"""What the learners of the ETH thesis of 2022 on 6 nimmt! share: what they see, their network, hands as episodes.

The thesis' networks see 47 numbers (the hand, the number of players, each row's length, last card and bulls) and one
card, through two layers of 100 units. Here they see the same facts as bits; ``sees=all`` adds what the thesis left out,
above all which cards are still to come.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from kibitz import _core
from kibitz.learning import nets, panel
from kibitz.learning.kernels import spread
from kibitz.learning.network import Network, Shape, Values
from kibitz.learning.order import Order
from kibitz.learning.pool import Group, offered
from kibitz.learning.run import Budget, Log, Speed, line

GAMES = ("six_nimmt",)
HAND = 9  # free choices of a hand: the last card is played by itself
_PLACES = 64

# Decisions of as many hands as the thesis' agents played (4000, at up to four seats); a hundred times that; seconds.
BUDGETS = {"paper": 4000 * 4 * HAND, "fair": 400_000 * 4 * HAND, "tiny": 500 * 4 * HAND}

_SEEN = ("hand", "end", "length", "bulls", "players", "row", "shown", "card", "takes row")


def visible(blocks: list[dict[str, Any]], words: int, sees: str) -> Tensor:
    """A mask over feature words: all of them, or what the thesis' 47 numbers tell."""
    if sees == "all":
        return torch.full((words,), -1)
    if sees != "paper":
        raise _core.InvalidSpec(f'A network sees "paper" or "all", not "{sees}".')
    mask = [0] * words
    for block in blocks:
        if block["name"] == "takes row" or block["name"].split()[0] in _SEEN:
            mask[block["word"]] |= ((1 << block["bits"]) - 1) << block["bit"]
    return torch.tensor([word - (1 << 64) if word >> 63 else word for word in mask])


class Net(Network):
    """A network of the thesis: two layers of 100 units over state and card, that does not see all there is."""

    def __init__(self, game: _core.Game, heads: dict[str, int], sees: str, shape: str = "2x100") -> None:
        features = game.features()
        super().__init__(features["state_words"], features["action_words"], Shape.parse(shape), heads)
        self.state_mask = visible(features["state"], self.state_words, sees)
        self.action_mask = visible(features["action"], self.action_words, sees)
        self._hide()

    def _hide(self) -> None:
        """Inputs that are not seen have no weight, so that the exported network needs no mask."""
        with torch.no_grad():
            for layer, mask in ((self.state, self.state_mask), (self.action, self.action_mask)):
                layer.weight *= spread(mask[None], torch.float32)

    def both(self, state: Tensor, action: Tensor) -> dict[str, Tensor]:
        """Outputs ``[n, actions, outputs]`` for states ``[n, words]`` and their actions ``[n, actions, words]``."""
        first = self.state(spread(state & self.state_mask, torch.float32))[:, None]
        bits = spread((action & self.action_mask).flatten(0, 1), torch.float32)
        return self.outputs(self.trunk((first + self.action(bits).view(*action.shape[:2], -1)).relu()))

    def alone(self, state: Tensor) -> dict[str, Tensor]:
        """Outputs for states without an action."""
        return self.outputs(self.trunk(self.state(spread(state & self.state_mask, torch.float32)).relu()))


def masked(logit: Tensor, legal: Tensor) -> Tensor:
    """Log probabilities over the legal actions."""
    return torch.log_softmax(logit.masked_fill(~legal, -1e9), -1)


@dataclass(slots=True)
class Hand:
    """A hand as one seat played it: an episode."""

    state: Tensor  # [turns, words]
    action: Tensor  # [turns, actions, words]
    legal: Tensor  # [turns, actions]
    chosen: Tensor  # [turns]
    policy: Tensor  # [turns, actions] the probabilities it was drawn with
    result: float


def join(hands: list[Hand]) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Hands one after the other: state, action, legal, chosen, policy, result of each turn, and turns still to come."""
    width = max(hand.action.shape[1] for hand in hands)
    wide = [
        (
            functional.pad(hand.action, (0, 0, 0, width - hand.action.shape[1])),
            functional.pad(hand.legal, (0, width - hand.legal.shape[1])),
            functional.pad(hand.policy, (0, width - hand.policy.shape[1])),
        )
        for hand in hands
    ]
    action, legal, policy = (torch.cat(each) for each in zip(*wide, strict=True))
    result = torch.cat([torch.full((len(hand.chosen),), hand.result) for hand in hands])
    to_come = torch.cat([torch.arange(len(hand.chosen) - 1, -1, -1) for hand in hands])
    return (
        torch.cat([hand.state for hand in hands]), action, legal,
        torch.cat([hand.chosen for hand in hands]), policy, result, to_come,
    )  # fmt: skip


class Tables:
    """Hands played by networks at all seats, or at one with random players around it."""

    def __init__(self, order: Order, seats: tuple[str, ...] = ("learn",)) -> None:
        self.pool = _core.SelfPlay(order.game, _PLACES, seats, seed=order.seed, threads=order.threads)
        extra = ("seat", "chosen", "sample_ticket")
        self.group = Group(self.pool, 0, torch.device("cpu"), rows=16 * _PLACES, samples=256 * _PLACES, extra=extra)
        self._turns: dict[tuple[int, int], tuple[int, tuple[Tensor, ...]]] = {}
        self._step = 0

    def play(self, policy: Callable[[Tensor, Tensor, Tensor], Tensor]) -> list[Hand]:
        """One choice at every table, drawn by ``policy(state, action, legal)``; the hands that have ended."""
        batch = self.group.step("chosen")
        host = self.group.host
        ended = list(self._ended(batch.samples))
        count = host["offset"].diff()
        place = (count > 0).nonzero().view(-1)
        width = int(count.max())
        column = torch.arange(width)
        legal = column < count[place][:, None]
        row = (host["offset"][:-1][place][:, None] + column).clamp(max=max(batch.rows - 1, 0))
        state, action = host["state"][place].clone(), host["action"][row.long()] * legal[..., None]
        probabilities = policy(state, action, legal)
        chosen = torch.multinomial(probabilities, 1).view(-1)
        host["chosen"][place] = chosen.int()
        seats = host["seat"][place].tolist()
        for i, at in enumerate(place.tolist()):
            turn = (state[i], action[i], legal[i], chosen[i], probabilities[i])
            self._turns[self._step, at] = (seats[i], turn)
        self._step += 1
        return ended

    def _ended(self, count: int) -> Iterator[Hand]:
        """The hands of finished samples: all of a deal come together, seat by seat they are put in order."""
        ticket, returns = offered(self.group, count).tolist(), self.group.host["returns"][:count].tolist()
        hands: dict[tuple[int, int], tuple[float, list[tuple[int, tuple[Tensor, ...]]]]] = {}
        for (step, place), result in zip(ticket, returns, strict=True):
            seat, turn = self._turns.pop((step, place))
            hands.setdefault((place, seat), (result, []))[1].append((step, turn))
        for result, turns in hands.values():
            columns = zip(*(turn for _, turn in sorted(turns, key=lambda each: each[0])), strict=True)
            width = max(turn[1].shape[0] for _, turn in turns)
            state, action, legal, chosen, policy = (list(column) for column in columns)
            yield Hand(
                torch.stack(state),
                torch.stack([functional.pad(each, (0, 0, 0, width - len(each))) for each in action]),
                torch.stack([functional.pad(each, (0, width - len(each))) for each in legal]),
                torch.stack(chosen),
                torch.stack([functional.pad(each, (0, width - len(each))) for each in policy]),
                result,
            )


def run(
    order: Order,
    table: Tables,
    policy: Callable[[Tensor, Tensor, Tensor], Tensor],
    learn: Callable[[list[Hand], float], dict[str, float]],
    columns: tuple[str, ...],
    export: Callable[[Log, Budget, int], list[Path]],
) -> list[Path]:
    """Plays and learns until the budget is spent. ``learn`` takes the hands that ended and the share of the budget."""
    budget, speed, samples, figures = Budget(order.minutes, order.samples), Speed(), 0, dict[str, float]()
    names = ["seconds", "samples", "decisions_per_s", "deals_per_s", "result", *columns]
    with Log(order.out, names, order.quiet) as log:
        budget.start()
        try:
            while (done := budget.done(samples)) < 1:
                hands = table.play(policy)
                if hands:
                    samples += sum(len(hand.chosen) for hand in hands)
                    mean = sum(hand.result for hand in hands) / len(hands)
                    for name, value in {**learn(hands, done), "result": mean}.items():
                        figures[name] = figures.get(name, value) + 0.02 * (value - figures.get(name, value))
                if speed.due():
                    told = {
                        "seconds": budget.seconds(),
                        "samples": samples,
                        **speed.since(table.pool.counts),
                        **figures,
                    }
                    log.report(told, done, line(told, ("result", *columns)))
        except KeyboardInterrupt:
            log.say("Stopped; what was learned is kept.")
        budget.pause()
        return export(log, budget, samples)


def export(
    order: Order, settings: Any, net: Net, name: str, head: str, table: Tables, log: Log, budget: Budget, samples: int
) -> list[Path]:
    """Evaluates a network by one of its heads and writes the file of it with that head alone."""
    path = order.out / f"{name}.safetensors"
    kept = Net(order.game, {head: 1}, "all", str(net.shape))
    kept.load_state_dict({key: value for key, value in net.state_dict().items() if key in kept.state_dict()})
    drawn = head == "policy"
    values = Values(kept, torch.device("cpu"), head)
    ratings = panel.evaluate(order, values, samples, log, name=name, temperature=1.0 if drawn else 0.0)
    known = nets.origin(order, name, settings, budget, samples, ratings)
    use = {"reward": table.pool.reward, "pick": "sample" if drawn else "greedy"}
    nets.save(path, kept, dict(kept.named_parameters()), known | use)
    return [path]
