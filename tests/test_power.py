"""Power cuts, kills and bad disks at any moment: what was acknowledged is there, and nothing that was never done."""

import json
import random
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import disk
import faults
from kibitz import lab
from kibitz.server.refusal import Refusal
from kibitz.server.store import Store

pytestmark = pytest.mark.skipif(not disk.available(), reason="the SQLite of this Python cannot be reached")

TABLES = ("one", "two")


def requests(chance: random.Random) -> Iterator[Callable[[Store], None]]:
    """What a server asks of its store, in a row that makes sense."""
    stands = dict.fromkeys(TABLES, 0)
    while True:
        table, what = chance.choice(TABLES), chance.random()
        data = "." * chance.randrange(1, 6000)  # a change of several pages can be torn
        stand = stands[table]
        if what < 0.6:
            stands[table] += 1
            yield lambda store: store.add_move(table, 1, stand, stand % 4, data[:40])  # noqa: B023
        elif what < 0.7:
            stands[table] = stand // 2
            yield lambda store: store.cut_moves(table, 1, stand // 2)  # noqa: B023
        elif what < 0.8:
            yield lambda store: store.set_queued(table, {0: data[:9], 2: "pass"})  # noqa: B023
        else:
            yield lambda store: finished(store, table, data)  # noqa: B023


def finished(store: Store, table: str, data: str) -> None:
    """The end of a deal: one transaction."""
    with store.transaction():
        store.save_record(f"record of {table}", data)
        store.save_table(table, data)


def tell(store: Store) -> str:
    """All that a store holds."""
    loaded = [(store.load_table(table), store.load_record(f"record of {table}")) for table in TABLES]
    moves = store._base.rows("moves")
    return json.dumps([loaded, moves, store._base.rows("queued")])


def reopened(folder: Path, files: dict[str, bytes]) -> str:
    """What a new server finds in these files."""
    faults.put(files, folder)
    store = Store(folder / "t.sqlite")
    try:
        return tell(store)
    finally:
        store.close()


class Story(NamedTuple):
    """Requests on a disk: what the store told after each, and how far the disk was when it was acknowledged."""

    under: disk.Disk
    told: list[str]
    acknowledged: list[int]
    refused: int

    def allowed(self, moment: int) -> list[str]:
        """What may be found: all that was acknowledged by then, and perhaps what was about to be."""
        known = bisect_right(self.acknowledged, moment)
        return self.told[max(0, known - 1) : known + 1]


def lived(folder: Path, seed: int, count: int, fault: Callable[[disk.Event], int] = lambda _: 0) -> Story:
    """A server's requests; those that cannot be written are refused and change nothing."""
    with disk.under_sqlite(folder) as under:
        store = Store(folder / "t.sqlite")
        told, acknowledged, refused = [tell(store)], [len(under.events)], 0
        under.fault = fault
        for _, request in zip(range(count), requests(random.Random(seed)), strict=False):
            while True:
                try:
                    request(store)
                    break
                except Refusal as refusal:
                    assert "nothing was changed" in refusal.reason
                    assert tell(store) == told[-1]
                    refused += 1
            told.append(tell(store))
            acknowledged.append(len(under.events))
        under.fault = lambda _: 0
        store.close()
    return Story(under, told, acknowledged, refused)


def look_back(story: Story, folder: Path, seed: int, count: int) -> int:
    """Restores moments drawn by chance, killed and without power; how many."""
    chance, last = random.Random(seed), len(story.under.events)
    for _ in range(count):
        moment = chance.randrange(story.acknowledged[0], last + 1)
        for files in (story.under.killed(moment), story.under.unpowered(moment, chance)):
            assert reopened(folder, files) in story.allowed(moment), f"moment {moment}"
    return 2 * count


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """One for the disk, one to look back."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "back").mkdir()
    return tmp_path / "disk", tmp_path / "back"


def test_nothing_acknowledged_is_lost_when_the_power_goes(folders: tuple[Path, Path]) -> None:
    look_back(lived(folders[0], seed=1, count=60), folders[1], seed=2, count=25)


def sometimes(code: int, chance: random.Random, share: float) -> Callable[[disk.Event], int]:
    """A disk that refuses some writes."""
    return lambda event: code if event.kind == "write" and chance.random() < share else 0


@pytest.mark.parametrize("code", [disk.FULL, disk.READ_ONLY, disk.BROKEN], ids=["full", "read-only", "broken"])
def test_nothing_is_lost_or_half_done_on_a_disk_that_refuses(folders: tuple[Path, Path], code: int) -> None:
    story = lived(folders[0], seed=4, count=30, fault=sometimes(code, random.Random(3), 0.1))
    assert story.refused > 3
    look_back(story, folders[1], seed=5, count=8)


def test_a_slow_disk_only_takes_longer(folders: tuple[Path, Path]) -> None:
    def slow(event: disk.Event) -> int:
        time.sleep(0.01 if event.kind == "sync" else 0)
        return 0

    look_back(lived(folders[0], seed=6, count=12, fault=slow), folders[1], seed=7, count=5)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_a_thousand_power_cuts(folders: tuple[Path, Path], seed: int) -> None:
    story = lived(folders[0], seed, 200, sometimes(disk.FULL, random.Random(seed), 0.02 * (seed % 2)))
    print(look_back(story, folders[1], seed, count=500), "moments", story.refused, "refused")


def test_groups_that_were_told_of_are_there_after_a_power_cut(folders: tuple[Path, Path]) -> None:
    plan = lab.round_robin("schnapsen", ["rules", "random"], deals=60)
    chance, kept = random.Random(8), [0]
    with disk.under_sqlite(folders[0]) as under:
        at = [0]

        def told(results: lab.Results) -> None:
            kept.append(len(results.contests[0].groups))
            at.append(len(under.events))

        whole = lab.run(plan, folders[0] / "store", workers=1, progress=told)
    for _ in range(12):
        moment = chance.randrange(at[1], len(under.events) + 1)
        faults.put(under.unpowered(moment, chance), folders[1])
        found = lab.load(folders[1] / "store").contests[0].groups
        assert len(found) >= kept[bisect_right(at, moment) - 1]
        assert found == whole.contests[0].groups[: len(found)]
