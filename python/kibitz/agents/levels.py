"""Strengths to choose from: a short list of agents per game, the weakest first."""

from dataclasses import dataclass

from kibitz import _core

__all__ = ["Level", "levels"]


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: a name for people, and the agent behind it."""

    name: str
    spec: str
    help: str


# What a search adds depends on the game; the ladder says by how much.
_LEVELS = (
    Level("beginner", "balanced", "makes any legal move"),
    Level("casual", "rules", "knows the first principles"),
    Level("club", "ismcts(300)", "looks a little ahead"),
    Level("strong", "ismcts(3000)", "looks further ahead"),
    Level("strongest", "ismcts(1s)", "thinks for a second about every move"),
)


def levels(game: str) -> list[Level]:
    """The levels of a game."""
    _core.describe_game(game)  # an unknown game is refused with a sentence
    return list(_LEVELS)
