"""What is known of a hand of 6 nimmt!."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kibitz import facts
from kibitz.facts import SeatMatch

Phase = Literal["choose", "row", "over"]
Rule = Literal[
    "chance",
    "chosen",
    "no-row",
    "not-held",
    "nothing",
    "other-row",
    "over",
    "row-first",
]  # why a move is refused


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFacts(facts.StateFacts):
    """What an onlooker who sees every card can say of a hand of 6 nimmt!."""

    phase: Phase
    rows: tuple[tuple[int, ...], ...]
    """the four rows from the top"""
    chosen: Mapping[int, int]
    """cards chosen this turn, by seat"""
    hands: Mapping[int, tuple[int, ...]]
    penalties: tuple[int, ...]
    call_moves: tuple[str, ...]
    match: SeatMatch | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFacts(facts.ViewFacts):
    """What a seat knows of a hand of 6 nimmt!."""

    phase: Phase
    hand: tuple[int, ...]
    count: int
    """cards in every hand"""
    table: tuple[tuple[int, ...], ...]
    """the four rows from the top"""
    chosen: Mapping[int, int]
    """cards chosen this turn, as far as this seat may see them"""
    penalties: tuple[int, ...]
    taken: tuple[int, ...]
    unseen: int
