"""``kibitz lab people FILE``: what people do at the table, and how much an agent decides as they did."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz import _core
from kibitz.cli.options import JsonOption, complete_agent, read, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.experiments.behaviour import Reference
    from kibitz.stats import Interval


def command(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Records as JSON lines, logs, or folders with logs.", metavar="FILE…", show_default=False),
    ],
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            "-a",
            help="Also say how often this agent would have done the same.",
            autocompletion=complete_agent,
            show_default=False,
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option("--rounds", "-n", min=2, help="Only the first so many.", show_default=False)
    ] = None,
    drawing: Annotated[
        Path | None, typer.Option("--drawing", help="Draw all shares (SVG).", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Collect playing statistics of people, from records or logs of their rounds: calls and how often they are made,
    bombs, what is given away, how long rounds are; published figures stand beside them.

    `--agent` compares an agent with them. At every decision it is asked from what the seat knew: how often it would
    have played the same, given away the same cards, called or not called alike; if it ranks moves, how often theirs
    was among its first three. All intervals are at 95 %, over rounds.

    **Examples**

    - `kibitz lab people logs`
    - `kibitz lab people people.jsonl --agent "net({game})" --rounds 200 --drawing people.svg`
    """
    from itertools import islice

    from kibitz import agent as make
    from kibitz.experiments.behaviour import references
    from kibitz.experiments.people import agreement, habits

    records = list(islice(_records(sources), rounds))
    if len(records) < 2:
        raise typer.BadParameter(f"An interval needs two rounds at least; there {'is one' if records else 'are none'}.")
    if len(games := {record.game.name for record in records}) > 1:
        raise typer.BadParameter(f"These are records of several games: {', '.join(sorted(games))}.")
    if agent is not None:
        make(agent)
    found = habits(records)
    alike = {} if agent is None else agreement(records, agent)
    if drawing is not None:
        write(drawing, _drawing(found | alike))
    known = references(records[0].game, found)
    if as_json:
        typer.echo(json.dumps(_plain(len(records), found, known, agent, alike), ensure_ascii=False))
        return
    typer.echo(f"{len(records)} rounds")
    _table(found, known)
    if alike:
        typer.echo(f"\n{agent} decides as they did")
        _table(alike, {})


def _records(sources: list[Path]) -> "Iterator[_core.Record]":
    """The rounds; of an ambiguous one the first reading."""
    from kibitz.cli.import_ import files, rounds
    from kibitz.logs import Round

    for path in files(sources):
        if path.suffix == ".jsonl":
            yield from map(_core.Record.from_json, filter(str.strip, read(path).split("\n")))
            continue
        yield from (each.readings[0] for each in rounds(path) if isinstance(each, Round))


def _plain(
    count: int,
    found: "dict[str, Interval]",
    known: "dict[str, Reference]",
    agent: str | None,
    alike: "dict[str, Interval]",
) -> dict[str, object]:
    published = {name: reference._asdict() for name, reference in known.items()}
    told: dict[str, object] = {"rounds": count, "quantities": {name: value._asdict() for name, value in found.items()}}
    compared = {"agent": agent, "agreement": {name: value._asdict() for name, value in alike.items()}} if agent else {}
    return told | {"published": published} | compared


def _table(values: "dict[str, Interval]", known: "dict[str, Reference]") -> None:
    from rich.console import Console
    from rich.table import Table

    from kibitz.experiments.verdict import written

    console = Console()
    if not console.is_terminal:
        console.width = 140
    table = Table(box=None, pad_edge=False)
    for heading in ("", "these people", *(("published", "source") if known else ())):
        table.add_column(heading if known else "")
    for name in sorted(values):
        reference = known.get(name)
        table.add_row(name, written(values[name]), *((f"{reference.value:g}", reference.source) if reference else ()))
    console.print(table)


def _drawing(values: "dict[str, Interval]") -> str:
    """Everything that is a share; what counts cards or tricks has another scale."""
    from kibitz.plots import Bar, intervals

    shares = {name: value for name, value in values.items() if value.low >= 0 and value.high <= 1}
    return intervals([Bar(name, *value) for name, value in sorted(shares.items())], "share, with its 95 % interval")
