"""What the commands of the lab share: their options, playing a plan with a live table, telling its results."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.options import MAX_SEED, complete_agent

if TYPE_CHECKING:
    from kibitz.lab import Plan, Results

DealsOption = Annotated[
    int, typer.Option("--deals", "-n", min=2, help="Number of deals (or matches), each in all seatings.")
]
SeriesSeedOption = Annotated[
    int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, metavar="N", help="Seed of the deals.")
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        "--threads", "-t", min=1, max=1024, help="Worker threads (default: one per core).", show_default=False
    ),
]
ExecutorOption = Annotated[
    str, typer.Option("--executor", metavar="NAME", help="Executor: threads, processes (for Python agents) or ray.")
]
StoreOption = Annotated[
    Path | None,
    typer.Option(help="Store every deal in this file; an existing store is continued.", show_default=False),
]
OthersOption = Annotated[
    list[str] | None,
    typer.Option(
        help="Agent for the remaining seats, A and B taking one each. Repeatable, one per seat. Default: the two sides "
        "of the game meet; where the cards decide the parties, one of each beside a neutral player. "
        "`none`: two sides there too.",
        autocompletion=complete_agent,
        show_default=False,
    ),
]
ReportOption = Annotated[Path | None, typer.Option(help="Write the HTML report to this file.", show_default=False)]


_PLAIN_WIDTH = 200  # of tables in files and pipes, where nothing should be cut off


def seated(others: list[str] | None) -> str | list[str] | None:
    """What the option names, as ``head_to_head`` takes it."""
    if others == ["none"]:
        return []
    return others[0] if others and len(others) == 1 else others


def play(plan: Plan, store: Path | None, executor: str, workers: int | None, quiet: bool) -> tuple[Results, bool]:
    """Plays a plan with a live table; the results so far and True when Ctrl-C stopped it."""
    from kibitz.cli.live import LiveTable
    from kibitz.lab import Interrupted, run

    try:
        with LiveTable(quiet) as table:
            return run(plan, store, executor=executor, workers=workers, progress=table), False
    except Interrupted as stopped:
        return stopped.results, True


def tell(results: Results, as_json: bool, report: Path | None) -> None:
    """Prints ladders and comparisons, and writes the report."""
    if as_json:
        typer.echo(json.dumps(results.summary() | {"time": results.timing()}, ensure_ascii=False))
    else:
        _print(results)
    if report is not None:
        from kibitz.lab.report import write

        path = write(results, report)
        typer.echo(f"Report: {path}", err=as_json)


def finish(results: Results, stopped: bool, as_json: bool, store: Path | None, report: Path | None) -> None:
    """Tells the results; what was stopped ends with the exit code of Ctrl-C."""
    if stopped:
        done = sum(len(result.groups) for result in results.contests)
        more = f" Go on with: kibitz resume {store}" if store else ""
        typer.echo(f"Stopped after {done} deals.{more}", err=True)
    tell(results, as_json, report)
    if stopped:
        raise typer.Exit(130)


def _print(results: Results) -> None:
    from rich.console import Console
    from rich.table import Table

    from kibitz.lab.match import seconds
    from kibitz.lab.results import unit

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = _PLAIN_WIDTH

    def show(title: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
        table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
        for number, head in enumerate(heads):
            table.add_column(head, justify="right" if number else "left", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        console.print(table)
        console.print()

    time = {
        name: seconds(result.seconds_per_move(agent))
        for result in results.contests
        for agent, name in enumerate(result.contest.labels)
    }
    for ladder in results.ladders():
        rated = [
            (results.marked(one.player), f"{one.elo:+.0f}", f"{one.low:+.0f} to {one.high:+.0f}", time[one.player])
            for one in ladder.ratings
        ]
        show(f"{ladder.title} ({ladder.model})", ("agent", "Elo", "95 % interval", "CPU per move"), rated)
    units = dict.fromkeys(unit(contest) for contest in results.plan.contests)
    rows = []
    for one in results.comparisons():
        contest = results.contests[one.contest].contest
        a, b = (results.marked(contest.labels[agent]) for agent in (one.a, one.b))
        mean, low, high = one.advantage
        met = one.win_loss
        numbers = f"{mean:+.3g}", f"{low:+.3g} to {high:+.3g}", f"{met.wins}/{met.ties}/{met.losses}"
        rows.append((f"{a} v {b}", *numbers, str(one.verdict)))
    show(
        f"Who met whom ({', '.join(units)})", ("", "advantage", "95 % interval", "won/tied/lost", "the first is"), rows
    )
