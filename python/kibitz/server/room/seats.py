"""Who holds which seat: taken, given, freed, left, and filled in for."""

import contextlib
from dataclasses import dataclass

from kibitz.server import protocol
from kibitz.server.admission import admit
from kibitz.server.refusal import Refusal
from kibitz.server.room.agents import Agents
from kibitz.server.room.book import Book
from kibitz.server.room.client import Client
from kibitz.server.room.deals import Deals
from kibitz.server.room.telling import Telling
from kibitz.server.room.visitors import Visitors
from kibitz.server.table import Holder, digest, new_token

GRACE_S = 30.0  # how long a person may be gone before an agent fills in


@dataclass
class Seats:
    """The seats of a table."""

    book: Book
    visitors: Visitors
    agents: Agents
    deals: Deals
    telling: Telling

    def sit(self, client: Client, message: protocol.Sit) -> None:
        """Seats whoever has the invitation."""
        if client.seat is not None:
            raise Refusal("state", "You have a seat already.", "has-seat")
        key, token = digest(message.invite), new_token()
        with self.book.change() as table:
            free = (seat for seat, holder in enumerate(table.holders) if holder.kind == "open" and holder.invite == key)
            if (seat := next(free, None)) is None:
                if any(holder.opening == key for holder in table.holders):
                    raise Refusal("state", "The seat becomes free when the deal is over; come back then.", "seat-later")
                raise Refusal("token", "This invitation has been used or does not exist.", "invitation")
            holder = table.holders[seat]
            holder.kind, holder.name, holder.token, holder.invite = "person", message.name, digest(token), None
            for each in table.holders:
                each.share = None  # who could look over a shoulder may be the one who plays now
            self.book.save()
        client.seat, client.watching, client.shared, client.shown = seat, None, None, None
        for looker in [looker for looker in self.visitors.clients if looker.shared is not None]:
            looker.dismiss("new_player", "A new player has sat down; spectators need a new link.")
        client.send(protocol.Seated(seat=seat, token=token))
        self.telling.welcome(client)
        self.telling.table()
        self.telling.show(client)

    def settings(self, client: Client, message: protocol.Settings) -> str | None:
        """The host changes the table; an invitation, if a seat is opened."""
        if not client.host:
            raise Refusal("not_yours", "Only the host of the table may change it.", "host-only")
        invite, before = None, [holder.kind for holder in self.book.table.holders]
        with self.book.change() as table:
            if message.seat is not None:
                invite = self._give(client, message.seat, message)
            if message.think_ms is not None:
                table.think_ms = message.think_ms or None
            if message.pace_ms is not None:
                table.pace_ms = message.pace_ms
            if message.window_ms is not None:
                table.window_ms = message.window_ms
            if message.clock_ms is not None:
                table.clock_ms = message.clock_ms or None
            self.book.save()
        if message.think_ms is not None:
            self.agents.stop()
        self.telling.given_away(before)
        self.telling.changed()
        return invite

    def _give(self, client: Client, seat: int, message: protocol.Settings) -> str | None:
        """The host says who shall play at a seat; the invitation, if that is to be a friend.

        A free seat shows its hand to whoever has the invitation, the host himself in another browser included. So in a
        deal that somebody has seen seats stay as they are: they open when it is over, or when all others agree.
        """
        table = self.book.table
        if seat >= table.game.seats:
            raise Refusal("malformed", f"There is no seat {seat}.")
        holder = table.holders[seat]
        if (message.open or message.agent is not None) and (client.seat == seat or holder.token == table.host):
            raise Refusal("state", "That is your own seat.", "own-seat")
        self.agents.stop(seat)
        if message.open:
            invite = new_token()
            unseen = not table.seated and not table.moves and not table.looked
            if table.state.over or unseen or holder.kind == "open":
                table.free(seat, digest(invite))
            else:
                holder.opening = digest(invite)
                holder.agreed = [] if client.seat is None else [client.seat]
            return invite
        if message.agent is not None:
            spec, level = admit(table.game, message.agent)
            if holder.kind == "person":
                if self.visitors.online(seat):
                    raise Refusal("state", "That seat is taken.", "seat-taken")
                table.looked = table.looked or not table.state.over
            table.holders[seat] = Holder("agent", level or spec, spec, level)
            for each in self.visitors.clients:  # who looked on while a seat was free
                table.looked = table.looked or (each.shared is not None and self.visitors.hands_shown(each))
        elif message.open is False:
            holder.opening, holder.agreed = None, []
        return None

    def agree(self, client: Client, seat: int) -> None:
        """A person agrees that a seat opens before the deal is over."""
        own, _ = self.visitors.own(client)
        before = [holder.kind for holder in self.book.table.holders]
        with self.book.change() as table:
            if seat >= table.game.seats or (invite := table.holders[seat].opening) is None:
                raise Refusal("state", "There is no request to open that seat.", "no-request")
            if table.looked:
                reason = "A spectator has seen a hand: the seat opens when the deal is over."
                raise Refusal("state", reason, "seen")
            if own not in table.consent(seat):
                raise Refusal("state", "You have agreed already.", "agreed")
            table.holders[seat].agreed.append(own)
            if not table.consent(seat):
                table.free(seat, invite)
            self.book.save()
        self.telling.given_away(before)
        self.telling.changed()

    def share(self, client: Client) -> str:
        """A token for who may look over one's shoulder."""
        _, holder = self.visitors.own(client)
        token = new_token()
        with self.book.change():
            holder.share = digest(token)
            self.book.save()
        return token

    def leave(self, client: Client) -> None:
        """A person gets up; an agent plays until he comes back."""
        seat, holder = self.visitors.own(client)
        with self.book.change():
            holder.filled = True
            self.book.save()
        for each in [each for each in self.visitors.clients if each.seat == seat]:
            each.dismiss("left", "You have left the table; an agent plays for you until you take the seat again.")
        self.telling.table()

    def back(self, seat: int) -> None:
        """A person is there again."""
        self.visitors.gone.pop(seat, None)
        self._fill(seat, filled=False)

    def _fill(self, seat: int, *, filled: bool) -> None:
        """An agent sits down for somebody, or gets up. Who is here shows by itself: without a disk it is true, too."""
        holder = self.book.table.holders[seat]
        if holder.filled != filled:
            holder.filled = filled
            with contextlib.suppress(Refusal):
                self.book.save()

    def fill_in(self) -> None:
        """Agents take over for people who have been gone for long, if others still play."""
        now, clients = self.visitors.now(), self.visitors.clients
        for seat, since in list(self.visitors.gone.items()):
            holder = self.book.table.holders[seat]
            others = any(client.seat not in (None, seat) for client in clients)
            if holder.kind == "person" and not holder.filled and others and now - since > GRACE_S:
                self._fill(seat, filled=True)
                if not self.deals.deal_if_all(next(iter(clients))):
                    self.telling.table()

    def next_check(self) -> float | None:
        """Seconds until an agent may have to fill in."""
        visitors = self.visitors
        waiting = [since for seat, since in visitors.gone.items() if not self.book.table.holders[seat].filled]
        if not waiting or not any(client.seat is not None for client in visitors.clients):
            return None
        return max(0.05, min(waiting) + GRACE_S - visitors.now() + 0.01)
