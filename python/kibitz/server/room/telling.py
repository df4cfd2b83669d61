"""What everybody at the table is told."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kibitz.analysis.positions import beginning
from kibitz.server import protocol
from kibitz.server.protocol import MoveInfo, SeatInfo, TableInfo, ViewNow
from kibitz.server.room.book import Book
from kibitz.server.room.client import Client
from kibitz.server.room.clocks import Clocks
from kibitz.server.room.pauses import Pauses
from kibitz.server.room.seen import Sights
from kibitz.server.room.visitors import Visitors
from kibitz.server.table import Holder
from kibitz.server.views import move_info

_LINES = 50  # of the score sheet that are sent
_MOMENT_S = 0.1


@dataclass
class Telling:
    """Table, views and results, to each what he may see."""

    book: Book
    visitors: Visitors
    pauses: Pauses
    sights: Sights
    clocks: Clocks
    wake: asyncio.Event  # of what drives the table
    ready: set[int] = field(default_factory=set)  # the seats that agree to the next deal
    later: asyncio.TimerHandle | None = None

    def welcome(self, client: Client) -> None:
        """Who he is at this table."""
        table = self.book.table.id
        client.send(
            protocol.Welcome(v=protocol.VERSION, table=table, seat=client.seat, watching=client.watching),
        )

    def table(self) -> None:
        """The table to everybody."""
        self._tell(self.visitors.clients)

    def table_to(self, client: Client) -> None:
        """The table to one who has come, and in a moment to the others: once, however many come and go meanwhile."""
        self._tell([client])
        self.table_soon()

    def table_soon(self) -> None:
        """The table, in a moment, to all to whom it looks different then."""
        if self.later is None:
            self.later = asyncio.get_running_loop().call_later(_MOMENT_S, self._late)

    def _late(self) -> None:
        self.later = None
        self._tell(self.visitors.clients, again=False)

    def _tell(self, clients: Iterable[Client], *, again: bool = True) -> None:
        alike: dict[tuple[int | None, bool], protocol.TableNow] = {}
        for client in clients:
            key = client.seat, client.host
            message = alike.get(key)
            if message is None:
                message = alike[key] = protocol.TableNow(info=self._info(*key))
            if again or client.told != message.info:
                client.told = message.info
                client.send(message)

    def close(self) -> None:
        """Nothing more is told."""
        if self.later is not None:
            self.later.cancel()

    def _info(self, seat: int | None, host: bool) -> TableInfo:
        """The table as it looks from a seat, or to those without one."""
        table, state = self.book.table, self.book.table.state
        status = "over" if state.over else "waiting" if table.waiting else "paused" if table.paused else "playing"
        return TableInfo(
            table=table.id,
            game=table.game.name,
            title=table.game.title,
            rules=table.game.rules,
            options=table.game.options,
            partners=table.game.partners,
            seats=[self._seat_info(each, holder, you=each == seat) for each, holder in enumerate(table.holders)],
            host=host,
            deal=table.deal,
            seeded=table.seeded,
            status=status,  # type: ignore[arg-type]
            match=table.match,
            match_over=state.over and state.match_over,
            winners=state.match_winners if state.over else [],
            sheet=[protocol.SheetLine(**vars(line)) for line in table.sheet[-_LINES:]],
            think_ms=table.think_ms,
            pace_ms=table.pace_ms,
            window_ms=table.window_ms,
            clock_ms=table.clock_ms,
            hints=table.hints,
            hints_agreed=[each for each in table.seated if table.holders[each].hints],
            ready=sorted(self.ready),
            open=table.open,
            undo=seat is not None and table.can_undo() is not None,
            spectators=sum(each.seat is None for each in self.visitors.clients),
            forked=table.forked,
        )

    def _seat_info(self, seat: int, holder: Holder, *, you: bool) -> SeatInfo:
        return SeatInfo(
            seat=seat,
            kind=holder.kind,
            name=holder.name,
            agent=holder.agent if holder.plays_itself else None,
            level=holder.level if holder.plays_itself else None,
            online=holder.kind == "agent" or self.visitors.online(seat),
            filled=holder.filled,
            you=you,
            opening=holder.opening is not None,
            consent=self.book.table.consent(seat),
        )

    def show(self, client: Client, alike: dict[tuple[int, int | None], ViewNow] | None = None) -> None:
        """The deal as this socket may see it, if that has changed; ``alike``: what others are shown just now."""
        table = self.book.table
        if (seat := client.looks) is None:
            if not table.state.over:
                return
            seat = client.watching = 0
        if client.shared is not None and not self.visitors.hands_shown(client) and not table.state.over:
            return
        ply = self.sights.look(seat).ply
        if client.shown == ply:
            return
        client.shown = ply
        key = seat, client.seat
        message = None if alike is None else alike.get(key)
        if message is None:
            message = self._view(*key)
            if alike is not None:
                alike[key] = message
        client.send(message)

    def _view(self, seat: int, own: int | None) -> ViewNow:
        """The view of a seat for those who sit there, or for those who look on."""
        table, seen = self.book.table, self.sights.look(seat)
        others = None
        if table.open and own is None:
            others = [self.sights.look(other).view for other in range(table.game.seats) if other != seat]
        return ViewNow(
            deal=table.deal,
            ply=seen.ply,
            view=seen.view,
            last=seen.last,
            window=self.pauses.shown(),
            clock=self.clocks.shown(own),
            queued=self._waits(seat) if own == seat else None,
            others=others,
        )

    def _waits(self, seat: int) -> MoveInfo | None:
        move = self.book.table.queued.get(seat)
        return None if move is None or move.is_decline else move_info(move)

    def changed(self) -> None:
        """The deal to everybody to whom it looks different now."""
        alike: dict[tuple[int, int | None], ViewNow] = {}
        for client in self.visitors.clients:
            if self.book.table.open and client.seat is None:
                client.shown = None  # another hand may have changed though this one has not
            self.show(client, alike)
        self.wake.set()

    def over(self) -> protocol.DealOver:
        """How the deal has ended."""
        table = self.book.table
        state, line = table.state, table.sheet[-1]
        record = table.record()
        return protocol.DealOver(
            deal=table.deal,
            returns=state.returns,
            record=line.record,
            text=str(record),
            hands={str(seat): cards for seat, cards in enumerate(beginning(record).hands)},
            facts=state.facts,
        )

    def given_away(self, before: Sequence[str]) -> None:
        """Says good-bye to those whose seat is not theirs any more, and tells the others."""
        for seat, holder in enumerate(self.book.table.holders):
            if before[seat] == "person" and holder.kind != "person":
                for each in self.visitors.clients:
                    if seat in (each.seat, each.shared):
                        each.seat = each.watching = each.shared = None
                        each.dismiss("given_away", "The host has given your seat away.")
        self.table()
