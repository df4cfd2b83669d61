"""What is known of a Schnapsen deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kibitz import facts
from kibitz.facts import Cards, Laid, SideMatch

Phase = Literal["play", "over"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFacts(facts.StateFacts):
    """What an onlooker who sees every card can say of a Schnapsen deal."""

    phase: Phase
    hands: Mapping[int, Cards]
    call_moves: tuple[str, ...]
    match: SideMatch | None
    trump: str
    talon_size: int
    face_up: str | None
    closed_by: int | None
    points: tuple[int, ...]
    pending: tuple[int, ...]
    """marriage points not yet counted"""
    tricks: tuple[int, ...]
    trick_winner: int | None
    """of the last complete trick"""
    trick_points: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFacts(facts.ViewFacts):
    """What a seat knows of a Schnapsen deal."""

    phase: Phase
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    """cards in each hand"""
    trump: str
    talon_size: int
    face_up: str | None
    closed_by: int | None
    points: tuple[int, ...]
    pending: tuple[int, ...]
    """marriage points not yet counted"""
    tricks: tuple[int, ...]
    trick_winner: int | None
    """of the last complete trick"""
    trick_points: int | None
    table: Laid | None
    turn: int
    won: tuple[tuple[str, ...], ...]
    """cards in the tricks of each seat"""
    unseen: tuple[str, ...]
    known: tuple[str, ...]
    """cards known to be in the other hand"""
    excluded: tuple[str, ...]
    """cards known not to be there"""
    known_to_other: tuple[str, ...]
    """own cards the other seat knows of"""
