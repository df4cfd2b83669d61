"""An SQLite file that is whole, or refused: what the store of the lab and that of the table stand on.

Every row ends in a checksum over its table and its values. On opening, the layout is compared with what it should be,
SQLite checks the structure of the file, its log is looked through, and every row is read. What does not hold is one
sentence, a ``StoreError``; ``kibitz recover`` keeps the rest. A transaction is on disk before it ends.
"""

import json
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from kibitz import wal

Row = tuple[Any, ...]
Rows = dict[str, list[Row]]  # by table, without checksums

_BROKEN = ("SQLITE_CORRUPT", "SQLITE_ERROR", "SQLITE_FORMAT", "SQLITE_MISMATCH", "SQLITE_TOOBIG")


class StoreError(ValueError):
    """A store that cannot be used, and why."""


class Damaged(StoreError):
    """A store that is not as it was written."""

    def __init__(self, path: Path | None, what: str) -> None:
        super().__init__(f"{path} is damaged ({what}); `kibitz recover {path}` keeps what is whole.")


class Columns(NamedTuple):
    """The columns of a table, and those that tell its rows apart."""

    columns: str
    key: str


@dataclass(frozen=True)
class Layout:
    """What a file of one kind holds."""

    name: str  # what it is called in sentences
    application: int  # the mark in its header
    version: int
    unchecked: int  # the version before, whose rows had no checksums
    again: str  # the command that goes on with a file
    tables: Mapping[str, Columns]
    mended: Callable[[Rows], Rows]  # what of the rows that are left makes sense without the others

    def sql(self, table: str) -> str:
        """What makes a table."""
        columns, key = self.tables[table]
        return f"CREATE TABLE {table} ({columns}, checksum INTEGER NOT NULL, PRIMARY KEY ({key})) WITHOUT ROWID"


def checksum(table: str, values: Row) -> int:
    """A row's checksum: no single changed byte escapes it, and one in four thousand million of other changes."""
    return zlib.crc32(json.dumps([table, *values]).encode())


class Database:
    """An open file; without a path, one in memory."""

    def __init__(self, path: Path | None, layout: Layout, first: Rows | None = None) -> None:
        """Opens a file, and makes it with its first rows where there is none."""
        self.path, self.layout = path, layout
        self._lock = threading.RLock()  # a transaction is its thread's alone
        if path is not None and wal.damaged(path.with_name(f"{path.name}-wal")):
            raise Damaged(path, "the log of what was written last")
        with self._sentences():
            self._base = sqlite3.connect(path or ":memory:", timeout=30, isolation_level=None, check_same_thread=False)
        try:
            with self._sentences():
                self._open(first or {})
        except BaseException:
            self._base.close()
            raise

    def close(self) -> None:
        """Closes the file."""
        self._base.close()

    def execute(self, statement: str, values: Row = ()) -> sqlite3.Cursor:
        """Any statement; what goes wrong is a sentence."""
        with self._lock, self._sentences():
            return self._base.execute(statement, values)

    def rows(self, table: str, where: str = "", *values: object) -> list[Row]:
        """Rows whose checksums hold; one that does not is damage."""
        with self._lock, self._sentences():
            found = self._base.execute(f"SELECT * FROM {table} {where}", values).fetchall()
        for row in found:
            if row[-1] != checksum(table, row[:-1]):
                raise Damaged(self.path, f"a row of {table}")
        return [row[:-1] for row in found]

    def insert(self, table: str, *values: object, conflict: str = "ABORT") -> None:
        """A row with its checksum. ``conflict`` is what SQLite does if there is one with its key: REPLACE, IGNORE."""
        places = ", ".join("?" * (len(values) + 1))
        with self.transaction():
            self._base.execute(
                f"INSERT OR {conflict} INTO {table} VALUES ({places})", (*values, checksum(table, values))
            )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """What is written inside is on disk afterwards, all of it; or the file is as it was."""
        with self._lock:
            if self._base.in_transaction:
                yield  # part of a larger one
                return
            with self._sentences():
                try:
                    self._base.execute("BEGIN IMMEDIATE")
                    yield
                    self._base.execute("COMMIT")
                except BaseException:
                    with suppress(sqlite3.Error):  # SQLite has perhaps done it
                        self._base.execute("ROLLBACK")
                    raise

    def _open(self, first: Rows) -> None:
        self._base.execute("PRAGMA trusted_schema = OFF")
        self._base.execute("PRAGMA cell_size_check = ON")
        if self._empty():
            self._base.execute("PRAGMA journal_mode = WAL")
        # FULL waits for the disk at every commit; NORMAL would leave the last rows to the mercy of the power supply.
        self._base.execute("PRAGMA synchronous = FULL")
        if self._empty():
            with self.transaction():
                if self._empty():  # still: somebody else may have made it meanwhile
                    self._make(first)
        if self._number("application_id") not in (self.layout.application, 0) or not self._has(self.layout.tables):
            raise StoreError(f"{self.path} is not {self.layout.name}.")
        if self._number("user_version") == self.layout.unchecked:
            with self.transaction():
                if self._number("user_version") == self.layout.unchecked:
                    self._migrate()
        self._check()

    def _empty(self) -> bool:
        return self._number("application_id") == 0 and not self._base.execute("SELECT 1 FROM sqlite_master").fetchone()

    def _has(self, tables: Mapping[str, Columns]) -> bool:
        there = {name for (name,) in self._base.execute("SELECT name FROM sqlite_master")}
        return self._number("application_id") == self.layout.application or there >= set(tables)

    def _number(self, pragma: str) -> int:
        return int(self._base.execute(f"PRAGMA {pragma}").fetchone()[0])

    def _make(self, first: Rows) -> None:
        for table in self.layout.tables:
            self._base.execute(self.layout.sql(table))
            for row in first.get(table, ()):
                self.insert(table, *row)
        self._mark()

    def _mark(self) -> None:
        self._base.execute(f"PRAGMA application_id = {self.layout.application}")
        self._base.execute(f"PRAGMA user_version = {self.layout.version}")

    def _migrate(self) -> None:
        """Rows of the version before get their checksums, if the structure of the file holds."""
        self._structure()
        kept = {table: self._base.execute(f"SELECT * FROM {table}").fetchall() for table in self.layout.tables}
        for table in kept:
            self._base.execute(f"DROP TABLE {table}")
        self._make(kept)

    def _check(self) -> None:
        found = self._number("user_version")
        if found != self.layout.version:
            raise StoreError(
                f"{self.path} has the format {found} of another version of Kibitz, and this one reads format "
                f"{self.layout.version}; use that version, or begin anew in another file."
            )
        with self._reading():
            layout = {sql for (sql,) in self._base.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
            if layout != {self.layout.sql(table) for table in self.layout.tables}:
                raise Damaged(self.path, "its layout")
            self._structure()
            for table in self.layout.tables:
                self.rows(table)

    def _structure(self) -> None:
        said = self._base.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if said != "ok":
            raise Damaged(self.path, " ".join(str(said).split()))

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """All that is read inside is of one moment."""
        self._base.execute("BEGIN")
        try:
            yield
        finally:
            with suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """The one border: what SQLite says is a ``StoreError`` beyond it, but for mistakes in the program."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            name = getattr(error, "sqlite_errorname", "SQLITE_CORRUPT")  # what is no text has no name
            raise self._error(name, str(error)) from error

    def _error(self, name: str, said: str) -> StoreError:
        if name == "SQLITE_NOTADB":
            return StoreError(f"{self.path} is not {self.layout.name}.")
        if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
            return StoreError(f"{self.path} cannot be written; choose a writable folder.")
        if name.startswith("SQLITE_FULL"):
            again = self.layout.again.format(path=self.path)
            return StoreError(
                f"There is no room left for {self.path}; what it holds is kept, and `{again}` goes on once there is."
            )
        if name.startswith("SQLITE_BUSY"):
            return StoreError(f"{self.path} is in use by another program; try again when that has ended.")
        if name.startswith(_BROKEN):
            return Damaged(self.path, said)
        return StoreError(f"{self.path} cannot be used: {said}.")
