"""The agents at a table: they think in threads, and answer when it is time."""

import asyncio
import contextlib
import threading
from dataclasses import dataclass, field
from functools import partial

from kibitz import _core
from kibitz.analysis import Analysis
from kibitz.server import thoughts
from kibitz.server.admission import LONGEST_MS, timed
from kibitz.server.lanes import Lanes
from kibitz.server.room.book import Book
from kibitz.server.room.moves import Moves
from kibitz.server.room.pauses import Pauses
from kibitz.server.room.seen import Sights
from kibitz.server.room.visitors import Visitors

_MANY = 100  # legal moves from which on a move may take a while


@dataclass
class Thinking:
    """An agent at work on a view."""

    view: _core.View
    task: asyncio.Future[tuple[_core.Move, Analysis | None]]
    stop: threading.Event
    told: bool = False  # its thoughts were shown


@dataclass
class Agents:
    """Who plays for seats without a person."""

    book: Book
    visitors: Visitors
    pauses: Pauses
    sights: Sights
    moves: Moves
    lanes: Lanes
    wake: asyncio.Event
    steps: int = 0  # moves they may make though the table is paused
    thinking: dict[int, Thinking] = field(default_factory=dict)
    players: dict[tuple[int, str, bool], _core.Agent] = field(default_factory=dict)

    def think(self, seat: int, view: _core.View, within: float = 0.0) -> None:
        """Sets the agent of a seat to work, unless it already is on this view; within seconds, if it is given any."""
        before = self.thinking.get(seat)
        if before is not None:
            if before.view == view:
                return
            before.stop.set()
        table = self.book.table
        spec = timed(table.holders[seat].agent, table.think_ms)
        # A slow agent may interrupt too, in the time that all have.
        ms = max(10, int(within * 800)) if within else 2 * LONGEST_MS
        # A player of its own for interrupts: one thinks of one thing at a time, and the next turn must not wait.
        key = (seat, spec, within > 0)
        player = self.players.get(key)
        if player is None:
            player = self.players[key] = _core.Agent(spec)
        stop = threading.Event()
        work = partial(_decide, player, view, aloud=table.open, ms=ms, stop=stop)
        if table.open or player.may_take_long(view) or len(view.legal()) > _MANY:
            task = asyncio.get_running_loop().run_in_executor(self.lanes.of(table.game, spec), work)
            task.add_done_callback(lambda _: self.wake.set())
        else:  # one that does not search has its move sooner than a thread would start
            task = asyncio.get_running_loop().create_future()
            task.set_result(work())
        self.thinking[seat] = Thinking(view, task, stop)

    def stop(self, *seats: int) -> None:
        """Stops agents that are at work for nothing; all of them, if none is named."""
        for seat in seats or tuple(self.thinking):
            if (thinking := self.thinking.pop(seat, None)) is not None:
                thinking.stop.set()

    def move(self, seats: list[int]) -> float | None:
        """Makes the move of an agent on turn, if one is ready and it is time; seconds until it is."""
        pace = 0.0 if self.steps else self.pauses.until(self.pauses.moved + self.book.table.pace_ms / 1000)
        if pace > 0:
            return pace
        for seat in seats:
            thinking = self.thinking[seat]
            if thinking.task.done():
                self.steps = 0
                self._made(seat, thinking)
                return 0.0
        return None

    def settle(self) -> bool:
        """Takes the answers to interrupts when their time is over; False if there is no window and one still thinks.

        Who has said nothing declines, person or agent. That leaves no trace: the next move says it for them.
        """
        asked = self.pauses.asked()
        for seat, question in asked.items():
            if not self.book.table.holders[seat].plays_itself:
                continue
            thinking = self.thinking.get(seat)
            if thinking is None or not thinking.task.done() or thinking.view != question.view(seat):
                if self.pauses.window is None:
                    return False
                continue
            if not thinking.task.result()[0].is_decline:
                self.steps = 0
                self._made(seat, thinking)
                self.pauses.begin()  # after a call, for the interrupt that it announces
                return True
        self.pauses.answered = True
        return True

    def _made(self, seat: int, thinking: Thinking) -> None:
        table = self.book.table
        move, thought = thinking.task.result()
        if table.open and not thinking.told and len(thinking.view.legal()) > 1:
            thinking.told = True
            for client in self.visitors.clients:
                if client.seat is None and client.looks is not None:
                    ply = self.sights.look(client.looks).ply
                    client.send(thoughts.thought(ply, seat, move, thought, table.game.name))
        self.moves.play(seat, move)
        self.thinking.pop(seat, None)


def _decide(
    player: _core.Agent, view: _core.View, *, aloud: bool, ms: int, stop: threading.Event
) -> tuple[_core.Move, Analysis | None]:
    if aloud and len(view.legal()) > 1:
        with contextlib.suppress(ValueError):  # some agents play but do not explain themselves
            found = player.analyse(view, ms=ms, stop=stop)
            return found.best.move, found
    return player.act(view, ms=ms, stop=stop), None
