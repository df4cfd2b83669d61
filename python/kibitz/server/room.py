"""A table with its network: the sockets of its people, the agents that play, windows and hints."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from random import SystemRandom

from kibitz import _core
from kibitz.analysis import Analysis
from kibitz.analysis.advice import Advice, advice, network
from kibitz.analysis.beliefs import STYLE, belief
from kibitz.analysis.compare import MANY
from kibitz.server import protocol, told
from kibitz.server.protocol import Played, SeatInfo, SeatView, TableInfo, ViewNow, Window
from kibitz.server.store import Store
from kibitz.server.table import (
    Holder,
    Refusal,
    Table,
    digest,
    network_agent,
    new_token,
    seed_start,
    timed,
)
from kibitz.server.views import calls, partners, seat_view

log = logging.getLogger("kibitz.server")

GRACE_S = 30.0  # how long a person may be gone before an agent fills in
_PASS_MS = 400  # the window after a pass: everybody has had the one after the play
_QUEUE = 256  # messages a slow browser may lag behind before it is let go


@dataclass(eq=False)
class Client:
    """One socket: whose it is and what waits to be sent."""

    seat: int | None = None
    watching: int | None = None
    host: bool = False
    greeted: bool = False
    shared: bool = False  # looks over the shoulder by a token
    shown: int | None = None  # ply of the last view that was sent
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(_QUEUE))
    held: list[str] | None = None  # what waits for the answer to a request
    hint: asyncio.Task[None] | None = None
    belief: asyncio.Task[None] | None = None

    @property
    def looks(self) -> int | None:
        """The seat whose view this socket gets."""
        return self.watching if self.seat is None or self.watching is not None else self.seat

    def send(self, message: protocol.Sent | str) -> None:
        """Queues a message; who does not read is let go, so that nobody else waits."""
        text = message if isinstance(message, str) else message.model_dump_json()
        if self.held is not None:
            self.held.append(text)
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.hang_up()

    def answer(self, message: protocol.Ack) -> None:
        """Sends an ack, and only then what the request has brought about."""
        held, self.held = self.held or [], None
        self.send(message)
        for text in held:
            self.send(text)

    def hang_up(self) -> None:
        """Ends the connection after what is queued, or at once if the queue is full."""
        held, self.held = self.held or [], None
        for text in held:
            self.send(text)
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
        self.queue.put_nowait(None)


@dataclass
class Seen:
    """What a seat was last shown, and the latest state that shows it the same."""

    state: _core.State
    ply: int
    view: SeatView
    last: list[Played]


@dataclass
class Thinking:
    """An agent at work on a view."""

    view: _core.View
    task: asyncio.Future[tuple[_core.Move, Analysis | None]]


class Room:
    """One table at work. All methods run on the event loop; agents and hints think in threads."""

    def __init__(self, table: Table, store: Store, workers: Executor, helpers: Executor) -> None:
        self.table = table
        self.store = store
        self.workers = workers  # agents
        self.helpers = helpers  # hints, beliefs
        self.clients: set[Client] = set()
        self.partners = partners(table.game)
        self.seen: dict[int, Seen] = {}
        self.queued: dict[int, str] = {}
        self.thinking: dict[int, Thinking] = {}
        self.players: dict[tuple[int, str], _core.Agent] = {}
        self.window: tuple[float, float] | None = None  # when it ends, how long it is
        self.moved = 0.0
        self.steps = 0
        self.gone: dict[int, float] = {}
        self.wake = asyncio.Event()
        self.task = asyncio.create_task(self._drive())
        self.used = time.monotonic()

    # --- who is here ---

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
                    raise Refusal("token", "This token holds no seat at this table.")
                client.watching, client.shared = shared, True
        if client.seat is not None:
            self._back(client.seat)
        elif client.watching is None and self._may_watch():
            client.watching = min(hello.watch or 0, table.game.seats - 1)
        client.greeted = True
        self.clients.add(client)
        self._welcome(client)
        self.tell_table()
        self._show(client)
        if table.state.over:
            client.send(self._over())
        self.wake.set()

    def _welcome(self, client: Client) -> None:
        client.send(
            protocol.Welcome(v=protocol.VERSION, table=self.table.id, seat=client.seat, watching=client.watching)
        )

    def _back(self, seat: int) -> None:
        self.gone.pop(seat, None)
        holder = self.table.holders[seat]
        if holder.filled:
            holder.filled = False
            self._save()

    def part(self, client: Client) -> None:
        """A socket has closed."""
        if client.hint:
            client.hint.cancel()
        self.clients.discard(client)
        if client.seat is not None and not self._online(client.seat):
            self.gone[client.seat] = time.monotonic()
        if client.greeted:
            self.tell_table()
        self.wake.set()

    def _online(self, seat: int) -> bool:
        return any(client.seat == seat for client in self.clients)

    def _may_watch(self) -> bool:
        """Whether any seat may be looked at: nobody plays who could learn something by it."""
        return not self.table.people or self.table.state.over

    # --- requests ---

    def handle(self, client: Client, message: protocol.ClientMessage) -> str | None:
        """Does what a message asks, or raises a refusal; an invitation for the answer."""
        self.used = time.monotonic()
        match message:
            case protocol.Hello():
                raise Refusal("hello", "You have said hello already.")
            case protocol.Sit():
                self._sit(client, message)
            case protocol.Move():
                self._move(client, message)
            case protocol.Pause():
                self._host_or_player(client)
                self.table.paused = message.on
                self._save()
                self.tell_table()
            case protocol.Step():
                self._host_or_player(client)
                if not self.table.paused:
                    raise Refusal("state", "Pause first; then agents move one step at a time.")
                self.steps = 1
            case protocol.Undo():
                self._undo(client)
            case protocol.Deal():
                self._deal(client, message)
            case protocol.Settings():
                return self._settings(client, message)
            case protocol.Leave():
                self._leave(client)
            case protocol.Share():
                holder = self._own(client)
                token = new_token()
                holder.share = digest(token)
                self._save()
                return token
            case protocol.Watch():
                self._watch(client, message.seat)
            case protocol.Hint():
                self._hint(client, message)
            case protocol.Belief():
                self._belief(client)
            case protocol.Stop():
                if client.hint:
                    client.hint.cancel()
            case protocol.Ping():
                pass
        self.wake.set()
        return None

    def _own(self, client: Client) -> Holder:
        if client.seat is None:
            raise Refusal("not_yours", "You have no seat at this table.")
        return self.table.holders[client.seat]

    def _host_or_player(self, client: Client) -> None:
        if not client.host and client.seat is None:
            raise Refusal("not_yours", "Only those who play, or who opened the table, may do that.")

    def _sit(self, client: Client, message: protocol.Sit) -> None:
        if client.seat is not None:
            raise Refusal("state", "You have a seat already.")
        key = digest(message.invite)
        for seat, holder in enumerate(self.table.holders):
            if holder.kind == "open" and holder.invite == key:
                token = new_token()
                holder.kind, holder.name, holder.token, holder.invite = "person", message.name, digest(token), None
                client.seat, client.watching, client.shown = seat, None, None
                self._save()
                client.send(protocol.Seated(seat=seat, token=token))
                self._welcome(client)
                self.tell_table()
                self._show(client)
                return
        raise Refusal("token", "This invitation has been used or never was.")

    def _move(self, client: Client, message: protocol.Move) -> None:
        self._own(client)
        seat = client.seat
        assert seat is not None
        table, state = self.table, self.table.state
        if state.over:
            raise Refusal("state", "The deal is over.")
        if table.waiting:
            raise Refusal("state", "A seat is still open.")
        if table.paused:
            raise Refusal("state", "The table is paused.")
        seen = self._look(seat)
        if message.ply != seen.ply:
            raise Refusal("stale", f"The deal has gone on: this view is number {seen.ply}, not {message.ply}.")
        settled = state.settled()
        on_turn, asked = seat in settled.to_act, seat in state.to_act
        if message.move == "decline":
            if not (asked and "decline" in seen.view.moves):
                raise Refusal("not_asked", "There is nothing to decline.")
            self._play(seat, "decline")
        elif message.move in seen.view.calls or (asked and "decline" in seen.view.moves):
            self._play(seat, message.move)
        elif on_turn:
            self._check(settled, seat, message.move)
            if self._pausing() > 0 or not asked:
                self.queued[seat] = message.move
                client.shown = None
                self._show(client)
            else:
                self._play(seat, message.move)
        elif seen.view.moves:
            self._play(seat, message.move)
        else:
            raise Refusal("not_asked", "It is not your turn.")

    def _check(self, state: _core.State, seat: int, move: str) -> None:
        try:
            state.play(seat, move)
        except _core.AmbiguousMove as error:
            raise Refusal("ambiguous", str(error)) from error
        except ValueError as error:
            raise Refusal("illegal", str(error)) from error

    def _undo(self, client: Client) -> None:
        self._own(client)
        stand = self.table.undo()
        self.store.cut_moves(self.table.id, self.table.deal, stand)
        self.queued.clear()
        self.window = None
        self.moved = time.monotonic()
        self._changed()

    def _deal(self, client: Client, message: protocol.Deal) -> None:
        self._host_or_player(client)
        table = self.table
        if not table.state.over and table.people and len(table.people) > 1:
            raise Refusal("state", "The deal is not over.")
        if not table.state.over and message.how == "next":
            raise Refusal("state", "The deal is not over.")
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
            case "again" | "rotate":
                if message.how == "rotate":
                    self._rotate(client, message.seat)
                self._take_back(start)
        self.store.cut_moves(table.id, table.deal)
        self.seen.clear()
        self.queued.clear()
        self.thinking.clear()
        self.players.clear()
        self.window, self.moved = None, time.monotonic()
        self._save()
        for each in self.clients:
            each.shown = None
            if each.seat is not None or not (each.shared or self._may_watch()):
                each.watching = None
            self._welcome(each)
        self.tell_table()
        self._changed()

    def _new_match(self, *, clear: bool) -> None:
        table = self.table
        self.store.cut_moves(table.id, 0)
        table.starts, table.forked = [], None
        if clear:
            table.sheet = []

    def _take_back(self, start: dict[str, object]) -> None:
        """The same cards once more, in the same place of the match."""
        table = self.table
        table.starts.pop()
        if table.sheet and table.sheet[-1].deal > len(table.starts):
            table.sheet.pop()
        if start.get("after"):
            # The deal before is needed again: build it up from what was kept.
            self.store.save_table(table.id, table.to_json())
            loaded = self.store.load_table(table.id)
            assert loaded is not None
            table.states = Table.from_json(table.id, *loaded).states
        table.begin(start | {"chosen": True})

    def _rotate(self, client: Client, to: int | None) -> None:
        table = self.table
        if client.seat is None or len(table.people) != 1:
            raise Refusal("state", "Changing the seat is for one person against agents.")
        new = (client.seat + 1) % table.game.seats if to is None else to
        if new >= table.game.seats:
            raise Refusal("malformed", f"There is no seat {new}.")
        old, holders = client.seat, table.holders
        holders[old], holders[new] = holders[new], holders[old]
        for each in self.clients:
            if each.seat == old:
                each.seat = new
            each.shown = None

    def _settings(self, client: Client, message: protocol.Settings) -> str | None:
        if not client.host:
            raise Refusal("not_yours", "Only who opened the table may change it.")
        table, invite = self.table, None
        if message.seat is not None:
            if message.seat >= table.game.seats:
                raise Refusal("malformed", f"There is no seat {message.seat}.")
            holder = table.holders[message.seat]
            if message.open:
                if holder.token == table.host:
                    raise Refusal("state", "That is your own seat.")
                if not table.people and not table.state.over:
                    raise Refusal("state", "Others may have seen the hands: free a seat when the deal is over.")
                invite = new_token()
                spec, level = network_agent(table.game.name, None)
                self._unseat(message.seat)
                table.holders[message.seat] = Holder("open", "", spec, level, invite=digest(invite))
                table.open = False
            elif message.agent is not None:
                spec, level = network_agent(table.game.name, message.agent)
                if holder.kind == "person" and holder.token != table.host and self._online(message.seat):
                    raise Refusal("state", "Somebody sits there.")
                if holder.kind == "person" and holder.token == table.host:
                    raise Refusal("state", "That is your own seat.")
                self._unseat(message.seat)
                table.holders[message.seat] = Holder("agent", level or spec, spec, level)
            self.thinking.pop(message.seat, None)
        if message.think_ms is not None:
            table.think_ms = message.think_ms or None
            self.thinking.clear()
        if message.pace_ms is not None:
            table.pace_ms = message.pace_ms
        if message.window_ms is not None:
            table.window_ms = message.window_ms
        self._save()
        self.tell_table()
        self.wake.set()
        return invite

    def _unseat(self, seat: int) -> None:
        for each in self.clients:
            if each.seat == seat:
                each.send(protocol.Closed(reason="The host has given your seat away."))
                each.hang_up()

    def _leave(self, client: Client) -> None:
        self._own(client).filled = True
        self._save()
        seat = client.seat
        for each in [each for each in self.clients if each.seat == seat]:
            each.send(protocol.Closed(reason="You have left the table; your link brings you back."))
            each.hang_up()
        self.tell_table()

    def _watch(self, client: Client, seat: int) -> None:
        if seat >= self.table.game.seats:
            raise Refusal("malformed", f"There is no seat {seat}.")
        if not self._may_watch():
            raise Refusal("not_yours", "Other hands can be seen when the deal is over.")
        client.watching, client.shown = seat, None
        self._show(client)

    # --- hints and beliefs ---

    def _hint(self, client: Client, message: protocol.Hint) -> None:
        self._own(client)
        assert client.seat is not None
        if self.table.state.over:
            raise Refusal("state", "The deal is over; look at the review.")
        spec = None if message.agent is None else network_agent(self.table.game.name, message.agent)[0]
        view = self.table.state.view(client.seat)
        if not view.facts()["asked"]:
            raise Refusal("not_asked", "There is nothing to decide now.")
        if client.hint:
            client.hint.cancel()
        client.hint = asyncio.create_task(self._advise(client, view, spec, message.ms))

    async def _advise(self, client: Client, view: _core.View, spec: str | None, ms: int) -> None:
        ply, loop, stopped = self._look(view.seat).ply, asyncio.get_running_loop(), False
        steps = advice(view, agent=spec, ms=ms, stop=lambda: stopped)
        said: Advice | None = None
        try:
            opinion = await loop.run_in_executor(self.helpers, network, view)
            while self._look(view.seat).ply == ply and not self.table.state.over:
                step = await loop.run_in_executor(self.helpers, _next, steps)
                if step is None:
                    break
                said = step
                client.send(told.hint(ply, said, view.game.name, opinion, running=True))
            if said is not None:
                client.send(told.hint(ply, said, view.game.name, opinion, running=False))
        except ValueError as error:
            client.send(protocol.Refused(id=None, code="agent", reason=str(error)))
        finally:
            stopped = True

    def _belief(self, client: Client) -> None:
        self._own(client)
        seat = client.seat
        assert seat is not None
        if self.table.state.over:
            raise Refusal("state", "The deal is over, and all cards are open.")
        view, ply = self.table.state.view(seat), self._look(seat).ply
        before = (state.view(seat) for state in reversed(self.table.states))
        earlier = next((each for each in before if len(each.history) < len(view.history)), None)
        work = partial(belief, view, earlier)

        async def answer() -> None:
            found = await asyncio.get_running_loop().run_in_executor(self.helpers, work)
            last = found.last and Played(seat=found.last[0], move=str(found.last[1]))
            client.send(
                protocol.BeliefNow(
                    ply=ply,
                    worlds=found.worlds,
                    cards=found.cards,
                    before=found.before,
                    after=found.after,
                    changes=found.changes,
                    style=STYLE if found.after is not None else None,
                    last=last,
                )
            )

        client.belief = asyncio.create_task(answer())

    # --- what everybody is told ---

    def tell_table(self) -> None:
        """The table to everybody."""
        for client in self.clients:
            client.send(protocol.TableNow(info=self._info(client)))

    def _info(self, client: Client) -> TableInfo:
        table, state = self.table, self.table.state
        status = "over" if state.over else "waiting" if table.waiting else "paused" if table.paused else "playing"
        return TableInfo(
            table=table.id,
            game=table.game.name,
            title=table.game.title,
            rules=table.game.rules,
            options=table.game.options,
            partners=self.partners,
            seats=[self._seat_info(seat, holder, client) for seat, holder in enumerate(table.holders)],
            host=client.host,
            deal=table.deal,
            seeded=table.seeded,
            status=status,  # type: ignore[arg-type]
            match=table.match,
            match_over=state.over and state.match_over,
            winners=state.match_winners if state.over else [],
            sheet=[protocol.SheetLine(**vars(line)) for line in table.sheet],
            think_ms=table.think_ms,
            pace_ms=table.pace_ms,
            window_ms=table.window_ms,
            open=table.open,
            undo=client.seat is not None and table.can_undo() is not None,
            spectators=sum(each.seat is None for each in self.clients),
            forked=table.forked,
        )

    def _seat_info(self, seat: int, holder: Holder, client: Client) -> SeatInfo:
        return SeatInfo(
            seat=seat,
            kind=holder.kind,
            name=holder.name,
            agent=holder.agent if holder.plays_itself else None,
            level=holder.level if holder.plays_itself else None,
            online=holder.kind == "agent" or self._online(seat),
            filled=holder.filled,
            you=client.seat == seat,
        )

    def _look(self, seat: int) -> Seen:
        """The view of a seat as it is now; its number grows when it has changed."""
        state, before = self.table.state, self.seen.get(seat)
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

    def _show(self, client: Client) -> None:
        """The deal as this socket may see it, if that has changed."""
        if (seat := client.looks) is None:
            if not self.table.state.over:
                return
            seat = client.watching = 0
        seen = self._look(seat)
        if client.shown == seen.ply:
            return
        client.shown = seen.ply
        others = None
        if self.table.open and client.seat is None:
            others = [self._look(other).view for other in range(self.table.game.seats) if other != seat]
        client.send(
            ViewNow(
                deal=self.table.deal,
                ply=seen.ply,
                view=seen.view,
                last=seen.last,
                window=self._window_now(),
                queued=self.queued.get(seat) if client.seat == seat else None,
                others=others,
            )
        )

    def _window_now(self) -> Window | None:
        return self.window and Window(ms=round(self.window[1] * 1000), left=round(self._pausing() * 1000))

    def _changed(self) -> None:
        for client in self.clients:
            if self.table.open and client.seat is None:
                client.shown = None  # another hand may have changed though this one has not
            self._show(client)
        self.wake.set()

    def _over(self) -> protocol.DealOver:
        state, line = self.table.state, self.table.sheet[-1]
        record = state.record(self.table.players())
        deal = json.loads(record.to_json()).get("deal", {})
        return protocol.DealOver(
            deal=self.table.deal,
            returns=state.returns,
            record=line.record,
            text=str(record),
            hands={seat: cards for seat, cards in deal.items() if seat.isdigit()},
            facts=state.facts(),
        )

    # --- the play ---

    def _save(self) -> None:
        self.store.save_table(self.table.id, self.table.to_json())

    def _play(self, seat: int | str, move: str | _core.Move) -> None:
        """Makes a move, writes it down and tells everybody who sees it."""
        table = self.table
        could_undo = table.can_undo() is not None
        table.play(seat, move)
        self.store.add_move(table.id, table.deal, len(table.moves) - 1, seat, str(move))
        if isinstance(seat, int):
            self.queued.pop(seat, None)
        if str(move) != "decline":
            self.moved = time.monotonic()
            self._open_window(str(move))
        if table.state.over:
            record = new_token()[:16]
            self.store.save_record(record, table.state.record(table.players()).to_json())
            table.finish(record)
            self._save()
            self.window = None
        self._changed()
        if table.state.over:
            for client in self.clients:
                client.send(self._over())
            self.tell_table()
        elif not could_undo and table.can_undo() is not None:
            self.tell_table()

    def _open_window(self, move: str) -> None:
        table = self.table
        if not table.people or not table.window_ms:
            self.window = None
        elif table.secret_interrupts:
            if move in calls(table.game.name):
                return
            if table.state.facts()["phase"] not in ("play", "wish", "dragon"):
                self.window = None
                return
            length = min(_PASS_MS, table.window_ms) if move == "pass" else table.window_ms
            self.window = (time.monotonic() + length / 1000, length / 1000)
        elif table.state.settled() != table.state:
            self.window = (time.monotonic() + table.window_ms / 1000, table.window_ms / 1000)
        else:
            self.window = None

    def _pausing(self) -> float:
        return 0.0 if self.window is None else max(0.0, self.window[0] - time.monotonic())

    def _runs(self) -> bool:
        table = self.table
        if table.state.over or table.waiting or not self.clients or (table.paused and not self.steps):
            return False
        return not table.people or any(client.seat is not None for client in self.clients)

    async def _drive(self) -> None:
        while True:
            self.wake.clear()
            try:
                wait = self._advance()
            except Exception:
                log.exception("table %s stands still", self.table.id)
                wait = 5.0
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), wait)

    def _advance(self) -> float | None:
        """At most one move of an agent, or of a person who had to wait; how long to wait for the next."""
        self._fill_in()
        if not self._runs():
            return self._next_check()
        table, state = self.table, self.table.state
        seats = list(state.to_act)
        if seats == ["chance"]:
            self._play("chance", SystemRandom().choice(state.legal("chance")))
            return 0.0
        asked = [seat for seat in seats if isinstance(seat, int)]
        on_turn = state.settled().to_act
        interrupts = [seat for seat in asked if seat not in on_turn]
        for seat in asked:
            if table.holders[seat].plays_itself:
                self._think(seat)
        if (left := self._pausing()) > 0:
            return left
        if interrupts:
            return self._answer(interrupts[0])
        for seat in asked:
            if seat in self.queued:
                self._play(seat, self.queued.pop(seat))
                return 0.0
        return self._agents_move([seat for seat in asked if table.holders[seat].plays_itself])

    def _answer(self, seat: int) -> float | None:
        """An interrupt when its window has ended: a person who said nothing declines, an agent that is too slow too."""
        if not self.table.holders[seat].plays_itself:
            self._play(seat, "decline")
            return 0.0
        thinking = self.thinking[seat]
        if thinking.task.done():
            self._made(seat, thinking)
        elif self.window is not None:
            self._play(seat, "decline")
        else:
            return None
        return 0.0

    def _agents_move(self, seats: list[int]) -> float | None:
        if not seats:
            return self._next_check()
        pace = 0.0 if self.steps else self.moved + self.table.pace_ms / 1000 - time.monotonic()
        if pace > 0:
            return pace
        for seat in seats:
            thinking = self.thinking[seat]
            if thinking.task.done():
                self.steps = 0
                self._made(seat, thinking)
                return 0.0
        return None

    def _think(self, seat: int) -> None:
        """Sets the agent of a seat to work, unless it already is on this view."""
        view, before = self.table.state.view(seat), self.thinking.get(seat)
        if before is not None and before.view == view:
            return
        spec = timed(self.table.holders[seat].agent, self.table.think_ms)
        player = self.players.get((seat, spec))
        if player is None:
            player = self.players[seat, spec] = _core.Agent(spec)
        work = partial(_decide, player, view, aloud=self.table.open)
        if "(" in spec or self.table.open or len(view.legal()) > MANY:
            task = asyncio.get_running_loop().run_in_executor(self.workers, work)
            task.add_done_callback(lambda _: self.wake.set())
        else:  # one that does not search has its move sooner than a thread would start
            task = asyncio.get_running_loop().create_future()
            task.set_result(work())
        self.thinking[seat] = Thinking(view, task)

    def _made(self, seat: int, thinking: Thinking) -> None:
        move, thought = thinking.task.result()
        if thought is not None:
            for client in self.clients:
                if client.seat is None and client.looks is not None:
                    message = protocol.Thought(
                        ply=self._look(client.looks).ply, analysis=told.analysis(thought, self.table.game.name)
                    )
                    client.send(message)
        self.thinking.pop(seat, None)
        self._play(seat, move)

    def _fill_in(self) -> None:
        """Agents take over for people who have been gone for long, if others still play."""
        now = time.monotonic()
        for seat, since in list(self.gone.items()):
            holder = self.table.holders[seat]
            others = any(client.seat not in (None, seat) for client in self.clients)
            if holder.kind == "person" and not holder.filled and others and now - since > GRACE_S:
                holder.filled = True
                self._save()
                self.tell_table()

    def _next_check(self) -> float | None:
        waiting = [since for seat, since in self.gone.items() if not self.table.holders[seat].filled]
        if not waiting or not any(client.seat is not None for client in self.clients):
            return None
        return max(0.05, min(waiting) + GRACE_S - time.monotonic() + 0.01)

    def close(self) -> None:
        """Ends the room; the table stays in the store."""
        self.task.cancel()
        for client in self.clients:
            client.send(protocol.Closed(reason="The server stops; the table will be there when it is back."))
            client.hang_up()


def _next(steps: Iterator[Advice]) -> Advice | None:
    return next(steps, None)


def _decide(player: _core.Agent, view: _core.View, *, aloud: bool) -> tuple[_core.Move, Analysis | None]:
    if aloud and len(view.legal()) > 1:
        with contextlib.suppress(ValueError):  # some agents play but do not explain themselves
            found = player.analyse(view)
            return found.best.move, found
    return player.act(view), None
