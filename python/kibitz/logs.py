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

_LOOKED_AT = 4096  # bytes of a file in which it is recognised


class Fault(ValueError):
    """A round that cannot be read: which line is at fault, and why."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line


@dataclass(frozen=True, slots=True)
class Round:
    """A complete round: a record for every reading of what the log leaves open; mostly there is one."""

    line: int
    readings: tuple[_core.Record, ...]

    @property
    def ambiguous(self) -> bool:
        """Whether the log can be read in several ways."""
        return len(self.readings) > 1

    def to_json(self) -> str:
        """One record, the first reading; beside it the moves of the others, whose deal and result are the same."""
        first, *others = (json.loads(record.to_json()) for record in self.readings)
        beside = {"other_readings": [other["moves"] for other in others]} if others else {}
        return json.dumps(first | beside, ensure_ascii=False, separators=(",", ":"))


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
    """The logs in a folder and the folders below it, in order: by their suffix, or by how they begin."""
    return sorted(file for file in folder.rglob("*") if file.is_file() and reader_of(file.suffix, _beginning(file)))


def _beginning(file: Path) -> bytes:
    try:
        with file.open("rb") as opened:
            return opened.read(_LOOKED_AT)
    except OSError:
        return b""  # whoever reads a log says why it cannot be read
