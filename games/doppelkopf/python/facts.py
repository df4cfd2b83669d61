"""What is known of a Doppelkopf deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kibitz import facts
from kibitz.facts import Cards, SeatMatch, Structure

Phase = Literal["reservation", "play", "over"]
Party = Literal["re", "kontra"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Structure):
    """Which game is played."""

    type: str
    """normal, marriage or solo:clubs …"""
    declarer: int | None
    compulsory: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(Structure):
    """How far each party has gone."""

    re: str
    kontra: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreLine(Structure):
    """A line of the score sheet."""

    what: str
    party: Party
    worth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFacts(facts.StateFacts):
    """What an onlooker who sees every card can say of a Doppelkopf deal."""

    phase: Phase
    game: Game | None
    trick_winner: int | None
    """of the last complete trick"""
    trick_points: int | None
    hands: Mapping[int, Cards]
    re: tuple[int, ...] | None
    """the seats of the party; none while that is open"""
    silent: bool
    """whether Re plays alone and nobody has been told"""
    clarified: int | None
    """the trick that found the partner of a marriage"""
    announced: Announced
    compulsory_open: tuple[bool, ...]
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    call_moves: tuple[str, ...]
    game_winner: Party | None
    score_sheet: tuple[ScoreLine, ...] | None
    match: SeatMatch | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFacts(facts.ViewFacts):
    """What a seat knows of a Doppelkopf deal."""

    phase: Phase
    game: Game | None
    hand: tuple[str, ...]
    counts: tuple[int, ...]
    """cards in each hand"""
    table: tuple[tuple[int, str], ...]
    """the current trick: seat and card"""
    last_trick: tuple[Cards, int] | None
    """its cards in order, and who took it"""
    turn: int
    said: tuple[Literal["gesund", "vorbehalt"] | None, ...]
    parties: tuple[Party | None, ...]
    """re, kontra, or not known to this seat"""
    announced: Announced
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    played: tuple[Cards, ...]
    """all cards each seat has played"""
    lacks: tuple[Cards, ...]
    """cards each seat cannot hold"""
    both: tuple[int, ...]
    """seats known to have been dealt both club queens"""
    deal: int
    dealer: int
    compulsory_open: tuple[bool, ...]
