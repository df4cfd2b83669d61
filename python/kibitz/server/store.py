"""What outlives the server: tables, their moves one by one, and records, in one SQLite file."""

import json
import sqlite3
import time
from pathlib import Path

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, data TEXT NOT NULL, touched REAL NOT NULL);
CREATE TABLE IF NOT EXISTS moves (
    of TEXT NOT NULL, deal INTEGER NOT NULL, number INTEGER NOT NULL, seat TEXT NOT NULL, move TEXT NOT NULL,
    PRIMARY KEY (of, deal, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS records (id TEXT PRIMARY KEY, record TEXT NOT NULL, made REAL NOT NULL);
CREATE TABLE IF NOT EXISTS reviews (
    record TEXT NOT NULL, agent TEXT NOT NULL, review TEXT NOT NULL, PRIMARY KEY (record, agent)
);
"""


class Store:
    """Every call is one transaction, on disk before it returns; a killed server loses nothing it has acknowledged."""

    def __init__(self, path: Path | None) -> None:
        self._base = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False)
        self._base.execute("PRAGMA journal_mode=WAL")
        self._base.execute("PRAGMA synchronous=NORMAL")
        self._base.executescript(_SCHEMA)

    def save_table(self, key: str, data: str) -> None:
        """The table without its moves."""
        self._base.execute("INSERT OR REPLACE INTO tables VALUES (?, ?, ?)", (key, data, time.time()))

    def load_table(self, key: str) -> tuple[str, dict[int, list[tuple[int | str, str]]]] | None:
        """The table and the moves of each deal; None if there is no such table."""
        row = self._base.execute("SELECT data FROM tables WHERE id = ?", (key,)).fetchone()
        if row is None:
            return None
        moves: dict[int, list[tuple[int | str, str]]] = {}
        rows = self._base.execute("SELECT deal, seat, move FROM moves WHERE of = ? ORDER BY deal, number", (key,))
        for deal, seat, move in rows:
            moves.setdefault(deal, []).append((int(seat) if seat.isdigit() else seat, move))
        return row[0], moves

    def add_move(self, key: str, deal: int, number: int, seat: int | str, move: str) -> None:
        """A move that was made."""
        self._base.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?)", (key, deal, number, str(seat), move))

    def cut_moves(self, key: str, deal: int, stand: int = 0) -> None:
        """Moves from this one on were taken back; with them all later deals."""
        self._base.execute(
            "DELETE FROM moves WHERE of = ? AND (deal > ? OR (deal = ? AND number >= ?))", (key, deal, deal, stand)
        )

    def save_record(self, key: str, record: str) -> None:
        """A finished or imported deal, as JSON."""
        self._base.execute("INSERT OR REPLACE INTO records VALUES (?, ?, ?)", (key, record, time.time()))

    def load_record(self, key: str) -> str | None:
        """A record as JSON."""
        row = self._base.execute("SELECT record FROM records WHERE id = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def save_review(self, record: str, agent: str, review: str) -> None:
        """A review that is complete."""
        self._base.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", (record, agent, review))

    def load_review(self, record: str, agent: str) -> dict[str, object] | None:
        """A complete review."""
        row = self._base.execute(
            "SELECT review FROM reviews WHERE record = ? AND agent = ?", (record, agent)
        ).fetchone()
        return None if row is None else dict(json.loads(row[0]))

    def close(self) -> None:
        """Closes the file."""
        self._base.close()
