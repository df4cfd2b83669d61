"""Behaviour in Schnapsen: closing, marriages, exchanges, and when trumps are led."""

from kibitz import Move, State
from kibitz.experiments.record import Claim
from kibitz.experiments.watch import Tally

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
        text, moves = str(move), [str(other) for other in state.legal(seat)]
        marriages = [other for other in moves if other.startswith("marriage")]
        if "exchange" in moves:
            self.tally.add("exchanges when it may", text == "exchange")
        if marriages and text not in ("exchange", "close"):
            self.tally.add("marriages when it has one", text in marriages)
        if "close" in moves:
            self.tally.add("closes when it may", text == "close")
            if text == "close":
                self._closed = seat
        facts = state.view(seat).facts()
        if facts["table"] is None and facts["talon_size"] and facts["closed_by"] is None and len(text) == 2:
            self.tally.add("leads a trump while the talon is open", text[0] == facts["trump"])

    def end(self, state: State) -> None:
        """Counts the result."""
        for seat in self._seats:
            self.tally.add("deals closed", self._closed == seat)
            self.tally.add("points", state.returns[seat])
            if self._closed == seat:
                self.tally.add("closed deals won", state.returns[seat] > 0)
