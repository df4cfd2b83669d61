"""Three small Schnapsen bots of the VU 2019 worksheets, written ``kibitz.experiments.schnapsen_bots:Lowest``."""

import random

from kibitz import Move, View

_RANKS = "JQKTA"  # from the lowest


def _card(move: Move) -> str:
    """The card a move plays: ``HK`` of ``marriage:HK`` too; empty for an exchange."""
    text = str(move).rpartition(":")[2]
    return text if text[-1] in _RANKS else ""


class Lowest:
    """Plays the lowest rank it may."""

    def act(self, view: View) -> Move:
        """The first of the lowest cards."""
        return min((m for m in view.legal() if _card(m)), key=lambda move: _RANKS.index(_card(move)[-1]))


class Highest:
    """Plays the highest rank it may, as the printed program of question 5 does."""

    def act(self, view: View) -> Move:
        """The last of the highest cards."""
        return max(reversed([m for m in view.legal() if _card(m)]), key=lambda move: _RANKS.index(_card(move)[-1]))


class NoTrump:
    """Plays a random card that is no trump with some probability, else any move at random."""

    def __init__(self, probability: float, seed: int = 0) -> None:
        self._probability = probability
        self._random = random.Random(seed)

    def act(self, view: View) -> Move:
        """The move."""
        moves = list(view.legal())
        plain = [move for move in moves if _card(move) and _card(move)[0] != view.facts()["trump"]]
        if plain and self._random.random() < self._probability:
            return self._random.choice(plain)
        return self._random.choice(moves)
