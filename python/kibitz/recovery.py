"""``kibitz recover``: what is whole of a damaged file, in a new one in its place; the damaged one is kept beside it."""

import shutil
import sqlite3
import struct
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from kibitz.database import Database, Layout, Rows, StoreError, checksum
from kibitz.lock import Lock

_HEAD = 100  # bytes before the first page of a file; what stands in all of ours, by its place
_KNOWN = {0: b"SQLite format 3\0", 16: b"\x10\0\2\2\0\x40\x20\x20", 44: struct.pack(">I", 4), 56: struct.pack(">I", 1)}


class Recovered(NamedTuple):
    """What came of it."""

    layout: Layout
    rows: int  # kept
    lost: int  # that could be read but not be trusted, or meant nothing without others
    damaged: Path  # the file as it was


def recover(path: Path, layouts: tuple[Layout, ...]) -> Recovered:
    """Puts what is whole of a file in its place."""
    if not path.is_file():
        raise StoreError(f"There is no file {path}.")
    aside = path.with_name(f"{path.name}.damaged")
    if aside.exists():
        raise StoreError(f"{aside} is there already; move it away first.")
    lock = Lock(path, "end that process first")
    try:
        with tempfile.TemporaryDirectory(prefix=f"{path.name}-", dir=path.parent) as folder:
            found = [(layout, *_left(path, layout, Path(folder))) for layout in layouts]
            layout, rows, read = max(found, key=lambda each: sum(map(len, each[1].values())))
            if not any(rows.values()):
                raise StoreError(f"Nothing of {path} can be read as {' or '.join(each.name for each in layouts)}.")
            whole = layout.mended(rows)
            fresh = Path(folder) / "fresh"
            Database(fresh, layout, whole).close()
            for end in ("", "-wal"):
                with suppress(FileNotFoundError):
                    path.with_name(path.name + end).replace(aside.with_name(aside.name + end))
            path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
            fresh.replace(path)
    except OSError as error:
        raise StoreError(f"{path.parent} cannot be written: {error.strerror}; choose a writable folder.") from error
    finally:
        lock.release()
    kept = sum(map(len, whole.values()))
    return Recovered(layout, kept, read - kept, aside)


def _left(path: Path, layout: Layout, folder: Path) -> tuple[Rows, int]:
    """The rows that hold, and how many were read. SQLite may write into what it opens: it gets a copy."""
    copy = folder / layout.application.to_bytes(4).hex()
    for end in ("", "-wal"):
        with suppress(FileNotFoundError):
            shutil.copy(path.with_name(path.name + end), copy.with_name(copy.name + end))
    _mend_head(copy)
    rows: Rows = {}
    read = 0
    with closing(sqlite3.connect(copy, isolation_level=None)) as base:
        for table, (_, key) in layout.tables.items():
            found = set[tuple[object, ...]]()
            for way in ("ASC", "DESC"):  # from both ends up to what cannot be read
                order = ", ".join(f"{column} {way}" for column in key.split(", "))
                with suppress(sqlite3.Error, UnicodeDecodeError):
                    for row in base.execute(f"SELECT * FROM {table} ORDER BY {order}"):
                        found.add(row)
            read += len(found)
            rows[table] = [row[:-1] for row in found if row[-1] == checksum(table, row[:-1])]
    return rows, read


def _mend_head(copy: Path) -> None:
    with copy.open("r+b") as file:
        if len(file.read(_HEAD)) == _HEAD:
            for place, known in _KNOWN.items():
                file.seek(place)
                file.write(known)
