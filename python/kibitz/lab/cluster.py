"""Deal groups on a Ray cluster: the extra ``[cluster]``.

Ray plays a job again when its worker dies, and a job always gives the same groups, so nothing is lost or counted twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kibitz import _core
from kibitz.lab.executors import Job
from kibitz.lab.group import Group, play
from kibitz.lab.plan import Contest


class Cluster:
    """The cluster this program is connected to (``RAY_ADDRESS``), or one of its own on this machine."""

    def __init__(self, workers: int | None) -> None:
        try:
            import ray  # type: ignore[import-not-found, unused-ignore]
        except ImportError as error:
            raise _core.InvalidSpec(
                'The executor ray needs the extra [cluster]: pip install "kibitz[cluster]".'
            ) from error
        self._ray = ray
        self._own = not ray.is_initialized()
        if self._own:
            ray.init(num_cpus=workers, log_to_driver=False, include_dashboard=False, configure_logging=False)
        self.workers = workers or int(ray.cluster_resources().get("CPU", 1))
        self._play = ray.remote(num_cpus=1, max_retries=-1)(play)
        self._jobs: dict[Any, Job] = {}

    def start(self, job: Job, contest: Contest) -> None:
        """Hands a job over."""
        self._jobs[self._play.remote(contest, job.first, job.count)] = job

    def finished(self, patience: float) -> Iterator[tuple[Job, list[Group]]]:
        """The finished work, after waiting at most this many seconds for the first of it."""
        done, _ = self._ray.wait(list(self._jobs), num_returns=1, timeout=patience)
        for reference in done:
            yield self._jobs.pop(reference), self._ray.get(reference)

    def close(self) -> None:
        """Ends the work; jobs in flight are lost."""
        for reference in self._jobs:
            self._ray.cancel(reference, force=True)
        if self._own:
            self._ray.shutdown()
