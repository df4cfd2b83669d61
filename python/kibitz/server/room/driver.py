"""What drives a table: one move at a time, when it is time for it."""

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from random import SystemRandom

from kibitz.server.refusal import Refusal
from kibitz.server.room.agents import Agents
from kibitz.server.room.book import Book
from kibitz.server.room.clocks import Clocks
from kibitz.server.room.moves import Moves
from kibitz.server.room.pauses import Pauses
from kibitz.server.room.seats import Seats
from kibitz.server.room.visitors import Visitors

log = logging.getLogger("kibitz.server")

_RETRY_S = 1.0  # between two tries of a move that could not be written


@dataclass
class Driver:
    """Goes on while somebody is there for whom to play."""

    book: Book
    visitors: Visitors
    pauses: Pauses
    clocks: Clocks
    moves: Moves
    agents: Agents
    seats: Seats
    wake: asyncio.Event
    stood: bool = True  # nobody has moved for want of people

    async def drive(self) -> None:
        """Drives the table until it is cancelled."""
        while True:
            self.wake.clear()
            try:
                wait = self._advance()
            except Refusal as refusal:
                wait = _RETRY_S  # agents have their moves still
                if not self.book.stuck:
                    self.book.stuck = True
                    log.error("table %s waits: %s", self.book.table.id, refusal.reason)
                    self.visitors.send(refusal.message(None))
            except Exception:
                log.exception("table %s stands still", self.book.table.id)
                wait = 5.0
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), wait)

    def _runs(self) -> bool:
        table, clients = self.book.table, self.visitors.clients
        if table.state.over or table.waiting or not clients or (table.paused and not self.agents.steps):
            return False
        return not table.people or any(client.seat is not None for client in clients)

    def _advance(self) -> float | None:
        """At most one move of an agent, or of a person who had to wait; how long to wait for the next."""
        self.seats.fill_in()
        if not self._runs():
            self.stood = True
            self.agents.stop()  # whoever set it going may have left
            return self.seats.next_check()
        if self.stood:
            self.stood = False
            self.clocks.running.clear()
            self.pauses.begin()  # nobody has lost the time in which the table stood still
        table, state, pauses = self.book.table, self.book.table.state, self.pauses
        if state.chance:
            self.moves.play("chance", SystemRandom().choice(state.legal("chance")))
            return 0.0
        settled, left, on_turn = pauses.asks().settled, pauses.left(), pauses.on_turn()
        agents = [seat for seat in on_turn if table.holders[seat].plays_itself or self.clocks.left(seat) == 0]
        for seat in agents:
            self.agents.think(seat, settled.view(seat))
        if left > 0 or pauses.window is None:
            for seat, question in pauses.asked().items():
                if table.holders[seat].plays_itself:
                    self.agents.think(seat, question.view(seat), left)
        if left > 0:
            return left
        if not self.agents.settle():
            return None
        if self.book.table.state is not state:
            return 0.0
        for seat in on_turn:
            if seat in table.queued:
                self.moves.play(seat, table.queued[seat])
                return 0.0
        ticking = [self.clocks.start(seat) for seat in on_turn if seat not in agents]
        theirs = self.agents.move(agents) if agents else self.seats.next_check()
        return min((wait for wait in (theirs, *ticking) if wait is not None), default=None)
