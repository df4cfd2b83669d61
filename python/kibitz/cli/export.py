"""``kibitz export SOURCE OUT``: records, judgements and results as rows for other programs."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.options import read, write

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rows import Row


class Kind(StrEnum):
    """What a row is."""

    DEALS = "deals"
    MOVES = "moves"
    JUDGEMENTS = "judgements"


def command(
    source: Annotated[
        Path, typer.Argument(help="Records (a record or JSON lines), or the store of a match or tournament.")
    ],
    out: Annotated[Path, typer.Argument(help="File: .jsonl or .parquet; of a store also .svg, its ladder.")],
    rows: Annotated[
        Kind, typer.Option("--rows", help="Of records: a row per deal, per move, or per decision with its judgement.")
    ] = Kind.DEALS,
    quick: Annotated[bool, typer.Option("--quick", help="Judge with a quarter of the worlds.")] = False,
) -> None:
    """Write records, judgements or results as JSON lines or Parquet, or the ladder of a store as a picture.

    A store gives a row for every seat of every table. Parquet needs `pip install "kibitz[notebook]"`.

    **Examples**

    - `kibitz export people.jsonl people.parquet --rows moves`
    - `kibitz export deal.txt judged.jsonl --rows judgements --quick`
    - `kibitz export ladder.kibitz ladder.parquet`
    - `kibitz export ladder.kibitz ladder.svg`
    """
    from kibitz import rows as made

    if not source.exists():
        raise typer.BadParameter(f"{source} does not exist.")
    if _is_store(source):
        from kibitz.lab import load

        results = load(source)
        if out.suffix == ".svg":
            write(out, "".join(ladder.plot() for ladder in results.ladders()[:1]))
            return
        count = made.write(made.results(results), out)
    else:
        count = made.write(_rows(source, rows, quick=quick), out)
    typer.echo(f"{out}: {count:,} rows.")


def _is_store(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(15) == b"SQLite format 3"


def _rows(source: Path, kind: Kind, *, quick: bool) -> "Iterator[Row]":
    from kibitz import rows
    from kibitz.cli.replay import load

    records = load(read(source))
    match kind:
        case Kind.DEALS:
            yield from rows.deals(records)
        case Kind.MOVES:
            yield from rows.moves(records)
        case Kind.JUDGEMENTS:
            from kibitz.analysis import review
            from kibitz.cli.review import effort_of

            for number, record in enumerate(records, 1):
                yield from rows.judgements(record, review(record, effort=effort_of(quick=quick)), number)
