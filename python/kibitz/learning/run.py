"""One training run: its folder, its clock, its log, its progress line.

A run ends by itself, after a number of minutes or samples, and leaves in its folder ``log.csv`` (one line per
report), ``panel.csv`` (one line per opponent and evaluation), ``checkpoint.pt`` and the networks. Where TensorBoard
is installed the same figures go there too.
"""

import csv
import math
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from kibitz import saving
from kibitz.stats import Interval


@dataclass(slots=True)
class Budget:
    """How long to learn: by the clock or by samples, whichever is given and comes first.

    Schedules follow ``done()``, the share of the budget used up. By samples a run can be repeated exactly.
    """

    minutes: float | None = None
    samples: int | None = None
    spent: float = 0.0  # seconds of earlier runs and of this one, evaluation not counted
    _since: float | None = field(default=None, repr=False)

    def seconds(self) -> float:
        """Seconds spent learning, earlier runs included."""
        return self.spent + (0.0 if self._since is None else time.monotonic() - self._since)

    def start(self) -> None:
        """The clock runs."""
        self._since = time.monotonic()

    def pause(self) -> None:
        """The clock stands, as it does during evaluation."""
        self.spent, self._since = self.seconds(), None

    def done(self, samples: int) -> float:
        """The share used up, at most 1."""
        shares = [0.0]
        if self.minutes is not None:
            shares.append(self.seconds() / (60 * self.minutes))
        if self.samples is not None:
            shares.append(samples / self.samples)
        return min(1.0, max(shares))


def cosine(first: float, last: float, done: float) -> float:
    """From ``first`` down to ``last`` along half a cosine."""
    return last + (first - last) * 0.5 * (1 + math.cos(math.pi * done))


def linear(first: float, last: float, done: float) -> float:
    """From ``first`` to ``last`` along a line."""
    return first + (last - first) * min(1.0, max(0.0, done))


class CsvLog:
    """A CSV file that grows by a line at a time; it survives an interrupted run.

    ``samples`` is where the run begins: lines of a run that went further and was killed will come again.
    """

    def __init__(self, path: Path, columns: list[str], samples: int | None = None) -> None:
        self.columns = columns
        fresh = not path.exists() or not path.stat().st_size
        if not fresh and samples is not None:
            _cut(path, samples)
        self._file = path.open("a", newline="", encoding="utf-8")
        self._writer = csv.writer(self._file)
        if fresh:
            self._writer.writerow(columns)

    def add(self, row: Mapping[str, object]) -> None:
        """One line, written at once."""
        self._writer.writerow([_short(row.get(column, "")) for column in self.columns])
        self._file.flush()

    def close(self) -> None:
        """Nothing more will come."""
        self._file.close()


def _cut(path: Path, samples: int) -> None:
    """Leaves out the lines after so many samples, and one that was half written."""
    with path.open(newline="", encoding="utf-8") as file:
        head, *lines = csv.reader(file)
    place = head.index("samples")
    with saving.replacing(path) as fresh, fresh.open("w", newline="", encoding="utf-8") as file:
        known = [line for line in lines if len(line) == len(head) and float(line[place]) <= samples]
        csv.writer(file).writerows([head, *known])


def _short(value: object) -> object:
    return f"{value:.6g}" if isinstance(value, float) else value


class Log:
    """Where the figures of a run go: two CSV files, TensorBoard if there is one, and the terminal."""

    def __init__(self, folder: Path, columns: list[str], quiet: bool = False, samples: int | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._log = CsvLog(folder / "log.csv", columns, samples)
        met = ["samples", "network", "opponent", "deals", "mean", "low", "high"]
        self._panel = CsvLog(folder / "panel.csv", met, samples)
        self._board = _board(folder)
        self.console = Console(stderr=True, quiet=quiet)
        self._live = self.console.is_terminal and not quiet
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeRemainingColumn(),
            console=self.console,
            disable=not self._live,
        )
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        self._progress.start()
        self._task = self._progress.add_task("learning", total=1.0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
        self._log.close()
        self._panel.close()
        if self._board is not None:
            self._board.close()

    def report(self, figures: Mapping[str, float], done: float, line: str) -> None:
        """A line of the log and of the terminal."""
        self._log.add(figures)
        if self._board is not None:
            for name, value in figures.items():
                self._board.add_scalar(name, value, int(figures.get("samples", 0)))
        if self._live and self._task is not None:
            self._progress.update(self._task, completed=done, description=line)
        elif not self.console.quiet:
            print(line, file=sys.stderr, flush=True)

    def evaluated(self, samples: int, network: str, opponent: str, deals: int, result: Interval) -> None:
        """The result of a network against one opponent of the panel."""
        row = {"samples": samples, "network": network, "opponent": opponent, "deals": deals, **result._asdict()}
        self._panel.add(row)
        mean, low, high = result
        if self._board is not None:
            self._board.add_scalar(f"{network}/{opponent}", mean, samples)
        self.say(f"  {mean:+8.2f} ({low:+.2f} to {high:+.2f}) against {opponent}, {deals} deals")

    def say(self, sentence: str) -> None:
        """A sentence for the person at the terminal."""
        if self._live:
            self.console.print(sentence, highlight=False)
        elif not self.console.quiet:
            print(sentence, file=sys.stderr, flush=True)


def _board(folder: Path) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(log_dir=str(folder / "tensorboard"))


class Speed:
    """Decisions and deals per second between two reports."""

    def __init__(self) -> None:
        self._began, self._decisions, self._deals = time.monotonic(), 0, 0

    def due(self, every: float = 5.0) -> bool:
        """Whether it is time for a report."""
        return time.monotonic() - self._began >= every

    def since(self, counts: Mapping[str, int]) -> dict[str, float]:
        """The rates since the last call, from the counts of self-play."""
        now = time.monotonic()
        seconds, self._began = now - self._began, now
        rates = {
            "decisions_per_s": (counts["decisions"] - self._decisions) / seconds,
            "deals_per_s": (counts["deals"] - self._deals) / seconds,
        }
        self._decisions, self._deals = counts["decisions"], counts["deals"]
        return rates


def line(figures: Mapping[str, float], named: Iterable[str]) -> str:
    """A report for the terminal: how far, how fast, and the figures named."""
    return (
        f"{figures['seconds']:6.0f} s  {figures['samples'] / 1e6:9.2f} M samples  "
        f"{figures['decisions_per_s'] / 1e3:9.1f} k decisions/s  {figures['deals_per_s'] / 1e3:7.2f} k deals/s  "
        + "  ".join(f"{name} {figures[name]:.4f}" for name in named if name in figures)
    )
