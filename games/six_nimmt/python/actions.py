"""The action space of 6 nimmt!: the 104 cards, then the four rows by their ends, the lowest first."""

import numpy as np
from numpy.typing import NDArray

from kibitz import Game
from kibitz.envs.actions import Actions, bit_of

CARDS = 104
NAMES = (
    *(f"card {card}" for card in range(1, CARDS + 1)),
    *(f"take the row with end {place}" for place in range(1, 5)),
)


def read(rows: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Cards 1 to 63 are bits of the first word, those from 64 on of the second, rows bits 20 to 23 of the third."""
    low, high = bit_of(rows[:, 0]), bit_of(rows[:, 1] & np.uint64((1 << 41) - 1))
    row = bit_of(rows[:, 2] >> np.uint64(20) & np.uint64(0xF))
    return np.where(low < 64, low - 1, np.where(high < 64, 63 + high, CARDS + row))


def actions(_game: Game) -> Actions:
    """The same for all rules."""
    return Actions(NAMES, read)
