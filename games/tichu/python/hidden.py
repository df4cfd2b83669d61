"""Which cards of Tichu a seat cannot see, and where it gave some of them."""

from kibitz._core import View
from kibitz.analysis.counting import Hidden
from kibitz.games.tichu.facts import ViewFacts

_DECK = ["Ma", "Do", "Ph", "Dr", *(rank + suit for rank in "23456789TJQKA" for suit in "jspr")]


def hidden(view: View) -> Hidden | None:
    """The unseen cards (§21); nothing after a wish, for who has not fulfilled it is known to the engine alone."""
    now = ViewFacts.of(view)
    moves = [(seat, move) for seat, move in view.history if isinstance(seat, int)]
    if now.phase in ("grand", "exchange") or any(move.kind == "wish" and str(move) != "wish:-" for _, move in moves):
        return None
    others = [seat for seat in range(4) if seat != view.seat]
    played = {card for _, move in moves if move.kind == "play" for card in move.cards}
    unseen = [card for card in _DECK if card not in played and card not in now.hand]
    placed = {card: (view.seat + step) % 4 for step, card in enumerate(now.given, 1) if card}
    first = next((seat for seat, move in moves if move.kind == "play"), now.turn)
    if "Ma" in unseen:
        placed["Ma"] = first  # who led first held it
    if len(unseen) != sum(now.counts[seat] for seat in others):
        return None  # the deal began in the middle, and what was played before is not in the history
    cards = [(card, frozenset((placed[card],) if card in placed else others)) for card in unseen]
    return Hidden(cards, {seat: now.counts[seat] for seat in others})
