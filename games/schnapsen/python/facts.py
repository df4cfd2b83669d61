"""What a seat knows of a Schnapsen deal."""

from typing import Literal

from pydantic import Field

from kibitz.server import protocol


class Facts(protocol.Facts, extra="forbid"):
    """The keys of ``View.facts``."""

    hand: list[str]
    counts: list[int]
    phase: Literal["play", "over"]
    trump: str
    talon_size: int
    face_up: str | None
    closed_by: int | None
    points: list[int]
    pending: list[int] = Field(description="marriage points not yet counted")
    tricks: list[int]
    trick_winner: int | None
    trick_points: int | None
    table: protocol.Laid | None
    turn: int
    won: list[list[str]] = Field(description="cards in the tricks of each seat")
    unseen: list[str]
    known: list[str] = Field(description="cards known to be in the other hand")
    excluded: list[str] = Field(description="cards known not to be there")
    known_to_other: list[str] = Field(description="own cards the other seat knows of")
