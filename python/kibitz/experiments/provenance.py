"""What a result was made of: seed, program, machine and the CPU time it took. No names of hosts or folders."""

import os
import platform
import subprocess
from functools import cache
from pathlib import Path
from typing import NamedTuple

import kibitz

SEED = 1  # of the deals of every experiment


class Made(NamedTuple):
    """How a result came about; what older results do not tell is None."""

    seed: int | None = None
    commit: str | None = None
    cpu_seconds: float | None = None
    machine: str | None = None

    def words(self) -> str:
        """A sentence for a page."""
        if self == UNKNOWN:
            return "Seed, commit, CPU time and machine: not recorded."
        spent = "not recorded" if self.cpu_seconds is None else duration(self.cpu_seconds)
        return f"Seed {self.seed}, commit {self.commit}, {spent} of CPU time, {self.machine}."


UNKNOWN = Made()


def made(cpu_seconds: float) -> Made:
    """A result that this program makes here."""
    return Made(SEED, commit(), round(cpu_seconds, 2), machine())


def duration(seconds: float) -> str:
    """CPU time as people say it."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


@cache
def commit() -> str:
    """The commit this was built from: what ``KIBITZ_COMMIT`` says, for copies of a checkout; else that of the checkout
    this runs from, marked if the sources were changed since; without git the version.
    """
    if told := os.environ.get("KIBITZ_COMMIT"):
        return told
    home = Path(kibitz.__file__).parent
    try:
        _git(home, "ls-files", "--error-unmatch", "__init__.py")  # else the repository around it is another's
        name = _git(home, "describe", "--always", "--tags")
        changed = _git(home, "status", "--porcelain", "--", ":/python", ":/crates", ":/games")
    except (OSError, subprocess.CalledProcessError):
        return str(kibitz.__version__)
    return f"{name} with changes" if changed else name


@cache
def machine() -> str:
    """The processor and how many cores of it there are."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    cores = os.cpu_count() or 1
    return f"{next(named, platform.processor() or platform.machine())}, {cores} core{'s' if cores > 1 else ''}"


def _git(home: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(home), *words], capture_output=True, text=True, check=True, timeout=10)
    return done.stdout.strip()
