"""What a deal is worth to a seat, in the unit its players think in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz._core import Game, State


@dataclass(frozen=True, slots=True)
class Unit:
    """A reward of the searches, and how large it usually is: searches weigh rewards of about one."""

    reward: str
    scale: int
    name: str
    rollout: str = "rules"  # who plays on in the searches that hints and reviews ask

    @property
    def key(self) -> str:
        """As a search takes it: ``margin/200``."""
        return f"{self.reward}/{self.scale}"


UNITS = {
    "tichu": Unit("margin", 200, "points ahead of the other team"),
    "doppelkopf": Unit("points", 8, "points"),
    "schnapsen": Unit("margin", 3, "game points ahead", rollout="random"),  # its rules think long
    "six_nimmt": Unit("margin", 10, "bulls fewer than the others"),
}


def unit(game: Game) -> Unit:
    """The unit of a game."""
    return UNITS.get(game.name, Unit("margin", 1, "points ahead", rollout="random"))


def searching(game: Game, budget: str) -> str:
    """The search that hints and reviews ask, in the unit of the game."""
    told = unit(game)
    return f"ismcts({budget}, reward={told.key}, rollout={told.rollout})"


def parties(end: State) -> list[list[int]]:
    """The seats that played together in a finished deal."""
    facts, seats = end.facts(), end.game.seats
    if (re := facts.get("re")) is not None:
        return [list(re), [seat for seat in range(seats) if seat not in re]]
    sides = len(end.view(0).facts()["scores"])  # teams keep one score
    return [list(range(side, seats, sides)) for side in range(sides)]


def worth(end: State) -> list[float]:
    """A finished deal, per seat."""
    returns: Sequence[int] = end.returns
    if unit(end.game).reward == "points":
        return [float(points) for points in returns]
    found = [0.0] * len(returns)
    for party in parties(end):
        against = [points for seat, points in enumerate(returns) if seat not in party]
        for seat in party:
            found[seat] = returns[seat] - sum(against) / len(against)
    return found
