"""How long work shows that it is under way: a bar on a terminal; elsewhere a line now and then, with what is left."""

import time
from types import TracebackType

import typer

_EVERY = 30.0  # seconds between two lines


class Progress:
    """Told how far the work is, it shows it, with an estimate of the time that is left."""

    def __init__(self, name: str, what: str = "deals") -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._plain = not console.is_terminal
        self._bar = Bar(*columns, console=console, transient=True, disable=self._plain)
        self._name, self._what, self._task = name, what, self._bar.add_task(name, total=None)

    def __enter__(self) -> "Progress":
        self._bar.start()
        self._began = time.monotonic()
        self._next = self._began + _EVERY
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def __call__(self, done: int, total: int, part: str = "") -> None:
        """Hears how far it is; a total of 0 is not known."""
        name = f"{self._name} ({part})" if part else self._name
        self._bar.update(self._task, description=name, completed=done, total=total or None)
        now = time.monotonic()
        if self._plain and now >= self._next:
            self._next = now + _EVERY
            typer.echo(f"{name}: {self._line(done, total, now - self._began)}", err=True)

    def _line(self, done: int, total: int, spent: float) -> str:
        if not total:
            return f"{done} {self._what}, {spent:.0f} s"
        left = f", about {spent * (total - done) / done:.0f} s left" if 0 < done < total else ""
        return f"{done} of {total} {self._what}, {spent:.0f} s{left}"
