"""Three small Schnapsen bots of the VU 2019 worksheets, written ``kibitz.games.schnapsen.bots:Lowest``."""

import random

from kibitz import Move, View
from kibitz.games.schnapsen.facts import ViewFacts

_RANKS = "JQKTA"  # from the lowest


def _rank(move: Move) -> int:
    return _RANKS.index(move.cards[0][-1])


class Lowest:
    """Plays the lowest rank it may."""

    def act(self, view: View) -> Move:
        """The first of the lowest cards."""
        return min((move for move in view.legal() if move.cards), key=_rank)


class Highest:
    """Plays the highest rank it may, as the printed program of question 5 does."""

    def act(self, view: View) -> Move:
        """The last of the highest cards."""
        return max(reversed([move for move in view.legal() if move.cards]), key=_rank)


class NoTrump:
    """Plays a random card that is no trump with some probability, else any move at random."""

    def __init__(self, probability: float, seed: int = 0) -> None:
        self._probability = probability
        self._random = random.Random(seed)

    def act(self, view: View) -> Move:
        """The move."""
        moves, trump = list(view.legal()), ViewFacts.of(view).trump
        plain = [move for move in moves if move.cards and move.cards[0][0] != trump]
        if plain and self._random.random() < self._probability:
            return self._random.choice(plain)
        return self._random.choice(moves)
