"""Records, results and decisions as rows of plain values: for JSON lines, Parquet and data frames.

Seeds are texts, since some are larger than any column of numbers holds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz import saving

if TYPE_CHECKING:
    import pyarrow

    from kibitz._core import Record
    from kibitz.analysis import Analysis, Reviewed
    from kibitz.lab import Results

Row = dict[str, Any]


class ExportError(ValueError):
    """What cannot be written, and why."""


def deals(records: Iterable[Record]) -> Iterator[Row]:
    """A row per deal."""
    for number, record in enumerate(records, 1):
        yield {
            **_deal(number, record),
            "players": record.players,
            "moves": [f"{seat} {move}" for seat, move in record.moves],
            "result": record.result,
        }


def moves(records: Iterable[Record]) -> Iterator[Row]:
    """A row per move."""
    for number, record in enumerate(records, 1):
        for ply, (seat, move) in enumerate(record.moves, 1):
            yield {**_deal(number, record), "ply": ply, "seat": str(seat), "move": move}


def judgements(record: Record, judged: Iterable[Reviewed], number: int = 1) -> Iterator[Row]:
    """A row per decision of a record that was judged."""
    for each in judged:
        found, loss = each.judgement, each.judgement.loss
        yield {
            **_deal(number, record),
            "ply": each.ply,
            "seat": each.seat,
            "played": str(each.played),
            "best": str(found.best.move),
            "grade": each.grade,
            "loss": None if loss is None else loss.value,
            "low": None if loss is None else loss.low,
            "high": None if loss is None else loss.high,
            "unit": found.unit,
            "worlds": found.worlds,
        }


def analysis(found: Analysis) -> Iterator[Row]:
    """A row per move of an analysis, what the agent would play first."""
    for info in found.ranked():
        said = info.to_dict()
        yield {
            "agent": found.agent,
            "seat": found.seat,
            **{key: said[key] for key in ("move", "visits", "mean", "low", "high", "prior")},
            "reward": found.reward,
            "line": said["line"],
        }


def results(found: Results) -> Iterator[Row]:
    """A row per seat of every table that was played."""
    for result in found.contests:
        contest = result.contest
        for group in result.groups:
            for table, (seating, returns, first) in enumerate(
                zip(contest.seatings, group.returns, group.winners, strict=True)
            ):
                for seat, agent in enumerate(seating):
                    yield {
                        "contest": contest.title,
                        "game": contest.game,
                        "rules": contest.rules,
                        "seed": str(contest.seed),
                        "group": group.number,
                        "table": table,
                        "seat": seat,
                        "agent": contest.labels[agent],
                        "points": returns[seat],
                        "first": seat in first,
                    }


def frame(rows: Iterable[Row]) -> pyarrow.Table:
    """The rows as an Arrow table, which pandas and Polars take as it is."""
    try:
        import pyarrow
    except ModuleNotFoundError as error:
        raise ExportError('Tables need pyarrow: pip install "kibitz[notebook]"; JSON lines do without.') from error
    return pyarrow.Table.from_pylist(list(rows))


def write(rows: Iterable[Row], path: Path) -> int:
    """Writes rows as JSON lines or as Parquet, whichever the name says; how many there were."""
    found = list(rows)
    try:
        match path.suffix:
            case ".jsonl":
                saving.write(path, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in found))
            case ".parquet":
                table = frame(found)
                from pyarrow import parquet

                with saving.replacing(path) as fresh:
                    parquet.write_table(table, fresh)
            case _:
                raise ExportError(f"{path} says no format; end its name in .jsonl or .parquet.")
    except OSError as error:
        raise ExportError(f"{path} cannot be written: {error.strerror or error}; choose another path.") from error
    return len(found)


def _deal(number: int, record: Record) -> Row:
    seed = record.seed
    return {
        "deal": number,
        "game": record.game.name,
        "rules": record.game.rules,
        "seed": None if seed is None else str(seed),
    }
