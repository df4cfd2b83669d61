"""Strengths to choose from: a short list of agents per game, the weakest first.

They count iterations, not time: a level is as strong, and its rating as true, on any machine however busy. The ladders
in ``results`` rate exactly these (``tournaments/levels-*.toml``).
"""

from dataclasses import dataclass

from kibitz import _core

__all__ = ["Level", "levels"]


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: a name for people, and the agent behind it."""

    name: str
    spec: str
    help: str


# The search that was found to be best (docs/methods.md), by game.
_BEST = {
    "doppelkopf": "ismcts({}, final=mean, reward=score(500), select=ucb(16000))",
    "schnapsen": "ismcts({}, exact=on, select=ucb(3))",
    "six_nimmt": "mc({}, select=ucb(1))",
}


def levels(game: str) -> list[Level]:
    """The levels of a game."""
    _core.describe_game(game)  # an unknown game is refused with a sentence
    simple = [
        Level("beginner", "balanced", "makes any legal move"),
        Level("casual", "rules", "knows the first principles"),
    ]
    if game == "tichu":  # rules call and exchange better than a search does; a network does all of it better
        club = "decide(ismcts(1000), call=rules, exchange=rules)"
        return [
            *simple,
            Level("club", club, "looks a little ahead"),
            Level("strong", "fast", "a network that has played against itself"),
            Level("strongest", "strongest", "the best there is"),
        ]
    search = _BEST.get(game, "ismcts({})").format
    return [
        *simple,
        Level("club", "ismcts(1000)", "looks a little ahead"),
        Level("strong", search(10_000), "plays ten thousand continuations before each move"),
        Level("strongest", search(100_000), "plays a hundred thousand"),
    ]
