"""``kibitz match A B``: who plays better, and with what confidence."""

import json
from typing import Annotated, Any

import typer

from kibitz.cli.options import (
    DEFAULT_GAME,
    ChangesOption,
    GameOption,
    JsonOption,
    RulesOption,
    complete_agent,
    game_of,
)
from kibitz.cli.playing import (
    DealsOption,
    ExecutorOption,
    OthersOption,
    ReportOption,
    SeriesSeedOption,
    StoreOption,
    ThreadsOption,
    play,
    seated,
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
    others: OthersOption = None,
    deals: DealsOption = 1000,
    target: Annotated[
        int | None,
        typer.Option(
            min=1, max=1_000_000, help="Play whole matches to this score (or number of deals) instead of deals."
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(metavar="LOW,HIGH", help="Stop early by SPRT between two bounds in normalised Elo, such as 0,5."),
    ] = None,
    seed: SeriesSeedOption = 1,
    threads: ThreadsOption = None,
    executor: ExecutorOption = "threads",
    store: StoreOption = None,
    report: ReportOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play A against B on duplicate deals and report the difference with its 95 % interval.

    Every deal is played in all seatings, so the luck of the deal cancels. Where parties change from deal to
    deal, two seats of one agent would pass points to each other: there one of each sits beside a neutral
    player, and `--others none` seats two of each. The result does not depend on the number of threads. Ctrl-C stops
    early and still reports the result so far.

    **Examples**

    - `kibitz match rules random`
    - `kibitz match "ismcts(200)" "ismcts(100)" --sprt 0,50 --deals 20000`
    - `kibitz match rules random --game {game} --target 500 --deals 200`
    - `kibitz match rules balanced --game {other} --others random`
    - `kibitz match my_agent:Greedy rules --deals 100 --json`
    """
    from kibitz.lab import Plan, head_to_head
    from kibitz.lab.match import lines, of_results
    from kibitz.lab.report import write

    table = game_of(game, rules, option)
    if target is not None:
        table = table.to_match(target)
    whole, bounds = target is not None, _bounds(sprt)
    contest = head_to_head(table, a, b, others=seated(others), deals=deals, seed=seed, whole=whole, sprt=bounds)
    results, stopped = play(Plan(contest.title, (contest,)), store, executor, threads, quiet=as_json)
    played = len(results.contests[0].groups)
    if stopped:
        typer.echo(f"Stopped after {played} of {deals} deals.", err=True)
    if played >= 2:
        result = of_results(results)
        typer.echo(json.dumps(_json(result)) if as_json else "\n".join(lines(result)))
        if report is not None:
            typer.echo(f"Report: {write(results, report)}", err=as_json)
    if stopped:
        raise typer.Exit(130)


def _bounds(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError as error:
        raise typer.BadParameter(f'"{text}" is no pair of bounds; write two numbers, such as --sprt 0,5.') from error
    return low, high


def _json(result: Any) -> dict[str, Any]:
    """What programs read: the advantage first, as it has always been."""
    contest = result.results.contests[0]
    found = {name: getattr(result, name) for name in ("mean", "low", "high", "unit", "deals")}
    summary = result.results.summary()["contests"][0]
    time = result.results.timing()[0]["agents"]
    return found | {"verdict": str(result.verdict), "tables": contest.tables} | {"contest": summary, "time": time}
