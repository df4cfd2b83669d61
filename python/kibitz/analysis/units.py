"""What a deal is worth to a seat, in the unit its players think in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.games import profile

if TYPE_CHECKING:
    from kibitz._core import Game, State


def searching(game: Game, budget: str) -> str:
    """The search that hints and reviews ask, in the unit of the game."""
    return f"ismcts({budget}, reward={reward(game)}, rollout={profile(game.name).rollout})"


def reward(game: Game) -> str:
    """What they maximise: ``margin/200``."""
    told = profile(game.name)
    return f"{told.reward}/{told.scale}"


def worth(end: State) -> list[float]:
    """A finished deal, per seat."""
    returns: Sequence[int] = end.returns
    if profile(end.game.name).reward == "points":
        return [float(points) for points in returns]
    found = [0.0] * len(returns)
    for party in end.parties:
        against = [points for seat, points in enumerate(returns) if seat not in party]
        for seat in party:
            found[seat] = returns[seat] - sum(against) / len(against)
    return found
