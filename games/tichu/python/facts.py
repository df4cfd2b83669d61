"""What is known of a Tichu deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kibitz import facts
from kibitz.facts import Cards, Laid, SideMatch, Structure

Phase = Literal["grand", "exchange", "play", "wish", "dragon", "over"]
Rule = Literal[
    "called",
    "chance",
    "dragon-first",
    "dragon-opponent",
    "exchange-first",
    "grand-first",
    "must-lead",
    "no-bomb",
    "no-calls",
    "no-combination",
    "no-dragon",
    "no-exchange",
    "no-pass",
    "no-wish",
    "not-asked",
    "not-held",
    "over",
    "own-cards",
    "three-gifts",
    "tichu-late",
    "too-low",
    "turn",
    "twice",
    "wish",
    "wish-first",
]  # why a move is refused


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine(Structure):
    """A line of the score sheet."""

    what: Literal["double", "tricks", "last-tricks", "last-hand", "tichu", "grand"]
    """the first two out are partners; own tricks; tricks of the last, to the first out; his hand, to his opponents"""
    team: int
    seat: int | None
    """the caller, or the last"""
    worth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFacts(facts.StateFacts):
    """What an onlooker who sees every card can say of a Tichu deal."""

    phase: Phase
    hands: Mapping[int, Cards]
    call_moves: tuple[str, ...]
    match: SideMatch | None
    trick_winner: int | None
    """of the trick that lies complete on the table, or else of the last one"""
    trick_points: int | None
    wish: str | None
    out: tuple[int, ...]
    """who has finished, in order"""
    pile_points: tuple[int, ...]
    calls_made: Mapping[int, str]
    score_sheet: tuple[ScoreLine, ...] | None
    """none before the deal ends"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFacts(facts.ViewFacts):
    """What a seat knows of a Tichu deal."""

    phase: Phase
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    """cards in each hand"""
    table: Laid | None
    """what must be beaten"""
    trick: Cards
    """all cards of the current trick"""
    turn: int
    wish: str | None
    out: tuple[int, ...]
    """who has finished, in order"""
    calls_made: Mapping[int, str]
    pile_points: tuple[int, ...]
    given: tuple[str | None, ...]
    """cards given to the next seat, the partner, the seat before"""
    received: tuple[str | None, ...]
    """cards received from the same seats"""
