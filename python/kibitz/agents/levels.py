"""Strengths to choose from: a short list of agents per game, the weakest first.

They count iterations, not time: a level is as strong, and its rating as true, on any machine however busy. The ladders
in ``results`` rate exactly these (``tournaments/ladder-*.toml``).
"""

from dataclasses import dataclass, replace

from kibitz import _core
from kibitz.games import profile

__all__ = ["Level", "levels"]


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: a name for people, and the agent behind it."""

    name: str
    spec: str
    help: str


_USUAL = (
    Level("beginner", "balanced", "makes any legal move"),
    Level("casual", "rules", "knows the first principles"),
    Level("club", "ismcts(1000)", "looks a little ahead"),
    Level("strong", "fast", "a network that has played against itself"),
    Level("strongest", "strongest", "the best there is"),
)


def levels(game: str) -> list[Level]:
    """The levels of a game: the usual ones, but for what its profile says."""
    _core.describe_game(game)  # an unknown game is refused with a sentence
    own = profile(game).levels
    return [replace(level, **own.get(level.name, {})) for level in _USUAL]
