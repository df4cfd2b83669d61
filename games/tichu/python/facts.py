"""What a seat knows of a Tichu deal."""

from typing import Literal

from pydantic import Field

from kibitz.server import protocol


class Facts(protocol.Facts, extra="forbid"):
    """The keys of ``View.facts``."""

    phase: Literal["grand", "exchange", "play", "wish", "dragon", "over"]
    hand: list[str]
    counts: list[int] = Field(description="cards in each hand")
    table: protocol.Laid | None = Field(description="what must be beaten")
    trick: str = Field(description="all cards of the current trick")
    turn: int
    wish: str | None
    out: list[int] = Field(description="who has finished, in order")
    calls_made: dict[str, str]
    pile_points: list[int]
    given: list[str | None] = Field(description="cards given to the next seat, the partner, the seat before")
    received: list[str | None] = Field(description="cards received from the same seats")
