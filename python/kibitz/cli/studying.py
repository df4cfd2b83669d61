"""What the studies of judgements share: their options, their players and how they show that they are at work."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from kibitz import _core

DecisionsOption = Annotated[
    int, typer.Option("--decisions", "-n", min=2, help="At least so many decisions, in whole deals, of each player.")
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", min=1, help="Processes (default: one per core).", callback=lambda n: n or os.cpu_count()
    ),
]
MinutesOption = Annotated[
    float | None,
    typer.Option("--minutes", min=0.01, help="Stop then, with what was found so far.", show_default=False),
]
StoreOption = Annotated[
    Path | None,
    typer.Option("--store", help="Keep every decision in this file, and go on from what it has.", show_default=False),
]


def kinds_of_players(game: _core.Game, wanted: list[str] | None) -> list[str]:
    """Who plays the deals: those that were named, or the game's own player by rules and the strongest."""
    from kibitz.agents import agent, sound

    found = wanted or [sound(game.name), "strongest"]
    for spec in found:
        agent(spec)
    return found


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A line on the terminal that says how far it is; nothing where nobody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield tell
