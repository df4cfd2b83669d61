"""What has failed once holds, and a second of new inputs for every law; `make fuzz` takes longer."""

import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).resolve().parent.parent / "tools" / "fuzz.py"


def test_an_input_is_right_or_refused_with_a_sentence() -> None:
    tried = subprocess.run([sys.executable, str(FUZZ), "--seconds", "0.3"], capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
    assert tried.stdout.count(" inputs") == 8


def test_another_error_and_a_broken_law_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FUZZ.parent.parent)
    from tools import fuzz

    def fails(text: str) -> None:
        fuzz.hold(text != "broken", "the law")
        if text == "odd":
            raise OverflowError("too large")
        raise ValueError("A sentence.")

    assert fuzz.fault(fails, "broken") == "Broken: the law"
    assert fuzz.fault(fails, "odd") == "OverflowError: too large"
    assert fuzz.fault(fails, "right") is None
