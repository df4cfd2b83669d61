"""Who is at the table, what he may do there, and whether he may look on."""

from collections.abc import Callable
from dataclasses import dataclass, field

from kibitz.server import protocol
from kibitz.server.refusal import Refusal
from kibitz.server.room.book import Book
from kibitz.server.room.client import Client
from kibitz.server.table import Holder

_SPECTATORS = 64
_WINDOWS = 8  # of one seat


@dataclass
class Visitors:
    """The sockets at a table, and the people who have gone."""

    book: Book
    now: Callable[[], float]
    clients: set[Client] = field(default_factory=set)
    gone: dict[int, float] = field(default_factory=dict)  # since when nobody has been at a seat

    def send(self, message: protocol.Sent) -> None:
        """The same to everybody."""
        for client in self.clients:
            client.send(message)

    def full_for(self, client: Client) -> bool:
        """Whether there is no place left. Spectators take none from those who play."""
        alike = sum(each.seat == client.seat for each in self.clients)
        return alike >= (_SPECTATORS if client.seat is None else _WINDOWS)

    def online(self, seat: int) -> bool:
        """Whether somebody is at a seat."""
        return any(client.seat == seat for client in self.clients)

    def here(self) -> list[int]:
        """The seats of people who are at the table, or have gone so lately that they may be back in a moment."""
        table = self.book.table
        there = (seat for seat in table.seated if self.online(seat) or seat in self.gone)
        return [seat for seat in there if not table.holders[seat].filled]

    def left(self, client: Client) -> None:
        """A socket has closed."""
        self.clients.discard(client)
        if client.seat is not None and not self.online(client.seat):
            self.gone[client.seat] = self.now()

    def own(self, client: Client) -> tuple[int, Holder]:
        """The seat of a socket; a refusal if it has none."""
        if client.seat is None:
            raise Refusal("not_yours", "You have no seat at this table.", "no-seat")
        return client.seat, self.book.table.holders[client.seat]

    def host_or_player(self, client: Client) -> None:
        """Refuses spectators."""
        if not client.host and client.seat is None:
            raise Refusal("not_yours", "Only players and the host may do that.", "players-only")

    def may_watch(self) -> bool:
        """Whether any seat may be looked at: nobody plays who could learn something by it."""
        return not self.book.table.people or self.book.table.state.over

    def hands_shown(self, client: Client) -> bool:
        """Whether who holds no seat is shown a running deal: not while one is free that he might take."""
        table = self.book.table
        return not table.state.over and not (client.shared is not None and table.waiting)

    def looks_on(self, client: Client) -> None:
        """Remembers that somebody without a seat sees a hand: in this deal he must not get one."""
        if client.seat is None and self.hands_shown(client) and not self.book.table.looked:
            with self.book.change() as table:
                table.looked = True
                self.book.save()
