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


# How a game is searched; in Tichu, rules call and exchange better than a search with random roll-outs.
_SEARCH = {"tichu": "decide(ismcts({}), call=rules, exchange=rules)"}


def levels(game: str) -> list[Level]:
    """The levels of a game."""
    _core.describe_game(game)  # an unknown game is refused with a sentence
    search = _SEARCH.get(game, "ismcts({})").format
    return [
        Level("beginner", "balanced", "makes any legal move"),
        Level("casual", "rules", "knows the first principles"),
        Level("club", search("1000"), "looks a little ahead"),
        Level("strong", "fast", "the best there is for a fiftieth of a second a move"),
        Level("strongest", "strongest", "the best there is for two seconds a move"),
    ]
