"""``kibitz import FILE``: logs of other places to play become records."""

import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz import saving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from kibitz.logs import Fault, Round


def command(
    sources: Annotated[
        list[Path], typer.Argument(help="Logs, or folders with logs.", metavar="FILE…", show_default=False)
    ],
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the records there (default: print them).", show_default=False)
    ] = None,
    names: Annotated[
        bool, typer.Option("--names", help="Keep the players' names, which are personal data; else none is stored.")
    ] = False,
) -> None:
    """Import rounds that people have played elsewhere: complete rounds become records, one JSON line each.

    Every move is checked by the rules and every round must come to the score that its log has. Where several readings
    of a log do, one is the record and the others stand beside it. A round that cannot be read is explained by its line,
    and the rest is imported all the same. Nothing is downloaded: bring your own logs.

    **Examples**

    - `kibitz import logs --out people.jsonl`
    - `kibitz import game.tch --out people.jsonl; kibitz analyse people.jsonl --quick`
    """
    from kibitz.logs import Fault

    paths = list(files(sources))  # before anything is written
    count = Counter(files=len(paths))
    with _opened(out) as file:
        for path in paths:
            for found in rounds(path, names=names):
                if isinstance(found, Fault):
                    count["left out"] += 1
                    typer.echo(f"{path}, {found}", err=True)
                    continue
                count["rounds"] += 1
                count["ambiguous"] += found.ambiguous
                file.write(f"{found.to_json()}\n")
    typer.echo(_summary(count), err=out is None)
    if not count["rounds"]:
        raise typer.Exit(1)


def _summary(count: Counter[str]) -> str:
    several = f" ({count['ambiguous']} ambiguous, with all their readings)" if count["ambiguous"] else ""
    left = f"; {count['left out']} left out" if count["left out"] else ""
    return f"{_many(count['rounds'], 'round')} from {_many(count['files'], 'file')}{several}{left}."


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def files(sources: list[Path]) -> "Iterator[Path]":
    """The files that are meant: themselves, or the logs in folders."""
    from kibitz.logs import find, readers

    for source in sources:
        if not source.exists():
            raise typer.BadParameter(f"{source} does not exist.")
        if not source.is_dir():
            yield source
            continue
        found = find(source)
        if not found:
            suffixes = sorted({suffix for reader in readers().values() for suffix in reader.SUFFIXES})
            raise typer.BadParameter(f"There are no logs in {source}; their names end in {' or '.join(suffixes)}.")
        yield from found


def rounds(path: Path, *, names: bool = False) -> "Iterator[Fault | Round]":
    """What is in a log; a file that is none has a fault."""
    from kibitz.logs import Fault, reader_of

    try:
        data = path.read_bytes()
    except OSError as error:
        raise typer.BadParameter(f"{path} cannot be read: {error.strerror or error}.") from error
    if (reader := reader_of(path.suffix, data)) is None:
        yield Fault(1, "this is not the beginning of a log that can be imported.")
        return
    found = False
    for each in reader.read(data, names=names):
        found = True
        yield each
    if not found:
        yield Fault(1, "there is no round in this file.")


@contextmanager
def _opened(out: Path | None) -> "Iterator[TextIO]":
    if out is None:
        yield sys.stdout
        return
    try:
        with saving.replacing(out) as fresh, fresh.open("w", encoding="utf-8") as file:
            yield file
    except OSError as error:
        raise typer.BadParameter(f"{out} cannot be written: {error.strerror or error}.") from error
