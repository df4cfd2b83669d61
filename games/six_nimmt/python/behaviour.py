"""Behaviour in 6 nimmt!: high and low cards, safe cards, rows taken."""

from kibitz import Move, State
from kibitz.experiments.experiment import Claim
from kibitz.experiments.watch import Tally
from kibitz.games.six_nimmt.facts import ViewFacts

PEOPLE: dict[str, tuple[float, str]] = {}
STATEMENTS: list[Claim] = []


class Observer:
    """Watches one hand."""

    def __init__(self, seats: set[int]) -> None:
        self.tally = Tally()
        self._seats = seats

    def see(self, state: State, seat: int, move: Move) -> None:
        """Counts where in the hand the card stood, and whether it may take a row."""
        view = state.view(seat)
        if seat not in self._seats or len(view.hand) < 2 or move.kind != "play":
            return
        card, hand = int(move.cards[0]), sorted(map(int, view.hand))
        self.tally.add("place of the card in the hand, 0 lowest to 1 highest", hand.index(card) / (len(hand) - 1))
        self.tally.add("highest card", card == hand[-1])
        self.tally.add("lowest card", card == hand[0])
        ends = [row[-1] for row in ViewFacts.of(view).table]
        self.tally.add("below all rows", card < min(ends))

    def end(self, state: State) -> None:
        """Counts the bulls."""
        for seat in self._seats:
            self.tally.add("bulls", -state.returns[seat])
