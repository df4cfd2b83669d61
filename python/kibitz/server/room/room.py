"""A table at work: who comes, who goes, and who does what is asked."""

import asyncio
import contextlib

from kibitz.server import protocol
from kibitz.server.lanes import Lanes
from kibitz.server.refusal import Refusal
from kibitz.server.room.agents import Agents
from kibitz.server.room.book import Book
from kibitz.server.room.client import Client
from kibitz.server.room.clocks import Clocks
from kibitz.server.room.deals import Deals
from kibitz.server.room.driver import Driver
from kibitz.server.room.kibitzing import Kibitzing
from kibitz.server.room.moves import Moves
from kibitz.server.room.pauses import Pauses
from kibitz.server.room.people import People
from kibitz.server.room.seats import Seats
from kibitz.server.room.seen import Sights
from kibitz.server.room.telling import Telling
from kibitz.server.room.visitors import Visitors
from kibitz.server.store import Store
from kibitz.server.table import Table, digest
from kibitz.server.turns import Turns


class Room:
    """One table at work. All methods run on the event loop; agents and hints think in threads."""

    def __init__(self, table: Table, store: Store, lanes: Lanes, helpers: Turns) -> None:
        now, wake = asyncio.get_running_loop().time, asyncio.Event()
        self.now, self.wake, self.used = now, wake, now()
        book = self.book = Book(table, store)
        visitors = self.visitors = Visitors(book, now)
        pauses = self.pauses = Pauses(book, now)
        sights = self.sights = Sights(book, pauses)
        clocks = Clocks(book, pauses, sights)
        telling = self.telling = Telling(book, visitors, pauses, sights, clocks, wake)
        moves = self.moves = Moves(book, visitors, pauses, telling)
        agents = self.agents = Agents(book, visitors, pauses, sights, moves, lanes, wake)
        self.people = People(book, visitors, pauses, sights, moves, agents)
        deals = self.deals = Deals(book, visitors, pauses, sights, agents, telling)
        seats = self.seats = Seats(book, visitors, agents, deals, telling)
        self.kibitzing = Kibitzing(book, visitors, sights, telling, helpers)
        self.task = asyncio.create_task(
            Driver(book, visitors, pauses, clocks, moves, agents, seats, wake).drive(),
        )

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.book.table

    @property
    def clients(self) -> set[Client]:
        """The sockets at the table."""
        return self.visitors.clients

    def join(self, client: Client, hello: protocol.Hello) -> None:
        """Greets a socket and shows it the table."""
        table = self.table
        if hello.token is not None:
            key = digest(hello.token)
            client.seat = next((seat for seat, holder in enumerate(table.holders) if holder.token == key), None)
            client.host = key == table.host
            if client.seat is None and not client.host:
                shared = next((seat for seat, holder in enumerate(table.holders) if holder.share == key), None)
                if shared is None:
                    raise Refusal("token", "This token holds no seat at this table.", "no-seat")
                client.watching = client.shared = shared
        if self.visitors.full_for(client):
            client.dismiss("too_many", "This table has too many visitors.")
            return
        if client.seat is not None:
            self.seats.back(client.seat)
        elif client.watching is None and self.visitors.may_watch():
            client.watching = min(hello.watch or 0, table.game.seats - 1)
        if client.looks is not None:
            self.visitors.looks_on(client)
        client.greeted = True
        self.clients.add(client)
        self.telling.welcome(client)
        self.telling.table_to(client)
        self.telling.show(client)
        if self.table.state.over:
            client.send(self.telling.over())
        self.wake.set()

    def part(self, client: Client) -> None:
        """A socket has closed."""
        self.kibitzing.stop(client)
        self.visitors.left(client)
        if client.greeted:
            with contextlib.suppress(Refusal):  # without a disk nothing is dealt, as if nobody had gone
                if self.visitors.here() and self.deals.deal_if_all(client):
                    return
            self.telling.table_soon()
        self.wake.set()

    def handle(self, client: Client, message: protocol.ClientMessage) -> str | None:
        """Does what a message asks, or raises a refusal; an invitation for the answer."""
        self.used = self.now()
        match message:
            case protocol.Hello():
                raise Refusal("hello", "You have said hello already.")
            case protocol.Sit():
                self.seats.sit(client, message)
            case protocol.Move():
                self.people.move(client, message)
            case protocol.Pause():
                self._pause(client, on=message.on)
            case protocol.Step():
                self.visitors.host_or_player(client)
                if not self.table.paused:
                    raise Refusal("state", "Pause first; then agents move one step at a time.", "pause-first")
                self.agents.steps = 1
            case protocol.Undo():
                self.visitors.own(client)
                self.moves.undo()
            case protocol.Deal():
                self.deals.ask(client, message)
            case protocol.Settings():
                return self.seats.settings(client, message)
            case protocol.Agree():
                self.seats.agree(client, message.seat)
            case protocol.Leave():
                self.seats.leave(client)
            case protocol.Share():
                return self.seats.share(client)
            case protocol.Watch():
                self._watch(client, message.seat)
            case protocol.Hints():
                self.kibitzing.agree(client, on=message.on)
            case protocol.Hint():
                self.kibitzing.hint(client, message)
            case protocol.Belief():
                self.kibitzing.belief(client)
            case protocol.Stop():
                self.kibitzing.stop(client)
            case protocol.Ping():
                pass
        self.wake.set()
        return None

    def _pause(self, client: Client, *, on: bool) -> None:
        self.visitors.host_or_player(client)
        with self.book.change() as table:
            table.paused = on
            self.book.save()
        self.telling.table()

    def _watch(self, client: Client, seat: int) -> None:
        if seat >= self.table.game.seats:
            raise Refusal("malformed", f"There is no seat {seat}.")
        if not self.visitors.may_watch():
            raise Refusal("not_yours", "Other hands can be seen when the deal is over.", "hands-later")
        self.visitors.looks_on(client)
        client.watching, client.shown = seat, None
        self.telling.show(client)

    def close(self) -> None:
        """Ends the room; the table stays in the store."""
        self.task.cancel()
        self.agents.stop()
        self.telling.close()
        for client in self.clients:
            self.kibitzing.stop(client)
            client.dismiss("shutdown", "The server is shutting down; the table will be there when it is back.")
