"""What is known of a Schnapsen deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kibitz import facts
from kibitz.facts import Cards, Laid, SideMatch, Structure

Phase = Literal["play", "over"]
Rule = Literal[
    "chance",
    "claim-time",
    "close-talon",
    "closed",
    "exchange-first",
    "exchange-talon",
    "follow",
    "leader",
    "marriage",
    "marriage-card",
    "marriage-king",
    "no-claims",
    "no-closing",
    "no-jack",
    "not-asked",
    "not-held",
    "nothing",
    "over",
    "turn",
]  # why a move is refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending(Structure):
    """How a deal has ended, and why it is worth what it is."""

    how: Literal["claim", "wrong-claim", "reached", "closer-failed", "last-trick"]
    winner: int
    worth: int
    rule: Literal["no-trick", "few-points", "enough-points", "last-trick", "wrong-claim", "closer"]
    """which paragraph of the score (RULES.md §9 to §11) says so"""
    counted_points: int
    """of the loser; if the talon was closed, of the one who did not close it, then"""
    counted_tricks: int
    at_closing: bool
    missed: tuple[int, ...]
    """who had 66 and lost all the same: it was not claimed"""


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
    ending: Ending | None
    """none before the deal ends"""


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
