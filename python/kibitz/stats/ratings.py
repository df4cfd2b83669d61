"""Ratings on the Elo scale, from who beat whom and from who came in which place."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

ANCHOR = "random"


class Rating(NamedTuple):
    """A player's rating with its 95 % interval; the anchor has the point 0."""

    player: str
    rating: float
    low: float
    high: float
    tables: int  # at which it sat
    cheats: bool = False


class Meeting(NamedTuple):
    """A table of two: the score of the first is 1, 0.5 or 0. Tables of one cluster share their deal."""

    first: str
    second: str
    score: float
    cluster: Hashable


class Ranking(NamedTuple):
    """A table of many: the players in order of their points; tables of one cluster share their deal."""

    points: Mapping[str, float]
    cluster: Hashable


def bradley_terry(meetings: Sequence[Meeting], anchor: str | None = ANCHOR) -> list[Rating]:
    """Ratings from tables of two, best first; intervals are robust against tables of one deal being alike."""


def plackett_luce(rankings: Sequence[Ranking], anchor: str | None = ANCHOR) -> list[Rating]:
    """Ratings from tables of many, best first; ties count as every order of the tied at once."""
