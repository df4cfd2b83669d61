"""A table with its network: the sockets of its people, the agents that play, windows and hints."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from random import SystemRandom

from kibitz import _core
from kibitz.analysis import Analysis, Judgement
from kibitz.analysis.beliefs import belief
from kibitz.analysis.hints import hints, strongest
from kibitz.analysis.positions import beginning
from kibitz.games import profile
from kibitz.server import protocol, thoughts, told
from kibitz.server.admission import LONGEST_MS, admit, timed
from kibitz.server.lanes import Lanes
from kibitz.server.protocol import MoveInfo, Played, SeatInfo, SeatView, TableInfo, ViewNow, Window
from kibitz.server.refusal import Refusal
from kibitz.server.store import Store
from kibitz.server.table import (
    Holder,
    Table,
    digest,
    made,
    meant,
    new_token,
    questions,
    seed_start,
)
from kibitz.server.views import move_info, played, seat_view

log = logging.getLogger("kibitz.server")

GRACE_S = 30.0  # how long a person may be gone before an agent fills in
_PASS_MS = 400  # the window after a pass: everybody has had the one after the play
_RETRY_S = 1.0  # between two tries of a move that could not be written
_MANY = 100  # legal moves from which on a move may take a while
_QUEUE = 256  # messages a slow browser may lag behind before it is let go


@dataclass(eq=False)
class Client:
    """One socket: whose it is and what waits to be sent."""

    seat: int | None = None
    watching: int | None = None
    host: bool = False
    greeted: bool = False
    shared: int | None = None  # the seat over whose shoulder it looks by a token
    shown: int | None = None  # ply of the last view that was sent
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(_QUEUE))
    held: list[str | None] | None = None  # what waits for the answer to a request; None at its end: the good-bye
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
            self.hang_up() if text is None else self.send(text)

    def hang_up(self) -> None:
        """Ends the connection after what is queued, or at once if the queue is full."""
        if self.held is not None:
            self.held.append(None)
            return
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
    stop: threading.Event
    told: bool = False  # its thoughts were shown


@dataclass
class Asking:
    """What a state asks of its seats: who is on turn when nobody interrupts, and who may."""

    state: _core.State
    settled: _core.State
    seats: dict[int, _core.State]


class Room:
    """One table at work. All methods run on the event loop; agents and hints think in threads."""

    def __init__(self, table: Table, store: Store, lanes: Lanes, helpers: Executor) -> None:
        self.table = table
        self.store = store
        self.lanes = lanes  # agents
        self.helpers = helpers  # hints, beliefs
        self.clients: set[Client] = set()
        self.seen: dict[int, Seen] = {}
        self.asking: Asking | None = None
        self.answered = False  # the time for interrupts is over until the next play
        self.thinking: dict[int, Thinking] = {}
        self.players: dict[tuple[int, str, bool], _core.Agent] = {}
        self.window: tuple[float, float] | None = None  # when it ends, how long it is
        self.moved = 0.0
        self.steps = 0
        self.stood = True  # nobody has moved for want of people
        self.stuck = False  # what should be written cannot be
        self.gone: dict[int, float] = {}
        self.wanted: protocol.Deal | None = None  # the next deal, as somebody has asked for it
        self.ready: set[int] = set()  # the seats that agree to it
        self.clocks: dict[int, tuple[int, float]] = {}  # people on turn: the number of their view, since when
        self.now = asyncio.get_running_loop().time
        self.wake = asyncio.Event()
        self.task = asyncio.create_task(self._drive())
        self.used = self.now()

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
                    raise Refusal("token", "This token holds no seat at this table.", "no-seat")
                client.watching = client.shared = shared
        if client.seat is not None:
            self._back(client.seat)
        elif client.watching is None and self._may_watch():
            client.watching = min(hello.watch or 0, table.game.seats - 1)
        if client.looks is not None:
            self._looks_on(client)
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
        self._fill(seat, filled=False)

    def _fill(self, seat: int, *, filled: bool) -> None:
        """An agent sits down for somebody, or gets up. Who is here shows by itself: without a disk it is true, too."""
        if self.table.holders[seat].filled != filled:
            self.table.holders[seat].filled = filled
            with contextlib.suppress(Refusal):
                self._save()

    def part(self, client: Client) -> None:
        """A socket has closed."""
        if client.hint:
            client.hint.cancel()
        self.clients.discard(client)
        if client.seat is not None and not self._online(client.seat):
            self.gone[client.seat] = self.now()
        if client.greeted:
            with contextlib.suppress(Refusal):  # without a disk nothing is dealt, as if nobody had gone
                if self._here() and self._deal_if_all(client):
                    return
            self.tell_table()
        self.wake.set()

    def _online(self, seat: int) -> bool:
        return any(client.seat == seat for client in self.clients)

    def _may_watch(self) -> bool:
        """Whether any seat may be looked at: nobody plays who could learn something by it."""
        return not self.table.people or self.table.state.over

    def _hands_shown(self, client: Client) -> bool:
        """Whether who holds no seat is shown a running deal: not while one is free that he might take."""
        return not self.table.state.over and not (client.shared is not None and self.table.waiting)

    def _looks_on(self, client: Client) -> None:
        """Remembers that somebody without a seat sees a hand: in this deal he must not get one."""
        if client.seat is None and self._hands_shown(client) and not self.table.looked:
            with self._change() as table:
                table.looked = True
                self._save()

    # --- requests ---

    def handle(self, client: Client, message: protocol.ClientMessage) -> str | None:
        """Does what a message asks, or raises a refusal; an invitation for the answer."""
        self.used = self.now()
        match message:
            case protocol.Hello():
                raise Refusal("hello", "You have said hello already.")
            case protocol.Sit():
                self._sit(client, message)
            case protocol.Move():
                self._move(client, message)
            case protocol.Pause():
                self._host_or_player(client)
                with self._change() as table:
                    table.paused = message.on
                    self._save()
                self.tell_table()
            case protocol.Step():
                self._host_or_player(client)
                if not self.table.paused:
                    raise Refusal("state", "Pause first; then agents move one step at a time.", "pause-first")
                self.steps = 1
            case protocol.Undo():
                self._undo(client)
            case protocol.Deal():
                self._deal(client, message)
            case protocol.Settings():
                return self._settings(client, message)
            case protocol.Agree():
                self._agree(client, message.seat)
            case protocol.Leave():
                self._leave(client)
            case protocol.Share():
                token = new_token()
                with self._change():
                    self._own(client).share = digest(token)
                    self._save()
                return token
            case protocol.Watch():
                self._watch(client, message.seat)
            case protocol.Hints():
                self._agree_to_hints(client, on=message.on)
            case protocol.Hint():
                self._may_ask()
                self._hint(client, message)
            case protocol.Belief():
                self._may_ask()
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
            raise Refusal("not_yours", "You have no seat at this table.", "no-seat")
        return self.table.holders[client.seat]

    def _host_or_player(self, client: Client) -> None:
        if not client.host and client.seat is None:
            raise Refusal("not_yours", "Only players and the host may do that.", "players-only")

    def _sit(self, client: Client, message: protocol.Sit) -> None:
        if client.seat is not None:
            raise Refusal("state", "You have a seat already.", "has-seat")
        key, token = digest(message.invite), new_token()
        with self._change() as table:
            free = (seat for seat, holder in enumerate(table.holders) if holder.kind == "open" and holder.invite == key)
            if (seat := next(free, None)) is None:
                if any(holder.opening == key for holder in table.holders):
                    raise Refusal("state", "The seat becomes free when the deal is over; come back then.", "seat-later")
                raise Refusal("token", "This invitation has been used or does not exist.", "invitation")
            holder = table.holders[seat]
            holder.kind, holder.name, holder.token, holder.invite = "person", message.name, digest(token), None
            for each in table.holders:
                each.share = None  # who could look over a shoulder may be the one who plays now
            self._save()
        client.seat, client.watching, client.shared, client.shown = seat, None, None, None
        for looker in [looker for looker in self.clients if looker.shared is not None]:
            looker.send(
                protocol.Closed(code="new_player", reason="A new player has sat down; spectators need a new link.")
            )
            looker.hang_up()
        client.send(protocol.Seated(seat=seat, token=token))
        self._welcome(client)
        self.tell_table()
        self._show(client)

    def _move(self, client: Client, message: protocol.Move) -> None:
        self._own(client)
        seat = client.seat
        assert seat is not None
        table = self.table
        if table.state.over:
            raise Refusal("state", "The deal is over.", "deal-over")
        if table.waiting:
            raise Refusal("state", "A seat is still open.", "seat-open")
        if table.paused:
            raise Refusal("state", "The table is paused.", "paused")
        if self.window is not None and not self._pausing():
            self._settle()
        seen, settled = self._look(seat), self._asks().settled
        if message.ply != seen.ply:
            raise Refusal("stale", "The deal has gone on since; look again.", "gone-on")
        move = meant(seen.state, seat, message.move)
        if move is not None and move.is_decline:
            self._queue(client, seat, move)
        elif move is not None and move.is_call:
            self._play(seat, move)
        elif seat in settled.to_act:
            move = self._checked(settled, seat, message.move)
            if self._pausing() > 0 or self._asked():
                self._queue(client, seat, move)
            else:
                self._play(seat, move)
        elif seen.view.moves:
            self._play(seat, message.move)
        else:
            raise Refusal("not_asked", "It is not your turn.", "turn")

    def _queue(self, client: Client, seat: int, move: _core.Move) -> None:
        with self._change() as table:
            table.queued[seat] = move
            self.store.set_queued(table.id, {each: str(waits) for each, waits in table.queued.items()})
        client.shown = None
        self._show(client)
        self.wake.set()

    def _checked(self, state: _core.State, seat: int, text: str) -> _core.Move:
        try:
            return made(state, state.play(seat, text))
        except ValueError as error:
            raise Refusal.of(error) from error

    def _undo(self, client: Client) -> None:
        self._own(client)
        with self._change() as table:
            stand = table.undo()
            self.store.cut_moves(table.id, table.deal, stand)
            self.store.set_queued(table.id, {})
        self.moved = self.now()
        self._open_window()
        self._changed()

    def _deal(self, client: Client, message: protocol.Deal) -> None:
        """Deals when all who are here have asked for the same."""
        self._host_or_player(client)
        table = self.table
        if not table.state.over and (len(table.people) > 1 or message.how == "next"):
            raise Refusal("state", "The deal is not over.", "deal-runs")
        if client.seat is None and self._here():
            raise Refusal("state", "Those who play say when the next deal comes.", "players-deal")
        if self.wanted is None or (self.wanted.how, self.wanted.seed) != (message.how, message.seed):
            self.wanted, self.ready = message, set()
        if client.seat is not None:
            self.ready.add(client.seat)
        if not self._deal_if_all(client):
            self.tell_table()

    def _here(self) -> list[int]:
        """The seats of people who are at the table, or have gone so lately that they may be back in a moment."""
        there = (seat for seat in self.table.seated if self._online(seat) or seat in self.gone)
        return [seat for seat in there if not self.table.holders[seat].filled]

    def _deal_if_all(self, client: Client) -> bool:
        wanted = self.wanted
        if wanted is None or not self.ready.issuperset(self._here()):
            return False
        self.wanted, self.ready = None, set()
        self._deal_now(client, wanted)
        return True

    def _deal_now(self, client: Client, message: protocol.Deal) -> None:
        with self._change() as table:
            moved = self._deal_anew(client, message)
            self.store.cut_moves(table.id, table.deal)
            self.store.set_queued(table.id, {})
            for each in self.clients:
                stays = each.shared is not None or (each.seat is None and each.looks is not None and self._may_watch())
                table.looked = table.looked or (stays and self._hands_shown(each))
            self._save()
        self.seen.clear()
        self._stop_thinking()
        self.players.clear()
        self.moved = self.now()
        self._open_window()
        for each in self.clients:
            each.shown = None
            each.seat = moved.get(each.seat, each.seat) if each.seat is not None else None
            if each.shared is not None:
                each.watching = each.shared = moved.get(each.shared, each.shared)
            elif each.seat is not None or not self._may_watch():
                each.watching = None
            self._welcome(each)
        self.tell_table()
        self._changed()

    def _deal_anew(self, client: Client, message: protocol.Deal) -> dict[int, int]:
        """The deal that was asked for; which seats have changed their places."""
        table, moved = self.table, dict[int, int]()
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
        table.begin(start | {"again": True})

    def _rotate(self, client: Client, to: int | None) -> dict[int, int]:
        table = self.table
        if client.seat is None or len(table.people) != 1:
            raise Refusal("state", "You can change seats only when you play alone against agents.", "alone")
        new = (client.seat + 1) % table.game.seats if to is None else to
        if new >= table.game.seats:
            raise Refusal("malformed", f"There is no seat {new}.")
        old, holders = client.seat, table.holders
        holders[old], holders[new] = holders[new], holders[old]
        return {old: new, new: old}

    def _settings(self, client: Client, message: protocol.Settings) -> str | None:
        if not client.host:
            raise Refusal("not_yours", "Only the host of the table may change it.", "host-only")
        invite, before = None, [holder.kind for holder in self.table.holders]
        with self._change() as table:
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
            self._save()
        if message.think_ms is not None:
            self._stop_thinking()
        self._given_away(before)
        self._changed()
        return invite

    def _give(self, client: Client, seat: int, message: protocol.Settings) -> str | None:
        """The host says who shall play at a seat; the invitation, if that is to be a friend.

        A free seat shows its hand to whoever has the invitation, the host himself in another browser included. So in a
        deal that somebody has seen seats stay as they are: they open when it is over, or when all others agree.
        """
        table = self.table
        if seat >= table.game.seats:
            raise Refusal("malformed", f"There is no seat {seat}.")
        holder = table.holders[seat]
        if (message.open or message.agent is not None) and (client.seat == seat or holder.token == table.host):
            raise Refusal("state", "That is your own seat.", "own-seat")
        self._stop_thinking(seat)
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
                if self._online(seat):
                    raise Refusal("state", "That seat is taken.", "seat-taken")
                table.looked = table.looked or not table.state.over
            table.holders[seat] = Holder("agent", level or spec, spec, level)
            for each in self.clients:  # who looked on while a seat was free
                table.looked = table.looked or (each.shared is not None and self._hands_shown(each))
        elif message.open is False:
            holder.opening, holder.agreed = None, []
        return None

    def _agree(self, client: Client, seat: int) -> None:
        self._own(client)
        assert client.seat is not None
        before = [holder.kind for holder in self.table.holders]
        with self._change() as table:
            if seat >= table.game.seats or (invite := table.holders[seat].opening) is None:
                raise Refusal("state", "There is no request to open that seat.", "no-request")
            if table.looked:
                reason = "A spectator has seen a hand: the seat opens when the deal is over."
                raise Refusal("state", reason, "seen")
            if client.seat not in table.consent(seat):
                raise Refusal("state", "You have agreed already.", "agreed")
            table.holders[seat].agreed.append(client.seat)
            if not table.consent(seat):
                table.free(seat, invite)
            self._save()
        self._given_away(before)
        self._changed()

    def _given_away(self, before: Sequence[str]) -> None:
        """Says good-bye to those whose seat is not theirs any more, and tells the others."""
        for seat, holder in enumerate(self.table.holders):
            if before[seat] == "person" and holder.kind != "person":
                for each in self.clients:
                    if seat in (each.seat, each.shared):
                        each.send(protocol.Closed(code="given_away", reason="The host has given your seat away."))
                        each.seat = each.watching = each.shared = None
                        each.hang_up()
        self.tell_table()

    def _leave(self, client: Client) -> None:
        with self._change():
            self._own(client).filled = True
            self._save()
        seat = client.seat
        for each in [each for each in self.clients if each.seat == seat]:
            each.send(
                protocol.Closed(
                    code="left", reason="You have left the table; an agent plays for you until you take the seat again."
                )
            )
            each.hang_up()
        self.tell_table()

    def _watch(self, client: Client, seat: int) -> None:
        if seat >= self.table.game.seats:
            raise Refusal("malformed", f"There is no seat {seat}.")
        if not self._may_watch():
            raise Refusal("not_yours", "Other hands can be seen when the deal is over.", "hands-later")
        self._looks_on(client)
        client.watching, client.shown = seat, None
        self._show(client)

    # --- hints and beliefs ---

    def _agree_to_hints(self, client: Client, *, on: bool) -> None:
        with self._change():
            self._own(client).hints = on
            self._save()
        self.tell_table()

    def _may_ask(self) -> None:
        """Between people nobody is helped unless all have agreed to it."""
        if not self.table.hints:
            raise Refusal("state", "Between people hints are off until everybody has agreed to them.", "hints-off")

    def _hint(self, client: Client, message: protocol.Hint) -> None:
        self._own(client)
        assert client.seat is not None
        if self.table.state.over:
            raise Refusal("state", "The deal is over; look at the review.", "deal-over")
        spec = None if message.agent is None else admit(self.table.game, message.agent)[0]
        view = self._shown_state(client.seat).view(client.seat)
        if not view.facts.asked:
            raise Refusal("not_asked", "There is nothing to decide now.", "nothing-asked")
        if client.hint:
            client.hint.cancel()
        client.hint = asyncio.create_task(self._advise(client, view, spec, message.ms))

    async def _advise(self, client: Client, view: _core.View, spec: str | None, ms: int) -> None:
        ply, loop, stop = self._look(view.seat).ply, asyncio.get_running_loop(), threading.Event()
        steps = hints(view, agent=spec, ms=ms, stop=stop)
        said: Judgement | Analysis | None = None
        try:
            opinion = await loop.run_in_executor(self.helpers, strongest, view)
            while self._look(view.seat).ply == ply and not self.table.state.over:
                step = await loop.run_in_executor(self.helpers, _next, steps)
                if step is None:
                    break
                said = step
                client.send(told.hint(ply, said, view.game.name, opinion, running=True))
            if said is not None:
                client.send(told.hint(ply, said, view.game.name, opinion, running=False))
        except ValueError as error:
            client.send(Refusal("agent", str(error)).message(None))
        finally:
            stop.set()

    def _belief(self, client: Client) -> None:
        self._own(client)
        seat = client.seat
        assert seat is not None
        if self.table.state.over:
            raise Refusal("state", "The deal is over, and all cards are open.", "deal-over")
        view, ply = self._shown_state(seat).view(seat), self._look(seat).ply
        before = (state.view(seat) for state in reversed(self.table.states))
        earlier = next((each for each in before if len(each.history) < len(view.history)), None)
        work = partial(belief, view, earlier)

        async def answer() -> None:
            found = await asyncio.get_running_loop().run_in_executor(self.helpers, work)
            last = found.last and played(*found.last)
            client.send(
                protocol.BeliefNow(
                    ply=ply,
                    worlds=found.worlds,
                    exact=found.exact,
                    cards=found.cards,
                    sides=found.sides,
                    before=found.before,
                    after=found.after,
                    changes=found.changes,
                    style=found.style,
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
            partners=table.game.partners,
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
            clock_ms=table.clock_ms,
            hints=table.hints,
            hints_agreed=[seat for seat in table.seated if table.holders[seat].hints],
            ready=sorted(self.ready),
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
            opening=holder.opening is not None,
            consent=self.table.consent(seat),
        )

    def _shown_state(self, seat: int) -> _core.State:
        """The deal as it is shown to a seat: with its own question, but not with those to others.

        Agents answer within the window. People may interrupt until the next play, which shows to nobody else.
        """
        held = not self.table.holders[seat].plays_itself
        asked = self._open_questions() if held else self._asked()
        return asked.get(seat, self._asks().settled)

    def _look(self, seat: int) -> Seen:
        """The view of a seat as it is now; its number grows when it has changed."""
        state, before = self._shown_state(seat), self.seen.get(seat)
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
        if client.shared is not None and not self._hands_shown(client) and not self.table.state.over:
            return
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
                clock=self._clock_now(client.seat),
                queued=self._waits(seat) if client.seat == seat else None,
                others=others,
            )
        )

    def _waits(self, seat: int) -> MoveInfo | None:
        move = self.table.queued.get(seat)
        return None if move is None or move.is_decline else move_info(move)

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
        record = self.table.record()
        return protocol.DealOver(
            deal=self.table.deal,
            returns=state.returns,
            record=line.record,
            text=str(record),
            hands={str(seat): cards for seat, cards in enumerate(beginning(record).hands)},
            facts=state.facts,
        )

    # --- the play ---

    def _save(self) -> None:
        self.store.save_table(self.table.id, self.table.to_json())

    @contextlib.contextmanager
    def _change(self) -> Iterator[Table]:
        """Changes the table and the file together, or neither of them. Only what comes after it may tell anybody."""
        before = self.table.snapshot()
        try:
            with self.store.transaction():
                yield self.table
        except BaseException:
            self.table = before
            raise
        self.stuck = False

    def _play(self, seat: int | str, move: str | _core.Move) -> None:
        """Makes a move, writes it down and tells everybody who sees it."""
        could_undo, before = self.table.can_undo() is not None, [holder.kind for holder in self.table.holders]
        with self._change() as table:
            table.play(seat, move)
            done = table.moves[-1][1]
            self.store.add_move(table.id, table.deal, len(table.moves) - 1, seat, str(done))
            if table.queued and not done.is_call:  # what waits was an answer to something else
                table.queued = {}
                self.store.set_queued(table.id, {})
            if table.state.over:
                finish(table, self.store)
        self.moved = self.now()
        if not (done.is_call and table.secret_interrupts):
            self._open_window(done)
        self._changed()
        if table.state.over:
            for client in self.clients:
                client.send(self._over())
            self._given_away(before)
        elif not could_undo and table.can_undo() is not None:
            self.tell_table()

    def _open_window(self, move: _core.Move | None = None) -> None:
        """The pause after a move. Its length tells nothing that not everybody knows."""
        self.answered = False
        table, length = self.table, self.table.window_ms / 1000
        if table.secret_interrupts:
            wanted = table.state.phase in profile(table.game.name).surprises.phases
            length = min(_PASS_MS / 1000, length) if move is not None and move.is_pass else length
        else:
            wanted = table.state.settled() != table.state
        wanted = wanted and bool(table.people) and bool(table.state.history())
        self.window = (self.now() + length, length) if wanted and length else None

    def _pausing(self) -> float:
        return 0.0 if self.window is None else self._left(self.window[0])

    def _left(self, until: float) -> float:
        """Seconds until then. Timers ring a hair early; what is left is not worth another."""
        left = until - self.now()
        return left if left > 1e-6 else 0.0

    def _asks(self) -> Asking:
        """What the deal asks now."""
        state = self.table.state
        if self.asking is None or self.asking.state is not state:
            self.asking = Asking(state, state.settled(), questions(state))
        return self.asking

    def _asked(self) -> dict[int, _core.State]:
        """The seats whose answer to an interrupt is still awaited, each with its question."""
        return {} if self.answered else self._open_questions()

    def _open_questions(self) -> dict[int, _core.State]:
        """The seats that have not declined an interrupt, each with its question."""
        queued = self.table.queued
        declined = {seat for seat, move in queued.items() if move.is_decline}
        return {seat: state for seat, state in self._asks().seats.items() if seat not in declined}

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
            except Refusal as refusal:
                wait = _RETRY_S  # agents have their moves still
                if not self.stuck:
                    self.stuck = True
                    log.error("table %s waits: %s", self.table.id, refusal.reason)
                    for client in self.clients:
                        client.send(refusal.message(None))
            except Exception:
                log.exception("table %s stands still", self.table.id)
                wait = 5.0
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), wait)

    def _advance(self) -> float | None:
        """At most one move of an agent, or of a person who had to wait; how long to wait for the next."""
        self._fill_in()
        if not self._runs():
            self.stood = True
            self._stop_thinking()  # whoever set it going may have left
            return self._next_check()
        if self.stood:
            self.stood = False
            self.clocks.clear()
            self._open_window()  # nobody has lost the time in which the table stood still
        table, state = self.table, self.table.state
        if state.to_act == ("chance",):
            self._play("chance", SystemRandom().choice(state.legal("chance")))
            return 0.0
        settled, left = self._asks().settled, self._pausing()
        on_turn = [seat for seat in settled.to_act if isinstance(seat, int)]
        agents = [seat for seat in on_turn if table.holders[seat].plays_itself or self._time_left(seat) == 0]
        for seat in agents:
            self._think(seat, settled.view(seat))
        if left > 0 or self.window is None:
            for seat, question in self._asked().items():
                if table.holders[seat].plays_itself:
                    self._think(seat, question.view(seat), left)
        if left > 0:
            return left
        if not self._settle():
            return None
        if self.table.state is not state:
            return 0.0
        for seat in on_turn:
            if seat in table.queued:
                self._play(seat, table.queued[seat])
                return 0.0
        ticking = [self._start_clock(seat) for seat in on_turn if seat not in agents]
        waits = [wait for wait in (self._agents_move(agents), *ticking) if wait is not None]
        return min(waits, default=None)

    def _start_clock(self, seat: int) -> float | None:
        """Seconds until an agent moves for a person on turn; the time of a window, the same for all, is not his."""
        if self.table.clock_ms is None:
            return None
        ply = self._look(seat).ply
        if self.clocks.get(seat, (None, 0.0))[0] != ply:
            self.clocks[seat] = (ply, self.now())
        return self._time_left(seat)

    def _time_left(self, seat: int) -> float | None:
        if self.table.clock_ms is None or self.clocks.get(seat, (None, 0.0))[0] != self._look(seat).ply:
            return None
        return self._left(self.clocks[seat][1] + self.table.clock_ms / 1000)

    def _clock_now(self, seat: int | None) -> Window | None:
        """The clock of the seat, if it is on turn, or else of those who are."""
        if self.table.clock_ms is None or self.table.state.over:
            return None
        on_turn = [each for each in self._asks().settled.to_act if isinstance(each, int)]
        people = [each for each in on_turn if not self.table.holders[each].plays_itself]
        if not people:
            return None
        left = self._time_left(seat if seat in people else people[0])
        full = self.table.clock_ms
        return Window(ms=full, left=round((self._pausing() * 1000 + full) if left is None else left * 1000))

    def _settle(self) -> bool:
        """Takes the answers to interrupts when their time is over; False if there is no window and one still thinks.

        Who has said nothing declines, person or agent. That leaves no trace: the next move says it for them.
        """
        asked = self._asked()
        for seat, question in asked.items():
            if not self.table.holders[seat].plays_itself:
                continue
            thinking = self.thinking.get(seat)
            if thinking is None or not thinking.task.done() or thinking.view != question.view(seat):
                if self.window is None:
                    return False
                continue
            if not thinking.task.result()[0].is_decline:
                self.steps = 0
                self._made(seat, thinking)
                self._open_window()  # after a call, for the interrupt that it announces
                return True
        self.answered = True
        return True

    def _agents_move(self, seats: list[int]) -> float | None:
        if not seats:
            return self._next_check()
        pace = 0.0 if self.steps else self._left(self.moved + self.table.pace_ms / 1000)
        if pace > 0:
            return pace
        for seat in seats:
            thinking = self.thinking[seat]
            if thinking.task.done():
                self.steps = 0
                self._made(seat, thinking)
                return 0.0
        return None

    def _think(self, seat: int, view: _core.View, within: float = 0.0) -> None:
        """Sets the agent of a seat to work, unless it already is on this view; within seconds, if it is given any."""
        before = self.thinking.get(seat)
        if before is not None:
            if before.view == view:
                return
            before.stop.set()
        spec = timed(self.table.holders[seat].agent, self.table.think_ms)
        # A slow agent may interrupt too, in the time that all have.
        ms = max(10, int(within * 800)) if within else 2 * LONGEST_MS
        # A player of its own for interrupts: one thinks of one thing at a time, and the next turn must not wait.
        key = (seat, spec, within > 0)
        player = self.players.get(key)
        if player is None:
            player = self.players[key] = _core.Agent(spec)
        stop = threading.Event()
        work = partial(_decide, player, view, aloud=self.table.open, ms=ms, stop=stop)
        if self.table.open or player.may_take_long(view) or len(view.legal()) > _MANY:
            task = asyncio.get_running_loop().run_in_executor(self.lanes.of(self.table.game, spec), work)
            task.add_done_callback(lambda _: self.wake.set())
        else:  # one that does not search has its move sooner than a thread would start
            task = asyncio.get_running_loop().create_future()
            task.set_result(work())
        self.thinking[seat] = Thinking(view, task, stop)

    def _stop_thinking(self, *seats: int) -> None:
        """Agents that are at work for nothing; all of them, if none is named."""
        for seat in seats or tuple(self.thinking):
            if (thinking := self.thinking.pop(seat, None)) is not None:
                thinking.stop.set()

    def _made(self, seat: int, thinking: Thinking) -> None:
        move, thought = thinking.task.result()
        if self.table.open and not thinking.told and len(thinking.view.legal()) > 1:
            thinking.told = True
            for client in self.clients:
                if client.seat is None and client.looks is not None:
                    ply = self._look(client.looks).ply
                    client.send(thoughts.thought(ply, seat, move, thought, self.table.game.name))
        self._play(seat, move)
        self.thinking.pop(seat, None)

    def _fill_in(self) -> None:
        """Agents take over for people who have been gone for long, if others still play."""
        now = self.now()
        for seat, since in list(self.gone.items()):
            holder = self.table.holders[seat]
            others = any(client.seat not in (None, seat) for client in self.clients)
            if holder.kind == "person" and not holder.filled and others and now - since > GRACE_S:
                self._fill(seat, filled=True)
                if not self._deal_if_all(next(iter(self.clients))):
                    self.tell_table()

    def _next_check(self) -> float | None:
        waiting = [since for seat, since in self.gone.items() if not self.table.holders[seat].filled]
        if not waiting or not any(client.seat is not None for client in self.clients):
            return None
        return max(0.05, min(waiting) + GRACE_S - self.now() + 0.01)

    def close(self) -> None:
        """Ends the room; the table stays in the store."""
        self.task.cancel()
        self._stop_thinking()
        for client in self.clients:
            if client.hint:
                client.hint.cancel()
            client.send(
                protocol.Closed(
                    code="shutdown", reason="The server is shutting down; the table will be there when it is back."
                )
            )
            client.hang_up()


def finish(table: Table, store: Store) -> None:
    """Writes the record of a deal that is over, its line in the sheet and who may come next."""
    key = new_token()[:16]
    store.save_record(key, table.record().to_json())
    table.finish(key)
    store.save_table(table.id, table.to_json())


def _next(steps: Iterator[Judgement | Analysis]) -> Judgement | Analysis | None:
    return next(steps, None)


def _decide(
    player: _core.Agent, view: _core.View, *, aloud: bool, ms: int, stop: threading.Event
) -> tuple[_core.Move, Analysis | None]:
    if aloud and len(view.legal()) > 1:
        with contextlib.suppress(ValueError):  # some agents play but do not explain themselves
            found = player.analyse(view, ms=ms, stop=stop)
            return found.best.move, found
    return player.act(view, ms=ms, stop=stop), None
