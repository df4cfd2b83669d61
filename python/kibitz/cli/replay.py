"""``kibitz replay FILE``: checks records and shows them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz import _core
from kibitz.cli.options import JsonOption, read
from kibitz.cli.watch import openings

if TYPE_CHECKING:
    from kibitz.cli.sheet import Step


def command(
    file: Annotated[Path, typer.Argument(help="A record, or many as JSON lines.", show_default=False)],
    as_json: JsonOption = False,
) -> None:
    """Check every move of a record and show the deal; one line each for many records.

    **Example**

    - `kibitz watch rules random --seed 7 --record deal.txt; kibitz replay deal.txt`
    """
    records = load(read(file))
    if as_json:
        for record in records:
            record.replay()
            typer.echo(record.to_json())
        return
    if len(records) == 1:
        from rich.console import Console

        from kibitz.cli.sheet import Sheet

        record = records[0]
        record.replay()
        from kibitz.analysis.positions import beginning

        Sheet(Console(), record.game, record.players).play(beginning(record), steps(record), record.seed)
        return
    for number, record in enumerate(records, 1):
        state = record.replay()
        result = " ".join(map(str, state.returns)) if state.over else "not over"
        typer.echo(f"{number}: {record.game.name}, {record.game.rules}, {len(record.moves)} moves, result {result}")


def load(text: str) -> list[_core.Record]:
    """The records of a file: one as text, or JSON lines."""
    if not text.lstrip().startswith("{"):
        return [_core.Record(text)]
    return [_core.Record.from_json(line) for line in text.splitlines() if line.strip()]


def steps(record: _core.Record) -> Iterator["Step"]:
    """The moves of a record, one by one."""
    from kibitz.analysis.positions import beginning
    from kibitz.cli.sheet import Step

    state, opens = beginning(record), openings(record.replay())
    for place, (seat, text) in enumerate(record.moves):
        state = state.settled().play(seat, text)
        _, move = state.history()[-1]
        yield Step(seat, move, place in opens, state)
