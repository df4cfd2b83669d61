"""Hints and beliefs for those who play."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from kibitz import _core
from kibitz.analysis import Analysis, Judgement
from kibitz.analysis.beliefs import belief
from kibitz.analysis.hints import hints, strongest
from kibitz.server import protocol, told
from kibitz.server.admission import admit
from kibitz.server.refusal import Refusal
from kibitz.server.room.book import Book
from kibitz.server.room.client import Client
from kibitz.server.room.seen import Sights
from kibitz.server.room.telling import Telling
from kibitz.server.room.visitors import Visitors
from kibitz.server.turns import Turns
from kibitz.server.views import played

T = TypeVar("T")


@dataclass
class Kibitzing:
    """What helps a person, where it is allowed. It is found in threads."""

    book: Book
    visitors: Visitors
    sights: Sights
    telling: Telling
    helpers: Turns

    def agree(self, client: Client, *, on: bool) -> None:
        """A person agrees to hints for everybody, or takes that back."""
        _, holder = self.visitors.own(client)
        with self.book.change():
            holder.hints = on
            self.book.save()
        self.telling.table()

    def _may_ask(self) -> None:
        """Between people nobody is helped unless all have agreed to it."""
        if not self.book.table.hints:
            raise Refusal("state", "Between people hints are off until everybody has agreed to them.", "hints-off")

    def hint(self, client: Client, message: protocol.Hint) -> None:
        """Begins to say what the best move is."""
        self._may_ask()
        seat, _ = self.visitors.own(client)
        table = self.book.table
        if table.state.over:
            raise Refusal("state", "The deal is over; look at the review.", "deal-over")
        spec = None if message.agent is None else admit(table.game, message.agent)[0]
        view = self.sights.state(seat).view(seat)
        if not view.facts.asked:
            raise Refusal("not_asked", "There is nothing to decide now.", "nothing-asked")
        self.stop(client)
        client.hint = asyncio.create_task(self._advise(client, view, spec, message.ms))

    def stop(self, client: Client) -> None:
        """Ends a hint that still gets better."""
        if client.hint:
            client.hint.cancel()

    async def _advise(self, client: Client, view: _core.View, spec: str | None, ms: int) -> None:
        ply, stop = self.sights.look(view.seat).ply, threading.Event()
        steps = hints(view, agent=spec, ms=ms, stop=stop)
        said: Judgement | Analysis | None = None
        try:
            opinion = await self._found(client, partial(strongest, view))
            while self.sights.look(view.seat).ply == ply and not self.book.table.state.over:
                step = await self._found(client, partial(_next, steps))
                if step is None:
                    break
                said = step
                client.send(told.hint(ply, said, view.game.name, opinion, running=True))
            if said is not None:
                client.send(told.hint(ply, said, view.game.name, opinion, running=False))
        except Refusal as refusal:
            client.send(refusal.message(None))
        except ValueError as error:
            client.send(Refusal("agent", str(error)).message(None))
        finally:
            stop.set()

    async def _found(self, client: Client, work: Callable[[], T]) -> T:
        """What a thread finds when it is this visitor's turn."""
        return await asyncio.wrap_future(self.helpers.submit(client.visitor, work))

    def belief(self, client: Client) -> None:
        """Begins to count who may hold which card."""
        self._may_ask()
        seat, _ = self.visitors.own(client)
        if self.book.table.state.over:
            raise Refusal("state", "The deal is over, and all cards are open.", "deal-over")
        view, ply = self.sights.state(seat).view(seat), self.sights.look(seat).ply
        before = (state.view(seat) for state in reversed(self.book.table.states))
        earlier = next((each for each in before if len(each.history) < len(view.history)), None)
        finding = self.helpers.submit(client.visitor, partial(belief, view, earlier))

        async def answer() -> None:
            found = await asyncio.wrap_future(finding)
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


def _next(steps: Iterator[Judgement | Analysis]) -> Judgement | Analysis | None:
    return next(steps, None)
