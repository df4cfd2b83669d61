"""Stores that are not as they were written: the same data, or a sentence; and what is whole comes back."""

import os
import random
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path

import pytest

import faults
from conftest import Command
from kibitz import lab, saving
from kibitz.database import StoreError
from kibitz.lab.store import LAYOUT
from kibitz.recovery import recover
from kibitz.server.store import LAYOUT as TABLES
from kibitz.server.store import Store


def check(kind: str, killed: bool, folder: Path, seed: int, count: int) -> dict[str, int]:
    """Changes bytes one at a time: never other data. How often it was refused, and how often recovered afterwards."""
    files, of, store = faults.files_of(kind, folder, killed), faults.KINDS[kind][1], folder / "store"
    faults.put(files, folder)
    whole = of(store)
    log = faults.without_the_last(files["store-wal"]) if killed else b""
    faults.put(files | {"store-wal": log}, folder)
    earlier = of(store)
    counts = {"same": 0, "refused": 0, "recovered": 0, "without the last": 0}
    for name, place, damaged in faults.flipped(files, random.Random(seed), count):
        faults.put(damaged, folder)
        now = faults.told(of, store)
        if now == earlier != whole:
            # SQLite cannot tell this from a power cut before the last transaction was acknowledged.
            assert (name, place >= len(log)) == ("store-wal", True)
            counts["without the last"] += 1
            continue
        assert now in (whole, None), f"byte {place} of {name}"
        counts["same" if now else "refused"] += 1
        if now is None:
            faults.put(damaged, folder)
            with suppress(StoreError):  # nothing is left, or not the plan
                recover(store, (LAYOUT, TABLES))
                assert faults.told(of, store) is not None, f"byte {place} of {name}"
                counts["recovered"] += 1
    return counts


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
@pytest.mark.parametrize("kind", faults.KINDS)
def test_a_changed_byte_is_noticed_or_harmless(kind: str, killed: bool, tmp_path: Path) -> None:
    counts = check(kind, killed, tmp_path, seed=1, count=8 if killed else 20)
    assert counts["refused"] > 3
    assert counts["recovered"] > 2


@pytest.mark.long
@pytest.mark.parametrize("killed", [False, True], ids=["closed", "killed"])
@pytest.mark.parametrize("kind", faults.KINDS)
def test_a_thousand_changed_bytes_are_noticed_or_harmless(kind: str, killed: bool, tmp_path: Path) -> None:
    print(kind, "killed" if killed else "closed", check(kind, killed, tmp_path, seed=2, count=1000))


def test_what_is_recovered_goes_on_as_if_nothing_had_been(tmp_path: Path, kibitz_command: Command) -> None:
    store = tmp_path / "store.kibitz"
    faults.lab_store(store)
    whole = faults.of_lab(store)
    with sqlite3.connect(store) as file:
        file.execute("UPDATE groups SET returns = returns || ' ' WHERE number IN (3, 70)")
    refused = kibitz_command("report", str(store))
    assert (refused.code, refused.err) == (
        2,
        f"{store} is damaged (a row of groups); `kibitz recover {store}` keeps what is whole.\n",
    )
    recovered = kibitz_command("recover", str(store))
    assert recovered.code == 0
    assert "Kept 149 rows that are whole, lost 2; the damaged file is" in recovered.out
    assert f"kibitz resume {store}" in recovered.out
    assert "is there already" in kibitz_command("recover", str(store)).err
    assert len(lab.load(store).contests[0].groups) == 3, "numbers count up to the first that is missing"
    assert kibitz_command("resume", str(store), "--json").code == 0
    assert faults.of_lab(store) == whole


def test_moves_after_one_that_is_lost_are_not_made(tmp_path: Path) -> None:
    path = tmp_path / "store"
    faults.table_store(path)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE moves SET move = 'DX' WHERE of IN ('table1', 'table4') AND number = 4")
        file.execute("UPDATE tables SET data = '' WHERE id = 'table2'")
    with pytest.raises(StoreError, match="a row of tables"):
        Store(path)
    recover(path, (LAYOUT, TABLES))
    store = Store(path)
    found = store.load_table("table1")
    assert found is not None
    assert [move for _, move in found[1][1]] == ["D0", "D1", "D2", "D3"]
    assert store.load_table("table2") is None
    assert store.load_table("table4") is None, "its deal would be counted twice"
    assert store.load_record("record of table2") is not None
    store.close()


def test_what_cannot_be_recovered_stays_as_it_is(tmp_path: Path, kibitz_command: Command) -> None:
    text = tmp_path / "text"
    text.write_text("not a store " * 500, encoding="utf-8")
    assert "Nothing of" in kibitz_command("recover", str(text)).err
    assert "There is no file" in kibitz_command("recover", str(tmp_path / "nothing")).err
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".lock"] == ["text"]


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, done = tmp_path / "file", list[str]()
    saving.write(file, "old")
    with suppress(ZeroDivisionError), saving.replacing(file) as fresh:
        fresh.write_text("half")
        raise ZeroDivisionError
    assert file.read_text() == "old"
    sync, replace = os.fsync, Path.replace

    def synced(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        sync(handle)

    def replaced(path: Path, target: Path) -> Path:
        done.append("rename")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    saving.write(file, "new")
    assert done == ["file", "rename", "folder"], "in another order a power cut may leave an empty file"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert file.read_text() == "new"
