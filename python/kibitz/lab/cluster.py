"""Deal groups on a Ray cluster: the extra ``[cluster]``.

Ray plays a job again when its worker dies, and a job always gives the same groups, so nothing is lost or counted twice.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Iterator
from typing import Any

from kibitz.lab.executors import Job
from kibitz.lab.group import Group, play
from kibitz.lab.plan import Contest

_TOKEN = " If it asks for a token, RAY_AUTH_MODE=token and RAY_AUTH_TOKEN must be as they are there (docs/lab.md)."
_REACH_S = 5  # a cluster that does not take a connection for so long is not there


class NoCluster(ValueError):
    """Ray is missing, cannot begin, or has failed."""


class Cluster:
    """The cluster this program is connected to or ``RAY_ADDRESS`` names, or one of its own on this machine.

    ``workers`` jobs are in progress at a time, by default as many as the cluster has processors.
    """

    def __init__(self, workers: int | None) -> None:
        self._ray = ray = started(workers)
        self.workers = workers or int(ray.cluster_resources().get("CPU", 1))
        self._play = ray.remote(num_cpus=1, max_retries=-1)(play)
        self._waiting: deque[tuple[Job, Contest]] = deque()
        self._jobs: dict[Any, Job] = {}

    def start(self, job: Job, contest: Contest) -> None:
        """Hands a job over."""
        self._waiting.append((job, contest))
        self._hand_out()

    def _hand_out(self) -> None:
        while self._waiting and len(self._jobs) < self.workers:
            job, contest = self._waiting.popleft()
            self._jobs[self._play.remote(contest, job.first, job.count)] = job

    def finished(self, patience: float) -> Iterator[tuple[Job, list[Group]]]:
        """The finished work, after waiting at most this many seconds for the first of it."""
        done, _ = self._ray.wait(list(self._jobs), num_returns=1, timeout=patience)
        for reference in done:
            job, groups = self._jobs.pop(reference), got(self._ray, reference)
            self._hand_out()
            yield job, groups

    def close(self) -> None:
        """Ends the work; jobs in flight are lost."""
        for reference in self._jobs:
            self._ray.cancel(reference, force=True)
        ended(self._ray)


_OWN: set[int] = set()
"""That this process has connected to Ray by itself, and by which process id: a fork has not."""


def started(workers: int | None = None) -> Any:
    """Ray, connected. What stands in the way is a sentence."""
    try:
        import ray  # type: ignore[import-not-found, unused-ignore]
    except ImportError as error:
        raise NoCluster('The executor ray needs the extra [cluster]: pip install "kibitz[cluster]".') from error
    if ray.is_initialized():
        return ray
    address = os.environ.get("RAY_ADDRESS")
    if address:
        _reached(address)
    try:
        # A cluster that exists has its processors already.
        ray.init(
            address=address or "local",
            num_cpus=None if address else workers,
            log_to_driver=False,
            include_dashboard=None if address else False,
            configure_logging=False,
        )
    except Exception as error:  # of many kinds, of Ray and of what it is made of
        where = f"with the cluster at {address}" if address else "on this machine"
        raise NoCluster(f"Ray cannot begin {where}: {_said(error)}{_TOKEN if address else ''}") from error
    _OWN.add(os.getpid())
    return ray


def ended(ray: Any) -> None:
    """Leaves the cluster, or ends it, if it was this program that began."""
    if os.getpid() in _OWN:
        _OWN.discard(os.getpid())
        ray.shutdown()


def got(ray: Any, reference: Any) -> Any:
    """What a task has come to; what went wrong is what it was there, or a sentence."""
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, ValueError):
            raise error.cause from None
        raise
    except ray.exceptions.RayError as error:
        raise NoCluster(f"Ray has failed: {_said(error)}") from error


def _reached(address: str) -> None:
    """Ray itself would try for a minute."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not port.isdecimal():
        return  # "auto": Ray looks for it
    try:
        socket.create_connection((host.strip("[]"), int(port)), _REACH_S).close()
    except (OSError, OverflowError) as error:
        raise NoCluster(
            f'There is no cluster at "{address}", which RAY_ADDRESS names: {error}. `ray start --head` begins one; '
            "without RAY_ADDRESS one is begun on this machine."
        ) from error


def _said(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{lines[0].rstrip('.')}." if lines else f"{type(error).__name__}."
