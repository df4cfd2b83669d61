"""What a seat knows of a hand of 6 nimmt!."""

from typing import Literal

from pydantic import Field

from kibitz.server import protocol


class Facts(protocol.Facts, extra="forbid"):
    """The keys of ``View.facts``."""

    phase: Literal["choose", "row", "over"]
    hand: list[int]
    count: int = Field(description="cards in every hand")
    table: list[list[int]] = Field(description="the four rows from the top")
    chosen: dict[str, int] = Field(description="cards chosen this turn, as far as this seat may see them")
    penalties: list[int]
    taken: list[int]
    unseen: int
