"""What a seat knows of a Doppelkopf deal."""

from typing import Any, Literal

from pydantic import Field

from kibitz.server import protocol


class Game(protocol.Sent):
    """Which game is played."""

    type: str = Field(description="normal, marriage or solo:clubs …")
    declarer: int | None
    compulsory: bool


class Facts(protocol.Facts, extra="forbid"):
    """The keys of ``View.facts``."""

    phase: Literal["reservation", "play", "over"]
    game: Game | None
    hand: list[str]
    counts: list[int]
    table: list[tuple[int, str]] = Field(description="the current trick: seat and card")
    last_trick: tuple[str, int] | None = Field(description="its cards in order, and who took it")
    turn: int
    said: list[str | None]
    parties: list[str | None] = Field(description="re, kontra, or not known to this seat")
    announced: dict[str, str]
    points: list[int]
    tricks: list[int]
    played: list[str] = Field(description="all cards each seat has played")
    lacks: list[str] = Field(description="cards each seat cannot hold")
    both: list[Any]
    deal: int
    dealer: int
    compulsory_open: list[bool]
