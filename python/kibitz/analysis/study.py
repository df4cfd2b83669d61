"""Many decisions looked at in many processes: until all are done or the time is up, and from where it stopped."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from multiprocessing import TimeoutError as Late
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from kibitz import _core
from kibitz.analysis.positions import choices
from kibitz.reading import parsed, text_of

if TYPE_CHECKING:
    from kibitz._core import Game, Record, State

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Case:
    """A decision of a deal that agents played."""

    key: str
    players: str
    deal: int
    ply: int
    seat: int
    move: str
    before: State


def cases(game: Game, players: str, deal: int, seed: int, every: int = 1) -> list[Case]:
    """Every choice of a deal, or one in so many."""
    from kibitz._core import deal_seed
    from kibitz.agents import agent
    from kibitz.play import play

    start = deal_seed(seed, deal)
    seats = [agent(players, deal_seed(start, seat)).act for seat in range(game.seats)]
    end = play(game.deal(start), seats, lots=Random(start))
    return of_record(end.record(), players, deal)[deal % every :: every]


def of_record(record: Record, players: str, deal: int) -> list[Case]:
    """Every choice of a record."""
    return [
        Case(f"{players} {deal}:{at.ply}", players, deal, at.ply, at.seat, at.move, at.before) for at in choices(record)
    ]


@dataclass(frozen=True, slots=True)
class Study:
    """Which decisions are looked at, by how many processes, and for how long."""

    game: Game
    players: Sequence[str]
    """Kinds of players, at every seat of a deal."""
    decisions: int
    """Of each kind of players, in whole deals."""
    seed: int = 1
    jobs: int = 1
    minutes: float | None = None
    store: Path | None = None
    """Keeps every row, so that a study that was stopped goes on."""
    tell: Callable[[int, int], None] | None = None

    def rows(self, work: Callable[[Case], Row], *, every: int = 1, more: Sequence[Case] = ()) -> list[Row]:
        """What ``work`` says of the decisions, deal after deal, all kinds of players in turn, and of ``more``.

        Decisions of one deal share its luck: one in ``every`` few of many deals tell more than all of some.
        """
        done, found = _kept(self.store), list[Row]()
        order: dict[str, int] = {}
        until = None if self.minutes is None else time.monotonic() + 60 * self.minutes
        with ExitStack() as stack:
            kept = stack.enter_context(self.store.open("a")) if self.store else None
            pool = stack.enter_context(get_context("spawn").Pool(self.jobs))  # leaving it ends what is under way
            with suppress(Late):
                for wave in chain([more], self._waves(pool, every, until)):
                    order |= {case.key: len(order) + at for at, case in enumerate(wave)}
                    found += [done[case.key] for case in wave if case.key in done]
                    todo = [case for case in wave if case.key not in done]
                    answers = pool.imap_unordered(partial(_with_key, work), todo)
                    for _ in todo:
                        found.append(row := answers.next(_left(until)))
                        if kept:
                            kept.write(json.dumps(row) + "\n")
                            kept.flush()
                        if self.tell:
                            self.tell(len(found), len(more) + self.decisions * len(self.players))
            pool.terminate()
        return sorted(found, key=lambda row: order[row["key"]])

    def _waves(self, pool: Any, every: int, until: float | None) -> Iterator[list[Case]]:
        """The decisions, all kinds of players in turn, deal by deal. No more deals are played ahead than keep everybody
        busy: agents that think for long would use up the time with them.
        """
        counts, first = dict.fromkeys(self.players, 0), 0
        while wanting := [kind for kind in counts if counts[kind] < self.decisions]:
            numbers = range(first, first + 2 * self.jobs)
            asked = [
                pool.map_async(partial(cases, self.game, kind, seed=self.seed, every=every), numbers)
                for kind in wanting
            ]
            wave: list[Case] = []
            for deals in zip(*(one.get(_left(until)) for one in asked), strict=True):
                for kind, deal in zip(wanting, deals, strict=True):
                    if counts[kind] < self.decisions:
                        counts[kind] += len(deal)
                        wave += deal
            yield wave
            first += len(numbers)


def _left(until: float | None) -> float | None:
    """How many seconds may still be waited."""
    return None if until is None else max(0.01, until - time.monotonic())


def _with_key(work: Callable[[Case], Row], case: Case) -> Row:
    about = {"key": case.key, "players": case.players, "deal": case.deal, "ply": case.ply, "seat": case.seat}
    return about | work(case)


def _kept(store: Path | None) -> dict[str, Row]:
    if store is None or not store.exists():
        return {}
    lines = enumerate(text_of(store).splitlines(), 1)
    rows = [parsed(line, f"Line {number} of {store}") for number, line in lines if line]
    if not all(isinstance(row, dict) and "key" in row for row in rows):
        raise _core.InvalidSpec(f"{store} is not the store of a study.")
    return {row["key"]: row for row in rows}
