"""What is known of a Doppelkopf deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kibitz import facts
from kibitz.facts import Cards, SeatMatch, Structure

Phase = Literal["reservation", "play", "over"]
Rule = Literal[
    "announced",
    "asked",
    "chance",
    "compulsory",
    "fixed",
    "follow",
    "follow-trump",
    "is-kontra",
    "is-re",
    "marriage",
    "name-it",
    "name-later",
    "no-announcements",
    "not-asked",
    "not-clarified",
    "not-fixed",
    "not-held",
    "nothing",
    "over",
    "reservations-first",
    "too-late",
    "turn",
    "turn-speak",
]  # why a move is refused
Party = Literal["re", "kontra"]
ScoreWord = Literal[
    "won",
    "below 90",
    "below 60",
    "below 30",
    "no trick",
    "120 against no 90",
    "90 against no 60",
    "60 against no 30",
    "30 against schwarz",
    "Re called",
    "Re said no 90",
    "Re said no 60",
    "Re said no 30",
    "Re said schwarz",
    "Kontra called",
    "Kontra said no 90",
    "Kontra said no 60",
    "Kontra said no 30",
    "Kontra said schwarz",
    "against the elders",
    "fox",
    "Doppelkopf",
    "Charlie",
    "special",
]


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

    what: ScoreWord
    party: Party
    worth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Side(Structure):
    """What a party has made of what it needed."""

    points: int
    needed: int | None
    """card points, after all announcements; none where tricks alone count"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides(Structure):
    """Both parties."""

    re: Side
    kontra: Side


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
    sides: Sides | None
    """none before the deal ends"""
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
