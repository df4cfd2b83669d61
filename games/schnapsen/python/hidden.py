"""Which cards of Schnapsen a seat cannot see: the other hand and the covered talon."""

from kibitz._core import View
from kibitz.analysis.counting import NOWHERE, Hidden
from kibitz.games.schnapsen.facts import ViewFacts


def hidden(view: View) -> Hidden:
    """The unseen cards, with what the exchange, marriages and replies have told of them (§14)."""
    now, other = ViewFacts.of(view), 1 - view.seat

    def where(card: str) -> frozenset[int]:
        if card in now.known:
            return frozenset((other,))
        return frozenset((NOWHERE,) if card in now.excluded else (other, NOWHERE))

    room = {other: now.counts[other], NOWHERE: len(now.unseen) - now.counts[other]}
    return Hidden([(card, where(card)) for card in now.unseen], room)
