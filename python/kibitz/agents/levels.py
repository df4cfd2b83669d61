"""Strengths to choose from: the five levels of a game, the weakest first. Who they are is the game's own business."""

from typing import NamedTuple

from kibitz import _core

__all__ = ["Level", "levels"]


class Level(NamedTuple):
    """A strength: a name for people, the agent, who that is under the rules asked for, and how it plays.

    >>> import kibitz
    >>> club = kibitz.levels(name)[2]
    >>> club.name, club.spec
    ('club', 'level(club)')
    """

    name: str
    """What people call it."""
    spec: str
    """``level(club)``: plays under any rules of the game, and is then whoever the level is under these."""
    plays: str
    """The same agent under the rules asked for, written out."""
    help: str
    """How it plays, in a few words."""


def levels(game: str, rules: str | None = None) -> list[Level]:
    """The levels of a game; without rules, under the game's first preset.

    >>> import kibitz
    >>> [level.name for level in kibitz.levels(name)]
    ['beginner', 'casual', 'club', 'strong', 'strongest']
    """
    return [Level(name, f"level({name})", plays, text) for name, plays, text in _core.Game(game, rules).levels]
