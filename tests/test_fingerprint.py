"""The engine makes the moves that were written down; `make fingerprint` asks other builds too."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def fingerprint(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "fingerprint.py"), "--deals", "1", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_every_game_agent_and_network_plays_as_it_did_on_any_number_of_threads() -> None:
    told = fingerprint("--threads", "3")
    assert told.returncode == 0, told.stderr


def test_another_move_is_told(tmp_path: Path) -> None:
    written = json.loads((ROOT / "tests" / "fingerprints.json").read_text(encoding="utf-8"))
    (case, *_) = written
    other = tmp_path / "fingerprints.json"
    other.write_text(json.dumps(written | {case: "00000000"}), encoding="utf-8")
    told = fingerprint("--file", str(other))
    assert told.returncode == 1
    assert case in told.stderr
