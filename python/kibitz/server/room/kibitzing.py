"""Hints and beliefs for those who play."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

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
from kibitz.server.views import played


@dataclass
class Kibitzing:
    """What helps a person, where it is allowed. It is found in threads."""

    book: Book
    visitors: Visitors
    sights: Sights
    telling: Telling
    helpers: Executor

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
        ply, loop, stop = self.sights.look(view.seat).ply, asyncio.get_running_loop(), threading.Event()
        steps = hints(view, agent=spec, ms=ms, stop=stop)
        said: Judgement | Analysis | None = None
        try:
            opinion = await loop.run_in_executor(self.helpers, strongest, view)
            while self.sights.look(view.seat).ply == ply and not self.book.table.state.over:
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

    def belief(self, client: Client) -> None:
        """Begins to count who may hold which card."""
        self._may_ask()
        seat, _ = self.visitors.own(client)
        if self.book.table.state.over:
            raise Refusal("state", "The deal is over, and all cards are open.", "deal-over")
        view, ply = self.sights.state(seat).view(seat), self.sights.look(seat).ply
        before = (state.view(seat) for state in reversed(self.book.table.states))
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


def _next(steps: Iterator[Judgement | Analysis]) -> Judgement | Analysis | None:
    return next(steps, None)
