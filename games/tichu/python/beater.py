"""Leiden 2017's table: does the next player hold something that beats what lies on the table?

Counting is the engine's (``games/tichu/src/beater.rs``); here it is done in portions, so that one can see it converge.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kibitz import _core
from kibitz._core import Game
from kibitz.experiments.watch import each_deal, seated, watched

PORTION = 1000
CELLS = 7 * 56 * 4  # kinds of combination, cards played, seats


@dataclass
class BeaterTable:
    """How often a seat could not and could beat what it had to, by (kind, cards played, seat)."""

    counts: dict[tuple[str, int, int], tuple[int, int]] = field(default_factory=dict)

    def chance(self, cell: tuple[str, int, int]) -> float:
        """How likely a seat can; one half where nothing was counted."""
        without, having = self.counts.get(cell, (0, 0))
        return having / (without + having) if without + having else 0.5

    def text(self) -> str:
        """The rows of a file."""
        rows = (f"{kind},{played},{seat},{a},{b}" for (kind, played, seat), (a, b) in sorted(self.counts.items()))
        return "\n".join(["kind,played,seat,without,with", *rows, ""])


@dataclass(frozen=True)
class Training:
    """A trained table, and how much its probabilities changed on average with each thousand rounds."""

    table: BeaterTable
    rounds: int
    changes: list[float]


@dataclass(frozen=True)
class Right:
    """How many questions were asked, and how often worlds of each kind were right about the next player."""

    asked: int
    uniform: int
    beater: int


def train(
    game: Game, rounds: int, seed: int = 1, players: str = "random", tell: Callable[[float], None] | None = None
) -> Training:
    """Counts rounds in portions of a thousand; `tell` hears the mean absolute change after each of them."""
    _check(game)
    table = BeaterTable()
    changes = []
    for portion, first in enumerate(range(0, rounds, PORTION)):
        size = min(PORTION, rounds - first)
        change = 0.0
        for kind, played, seat, without, having in game.call(
            "count_beaters", **_rounds(game, size, (seed + portion) % 2**64, players)
        ):
            cell = (kind, played, seat)
            before = table.chance(cell)
            a, b = table.counts.get(cell, (0, 0))
            table.counts[cell] = (a + without, b + having)
            change += abs(table.chance(cell) - before)
        changes.append(change / CELLS)
        if tell is not None:
            tell(changes[-1])
    return Training(table, rounds, changes)


def check(game: Game, rounds: int, seed: int = 1, players: str = "random", table: BeaterTable | None = None) -> Right:
    """How often worlds are right on whether the next player can beat a move; by the shipped table if none is given."""
    _check(game)
    given = {} if table is None else {"table": table.text()}
    return Right(**game.call("check_beaters", **_rounds(game, rounds, seed, players), **given))


def _rounds(game: Game, count: int, seed: int, players: str) -> dict[str, Any]:
    """Rounds as the engine takes them: it plays those of simple players itself, those of any agent are played here."""
    if players in ("random", "rules", "simple"):
        return {"rounds": count, "seed": seed, "players": players}

    def played(deal: int) -> str:
        return str(watched(game, seated([players] * game.seats, deal, seed), deal, seed=seed).record())

    return {"records": each_deal(count, played), "seed": seed}


def _check(game: Game) -> None:
    if game.name != "tichu":
        raise _core.InvalidSpec(f"The table of beaters is for Tichu, not for {game.title}.")
