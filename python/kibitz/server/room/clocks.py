"""How long people may take for a move, where that is limited."""

from dataclasses import dataclass, field

from kibitz.server.protocol import Window
from kibitz.server.room.book import Book
from kibitz.server.room.pauses import Pauses
from kibitz.server.room.seen import Sights


@dataclass
class Clocks:
    """The clocks of people on turn. The time of a pause, the same for all, is not theirs."""

    book: Book
    pauses: Pauses
    sights: Sights
    running: dict[int, tuple[int, float]] = field(default_factory=dict)  # the number of their view, since when

    def start(self, seat: int) -> float | None:
        """Seconds until an agent moves for a person on turn; the first call starts the clock."""
        if self.book.table.clock_ms is None:
            return None
        ply = self.sights.look(seat).ply
        if self.running.get(seat, (None, 0.0))[0] != ply:
            self.running[seat] = (ply, self.pauses.now())
        return self.left(seat)

    def left(self, seat: int) -> float | None:
        """Seconds until an agent moves for a person; None if no clock runs."""
        limit = self.book.table.clock_ms
        if limit is None or self.running.get(seat, (None, 0.0))[0] != self.sights.look(seat).ply:
            return None
        return self.pauses.until(self.running[seat][1] + limit / 1000)

    def shown(self, seat: int | None) -> Window | None:
        """The clock of the seat, if it is on turn, or else of those who are."""
        table = self.book.table
        if table.clock_ms is None or table.state.over:
            return None
        people = [each for each in self.pauses.on_turn() if not table.holders[each].plays_itself]
        if not people:
            return None
        left = self.left(seat if seat in people else people[0])
        full = table.clock_ms
        return Window(ms=full, left=round((self.pauses.left() * 1000 + full) if left is None else left * 1000))
