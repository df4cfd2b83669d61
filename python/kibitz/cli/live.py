"""The live table of a plan in progress: how far, how fast, and what is known so far. Nothing when not on a terminal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from kibitz.lab.results import ContestResult, Results

if TYPE_CHECKING:
    from types import TracebackType

_PAUSE = 0.5  # seconds between two looks: intervals of long contests take a while themselves


class LiveTable:
    """Shows results as they come in. Use it in a ``with`` block and hand it to ``lab.run`` as ``progress``."""

    def __init__(self, quiet: bool = False) -> None:
        self._console = Console(stderr=True)
        columns = (
            TextColumn("deals"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
        )
        self._progress = Progress(*columns, console=self._console)
        self._task = self._progress.add_task("", total=None, rate="")
        self._live = Live(console=self._console, transient=True, refresh_per_second=4)
        self._shown = self._console.is_terminal and not quiet
        self._began: tuple[float, int] | None = None
        self._next = 0.0

    def __enter__(self) -> LiveTable:
        if self._shown:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._live.stop()

    def __call__(self, results: Results) -> None:
        """Takes the results so far."""
        now = time.monotonic()
        if not self._shown or now < self._next:
            return
        done = sum(len(result.groups) for result in results.contests)
        total = sum(len(one.groups) if one.complete else one.contest.groups for one in results.contests)
        self._began = self._began or (now, done)
        began, before = self._began
        rate = f"{(done - before) / (now - began):.1f}/s" if now > began else ""
        self._progress.update(self._task, completed=done, total=total, rate=rate)
        self._live.update(Group(_table(results, self._console.height - 6), self._progress))
        self._next = time.monotonic() + _PAUSE


def _table(results: Results, rows: int) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("contest", "deals", "advantage", "95 % interval", "won"):
        table.add_column(name, justify="left" if name == "contest" else "right", no_wrap=name != "contest")
    for result in results.contests[: max(1, rows)]:
        table.add_row(*_row(results, result))
    return table


def _row(results: Results, result: ContestResult) -> tuple[Text | str, ...]:
    title = Text(" v ".join(map(results.marked, result.contest.labels)), style="" if not result.complete else "bold")
    deals = f"{len(result.groups)}/{result.contest.groups}"
    if len(result.groups) < 2:
        return title, deals, "", "", ""
    mean, low, high = result.advantage()
    rate = result.win_loss().rate
    style = "green" if low > 0 else "red" if high < 0 else ""
    return title, deals, Text(f"{mean:+.3g}", style=style), f"{low:+.3g} to {high:+.3g}", f"{rate.mean:.1%}"
