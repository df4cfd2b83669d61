"""``kibitz match A B``: who plays better, and how sure is that."""

import json
from typing import Annotated

import typer

from kibitz.cli.options import (
    DEFAULT_GAME,
    MAX_SEED,
    ChangesOption,
    GameOption,
    JsonOption,
    RulesOption,
    complete_agent,
    game_of,
)

AgentArgument = Annotated[
    str, typer.Argument(help="An agent; see `kibitz agents`.", autocompletion=complete_agent, show_default=False)
]


def command(
    a: AgentArgument,
    b: AgentArgument,
    game: GameOption = DEFAULT_GAME,
    rules: RulesOption = None,
    option: ChangesOption = None,
    deals: Annotated[int, typer.Option("--deals", "-n", min=2, help="Number of deals.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, metavar="N", help="Seed of the deals.")] = 1,
    threads: Annotated[
        int | None, typer.Option("--threads", "-t", min=1, max=1024, help="Threads; left out, one per processor core.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play A against B and say by how much A is better, with the 95 % interval.

    Every deal is played with both seatings of the two sides, so that nobody is luckier with the cards.
    The result does not depend on the number of threads. Ctrl-C stops early and still gives the result so far.

    **Examples**

    - `kibitz match rules random`
    - `kibitz match rules "random(over=types)" --rules epfl2017 --deals 5000`
    - `kibitz match my_agent:Greedy rules --deals 100 --json`
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from kibitz.lab.match import play, summary

    table = game_of(game, rules, option)
    chunks = play(table, a, b, deals=deals, seed=seed, threads=threads)
    console = Console(stderr=True)
    columns = (TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    differences: list[float] = []
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=deals)
        try:
            for chunk in chunks:
                differences += chunk
                progress.update(task, completed=len(differences))
        except KeyboardInterrupt:
            pass
    stopped = len(differences) < deals
    if stopped:
        typer.echo(f"Stopped after {len(differences)} of {deals} deals.", err=True)
    if len(differences) >= 2:
        result = summary(table, a, b, differences, seed)
        fields = ("mean", "low", "high", "unit", "deals")
        typer.echo(json.dumps({name: getattr(result, name) for name in fields}) if as_json else str(result))
    if stopped:
        raise typer.Exit(130)
