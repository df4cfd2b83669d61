"""A real Ray cluster on this machine: ``make test-cluster`` installs it and runs these."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz import lab
from kibitz.lab import cluster
from kibitz.lab.executors import Job

pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("default")]  # Ray's own warnings are not ours


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    # As many workers as the test kills and more, whatever the machine has.
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False)
    yield ray
    ray.shutdown()


PLAN = lab.round_robin("schnapsen", ["ismcts(300)", "rules", "random"], deals=150)


def test_a_cluster_gives_the_same_bytes_as_this_process(ray: Any) -> None:
    assert ray.is_initialized()
    here, there = lab.run(PLAN), lab.run(PLAN, executor="ray")
    assert json.dumps(there.summary()) == json.dumps(here.summary())


def test_a_worker_killed_in_the_middle_changes_nothing(ray: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Notes:
        """Who is playing what."""

        def __init__(self) -> None:
            self.jobs: list[tuple[int, int]] = []

        def begin(self, process: int, first: int) -> int:
            self.jobs.append((process, first))
            return len(self.jobs)

        def all(self) -> list[tuple[int, int]]:
            return self.jobs

    notes = ray.remote(num_cpus=0)(Notes).remote()

    def play(contest: lab.Contest, first: int, count: int, stop: None = None) -> list[lab.Group]:
        from kibitz.lab.group import play as really

        number = ray.get(notes.begin.remote(os.getpid(), first))
        groups = really(contest, first, count, stop)
        if number == 5:
            time.sleep(600)  # its groups are played but not handed back
        return groups

    monkeypatch.setattr(cluster, "play", play)
    started: list[Job] = []
    start = cluster.Cluster.start

    def count(self: cluster.Cluster, job: Job, contest: lab.Contest) -> None:
        started.append(job)
        start(self, job, contest)

    monkeypatch.setattr(cluster.Cluster, "start", count)

    def kill() -> None:
        while len(begun := ray.get(notes.all.remote())) < 5:
            time.sleep(0.02)
        time.sleep(0.5)
        os.kill(begun[4][0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    there = lab.run(PLAN, executor="ray")
    killer.join()
    assert json.dumps(there.summary()) == json.dumps(lab.run(PLAN).summary())
    begun = ray.get(notes.all.remote())
    assert len(begun) > len(started), "the job of the dead worker was played again"
    assert [len(result.groups) for result in there.contests] == [150] * 3
