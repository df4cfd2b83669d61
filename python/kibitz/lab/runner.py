"""Plays a plan: finds the missing groups, has them played, and stores each when it is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext
from pathlib import Path

from kibitz.lab.executors import Executor, Job
from kibitz.lab.executors import executor as make_executor
from kibitz.lab.group import Group
from kibitz.lab.plan import Contest, Plan
from kibitz.lab.results import ContestResult, Results
from kibitz.lab.store import Store

_SPAN = 0.25  # seconds a job should take: long beside its overhead, short beside a person's patience
_AHEAD = 2  # jobs per worker that are handed over before results are waited for


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with what had been played by then."""

    def __init__(self, results: Results) -> None:
        super().__init__()
        self.results = results


def run(
    plan: Plan,
    store: Path | str | None = None,
    *,
    executor: str = "threads",
    workers: int | None = None,
    progress: Callable[[Results], None] | None = None,
) -> Results:
    """Plays what is not yet in the store and returns everything.

    A store that exists is continued, if it was begun with the same plan; without one, results are kept in memory.
    ``progress`` is called in this thread with the results so far, a few times a second. Ctrl-C raises
    ``Interrupted`` with the results so far; the store keeps every finished group.
    """
    with Store(store, plan) if store is not None else nullcontext() as kept:
        if kept:
            kept.check_version()
        boards = [_Board(contest, kept.groups(i) if kept else []) for i, contest in enumerate(plan.contests)]
        if all(board.decided for board in boards):
            return _results(plan, boards)
        try:
            with closing(make_executor(executor, workers)) as players:
                for number, groups in _played(boards, players):
                    if kept and groups:
                        kept.write(number, groups)
                    boards[number].add(groups)
                    if progress:
                        progress(_results(plan, boards))
        except KeyboardInterrupt as stopped:
            raise Interrupted(_results(plan, boards)) from stopped
        finally:
            if any(contest.in_python for contest in plan.contests):
                from kibitz.agents.apart import APART

                APART.close()
        return _results(plan, boards)


def load(store: Path | str) -> Results:
    """The results in a store, complete or not."""
    with Store(store) as kept:
        boards = [_Board(contest, kept.groups(number)) for number, contest in enumerate(kept.plan.contests)]
        return _results(kept.plan, boards)


class _Board:
    """What is known of a contest, and what is still to be handed out."""

    def __init__(self, contest: Contest, groups: list[Group]) -> None:
        self.contest = contest
        self._known = {group.number: group for group in groups}
        self._row: list[Group] = []  # the known groups from 0 on, without a gap
        self._next = 0  # nothing below is missing or not handed out
        self._pace: float | None = None  # seconds per group
        self._advance()

    @property
    def decided(self) -> bool:
        return self._result.complete

    @property
    def share(self) -> float:
        """How much of it has been handed out."""
        return self._next / self.contest.groups

    @property
    def result(self) -> ContestResult:
        return self._result

    def add(self, groups: list[Group]) -> None:
        self._known.update((group.number, group) for group in groups)
        self._advance()

    def job(self, number: int, workers: int) -> Job | None:
        """The next groups that are missing; None when all are handed out."""
        while self._next < self.contest.groups and self._next in self._known:
            self._next += 1
        if self._next >= self.contest.groups or self.decided:
            return None
        first = self._next
        wanted = 1 if self._pace is None else max(1, min(4096, int(_SPAN / self._pace)))
        # Towards the end jobs get smaller, so that all workers end together.
        wanted = max(1, min(wanted, (self.contest.groups - first) // (2 * workers)))
        while self._next < min(first + wanted, self.contest.groups) and self._next not in self._known:
            self._next += 1
        return Job(number, first, self._next - first)

    def took(self, groups: int, seconds: float) -> None:
        """Learns how long a group takes."""
        pace = seconds / max(1, groups)
        self._pace = pace if self._pace is None else (self._pace + pace) / 2

    def _advance(self) -> None:
        while len(self._row) in self._known and len(self._row) < self.contest.groups:
            self._row.append(self._known[len(self._row)])
        self._result = ContestResult.up_to_stop(self.contest, self._row)


def _played(boards: list[_Board], players: Executor) -> Iterator[tuple[int, list[Group]]]:
    """The groups that are missing, as they are finished. The contest that is furthest behind goes first."""
    began: dict[Job, float] = {}
    while True:
        while len(began) < _AHEAD * players.workers:
            open_boards = sorted((board.share, number) for number, board in enumerate(boards))
            jobs = (boards[number].job(number, players.workers) for _, number in open_boards)
            job = next((job for job in jobs if job), None)
            if job is None:
                break
            players.start(job, boards[job.contest].contest)
            began[job] = time.monotonic()
        if not began:
            return
        for job, groups in players.finished(patience=0.2):
            boards[job.contest].took(len(groups), time.monotonic() - began.pop(job))
            yield job.contest, groups


def _results(plan: Plan, boards: list[_Board]) -> Results:
    return Results(plan, tuple(board.result for board in boards))
