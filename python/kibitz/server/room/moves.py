"""Moves in their order: made, written down, shown, taken back."""

from dataclasses import dataclass

from kibitz import _core
from kibitz.server.room.book import Book, finish
from kibitz.server.room.client import Client
from kibitz.server.room.pauses import Pauses
from kibitz.server.room.telling import Telling
from kibitz.server.room.visitors import Visitors


@dataclass
class Moves:
    """The moves of a deal. What is shown is on disk."""

    book: Book
    visitors: Visitors
    pauses: Pauses
    telling: Telling

    def play(self, seat: int | str, move: str | _core.Move) -> None:
        """Makes a move, writes it down and tells everybody who sees it."""
        table = self.book.table
        could_undo, before = table.can_undo() is not None, [holder.kind for holder in table.holders]
        with self.book.change() as table:
            table.play(seat, move)
            done, store = table.moves[-1][1], self.book.store
            store.add_move(table.id, table.deal, len(table.moves) - 1, seat, str(done))
            if table.queued and not done.is_call:  # what waits was an answer to something else
                table.queued = {}
                store.set_queued(table.id, {})
            if table.state.over:
                finish(table, store)
        self.pauses.moved = self.pauses.now()
        if not (done.is_call and table.secret_interrupts):
            self.pauses.begin(done)
        self.telling.changed()
        if table.state.over:
            self.visitors.send(self.telling.over())
            self.telling.given_away(before)
        elif not could_undo and table.can_undo() is not None:
            self.telling.table()

    def queue(self, client: Client, seat: int, move: _core.Move) -> None:
        """Keeps a move that waits for the end of a pause."""
        with self.book.change() as table:
            table.queued[seat] = move
            self.book.store.set_queued(table.id, {each: str(waits) for each, waits in table.queued.items()})
        client.shown = None
        self.telling.show(client)
        self.telling.wake.set()

    def undo(self) -> None:
        """Takes back the last move of the only person, and all since."""
        with self.book.change() as table:
            stand = table.undo()
            self.book.store.cut_moves(table.id, table.deal, stand)
            self.book.store.set_queued(table.id, {})
        self.pauses.moved = self.pauses.now()
        self.pauses.begin()
        self.telling.changed()
