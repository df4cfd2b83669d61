"""Who plays the deal groups: threads of this process, other processes, or a cluster.

An executor is handed jobs and hands back what came of them, in whatever order they are done. What comes of a job
depends on the job alone, so every executor gives the same numbers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from threading import Event
from typing import Protocol

from kibitz import _core
from kibitz.lab.group import Group, play
from kibitz.lab.plan import Contest

NAMES = ("threads", "processes", "ray")

_LOSSES = 3  # worker processes that may die one after the other before anything is finished


class WorkerDied(ValueError):
    """Worker processes die as soon as they begin."""


@dataclass(frozen=True, slots=True)
class Job:
    """Some groups of a contest."""

    contest: int  # its place in the plan
    first: int
    count: int


class Executor(Protocol):
    """Plays jobs, some at the same time."""

    workers: int

    def start(self, job: Job, contest: Contest) -> None:
        """Hands a job over."""
        ...

    def finished(self, patience: float) -> Iterator[tuple[Job, list[Group]]]:
        """The finished work, after waiting at most this many seconds for the first of it."""
        ...

    def close(self) -> None:
        """Ends the work; jobs in flight are lost."""
        ...


class Local:
    """Threads or processes of this machine. The engine lets Python run while it plays, so threads suffice for it.

    A process that dies (killed, or out of memory) is replaced, and what it and the others had in flight begins anew.
    """

    def __init__(self, kind: str, workers: int | None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._stop = Event() if kind == "threads" else None
        self._pool = self._staff()
        self._jobs: dict[Future[list[Group]], tuple[Job, Contest]] = {}
        self._losses = 0

    def start(self, job: Job, contest: Contest) -> None:
        """Hands a job over."""
        try:
            future = self._pool.submit(play, contest, job.first, job.count, self._stop)
        except BrokenExecutor:
            self._replace()
            self.start(job, contest)
        else:
            self._jobs[future] = job, contest

    def finished(self, patience: float) -> Iterator[tuple[Job, list[Group]]]:
        """The finished work, after waiting at most this many seconds for the first of it."""
        for future in wait(self._jobs, patience, FIRST_COMPLETED).done:
            try:
                groups = future.result()
            except BrokenExecutor:
                self._replace()
                return
            self._losses = 0
            yield self._jobs.pop(future)[0], groups

    def close(self) -> None:
        """Ends the work; jobs in flight are lost."""
        if self._stop:
            self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _staff(self) -> ThreadPoolExecutor | ProcessPoolExecutor:
        if self._stop:
            return ThreadPoolExecutor(self.workers, thread_name_prefix="kibitz")
        context, parent = get_context("spawn"), (os.getpid(),)
        return ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin_work, initargs=parent)

    def _replace(self) -> None:
        """New processes for those of which one has died; what is done already stays done."""
        self._losses += 1
        if self._losses > _LOSSES:
            raise WorkerDied(
                f"Worker processes died {self._losses} times before a group was finished (is memory short, or does an "
                "agent end the program?); what was finished is kept."
            )
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool, old = self._staff(), self._jobs
        lost = {future for future in old if future.cancelled() or not future.done() or future.exception()}
        self._jobs = {future: of for future, of in old.items() if future not in lost}
        for future in lost:
            self.start(*old[future])


def _begin_work(parent: int) -> None:
    from kibitz.agents.apart import end_with

    end_with(parent)


def executor(name: str, workers: int | None = None) -> Executor:
    """The executor of a name."""
    if name in ("threads", "processes"):
        return Local(name, workers)
    if name == "ray":
        from kibitz.lab.cluster import Cluster

        return Cluster(workers)
    raise _core.InvalidSpec(f'There is no executor "{name}"; there are {", ".join(NAMES)}.')
