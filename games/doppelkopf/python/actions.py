"""The action space of Doppelkopf: the 24 kinds of card, announcements, silence, and what is said before the play."""

import numpy as np
from numpy.typing import NDArray

from kibitz import Game
from kibitz.envs.actions import Actions, bit_of

CARDS = (
    "C9", "CK", "CT", "CA", "S9", "SK", "ST", "SA", "H9", "HK", "HA", "D9", "DK", "DT", "DA", "DJ",
    "HJ", "SJ", "CJ", "DQ", "HQ", "SQ", "CQ", "HT",
)  # fmt: skip
SOLOS = ("clubs", "spades", "hearts", "diamonds", "queens", "jacks", "aces")
SILENT = 29  # the bit between, which says that an announcement is the first, makes no move of its own
NAMES = (
    *CARDS, "Re or Kontra", "no 90", "no 60", "no 30", "no trick", "silent",
    "healthy", "reservation", "marriage", *(f"solo: {solo}" for solo in SOLOS),
)  # fmt: skip


def read(rows: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The first forty bits say what is done, one bit for each number."""
    said = bit_of(rows[:, 0] & np.uint64((1 << len(NAMES)) - 1 & ~(1 << SILENT)))
    return np.where(said < 64, said, SILENT)


def actions(_game: Game) -> Actions:
    """The same for all rules."""
    return Actions(NAMES, read)
