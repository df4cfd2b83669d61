"""Pauses after a play, in which seats may interrupt. Their length tells nothing that not everybody knows."""

from collections.abc import Callable
from dataclasses import dataclass

from kibitz import _core
from kibitz.games import profile
from kibitz.server.protocol import Window
from kibitz.server.room.book import Book
from kibitz.server.table import questions

_PASS_MS = 400  # the window after a pass: everybody has had the one after the play


@dataclass
class Asking:
    """What a state asks of its seats: who is on turn when nobody interrupts, and who may."""

    state: _core.State
    settled: _core.State
    seats: dict[int, _core.State]


@dataclass
class Pauses:
    """The pause that runs, and who may interrupt."""

    book: Book
    now: Callable[[], float]
    moved: float = 0.0  # when the last move was made
    window: tuple[float, float] | None = None  # when it ends, how long it is
    answered: bool = False  # the time for interrupts is over until the next play
    asking: Asking | None = None

    def begin(self, move: _core.Move | None = None) -> None:
        """The pause after a move, or before play goes on."""
        self.answered = False
        table, length = self.book.table, self.book.table.window_ms / 1000
        if table.secret_interrupts:
            wanted = table.state.phase in profile(table.game.name).surprises.phases
            length = min(_PASS_MS / 1000, length) if move is not None and move.is_pass else length
        else:
            wanted = table.state.settled() != table.state
        wanted = wanted and bool(table.people) and bool(table.state.history())
        self.window = (self.now() + length, length) if wanted and length else None

    def left(self) -> float:
        """Seconds until the pause is over."""
        return 0.0 if self.window is None else self.until(self.window[0])

    def until(self, when: float) -> float:
        """Seconds until then. Timers ring a hair early; what is left is not worth another."""
        left = when - self.now()
        return left if left > 1e-6 else 0.0

    def shown(self) -> Window | None:
        """The pause as it is told."""
        return self.window and Window(ms=round(self.window[1] * 1000), left=round(self.left() * 1000))

    def asks(self) -> Asking:
        """What the deal asks now."""
        state = self.book.table.state
        if self.asking is None or self.asking.state is not state:
            self.asking = Asking(state, state.settled(), questions(state))
        return self.asking

    def on_turn(self) -> list[int]:
        """The seats that move when nobody interrupts."""
        return list(self.asks().settled.to_act)

    def asked(self) -> dict[int, _core.State]:
        """The seats whose answer to an interrupt is still awaited, each with its question."""
        return {} if self.answered else self.open_questions()

    def open_questions(self) -> dict[int, _core.State]:
        """The seats that have not declined an interrupt, each with its question."""
        queued = self.book.table.queued
        declined = {seat for seat, move in queued.items() if move.is_decline}
        return {seat: state for seat, state in self.asks().seats.items() if seat not in declined}
