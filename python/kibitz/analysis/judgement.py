"""A judgement of a decision: what every move is worth, what the move played gave away, and how sure that is.

All numbers are in the unit of the game, for the seat that decides. The recommended move is the first of the list, and
the list is in the order of the values.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from kibitz._core import Move

Grade = Literal["best", "=", "?!", "?", "??", "unclear"]
MISTAKES: tuple[Grade, ...] = ("?!", "?", "??")

# Shares of the unit's scale that a move has lost at least, or at most.
BLUNDER, MISTAKE, INACCURACY, EQUAL = 0.25, 0.1, 0.02, 0.05
_STEEP = 3.0  # a loss of the whole scale leaves e⁻³ of a decision's accuracy


@dataclass(frozen=True, slots=True)
class Loss:
    """What a move gives away, with its 95 % interval. At least ``low`` was lost: that is the safe bound."""

    value: float
    low: float
    high: float
    doubt: float = 0.0
    """The part of half the interval that no budget removes, and that all losses of a game have in common."""

    @property
    def noise(self) -> float:
        """The part of half the interval that more worlds would make smaller."""
        return math.sqrt(max(0.0, (self.value - self.low) ** 2 - self.doubt**2))

    @property
    def counted(self) -> float:
        """The part of it that is not noise: nothing when it may be none at all, nearly everything when it is clear.

        It grows without a jump, so that what a deal is said to have cost hardly depends on which way a close decision
        fell.
        """
        half = self.value - self.low
        return self.value * (1 - (half / self.value) ** 2) if self.value > half else 0.0

    def to_dict(self) -> dict[str, float]:
        """For JSON."""
        return {"value": self.value, "low": self.low, "high": self.high}


NOTHING = Loss(0.0, 0.0, 0.0)


def grade_of(loss: Loss | None, scale: float) -> Grade:
    """The grade by the bound that is safe; what cannot be told apart is unclear."""
    if loss is None or loss.value <= 0:
        return "best"
    if loss.low >= BLUNDER * scale:
        return "??"
    if loss.low >= MISTAKE * scale:
        return "?"
    if loss.low >= INACCURACY * scale:
        return "?!"
    return "=" if loss.high <= EQUAL * scale else "unclear"


@dataclass(frozen=True, slots=True)
class Valued:
    """A move and what it is worth."""

    move: Move
    tried: int = 0
    """In so many worlds; 0: not tried, and then nothing is known of it."""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    loss: Loss | None = None
    """Against the best move, in the worlds in which both were tried."""
    prior: float | None = None
    """How likely the strongest network would make it."""
    line: tuple[tuple[int | str, Move], ...] = ()
    """How it may go on."""

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "move": str(self.move),
            "tried": self.tried,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "loss": self.loss and self.loss.to_dict(),
            "prior": self.prior,
            "line": [f"{seat} {move}" for seat, move in self.line],
        }


@dataclass(frozen=True, slots=True)
class Decider:
    """A card on whose place the choice between two moves depends."""

    card: str
    holder: int  # -1: in no hand
    share: float  # of worlds in which it is there
    gain_if: float  # what the first move gains on the second in those
    gain_else: float

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "card": self.card,
            "holder": self.holder,
            "share": self.share,
            "gainIf": self.gain_if,
            "gainElse": self.gain_else,
        }


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of a decision. It prints as a table."""

    agent: str
    """Who played on in the trials."""
    seat: int
    unit: str
    scale: float
    worlds: int
    """In how many worlds the first two moves were tried."""
    final: bool
    """Whether more would come of looking longer."""
    certain: bool
    """Whether every world was looked at and nothing is left to chance."""
    moves: tuple[Valued, ...]
    """Every legal move, the best first, those not tried last."""
    second: Move | None
    """What the best move is compared with: the one played, or else the next best."""
    weighed: bool
    """Whether these two were weighed in worlds of their own, apart from those that chose them."""
    played: Move | None
    deciders: tuple[Decider, ...] = ()

    @property
    def best(self) -> Valued:
        """The recommended move."""
        return self.moves[0]

    def __getitem__(self, move: Move) -> Valued:
        for valued in self.moves:
            if valued.move == move:
                return valued
        raise KeyError(f'"{move}" is no legal move here')

    @property
    def loss(self) -> Loss | None:
        """What the move played gave away; None when none was, or it was not tried yet."""
        return None if self.played is None else self[self.played].loss

    @property
    def grade(self) -> Grade | None:
        """The grade of the move played."""
        if self.played is None:
            return None
        own = self[self.played]
        return self.grade_of(own) or "unclear" if self.final or own.move == self.best.move else "unclear"

    def grade_of(self, valued: Valued) -> Grade | None:
        """The grade of any move as things stand; none of one that was not tried."""
        if valued.move == self.best.move:
            return "best"
        if valued.loss is None:
            return None
        # What was compared only where the best was chosen would flatter the best.
        found = grade_of(valued.loss, self.scale) if self.weighed or self.certain else "unclear"
        return "=" if found == "best" else found

    @property
    def clear(self) -> bool:
        """Whether the best move is clearly better than every other that was tried."""
        return all(other.loss is None or other.loss.low >= INACCURACY * self.scale for other in self.moves[1:])

    @property
    def accuracy(self) -> float:
        """Of the decision, from 0 to 1."""
        loss = self.loss
        return 1.0 if loss is None else math.exp(-_STEEP * loss.counted / self.scale)

    def rows(self) -> tuple[list[str], list[list[str]]]:
        """Heads and cells of a table of the moves that were tried."""
        heads = ["move", "worlds", self.unit, "±", "loses", "at least", "prior", "then"]
        rows = [
            [
                str(it.move),
                str(it.tried),
                f"{it.value:+.2f}",
                f"{it.high - it.value:.2f}" if it.high is not None else "",
                "" if it.loss is None or at == 0 else f"{it.loss.value:.2f}",
                "" if it.loss is None or at == 0 else f"{max(0.0, it.loss.low):.2f}",
                "" if it.prior is None else f"{it.prior:.0%}",
                ", ".join(f"{seat} {move}" for seat, move in it.line[1:]),
            ]
            for at, it in enumerate(self.moves)
            if it.value is not None
        ]
        return heads, rows

    def summary(self) -> str:
        """How much was looked at, in one line."""
        how = "every world" if self.certain else f"{self.worlds:,} worlds"
        untried = sum(not it.tried for it in self.moves)
        rest = f", {untried} moves not tried" if untried else ""
        return f"{self.agent} plays on in {how}{rest}"

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "agent": self.agent,
            "seat": self.seat,
            "unit": self.unit,
            "worlds": self.worlds,
            "certain": self.certain,
            "best": str(self.best.move),
            "second": None if self.second is None else str(self.second),
            "played": None if self.played is None else str(self.played),
            "loss": self.loss and self.loss.to_dict(),
            "grade": self.grade,
            "moves": [valued.to_dict() for valued in self.moves],
            "deciders": [decider.to_dict() for decider in self.deciders],
        }

    def _repr_html_(self) -> str:
        from kibitz.display.decisions import judgement

        return judgement(self)

    def __str__(self) -> str:
        heads, rows = self.rows()
        shown = [heads, *rows]
        widths = [max(len(row[column]) for row in shown) for column in range(len(heads))]
        lines = [self.summary()]
        for row in shown:
            cells = [
                cell.ljust(width) if head in ("move", "then") else cell.rjust(width)
                for head, cell, width in zip(heads, row, widths, strict=True)
            ]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Tally:
    """What the decisions of a seat come to."""

    choices: int
    inaccuracies: int
    mistakes: int
    blunders: int
    unclear: int
    lost: float
    lost_low: float
    lost_high: float
    accuracy: float  # 0 to 100

    @staticmethod
    def of(judgements: Iterable[Judgement]) -> Tally:
        """Counts them."""
        judged = list(judgements)
        grades = [judgement.grade for judgement in judged]
        losses = [it.loss for it in judged if it.loss is not None and it.loss.counted > 0]
        lost = sum(loss.counted for loss in losses)
        # Noise of one decision has nothing to do with another's; if claims are too high, all of them are.
        half = math.hypot(*(loss.noise for loss in losses), sum(loss.doubt for loss in losses))
        return Tally(
            choices=len(judged),
            inaccuracies=grades.count("?!"),
            mistakes=grades.count("?"),
            blunders=grades.count("??"),
            unclear=grades.count("unclear"),
            lost=lost,
            lost_low=max(0.0, lost - half),
            lost_high=lost + half,
            accuracy=100 * sum(it.accuracy for it in judged) / len(judged) if judged else 100.0,
        )
