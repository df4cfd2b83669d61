"""A disk for SQLite that can lose power, be full, fail and be slow.

SQLite reaches its files through a table of functions (its VFS). Here those that write are replaced: they note what is
written and synced, and may refuse. From the notes any moment can be restored: as ``kill -9`` leaves it, with all that
was written; or as a power cut leaves it, where only what was synced is sure, and each other write may be there, torn
at sectors, or gone, in any order. This is how SQLite itself is tested (``src/test6.c``), in little.
"""

import _sqlite3
import ctypes
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

_OPEN, _DELETE = 5, 6  # words of the table of a VFS, in which functions follow five words of data
_WRITE, _TRUNCATE, _SYNC = 3, 4, 5  # words of the table of a file, in which they follow the version
FULL, READ_ONLY, BROKEN = 13, 8, 10 | 3 << 8  # SQLITE_FULL, SQLITE_READONLY, SQLITE_IOERR_WRITE
_SECTOR = 512

_Word = ctypes.c_void_p
_Opens = ctypes.CFUNCTYPE(ctypes.c_int, _Word, _Word, _Word, ctypes.c_int, _Word)  # SQLite keeps the path: no copy
_Deletes = ctypes.CFUNCTYPE(ctypes.c_int, _Word, _Word, ctypes.c_int)
_Writes = ctypes.CFUNCTYPE(ctypes.c_int, _Word, _Word, ctypes.c_int, ctypes.c_int64)
_Truncates = ctypes.CFUNCTYPE(ctypes.c_int, _Word, ctypes.c_int64)
_Syncs = ctypes.CFUNCTYPE(ctypes.c_int, _Word, ctypes.c_int)


class Event(NamedTuple):
    """Something that happened: write, truncate, sync or delete of a file."""

    kind: str
    name: str
    place: int = 0
    data: bytes = b""


class Disk:
    """What was done to the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.events: list[Event] = []
        self.fault: Callable[[Event], int] = lambda _: 0  # SQLite's code for what is wrong with the disk

    def killed(self, moment: int) -> dict[str, bytes]:
        """The files after so many events when the program is killed."""
        return self._files(moment, None)

    def unpowered(self, moment: int, chance: random.Random) -> dict[str, bytes]:
        """The files after so many events when the power goes."""
        return self._files(moment, chance)

    def _files(self, moment: int, chance: random.Random | None) -> dict[str, bytes]:
        files: dict[str, bytearray] = {}
        unsynced: dict[str, list[Event]] = {}
        for event in self.events[:moment]:
            if event.kind == "delete":
                files.pop(event.name, None)
                unsynced.pop(event.name, None)
            elif event.kind == "sync":
                for write in unsynced.pop(event.name, []):
                    _do(files, write)
            else:
                unsynced.setdefault(event.name, []).append(event)
        for name, writes in unsynced.items():
            for write in writes:
                for part in [write] if chance is None else _torn(write, chance):
                    _do(files, part)
            if chance is None:
                files.setdefault(name, bytearray())
        return {name: bytes(data) for name, data in files.items()}


def _do(files: dict[str, bytearray], event: Event) -> None:
    data = files.setdefault(event.name, bytearray())
    end = event.place + len(event.data)
    data.extend(bytes(max(0, end - len(data))))
    if event.kind == "truncate":
        del data[event.place :]
    else:
        data[event.place : end] = event.data


def _torn(event: Event, chance: random.Random) -> Iterator[Event]:
    """What is left of something that was not synced."""
    fate = chance.choice(("there", "there", "torn", "gone"))
    if fate == "there" or (fate == "torn" and event.kind == "truncate"):
        yield event
    elif fate == "torn":
        for place in range(0, len(event.data), _SECTOR):
            if chance.random() < 0.5:
                yield event._replace(place=event.place + place, data=event.data[place : place + _SECTOR])


@contextmanager
def under_sqlite(folder: Path) -> Iterator[Disk]:
    """Notes what every file that is opened meanwhile, in this folder, goes through."""
    disk, kept, names = Disk(folder), dict[int, list[Any]](), dict[int, str]()
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = _Word
    table = (_Word * 21).from_address(library.sqlite3_vfs_find(None))
    opens, deletes = _Opens(table[_OPEN] or 0), _Deletes(table[_DELETE] or 0)

    def watched(path: int | None) -> str | None:
        found = Path(ctypes.string_at(path).decode()) if path else None
        return found.name if found and found.parent == folder else None

    def note(event: Event, then: Callable[[], int]) -> int:
        if code := disk.fault(event):
            return code
        disk.events.append(event)
        return then()

    def opened(vfs: int, path: int | None, file: int, flags: int, out: int) -> int:
        code: int = opens(vfs, path, file, flags, out)
        if code == 0 and (name := watched(path)):
            names[file] = name
            place = _Word.from_address(file)
            assert place.value
            if place.value not in kept:
                kept[place.value] = replaced(place.value)
            place.value = ctypes.addressof(kept[place.value][0])
        return code

    def replaced(methods: int) -> list[Any]:
        """A table of functions that note what they do."""
        own = (_Word * 19)(*(_Word * 19).from_address(methods))
        writes, truncates, syncs = _Writes(own[_WRITE] or 0), _Truncates(own[_TRUNCATE] or 0), _Syncs(own[_SYNC] or 0)

        def write(file: int, data: int, size: int, place: int) -> int:
            event = Event("write", names[file], place, ctypes.string_at(data, size))
            return note(event, lambda: writes(file, data, size, place))

        def truncate(file: int, size: int) -> int:
            return note(Event("truncate", names[file], size), lambda: truncates(file, size))

        def sync(file: int, flags: int) -> int:
            return note(Event("sync", names[file]), lambda: syncs(file, flags))

        functions = [_Writes(write), _Truncates(truncate), _Syncs(sync)]
        for word, function in zip((_WRITE, _TRUNCATE, _SYNC), functions, strict=True):
            own[word] = ctypes.cast(function, _Word).value
        return [own, *functions]

    def deleted(vfs: int, path: int, synced: int) -> int:
        if (name := watched(path)) is not None:
            disk.events.append(Event("delete", name))
        return int(deletes(vfs, path, synced))

    before = table[_OPEN], table[_DELETE]
    functions = _Opens(opened), _Deletes(deleted)
    for word, function in zip((_OPEN, _DELETE), functions, strict=True):
        table[word] = ctypes.cast(function, _Word).value
    try:
        yield disk
    finally:
        table[_OPEN], table[_DELETE] = before
        _forever.append((kept, functions))  # a file that is still open calls them


_forever: list[object] = []


def available() -> bool:
    """Whether the library of this Python can be reached."""
    with suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find)
    return False
