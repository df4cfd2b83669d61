"""What each seat is shown of the deal."""

from dataclasses import dataclass, field

from kibitz import _core
from kibitz.server.protocol import Played, SeatView
from kibitz.server.room.book import Book
from kibitz.server.room.pauses import Pauses
from kibitz.server.views import seat_view


@dataclass
class Seen:
    """What a seat was last shown, and the latest state that shows it the same."""

    state: _core.State
    ply: int
    view: SeatView
    last: list[Played]


@dataclass
class Sights:
    """The views of all seats. Each is numbered by itself, so that a number tells nothing of the other hands."""

    book: Book
    pauses: Pauses
    seen: dict[int, Seen] = field(default_factory=dict)

    def state(self, seat: int) -> _core.State:
        """The deal as it is shown to a seat: with its own question, but not with those to others.

        Agents answer within the window. People may interrupt until the next play, which shows to nobody else.
        """
        held = not self.book.table.holders[seat].plays_itself
        asked = self.pauses.open_questions() if held else self.pauses.asked()
        return asked.get(seat, self.pauses.asks().settled)

    def look(self, seat: int) -> Seen:
        """The view of a seat as it is now; its number grows when it has changed."""
        state, before = self.state(seat), self.seen.get(seat)
        if before is not None and before.state is state:
            return before
        view = seat_view(state, seat)
        if before is not None and before.view == view:
            before.state = state
            return before
        moves = [move for trick in view.tricks for move in trick]
        known = [move for trick in before.view.tricks for move in trick] if before else moves
        last = moves[len(known) :] if moves[: len(known)] == known else []
        self.seen[seat] = seen = Seen(state, before.ply + 1 if before else 0, view, last)
        return seen
