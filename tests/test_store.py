"""The store: what was played is kept, whatever happens."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

import kibitz
from conftest import Command
from kibitz import lab
from kibitz.lab.store import LAYOUT
from kibitz.lab.tournament import read

PLAN = {
    "game": "tichu",
    "rules": "mini",
    "agents": ["ismcts(60)", "rules", "random"],
    "deals": 80,
    "seed": 4,
}


def tournament(folder: Path) -> Path:
    file = folder / "small.toml"
    file.write_text("\n".join(f"{key} = {json.dumps(value)}" for key, value in PLAN.items()), encoding="utf-8")
    return file


def start(file: Path, store: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "kibitz", "tournament", str(file), "--store", str(store), "--json"]
    # Who runs the tests in the background may have told them to ignore Ctrl-C; this one must hear it.
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=file.parent,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def summary(store: Path) -> str:
    return json.dumps(lab.load(store).summary())


def played(store: Path) -> int:
    """How many groups are in a store that may not be there yet."""
    if not store.exists():
        return 0
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=30)) as file:
        try:
            return int(file.execute("SELECT count(*) FROM groups").fetchone()[0])
        except sqlite3.OperationalError:
            return 0  # the tables are not there yet


def test_a_tournament_killed_again_and_again_ends_as_one_that_was_not(tmp_path: Path) -> None:
    file = tournament(tmp_path)
    whole, patched = tmp_path / "whole.kibitz", tmp_path / "patched.kibitz"
    lab.run(read(file), whole)
    chance, killed = random.Random(7), 0
    for _ in range(10):
        running = start(file, patched)
        # Somewhere in what is left: after some more deals than there were.
        wanted = played(patched) + chance.randrange(1, 15)
        while played(patched) < wanted and running.poll() is None:
            time.sleep(chance.random() * 0.02)
        running.kill()
        running.communicate()
        if running.returncode == 0:  # on a quick machine there may not be enough for ten
            break
        killed += 1
    assert killed, "it was done before it could be killed"
    last = start(file, patched)
    out, _ = last.communicate()
    assert last.returncode == 0
    assert summary(patched) == summary(whole)
    assert {key: value for key, value in json.loads(out).items() if key != "time"} == json.loads(summary(whole))


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(tmp_path: Path, kibitz_command: Command) -> None:
    file, store = tournament(tmp_path), tmp_path / "store.kibitz"
    running = start(file, store)
    while not played(store) and running.poll() is None:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate()
    assert running.returncode == 130
    assert f"Go on with: kibitz resume {store}" in told
    assert played(store)
    outcome = kibitz_command("resume", str(store), "--json")
    assert outcome.code == 0
    assert json.loads(outcome.out)["complete"]


def test_a_finished_store_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = lab.round_robin("schnapsen", ["rules", "random"], deals=4)
    results = lab.run(plan, tmp_path / "store.kibitz")
    monkeypatch.setattr("kibitz.lab.runner.make_executor", None)
    assert lab.run(plan, tmp_path / "store.kibitz") == results


def test_groups_are_never_there_twice(tmp_path: Path) -> None:
    plan = lab.round_robin("schnapsen", ["rules", "random"], deals=4)
    with lab.Store(tmp_path / "store.kibitz", plan) as store:
        groups = list(lab.run(plan).contests[0].groups)
        store.write(0, groups[:3])
        store.write(0, groups[1:])
        assert store.groups(0) == groups


def test_a_full_disk_is_a_sentence_and_loses_only_what_was_in_flight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, path = lab.round_robin("schnapsen", ["rules", "random"], deals=400), tmp_path / "store.kibitz"

    class Small(lab.Store):
        """A store on a disk with room for few pages."""

        def __init__(self, path: Path | str, plan: lab.Plan | None = None) -> None:
            super().__init__(path, plan)
            self._base.execute("PRAGMA max_page_count = 10")

    with monkeypatch.context() as patched:
        patched.setattr("kibitz.lab.runner.Store", Small)
        with pytest.raises(lab.StoreError, match=r"no room left .* `kibitz resume .*store.kibitz` goes on"):
            lab.run(plan, path)
    assert 0 < played(path) < 400
    assert json.dumps(lab.run(plan, path).summary()) == json.dumps(lab.run(plan).summary())


def refusal(path: Path, plan: lab.Plan | None = None) -> str:
    with pytest.raises(lab.StoreError) as refused:
        lab.Store(path, plan)
    assert "\n" not in str(refused.value)
    return str(refused.value)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "store.kibitz"
    lab.run(lab.round_robin("schnapsen", ["rules", "random"], deals=3), path)
    return path


def test_a_store_of_another_version_is_refused(store: Path, kibitz_command: Command) -> None:
    with sqlite3.connect(store) as file:
        file.execute(f"PRAGMA user_version = {LAYOUT.version + 6}")
    outcome = kibitz_command("report", str(store))
    assert outcome.code == 2
    assert f"format {LAYOUT.version + 6} of another version of Kibitz" in outcome.err
    assert outcome.err.count("\n") == 1


def test_what_another_kibitz_began_can_be_told_but_not_continued(
    tmp_path: Path, kibitz_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, plan = tmp_path / "store.kibitz", lab.round_robin("schnapsen", ["rules", "random"], deals=3)
    with monkeypatch.context() as older:
        older.setattr("kibitz.lab.store.VERSION", "0.0.1")
        lab.run(plan, store)
    assert kibitz_command("report", str(store), "--json").code == 0
    outcome = kibitz_command("resume", str(store))
    assert outcome.code == 2
    assert f"begun with kibitz 0.0.1, and this is {kibitz.__version__}" in outcome.err


def test_a_store_belongs_to_its_plan(store: Path) -> None:
    assert "holds another plan" in refusal(store, lab.round_robin("schnapsen", ["rules", "random"], deals=4))


def test_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a store, but long enough to be looked at " * 50, encoding="utf-8")
    assert refusal(tmp_path / "text").endswith("is not a Kibitz store.")
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE something (x)").connection.close()
    assert refusal(tmp_path / "other").endswith("is not a Kibitz store.")
    assert refusal(tmp_path / "nothing").startswith("There is no store")


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    plan = lab.round_robin("schnapsen", ["rules", "random"], deals=4)
    assert "There is no folder" in refusal(tmp_path / "missing" / "store.kibitz", plan)
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    if os.access(locked, os.W_OK):  # the superuser may write anywhere, but not into the kernel's own folders
        locked = Path("/proc")
    assert refusal(locked / "store.kibitz", plan).endswith("cannot be written; choose a writable folder.")


def test_a_report_that_cannot_be_written_is_a_sentence(store: Path, kibitz_command: Command) -> None:
    outcome = kibitz_command("report", str(store), "--json", "--report", str(store / "report.html"))
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1


def test_a_store_of_the_version_before_gets_its_checksums(store: Path) -> None:
    whole = summary(store)
    with sqlite3.connect(store) as file:
        plan, groups = (file.execute(f"SELECT * FROM {table}").fetchall() for table in ("plan", "groups"))
        file.executescript("""
            DROP TABLE plan; DROP TABLE groups; PRAGMA user_version = 1;
            CREATE TABLE plan (json TEXT NOT NULL, kibitz TEXT NOT NULL);
            CREATE TABLE groups (contest INTEGER NOT NULL, number INTEGER NOT NULL, returns TEXT NOT NULL,
                winners TEXT NOT NULL, deals TEXT NOT NULL, decisions TEXT NOT NULL, seconds TEXT NOT NULL,
                PRIMARY KEY (contest, number)) WITHOUT ROWID;
        """)
        file.executemany("INSERT INTO plan VALUES (?, ?)", [row[:-1] for row in plan])
        file.executemany("INSERT INTO groups VALUES (?, ?, ?, ?, ?, ?, ?)", [row[:-1] for row in groups])
    assert summary(store) == whole
    with sqlite3.connect(store) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (LAYOUT.version,)
        assert file.execute("SELECT * FROM groups").fetchall() == groups


def test_many_may_make_one_store_at_once(tmp_path: Path) -> None:
    path, plan = tmp_path / "store.kibitz", lab.round_robin("schnapsen", ["rules", "random"], deals=6)
    groups = lab.run(plan).contests[0].groups

    def tournament(number: int) -> None:
        with lab.Store(path, plan) as store:
            store.write(0, groups[number : number + 3])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(tournament, [0, 1, 2, 3] * 6))
    with lab.Store(path) as store:
        assert tuple(store.groups(0)) == tuple(groups)
