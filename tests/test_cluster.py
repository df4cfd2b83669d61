"""A real Ray cluster on this machine: ``make test-cluster`` installs it and runs these."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import lab
from kibitz.lab import cluster
from kibitz.lab.executors import Job

pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("default")]  # Ray's own warnings are not ours


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    # As many workers as the test kills and more, whatever the machine has.
    ray.init("local", num_cpus=3, include_dashboard=False, log_to_driver=False)
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


def test_a_cluster_at_an_address_is_joined_with_its_token_and_by_nobody_else(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    known = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "0123456789abcdef" * 2}
    bare = {key: value for key, value in os.environ.items() if not key.startswith("RAY_")} | {"HOME": str(tmp_path)}

    def match(**more: str) -> subprocess.CompletedProcess[str]:
        agents = ["rules", "random", "--game", "schnapsen", "-n", "20"]
        command = [sys.executable, "-m", "kibitz", "match", *agents, "--executor", "ray", "--threads", "1"]
        return subprocess.run(command, env=bare | more, capture_output=True, text=True, timeout=240)

    absent = match(RAY_ADDRESS=address)
    assert absent.returncode == 2
    assert absent.stderr.startswith(f'There is no cluster at "{address}"')
    begin = "from ray.scripts.scripts import main; main()"
    how = ["start", "--head", "--block", "--port", address.rpartition(":")[2], "--num-cpus", "2"]
    short = tempfile.mkdtemp()  # sockets lie there, whose names must be short
    how += ["--include-dashboard", "false", "--disable-usage-stats", "--temp-dir", short]
    head = subprocess.Popen(
        [sys.executable, "-c", begin, *how], env=bare | known, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        while (joined := match(RAY_ADDRESS=address, **known)).returncode:
            assert head.poll() is None, joined.stderr
        stranger = match(RAY_ADDRESS=address)
    finally:
        head.terminate()
        head.wait()
        shutil.rmtree(short, ignore_errors=True)
    assert joined.stdout.startswith("rules scores")
    assert stranger.returncode == 2
    assert "RAY_AUTH_TOKEN" in stranger.stderr
    assert "Traceback" not in stranger.stderr


def test_what_fails_in_a_worker_is_the_same_error(ray: Any) -> None:
    assert ray.is_initialized()
    # Ray's workers do not look for modules where these tests lie.
    with pytest.raises(kibitz.AgentFailed, match=r'^"apart_agents:Faulty\(how=ends\)" failed .*There is no agent'):
        lab.run(
            lab.Plan("", (lab.head_to_head("schnapsen", "apart_agents:Faulty(how=ends)", "random", deals=2),)),
            executor="ray",
        )
