"""The deal of the day: the same cards for everybody, compared with agents at the same seat and with each other."""

import hashlib
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from random import Random
from threading import Event
from typing import Any

from kibitz import _core
from kibitz.agents import levels
from kibitz.play import play
from kibitz.server.protocol import Daily, DailyAgents, DailyOther, NewTable, SeatChoice
from kibitz.server.store import Store
from kibitz.server.table import Table, new_table
from kibitz.server.turns import Turns

OPPONENTS = "club"
_SEAT = 0  # where everybody sits
_TIMES = 12  # games of each level
_KEPT = 20  # days and games that are remembered


def today() -> str:
    """The day, the same all over the world."""
    return datetime.now(UTC).date().isoformat()


def seed_of(game: str, day: str) -> int:
    """The seed of a day's deal."""
    return int.from_bytes(hashlib.sha256(f"{game} {day}".encode()).digest()[:6])


@dataclass
class _Crowd:
    """What agents make of a day's deal."""

    results: dict[str, list[int]] = field(default_factory=dict)
    future: Future[None] | None = None


class Days:
    """The deals of the days of a server."""

    def __init__(self, store: Store, workers: Turns, stop: Event) -> None:
        self.store = store
        self.workers = workers
        self.stop = stop
        self.crowds: dict[tuple[str, str], _Crowd] = {}

    def open(self, game: str, name: str) -> tuple[Table, str]:
        """A table for today's deal, with the token of its person."""
        seats = [
            SeatChoice(kind="me" if seat == _SEAT else "agent", agent=None if seat == _SEAT else OPPONENTS)
            for seat in range(_core.Game(game).seats)
        ]
        seed = seed_of(game, today())
        wanted = NewTable(game=game, seats=seats, name=name, seed=seed, match=False, clock_ms=None, open=False)
        table, _, token, _ = new_table(wanted)
        return table, token

    def opened(self, table: Table) -> None:
        """Remembers a table that plays today's deal."""
        self.store.add_daily(today(), table.game.name, table.id)

    def told(self, game: str, mine: str | None) -> Daily:
        """The deal of the day; with one's own table finished, what others made of it."""
        day, rules = today(), _core.Game(game)
        tables = self.store.daily_tables(day, game)
        result = _result(tables[mine]) if mine in tables else None
        crowd = self._crowd(game, day) if result is not None else _Crowd()
        others = [
            DailyOther(name=str(data["holders"][_SEAT]["name"]), result=_result(data), you=key == mine)
            for key, data in tables.items()
        ]
        return Daily(
            game=game,
            day=day,
            rules=rules.rules,
            opponents=OPPONENTS,
            result=result,
            running=crowd.future is not None and not crowd.future.done(),
            agents=[DailyAgents(level=level, results=list(found)) for level, found in crowd.results.items()],
            others=others if result is not None else [],
        )

    def _crowd(self, game: str, day: str) -> _Crowd:
        if (game, day) not in self.crowds:
            for key in list(self.crowds)[:-_KEPT]:
                del self.crowds[key]
            crowd = self.crowds[game, day] = _Crowd({level.name: [] for level in levels(game)})
            crowd.future = self.workers.carry("the deal of the day", self._play(game, day, crowd))
        return self.crowds[game, day]

    def _play(self, game: str, day: str, crowd: _Crowd) -> Iterator[None]:
        table, seed = _core.Game(game), seed_of(game, day)
        for number in range(_TIMES):
            for level in levels(game):
                specs = [level.spec if seat == _SEAT else f"level({OPPONENTS})" for seat in range(table.seats)]
                agents = [_core.Agent(spec, number * table.seats + seat) for seat, spec in enumerate(specs)]
                choose = [partial(agent.act, stop=self.stop) for agent in agents]
                end = play(table.deal(seed=seed), choose, lots=Random(number))
                if self.stop.is_set():
                    return
                crowd.results[level.name].append(end.returns[_SEAT])
                yield


def _result(data: dict[str, Any]) -> int | None:
    """What a table made of the deal at the first go; none while it is played."""
    sheet = data["sheet"]
    return int(sheet[0]["returns"][_SEAT]) if sheet else None
