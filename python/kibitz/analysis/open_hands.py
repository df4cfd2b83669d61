"""With all cards open: what a position is worth as the cards lie, if sound beginners play on.

The players see their own cards only, so that nobody plays as if he saw through the backs; it is the position that is
known. Each errs one time in eight, so that chance has a say and a mean an interval.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

from kibitz.agents import sound
from kibitz.analysis.units import worth
from kibitz.play import play

if TYPE_CHECKING:
    from kibitz._core import Agent, Game, Move, State, View

ERRS = 8
_WIDTH = 1.96


class Crew:
    """Players who play deals to the end."""

    def __init__(self, game: Game, seed: int) -> None:
        from kibitz._core import Agent

        self.random = Random(seed)
        self.sound: Agent = Agent(sound(game.name), seed)
        self.erring: Agent = Agent("balanced", seed)

    def finish(self, state: State) -> State:
        """The end of the deal."""
        return play(state, [self._act] * state.game.seats, lots=self.random)

    def _act(self, view: View) -> Move:
        player = self.erring if self.random.randrange(ERRS) == 0 else self.sound
        return player.act(view)

    def values(self, state: State, times: int) -> list[list[float]]:
        """What the position was worth each time, per seat."""
        if state.over:
            return [worth(state)]
        return [worth(self.finish(state)) for _ in range(times)]


def mean_of(values: list[float]) -> tuple[float, float]:
    """The mean, and the half width of its 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return mean, _WIDTH * spread / math.sqrt(len(values))
