"""A person's move."""

from dataclasses import dataclass

from kibitz import _core
from kibitz.server import protocol
from kibitz.server.refusal import Refusal
from kibitz.server.room.agents import Agents
from kibitz.server.room.book import Book
from kibitz.server.room.client import Client
from kibitz.server.room.moves import Moves
from kibitz.server.room.pauses import Pauses
from kibitz.server.room.seen import Sights
from kibitz.server.room.visitors import Visitors
from kibitz.server.table import made, meant


@dataclass
class People:
    """Those who move by hand: on turn, out of turn, or ahead of time."""

    book: Book
    visitors: Visitors
    pauses: Pauses
    sights: Sights
    moves: Moves
    agents: Agents

    def move(self, client: Client, message: protocol.Move) -> None:
        """Makes a move, or keeps it until the pause is over."""
        seat, _ = self.visitors.own(client)
        table = self.book.table
        if table.state.over:
            raise Refusal("state", "The deal is over.", "deal-over")
        if table.waiting:
            raise Refusal("state", "A seat is still open.", "seat-open")
        if table.paused:
            raise Refusal("state", "The table is paused.", "paused")
        if self.pauses.window is not None and not self.pauses.left():
            self.agents.settle()
        seen, settled = self.sights.look(seat), self.pauses.asks().settled
        if message.ply != seen.ply:
            raise Refusal("stale", "The deal has gone on since; look again.", "gone-on")
        move = meant(seen.state, seat, message.move)
        if move is not None and move.is_decline:
            self.moves.queue(client, seat, move)
        elif move is not None and move.is_call:
            self.moves.play(seat, move)
        elif seat in settled.to_act:
            move = _checked(settled, seat, message.move)
            if self.pauses.left() > 0 or self.pauses.asked():
                self.moves.queue(client, seat, move)
            else:
                self.moves.play(seat, move)
        elif seen.view.moves:
            self.moves.play(seat, message.move)
        else:
            raise Refusal("not_asked", "It is not your turn.", "turn")


def _checked(state: _core.State, seat: int, text: str) -> _core.Move:
    try:
        return made(state, state.play(seat, text))
    except ValueError as error:
        raise Refusal.of(error) from error
