"""Who plays the deal groups: threads of this process, other processes, or a cluster.

An executor is handed jobs and hands back what came of them, in whatever order they are done. What comes of a job
depends on the job alone, so every executor gives the same numbers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from threading import Event
from typing import Protocol

from kibitz import _core
from kibitz.lab.group import Group, play
from kibitz.lab.plan import Contest

NAMES = ("threads", "processes", "ray")


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
        """What has been done, after waiting so many seconds for the first of it."""
        ...

    def close(self) -> None:
        """Ends the work; jobs in flight are lost."""
        ...


class Local:
    """Threads or processes of this machine. The engine lets Python run while it plays, so threads suffice for it."""

    def __init__(self, kind: str, workers: int | None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._stop = Event() if kind == "threads" else None
        self._pool = (
            ThreadPoolExecutor(self.workers, thread_name_prefix="kibitz")
            if kind == "threads"
            else ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
        )
        self._jobs: dict[Future[list[Group]], Job] = {}

    def start(self, job: Job, contest: Contest) -> None:
        """Hands a job over."""
        self._jobs[self._pool.submit(play, contest, job.first, job.count, self._stop)] = job

    def finished(self, patience: float) -> Iterator[tuple[Job, list[Group]]]:
        """What has been done, after waiting so many seconds for the first of it."""
        for future in wait(self._jobs, patience, FIRST_COMPLETED).done:
            yield self._jobs.pop(future), future.result()

    def close(self) -> None:
        """Ends the work; jobs in flight are lost."""
        if self._stop:
            self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)


def executor(name: str, workers: int | None = None) -> Executor:
    """The executor of a name."""
    if name in ("threads", "processes"):
        return Local(name, workers)
    if name == "ray":
        from kibitz.lab.cluster import Cluster

        return Cluster(workers)
    raise _core.InvalidSpec(f'There is no executor "{name}"; there are {", ".join(NAMES)}.')
