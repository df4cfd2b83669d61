"""What the studies of judgements share: their options, their players, and the study they make of them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz import _core
from kibitz.cli.progress import Progress

if TYPE_CHECKING:
    from kibitz.analysis.study import Study

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
def study(
    game: _core.Game,
    players: list[str],
    decisions: int,
    seed: int,
    jobs: int | None,
    minutes: float | None,
    store: Path | None,
) -> "Iterator[Study]":
    """A study that shows how far it is."""
    from kibitz.analysis.study import Study

    with Progress("decisions", "decisions") as tell:
        yield Study(game, players, decisions, seed, jobs or 1, minutes, store, tell)
