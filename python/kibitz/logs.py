"""Logs of other places to play: which games can read them, and what is found in a file.

A game that can has a module ``logs`` in its folder: ``SUFFIXES`` of the files, ``recognises(data)`` for a file of
another name, and ``read(data, names=…)``, which yields a ``Round`` or a ``Fault`` for every round of a log.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from kibitz import _core
from kibitz.games import having, part

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Fault", "Round", "find", "reader_of", "readers"]


class Fault(ValueError):
    """A round that cannot be read: which line is at fault, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Round:
    """A complete round: one record, or one for every reading of what the log leaves open."""

    line: int
    readings: tuple[_core.Record, ...]

    @property
    def ambiguous(self) -> bool:
        """Whether the log can be read in several ways."""
        return len(self.readings) > 1

    def json_lines(self) -> Iterator[str]:
        """A line for each record; of an ambiguous round it says which reading it is, and of how many."""
        for number, record in enumerate(self.readings, 1):
            which = {"reading": number, "readings": len(self.readings)} if self.ambiguous else {}
            yield json.dumps(json.loads(record.to_json()) | which, ensure_ascii=False, separators=(",", ":"))


class Reader(Protocol):
    """The module ``logs`` of a game."""

    SUFFIXES: Sequence[str]

    def recognises(self, data: bytes) -> bool:
        """Whether this looks like such a log."""

    def read(self, data: bytes, *, names: bool = False) -> Iterator[Round | Fault]:
        """Every round of a log, in order. Players are named only if ``names`` is set."""


def readers() -> dict[str, Reader]:
    """The readers of all games that have one."""
    return {name: cast("Reader", part(name, "logs")) for name in having("logs")}


def reader_of(suffix: str, data: bytes) -> Reader | None:
    """Who reads a file: by its suffix, else by what is in it."""
    known = readers().values()
    by_suffix = (reader for reader in known if suffix.lower() in reader.SUFFIXES)
    return next(by_suffix, next((reader for reader in known if reader.recognises(data)), None))


def find(folder: Path) -> list[Path]:
    """The logs in a folder and the folders below it, in order."""
    suffixes = {suffix for reader in readers().values() for suffix in reader.SUFFIXES}
    return sorted(file for file in folder.rglob("*") if file.suffix.lower() in suffixes and file.is_file())
