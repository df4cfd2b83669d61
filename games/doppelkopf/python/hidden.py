"""Which cards of Doppelkopf a seat cannot see, and which of them a hand cannot have, or must."""

from collections import Counter
from itertools import product

from kibitz._core import View
from kibitz.analysis.counting import Hidden
from kibitz.games.doppelkopf.facts import ViewFacts

QUEEN = "CQ"
_DECK = [suit + rank for suit in "CSHD" for rank in "ATKQJ9" for _ in range(2)]


def hidden(view: View) -> Hidden:
    """The unseen cards (§22), the club queens first: who must have one is told by all of them together."""
    now = ViewFacts.of(view)
    others = [seat for seat in range(4) if seat != view.seat]
    unseen = Counter(_DECK) - Counter(now.hand) - Counter(card for played in now.played for card in played)
    cards = sorted(unseen.elements(), key=lambda card: card != QUEEN)

    def may(seat: int, card: str) -> bool:
        return card not in now.lacks[seat] and not (card == QUEEN and now.both and seat not in now.both)

    queens = unseen[QUEEN]
    cases = [
        case
        for case in product([seat for seat in others if may(seat, QUEEN)], repeat=queens)
        if all(_fits(now, seat, case.count(seat)) for seat in others)
    ]
    where = {card: frozenset(seat for seat in others if may(seat, card)) for card in unseen}
    return Hidden([(card, where[card]) for card in cards], {seat: now.counts[seat] for seat in others}, cases)


def _fits(now: ViewFacts, seat: int, queens: int) -> bool:
    """Whether a seat may hold so many more club queens, by what is known of its party."""
    if now.game is None or now.game.type != "normal":
        return True
    shown = QUEEN in now.played[seat]
    party = now.parties[seat]
    return not (party == "kontra" and queens) and (party != "re" or shown or queens > 0)
