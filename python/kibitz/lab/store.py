"""The store: one SQLite file that holds a plan and every deal group that has been played.

Groups are written as they are finished, some in one transaction, so that a killed run loses only what was in flight and
a group is never there twice. See docs/lab.md for the tables.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from kibitz import _core
from kibitz.lab.group import Group
from kibitz.lab.plan import Plan

APPLICATION = 0x4B494254  # "KIBT"
FORMAT = 1

_TABLES = """
CREATE TABLE plan (json TEXT NOT NULL, kibitz TEXT NOT NULL);
CREATE TABLE groups (
    contest INTEGER NOT NULL,   -- its place in the plan, from 0
    number INTEGER NOT NULL,    -- of the deal
    returns TEXT NOT NULL,      -- [seating][seat]
    winners TEXT NOT NULL,      -- [seating]: seats
    deals TEXT NOT NULL,        -- [seating]
    decisions TEXT NOT NULL,    -- [agent]
    seconds TEXT NOT NULL,      -- [agent]
    PRIMARY KEY (contest, number)
) WITHOUT ROWID;
"""


class StoreError(ValueError):
    """A store that cannot be used, and why."""


class Store:
    """An open store. Use it in a ``with`` block."""

    def __init__(self, path: Path | str, plan: Plan | None = None) -> None:
        """Opens a store; with a plan, a new one is made where there is none, and an old one must have the same plan."""
        self.path = Path(path)
        new = not self.path.exists() or self.path.stat().st_size == 0
        if new and plan is None:
            raise StoreError(f"There is no store {self.path}.")
        if not self.path.parent.is_dir():
            raise StoreError(f"There is no folder {self.path.parent} for the store {self.path.name}.")
        text = plan.to_json() if plan else ""
        with self._sentences():
            self._file = sqlite3.connect(self.path, timeout=30, isolation_level=None)
            if new:
                self._create(text)
            self._check()
            self.plan = Plan.from_json(str(self._value("SELECT json FROM plan")))
        if plan and self.plan.to_json() != text:
            raise StoreError(
                f"{self.path} holds another plan ({self.plan.name}, {len(self.plan.contests)} contests); "
                "choose another file, or remove this one to begin anew."
            )

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def check_version(self) -> None:
        """Refuses to continue what another version of Kibitz has begun: it might play otherwise."""
        begun, own = self._value("SELECT kibitz FROM plan"), _core.VERSION
        if begun != own:
            raise StoreError(
                f"{self.path} was begun with kibitz {begun}, and this is {own}, which may play otherwise: "
                f"it can be reported but not continued."
            )

    def write(self, contest: int, groups: Iterable[Group]) -> None:
        """Keeps groups, all or none; those that are already there stay as they are."""
        rows = [(contest, group.number, *map(_text, group[1:])) for group in groups]
        with self._sentences():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                self._file.executemany("INSERT OR IGNORE INTO groups VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
                self._file.execute("COMMIT")
            except sqlite3.Error:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    def groups(self, contest: int) -> list[Group]:
        """The groups of a contest in order of their numbers."""
        with self._sentences():
            rows = self._file.execute(
                f"SELECT {', '.join(Group._fields)} FROM groups WHERE contest = ? ORDER BY number", (contest,)
            ).fetchall()
        return [Group(number, *map(json.loads, texts)) for number, *texts in rows]

    def _create(self, plan: str) -> None:
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.executescript(
            f"BEGIN IMMEDIATE; {_TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};"
        )
        self._file.execute("INSERT INTO plan VALUES (?, ?)", (plan, _core.VERSION))
        self._file.execute("COMMIT")

    def _check(self) -> None:
        if self._value("PRAGMA application_id") != APPLICATION:
            raise StoreError(f"{self.path} is not a Kibitz store.")
        found = self._value("PRAGMA user_version")
        if found != FORMAT:
            raise StoreError(
                f"{self.path} has the format {found} of another version of Kibitz, and this one reads format {FORMAT}; "
                "use that version, or begin anew in another file."
            )
        # In WAL mode this loses nothing when the program dies, and at most the last groups when the machine does.
        self._file.execute("PRAGMA synchronous = NORMAL")

    def _value(self, query: str) -> str | int:
        row: tuple[str | int, ...] = self._file.execute(query).fetchone()
        return row[0]

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorname == "SQLITE_NOTADB":
                raise StoreError(f"{self.path} is not a Kibitz store.") from error
            if error.sqlite_errorname.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
                raise StoreError(f"{self.path} cannot be written; choose a writable folder.") from error
            if error.sqlite_errorname == "SQLITE_FULL":
                raise StoreError(
                    f"There is no room left for {self.path}; what it holds is kept, and `kibitz resume {self.path}` "
                    "goes on once there is."
                ) from error
            raise StoreError(f"{self.path} cannot be used: {error}.") from error


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
