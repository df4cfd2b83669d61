"""What outlives the server: tables, their moves one by one, and records, in one SQLite file."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kibitz.database import Columns, Damaged, Database, Layout, Row, Rows, StoreError
from kibitz.lock import Lock
from kibitz.server.refusal import Refusal

Moves = dict[int, list[tuple[int | str, str]]]  # of each deal


def _mended(rows: Rows) -> Rows:
    """Moves after one that is lost cannot be made; what belongs to a table that is lost belongs to nobody.

    A table that lost moves of a deal whose result it has counted is lost, too: the deal would be counted once more.
    """
    stands: dict[tuple[str, int], int] = {}
    moves: list[Row] = []
    short = set[tuple[str, int]]()
    for of, deal, number, *rest in sorted(rows["moves"]):
        if number == stands.get((of, deal), 0):
            stands[of, deal] = number + 1
            moves.append((of, deal, number, *rest))
        else:
            short.add((of, deal))
    tables = [
        row
        for row in rows["tables"]
        if not any((row[0], line["deal"]) in short for line in json.loads(row[1]).get("sheet", ()))
    ]
    there = {row[0] for row in tables}
    return rows | {
        "tables": tables,
        "moves": [row for row in moves if row[0] in there],
        "queued": [row for row in rows["queued"] if row[0] in there],
        "daily": [row for row in rows["daily"] if row[2] in there],
    }


LAYOUT = Layout(
    name="a database of Kibitz tables",
    application=0x4B495453,  # "KITS"
    version=1,
    unchecked=0,
    again="kibitz serve --data {path}",
    tables={
        "tables": Columns("id TEXT NOT NULL, data TEXT NOT NULL, touched REAL NOT NULL", "id"),
        "moves": Columns(
            "of TEXT NOT NULL, deal INTEGER NOT NULL, number INTEGER NOT NULL, seat TEXT NOT NULL, move TEXT NOT NULL",
            "of, deal, number",
        ),
        "queued": Columns("of TEXT NOT NULL, seat INTEGER NOT NULL, move TEXT NOT NULL", "of, seat"),
        "records": Columns("id TEXT NOT NULL, record TEXT NOT NULL, made REAL NOT NULL", "id"),
        "reviews": Columns("record TEXT NOT NULL, agent TEXT NOT NULL, review TEXT NOT NULL", "record, agent"),
        "daily": Columns("day TEXT NOT NULL, game TEXT NOT NULL, of TEXT NOT NULL", "day, game, of"),
    },
    mended=_mended,
)


class Store:
    """Every change is a transaction, on disk before it returns; a killed server loses nothing it has acknowledged.

    The event loop waits for the disk meanwhile, some 4 ms on the one that was measured: see the load in docs/table.md.
    """

    def __init__(self, path: Path | None) -> None:
        self._lock = Lock(path, "end that server, or give this one another file with --data") if path else None
        try:
            self._base = Database(path, LAYOUT)
        except BaseException:
            self._release()
            raise

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is written inside is on disk afterwards, all of it; or it is refused, and the file is as it was."""
        try:
            with self._base.transaction():
                yield
        except Damaged as error:
            raise _damaged() from error
        except StoreError as error:
            reason = "The server cannot write to its disk; nothing was changed, try again later."
            raise Refusal("disk", reason) from error

    def _insert(self, table: str, *values: object) -> None:
        with self.transaction():
            self._base.insert(table, *values, conflict="REPLACE")

    def _delete(self, table: str, where: str, *values: object) -> None:
        with self.transaction():
            self._base.execute(f"DELETE FROM {table} WHERE {where}", values)

    def _rows(self, table: str, where: str, *values: object) -> list[Row]:
        try:
            return self._base.rows(table, f"WHERE {where}", *values)
        except StoreError as error:
            raise _damaged() from error

    def save_table(self, key: str, data: str) -> None:
        """The table without its moves."""
        self._insert("tables", key, data, time.time())

    def load_table(self, key: str) -> tuple[str, Moves, dict[int, str]] | None:
        """The table, the moves of each deal and those that wait; None if there is no such table."""
        tables = self._rows("tables", "id = ?", key)
        if not tables:
            return None
        moves: Moves = {}
        for _, deal, _, seat, move in self._rows("moves", "of = ? ORDER BY deal, number", key):
            moves.setdefault(deal, []).append((int(seat) if seat.isdigit() else seat, move))
        queued = {seat: move for _, seat, move in self._rows("queued", "of = ?", key)}
        return tables[0][1], moves, queued

    def old_tables(self, before: float, most: int = 100) -> list[str]:
        """Some of the tables at which nothing has been dealt or changed since then."""
        return [key for key, *_ in self._rows("tables", "touched < ? LIMIT ?", before, most)]

    def forget_table(self, key: str) -> None:
        """Drops a table; the records of its deals stay."""
        with self.transaction():
            self._delete("tables", "id = ?", key)
            for table in ("moves", "queued", "daily"):
                self._delete(table, "of = ?", key)

    def add_move(self, key: str, deal: int, number: int, seat: int | str, move: str) -> None:
        """A move that was made."""
        with self.transaction():
            self._base.insert("moves", key, deal, number, str(seat), move)

    def cut_moves(self, key: str, deal: int, stand: int = 0) -> None:
        """Moves from this one on were taken back; with them all later deals."""
        self._delete("moves", "of = ? AND (deal > ? OR (deal = ? AND number >= ?))", key, deal, deal, stand)

    def set_queued(self, key: str, queued: dict[int, str]) -> None:
        """The moves that wait for the end of a window."""
        with self.transaction():
            self._delete("queued", "of = ?", key)
            for seat, move in queued.items():
                self._insert("queued", key, seat, move)

    def save_record(self, key: str, record: str) -> None:
        """A finished or imported deal, as JSON."""
        self._insert("records", key, record, time.time())

    def load_record(self, key: str) -> str | None:
        """A record as JSON."""
        rows = self._rows("records", "id = ?", key)
        return str(rows[0][1]) if rows else None

    def save_review(self, record: str, agent: str, review: str) -> None:
        """A review that is complete."""
        self._insert("reviews", record, agent, review)

    def load_review(self, record: str, agent: str) -> dict[str, object] | None:
        """A complete review."""
        rows = self._rows("reviews", "record = ? AND agent = ?", record, agent)
        return dict(json.loads(rows[0][2])) if rows else None

    def add_daily(self, day: str, game: str, table: str) -> None:
        """A table that plays the deal of a day."""
        self._insert("daily", day, game, table)

    def daily_tables(self, day: str, game: str) -> dict[str, dict[str, Any]]:
        """The tables that play the deal of a day, without their moves."""
        rows = self._rows(
            "tables",
            "id IN (SELECT of FROM daily WHERE day = ? AND game = ?) ORDER BY touched",
            day,
            game,
        )
        return {key: dict(json.loads(data)) for key, data, _ in rows}

    def close(self) -> None:
        """Closes the file."""
        self._base.close()
        self._release()

    def _release(self) -> None:
        if self._lock:
            self._lock.release()


def _damaged() -> Refusal:
    return Refusal(
        "disk", "What the server has kept of this is damaged; whoever runs it can mend it: `kibitz recover`."
    )
