"""The result of an analysis: every move with what is known of it, and where the hidden cards are."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kibitz._core import Move

_WIDTH = 1.96  # standard errors from the mean to either end of a 95 % interval
_SHOWN = 12  # moves that str() shows


@dataclass(frozen=True, slots=True)
class MoveInfo:
    """What is known of a move."""

    move: Move
    visits: int  # how often it was tried
    available: int  # how often it could have been tried
    mean: float  # of the reward
    error: float  # standard error of the mean over what was tried; infinite below two trials
    prior: float | None  # how likely it was thought to be good before it was tried
    best_share: float | None  # share of worlds in which it was best, where every world has a tree of its own
    line: tuple[tuple[int | str, Move], ...]  # what was tried most from here on, in one of the worlds

    @property
    def known(self) -> bool:
        """Whether its mean says something: it was tried, or a network values it."""
        return self.visits > 0 or self.prior is not None

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval of the mean."""
        return self.mean - _WIDTH * self.error

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval of the mean."""
        return self.mean + _WIDTH * self.error

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "move": str(self.move),
            "visits": self.visits,
            "available": self.available,
            "mean": self.mean,
            "low": _finite(self.low),
            "high": _finite(self.high),
            "prior": self.prior,
            "worldsBest": self.best_share,
            "line": [f"{seat} {move}" for seat, move in self.line],
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a decision. It prints as a table."""

    agent: str
    seat: int
    moves: tuple[MoveInfo, ...]  # every legal move, in the order of the list
    best: MoveInfo  # what the agent would play
    iterations: int
    nodes: int  # of the tree, or of all trees together
    full: bool  # the tree reached its limit and stopped growing
    reward: str  # what is maximised: the unit of all means
    # Each card another seat may hold: per seat the share of worlds in which it holds the card; of cards that occur
    # more than once, the mean number held. The rest up to 1 is the probability that no hand holds it.
    belief: Mapping[str, tuple[float, ...]]
    worlds: int  # how many worlds the belief is counted over

    def __getitem__(self, move: Move) -> MoveInfo:
        for info in self.moves:
            if info.move == move:
                return info
        raise KeyError(move)

    def ranked(self) -> list[MoveInfo]:
        """The moves, what the agent would play first, then by how often they were tried."""
        return sorted(self.moves, key=lambda info: (info.move != self.best.move, -info.visits, -info.mean))

    def loss(self, move: Move) -> tuple[float | None, float]:
        """How much worse a move is than the best, and the half width of the 95 % interval of that.

        None of a move that the agent knows nothing of; without an interval, as a network's opinion, the half width is
        infinite.
        """
        if move == self.best.move:
            return 0.0, 0.0
        made = next((info for info in self.moves if info.move == move), None)
        if made is None or not made.known:
            return None, math.inf
        return self.best.mean - made.mean, _WIDTH * math.hypot(self.best.error, made.error)

    def rows(self) -> tuple[list[str], list[list[str]]]:
        """Heads and cells of a table of the moves; columns that say nothing are left out."""
        heads = ["move", "visits", f"mean {self.reward}", "±", "prior", "best in", "then"]
        rows = [
            [
                str(info.move),
                str(info.visits),
                f"{info.mean:.3f}" if info.known else "",
                _half(info.error),
                _percent(info.prior),
                _percent(info.best_share),
                ", ".join(f"{seat} {move}" for seat, move in info.line[1:]),
            ]
            for info in self.ranked()
        ]
        telling = [column for column in range(len(heads)) if any(row[column] for row in rows)]
        return [heads[column] for column in telling], [[row[column] for column in telling] for row in rows]

    def summary(self) -> str:
        """How much was searched, in one line."""
        full = ", the tree is full" if self.full else ""
        return f"{self.agent}: {self.iterations:,} iterations, {self.nodes:,} nodes{full}"

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "moveInfos": [info.to_dict() for info in self.ranked()],
            "rootInfo": {
                "agent": self.agent,
                "seat": self.seat,
                "best": str(self.best.move),
                "reward": self.reward,
                "iterations": self.iterations,
                "nodes": self.nodes,
                "full": self.full,
                "worlds": self.worlds,
            },
            "belief": {card: list(shares) for card, shares in self.belief.items()},
        }

    def _repr_html_(self) -> str:
        from kibitz.display.decisions import analysis

        return analysis(self)

    def __str__(self) -> str:
        heads, rows = self.rows()
        shown = [heads, *rows[:_SHOWN]]
        widths = [max(len(row[column]) for row in shown) for column in range(len(heads))]
        lines = [self.summary()]
        for row in shown:
            # Words to the left, numbers to the right.
            cells = [
                cell.ljust(width) if head in ("move", "then") else cell.rjust(width)
                for head, cell, width in zip(heads, row, widths, strict=True)
            ]
            lines.append("  ".join(cells).rstrip())
        if len(rows) > _SHOWN:
            lines.append(f"… and {len(rows) - _SHOWN} more")
        return "\n".join(lines)


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _half(error: float) -> str:
    return f"{_WIDTH * error:.3f}" if math.isfinite(error) else "∞"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.0%}"
