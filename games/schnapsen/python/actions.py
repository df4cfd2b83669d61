"""The action space of Schnapsen: the cards, marriages by the card that is led, and what else may be said.

Suits are those of the encoding: trumps, then the others in the order in which the observation has them.
"""

import numpy as np
from numpy.typing import NDArray

from kibitz import Game
from kibitz.envs.actions import Actions, bit_of

CARDS = [f"{suit} {rank}" for suit in ("trump", "suit 2", "suit 3", "suit 4") for rank in "JQKTA"]
NAMES = (*CARDS, *(f"marriage {card}" for card in CARDS), "exchange", "close", "claim", "decline")


def read(rows: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Bits 0 to 19 are cards, bit 20 makes one a marriage, 21 to 24 are what else may be said."""
    word = rows[:, 0]
    card = bit_of(word & np.uint64((1 << 20) - 1))
    marriage = (word >> np.uint64(20) & np.uint64(1)).astype(np.int64)
    said = bit_of(word >> np.uint64(21))
    return np.where(card < 64, card + len(CARDS) * marriage, 2 * len(CARDS) + said)


def actions(_game: Game) -> Actions:
    """The same for all rules."""
    return Actions(NAMES, read)
