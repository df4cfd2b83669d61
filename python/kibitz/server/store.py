"""What outlives the server: tables, their moves one by one, and records, in one SQLite file."""

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from kibitz.server.refusal import Refusal

Moves = dict[int, list[tuple[int | str, str]]]  # of each deal

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, data TEXT NOT NULL, touched REAL NOT NULL);
CREATE TABLE IF NOT EXISTS moves (
    of TEXT NOT NULL, deal INTEGER NOT NULL, number INTEGER NOT NULL, seat TEXT NOT NULL, move TEXT NOT NULL,
    PRIMARY KEY (of, deal, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS queued (
    of TEXT NOT NULL, seat INTEGER NOT NULL, move TEXT NOT NULL, PRIMARY KEY (of, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (id TEXT PRIMARY KEY, record TEXT NOT NULL, made REAL NOT NULL);
CREATE TABLE IF NOT EXISTS reviews (
    record TEXT NOT NULL, agent TEXT NOT NULL, review TEXT NOT NULL, PRIMARY KEY (record, agent)
);
CREATE TABLE IF NOT EXISTS daily (
    day TEXT NOT NULL, game TEXT NOT NULL, of TEXT NOT NULL, PRIMARY KEY (day, game, of)
) WITHOUT ROWID;
"""


class Store:
    """Every change is a transaction, on disk before it returns; a killed server loses nothing it has acknowledged."""

    def __init__(self, path: Path | None) -> None:
        self._base = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
        self._lock = threading.RLock()  # a transaction is its thread's alone
        self._base.execute("PRAGMA journal_mode=WAL")
        # FULL waits for the disk at every commit; NORMAL would leave the last moves to the mercy of the power supply.
        # The event loop waits meanwhile, some 4 ms on the disk that was measured: see the load in docs/table.md.
        self._base.execute("PRAGMA synchronous=FULL")
        self._base.executescript(_SCHEMA)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is written inside is on disk afterwards, all of it; or it is refused, and the file is as it was."""
        with self._lock:
            if self._base.in_transaction:
                yield  # part of a larger one
                return
            try:
                self._base.execute("BEGIN IMMEDIATE")
                yield
                self._base.execute("COMMIT")
            except BaseException as error:
                with suppress(sqlite3.Error):  # SQLite has perhaps done it
                    self._base.execute("ROLLBACK")
                if isinstance(error, sqlite3.OperationalError):
                    reason = "The server cannot write to its disk; nothing was changed, try again later."
                    raise Refusal("disk", reason) from error
                raise

    def _write(self, statement: str, *values: object) -> None:
        with self.transaction():
            self._base.execute(statement, values)

    def save_table(self, key: str, data: str) -> None:
        """The table without its moves."""
        self._write("INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", key, data, time.time())

    def load_table(self, key: str) -> tuple[str, Moves, dict[int, str]] | None:
        """The table, the moves of each deal and those that wait; None if there is no such table."""
        row = self._base.execute("SELECT data FROM tables WHERE id = ?", (key,)).fetchone()
        if row is None:
            return None
        moves: Moves = {}
        rows = self._base.execute("SELECT deal, seat, move FROM moves WHERE of = ? ORDER BY deal, number", (key,))
        for deal, seat, move in rows:
            moves.setdefault(deal, []).append((int(seat) if seat.isdigit() else seat, move))
        queued = self._base.execute("SELECT seat, move FROM queued WHERE of = ?", (key,))
        return row[0], moves, dict(queued.fetchall())

    def old_tables(self, before: float, most: int = 100) -> list[str]:
        """Some of the tables at which nothing has been dealt or changed since then."""
        rows = self._base.execute("SELECT id FROM tables WHERE touched < ? LIMIT ?", (before, most))
        return [key for (key,) in rows.fetchall()]

    def forget_table(self, key: str) -> None:
        """Drops a table; the records of its deals stay."""
        with self.transaction():
            self._write("DELETE FROM tables WHERE id = ?", key)
            for table in ("moves", "queued", "daily"):
                self._write(f"DELETE FROM {table} WHERE of = ?", key)

    def add_move(self, key: str, deal: int, number: int, seat: int | str, move: str) -> None:
        """A move that was made."""
        self._write("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", key, deal, number, str(seat), move)

    def cut_moves(self, key: str, deal: int, stand: int = 0) -> None:
        """Moves from this one on were taken back; with them all later deals."""
        self._write(
            "DELETE FROM moves WHERE of = ? AND (deal > ? OR (deal = ? AND number >= ?))", key, deal, deal, stand
        )

    def set_queued(self, key: str, queued: dict[int, str]) -> None:
        """The moves that wait for the end of a window."""
        with self.transaction():
            self._write("DELETE FROM queued WHERE of = ?", key)
            for seat, move in queued.items():
                self._write("INSERT INTO queued VALUES (?, ?, ?)", key, seat, move)

    def save_record(self, key: str, record: str) -> None:
        """A finished or imported deal, as JSON."""
        self._write("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", key, record, time.time())

    def load_record(self, key: str) -> str | None:
        """A record as JSON."""
        row = self._base.execute("SELECT record FROM records WHERE id = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def save_review(self, record: str, agent: str, review: str) -> None:
        """A review that is complete."""
        self._write("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", record, agent, review)

    def load_review(self, record: str, agent: str) -> dict[str, object] | None:
        """A complete review."""
        row = self._base.execute(
            "SELECT review FROM reviews WHERE record = ? AND agent = ?", (record, agent)
        ).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def add_daily(self, day: str, game: str, table: str) -> None:
        """A table that plays the deal of a day."""
        self._write("INSERT INTO daily VALUES (?, ?, ?)", day, game, table)

    def daily_tables(self, day: str, game: str) -> dict[str, dict[str, Any]]:
        """The tables that play the deal of a day, without their moves."""
        rows = self._base.execute(
            "SELECT tables.id, tables.data FROM daily JOIN tables ON daily.of = tables.id "
            "WHERE daily.day = ? AND daily.game = ? ORDER BY tables.touched",
            (day, game),
        )
        return {key: dict(json.loads(data)) for key, data in rows.fetchall()}

    def close(self) -> None:
        """Closes the file."""
        self._base.close()
