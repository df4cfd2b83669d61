"""The next deal: who wants which, and when it comes."""

from dataclasses import dataclass

from kibitz.server import protocol
from kibitz.server.refusal import Refusal
from kibitz.server.room.agents import Agents
from kibitz.server.room.book import Book
from kibitz.server.room.client import Client
from kibitz.server.room.pauses import Pauses
from kibitz.server.room.seen import Sights
from kibitz.server.room.telling import Telling
from kibitz.server.room.visitors import Visitors
from kibitz.server.table import Table, seed_start


@dataclass
class Deals:
    """Deals when all who are here have asked for the same."""

    book: Book
    visitors: Visitors
    pauses: Pauses
    sights: Sights
    agents: Agents
    telling: Telling
    wanted: protocol.Deal | None = None  # the next deal, as somebody has asked for it

    def ask(self, client: Client, message: protocol.Deal) -> None:
        """Somebody wants a deal."""
        self.visitors.host_or_player(client)
        table = self.book.table
        if not table.state.over and (len(table.people) > 1 or message.how == "next"):
            raise Refusal("state", "The deal is not over.", "deal-runs")
        if client.seat is None and self.visitors.here():
            raise Refusal("state", "Those who play say when the next deal comes.", "players-deal")
        if message.how != "next" and set(table.seated) - set(self.visitors.here()) - {client.seat}:
            # The score belongs to those who are away, too.
            reason = "The deal and its score can be taken back only while all who hold a seat are here."
            raise Refusal("state", reason, "everybody")
        if self.wanted is None or (self.wanted.how, self.wanted.seed) != (message.how, message.seed):
            self.wanted = message
            self.telling.ready.clear()
        if client.seat is not None:
            self.telling.ready.add(client.seat)
        if not self.deal_if_all(client):
            self.telling.table()

    def deal_if_all(self, client: Client) -> bool:
        """Deals if all who are here agree, to what changes the score also those who are away; whether they did."""
        wanted = self.wanted
        if wanted is None:
            return False
        asked = self.visitors.here() if wanted.how == "next" else self.book.table.seated
        if not self.telling.ready.issuperset(asked):
            return False
        self.wanted = None
        self.telling.ready.clear()
        self._deal_now(client, wanted)
        return True

    def _deal_now(self, client: Client, message: protocol.Deal) -> None:
        visitors = self.visitors
        with self.book.change() as table:
            moved = self._deal_anew(client, message)
            self.book.store.cut_moves(table.id, table.deal)
            self.book.store.set_queued(table.id, {})
            for each in visitors.clients:
                looks = each.seat is None and each.looks is not None and visitors.may_watch()
                stays = each.shared is not None or looks
                table.looked = table.looked or (stays and visitors.hands_shown(each))
            self.book.save()
        self.sights.seen.clear()
        self.agents.stop()
        self.agents.players.clear()
        self.pauses.moved = self.pauses.now()
        self.pauses.begin()
        for each in visitors.clients:
            each.shown = None
            each.seat = moved.get(each.seat, each.seat) if each.seat is not None else None
            if each.shared is not None:
                each.watching = each.shared = moved.get(each.shared, each.shared)
            elif each.seat is not None or not visitors.may_watch():
                each.watching = None
            self.telling.welcome(each)
        self.telling.table()
        self.telling.changed()

    def _deal_anew(self, client: Client, message: protocol.Deal) -> dict[int, int]:
        """The deal that was asked for; which seats have changed their places."""
        table, moved = self.book.table, dict[int, int]()
        start = table.starts[-1]
        match message.how:
            case "next":
                goes_on = table.match and not table.state.match_over
                if not goes_on:
                    self._new_match(clear=table.match)
                table.begin(seed_start(None, after=goes_on and table.match))
            case "seed":
                if message.seed is None:
                    raise Refusal("malformed", "Which seed?")
                self._new_match(clear=True)
                table.begin(seed_start(message.seed))
                table.free_wanted()
            case "again" | "rotate":
                if message.how == "rotate":
                    moved = self._rotate(client, message.seat)
                self._take_back(start)
                table.looked = True  # there are those who have seen these cards from another seat
        return moved

    def _new_match(self, *, clear: bool) -> None:
        table = self.book.table
        self.book.store.cut_moves(table.id, 0)
        table.starts, table.forked = [], None
        if clear:
            table.sheet = []

    def _take_back(self, start: dict[str, object]) -> None:
        """The same cards once more, in the same place of the match."""
        table = self.book.table
        table.starts.pop()
        if table.sheet and table.sheet[-1].deal > len(table.starts):
            table.sheet.pop()
        if start.get("after"):
            # The deal before is needed again: build it up from what was kept.
            self.book.save()
            loaded = self.book.store.load_table(table.id)
            assert loaded is not None
            table.states = Table.from_json(table.id, *loaded).states
        table.begin(start | {"again": True})

    def _rotate(self, client: Client, to: int | None) -> dict[int, int]:
        table = self.book.table
        if client.seat is None or len(table.people) != 1:
            raise Refusal("state", "You can change seats only when you play alone against agents.", "alone")
        new = (client.seat + 1) % table.game.seats if to is None else to
        if new >= table.game.seats:
            raise Refusal("malformed", f"There is no seat {new}.")
        old, holders = client.seat, table.holders
        holders[old], holders[new] = holders[new], holders[old]
        return {old: new, new: old}
