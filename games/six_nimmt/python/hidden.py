"""Which cards of 6 nimmt! a seat cannot see: any of them may be with anybody, or not dealt."""

from kibitz._core import View
from kibitz.analysis.counting import NOWHERE, Hidden
from kibitz.games.six_nimmt.facts import ViewFacts


def hidden(view: View) -> Hidden:
    """The unseen cards (§11.5)."""
    now = ViewFacts.of(view)
    seats = view.game.seats
    deck = 10 * seats + 4 if view.game.options["deck"] == "10n+4" else 104
    seen = {*now.hand, *now.taken, *now.chosen.values(), *(card for row in now.table for card in row)}
    unseen = [card for card in range(1, deck + 1) if card not in seen]
    room = {seat: now.count for seat in range(seats) if seat != view.seat}
    room[NOWHERE] = len(unseen) - sum(room.values())
    everywhere = frozenset(room)
    return Hidden([(str(card), everywhere) for card in unseen], room)
