"""What of Kibitz is installed, and that nobody waits for what he does not use."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from conftest import Command
from kibitz import _installed
from kibitz.cli import doctor

HEAVY = {"scipy", "importlib.metadata", "asyncio", "rich", "typer", "torch"}

_MATCH = "kibitz.match('schnapsen', 'rules', 'random', deals=6)"


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a program of its own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | environment)


def test_a_first_match_does_not_wait_for_what_it_does_not_need() -> None:
    done = python(f"import sys, kibitz; print(*sys.modules); {_MATCH}; print(*sys.modules)")
    imported, played = (set(line.split()) for line in done.stdout.splitlines())
    assert not (HEAVY | {"numpy", "sqlite3"}) & imported
    assert not HEAVY & played, done.stderr


def test_a_network_that_is_not_installed_says_how_to_get_it() -> None:
    hidden = "import sys; sys.modules['kibitz_nets'] = None; import kibitz; from kibitz import nets"
    done = python(f"{hidden}; print(nets.names()); kibitz.levels('tichu'); kibitz.agent('net(tichu)')")
    assert "'tichu-small'" in done.stdout
    assert "'tichu'" not in done.stdout
    assert done.stderr.endswith('The network "tichu" is not installed; pip install "kibitz[nets]" brings it.\n')


def test_only_the_baseline_engine_can_be_asked_for() -> None:
    done = python("import kibitz", KIBITZ_ENGINE="fast")
    assert done.stderr.endswith('KIBITZ_ENGINE is "baseline" or not set at all, not "fast".\n')


def test_without_pytorch_learning_says_what_is_missing() -> None:
    commands = (["train", "--list"], ["train", "dmc"], ["lab", "belief", "tichu"])
    hidden = "import sys; sys.modules['torch'] = None; from kibitz.cli import main"
    done = python(f"{hidden}; [main(command) for command in {commands}]")
    assert done.stderr == len(commands) * (
        'Learning needs torch, which is not installed; install it with pip install "kibitz[learn]".\n'
    )


def test_the_doctor_says_what_is_missing_and_how_to_get_it(
    kibitz_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_has", lambda name: name not in ("ray", "torch"))
    monkeypatch.setattr(_installed, "network_folders", lambda: [_installed.HOME / "nets"])
    told = json.loads(kibitz_command("doctor", "--json").out)
    findings = {one["name"]: one for one in told["findings"]}
    assert findings["engine"]["found"].startswith(kibitz._core.ENGINE)
    assert findings["papers"]["good"]
    assert not findings["networks"]["good"]
    for name, extra in (("networks", "nets"), ("kibitz[cluster]", "cluster"), ("bfloat16", "learn")):
        assert findings[name]["remedy"] == f'pip install "kibitz[{extra}]"'
    assert findings["kibitz[table]"] == {"name": "kibitz[table]", "good": True, "found": "installed", "remedy": ""}
    assert all(pace["ratio"] == pace["rate"] / pace["reference"] > 0 for pace in told["speed"])


def test_experiments_are_found_where_there_is_no_folder_of_them(
    kibitz_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "epfl2017/table-5.7" in kibitz_command("reproduce", "--list").out
