"""Behaviour in Schnapsen: closing, marriages, exchanges, and when trumps are led."""

from kibitz import Move, State
from kibitz.experiments.experiment import Claim
from kibitz.experiments.watch import Tally
from kibitz.games.schnapsen.deck import is_card
from kibitz.games.schnapsen.facts import ViewFacts

PEOPLE: dict[str, tuple[float, str]] = {}
STATEMENTS: list[Claim] = []


class Observer:
    """Watches one deal."""

    def __init__(self, seats: set[int]) -> None:
        self.tally = Tally()
        self._seats = seats
        self._closed: int | None = None

    def see(self, state: State, seat: int, move: Move) -> None:
        """Counts what was done of what could be done."""
        if seat not in self._seats:
            return
        moves = state.legal(seat)
        kinds = {other.kind for other in moves}
        if "exchange" in kinds:
            self.tally.add("exchanges when it may", move.kind == "exchange")
        if any(other.combination == "marriage" for other in moves) and move.kind not in ("exchange", "close"):
            self.tally.add("marriages when it has one", move.combination == "marriage")
        if "close" in kinds:
            self.tally.add("closes when it may", move.kind == "close")
            if move.kind == "close":
                self._closed = seat
        facts = ViewFacts.of(state.view(seat))
        if facts.table is None and facts.talon_size and facts.closed_by is None and is_card(move):
            self.tally.add("leads a trump while the talon is open", move.cards[0][0] == facts.trump)

    def end(self, state: State) -> None:
        """Counts the result."""
        for seat in self._seats:
            self.tally.add("deals closed", self._closed == seat)
            self.tally.add("points", state.returns[seat])
            if self._closed == seat:
                self.tally.add("closed deals won", state.returns[seat] > 0)
