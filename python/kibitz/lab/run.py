"""Plays a plan: finds what is missing in the store, has it played, writes every group when it is done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kibitz.lab.plan import Plan
from kibitz.lab.results import Results

EXECUTORS = ("threads", "processes", "ray")


def run(
    plan: Plan,
    store: Path | str | None = None,
    *,
    executor: str = "threads",
    workers: int | None = None,
    progress: Callable[[Results], None] | None = None,
) -> Results:
    """Plays what is not yet in the store and returns everything.

    A store that exists is continued, if it was begun with the same plan; without one, results are kept in memory.
    ``progress`` is called in this thread with the results so far, a few times a second. Ctrl-C raises
    ``Interrupted`` with the results so far; the store keeps every finished group.
    """


def load(store: Path | str) -> Results:
    """The results in a store, complete or not."""
