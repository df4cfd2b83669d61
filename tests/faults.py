"""Faults for files: bytes that change, and what the lab's and the table's stores then say."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

from kibitz import lab
from kibitz.database import Database, StoreError
from kibitz.server.refusal import Refusal
from kibitz.server.store import Store

Told = Callable[[Path], str]


def lab_store(path: Path) -> None:
    """A small tournament, finished."""
    lab.run(lab.round_robin("schnapsen", ["rules", "random"], deals=150), path)


def of_lab(path: Path) -> str:
    """Everything a store of the lab tells."""
    return json.dumps(lab.load(path).summary())


TABLES = [f"table{number}" for number in range(8)]


def table_store(path: Path) -> None:
    """Tables with some moves each, and their records."""
    store = Store(path)
    for table in TABLES:
        with store.transaction():
            store.save_table(
                table, json.dumps({"holders": ["…" * 20], "sheet": [{"deal": 1}] if table == TABLES[4] else []})
            )
            for number in range(30):
                store.add_move(table, 1, number, number % 4, f"D{number}")
        store.save_record(f"record of {table}", "{}" * 50)
        store.set_queued(table, {1: "pass"})
    store.cut_moves(TABLES[3], 1, 5)
    store.close()


def of_tables(path: Path) -> str:
    """Everything the store of a server tells."""
    store = Store(path)
    try:
        tables = [store.load_table(table) for table in TABLES]
        return json.dumps([tables, [store.load_record(f"record of {table}") for table in TABLES]])
    finally:
        store.close()


KINDS: dict[str, tuple[Callable[[Path], None], Told]] = {
    "lab": (lab_store, of_lab),
    "tables": (table_store, of_tables),
}


def files_of(kind: str, folder: Path, killed: bool) -> dict[str, bytes]:
    """The files of a store whose program has ended; of one that was killed, most of it is in the log."""
    kept: dict[str, bytes] = {}
    close = Database.close

    def closed(base: Database) -> None:
        if not killed:
            close(base)
        kept.update({path.name: path.read_bytes() for path in folder.glob("store*") if path.suffix != ".lock"})
        if killed:
            close(base)

    with patch.object(Database, "close", closed):
        KINDS[kind][0](folder / "store")
    return {name: data for name, data in kept.items() if not name.endswith("-shm")}


def told(of: Told, path: Path) -> str | None:
    """What a store tells; None if it refuses in one sentence."""
    try:
        return of(path)
    except (StoreError, Refusal) as refused:
        assert str(refused).endswith("."), refused
        assert "\n" not in str(refused), refused
        return None


def flipped(files: dict[str, bytes], chance: random.Random, count: int) -> Iterator[tuple[str, int, dict[str, bytes]]]:
    """The files with one byte changed, at places drawn by chance: which file, where, and all of them."""
    sizes = [len(data) for data in files.values()]
    for _ in range(count):
        [name] = chance.choices(list(files), sizes)
        place = chance.randrange(len(files[name]))
        data = bytearray(files[name])
        data[place] ^= chance.randrange(1, 256)
        yield name, place, files | {name: bytes(data)}


def without_the_last(log: bytes) -> bytes:
    """A log (``-wal``) without its last transaction: what a power cut leaves if that one was not yet on disk."""
    size = int.from_bytes(log[8:12]) + 24
    ends = [
        start + size
        for start in range(32, len(log), size)
        if log[start + 4 : start + 8] != bytes(4) and log[start + 8 : start + 16] == log[16:24]
    ]
    return log[: ends[-2]]


def put(files: dict[str, bytes], folder: Path) -> None:
    """Writes files into a folder that holds nothing else."""
    for old in folder.iterdir():
        old.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
