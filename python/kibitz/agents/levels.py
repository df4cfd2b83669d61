"""Strengths to choose from: a short list of agents per game, the weakest first.

They count iterations, not time: a level is as strong, and its rating as true, on any machine however busy. The ladders
in ``results`` rate exactly these (``tournaments/ladder-*.toml``).
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


# The search that was found to be best (docs/methods/best-players.md), by game.
_SEARCH = {
    "schnapsen": "ismcts({}, exact=on, select=ucb(3))",
    "six_nimmt": "mc({}, select=ucb(1))",
}
# Where every search is far behind the network, one looks a little ahead and leaves to rules what it cannot judge.
_LOOKS_AHEAD = {
    "doppelkopf": "decide(ismcts(1000), call=never, gametype=rules)",
    "tichu": "decide(ismcts(1000), call=rules, exchange=rules)",
}


def levels(game: str) -> list[Level]:
    """The levels of a game."""
    _core.describe_game(game)  # an unknown game is refused with a sentence
    club = Level("club", _LOOKS_AHEAD.get(game, "ismcts(1000)"), "looks a little ahead")
    strong = Level("strong", "fast", "a network that has played against itself")
    strongest = Level("strongest", "strongest", "the best there is")
    if game in _SEARCH:
        search = _SEARCH[game].format
        strong = Level("strong", search(10_000), "plays ten thousand continuations before each move")
    if game == "schnapsen":
        strongest = Level("strongest", search(100_000), "plays a hundred thousand")
    return [
        Level("beginner", "balanced", "makes any legal move"),
        Level("casual", "rules", "knows the first principles"),
        club,
        strong,
        strongest,
    ]
