"""The positions of a record: every move with the state it was made in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz._core import Move, Record, State


@dataclass(frozen=True, slots=True)
class Position:
    """A move of a record with the state it was made in, as its seat was asked."""

    ply: int  # the number of the move in the record, from 1
    seat: int
    move: str
    before: State

    @property
    def owed(self) -> bool:
        """Whether the seat owed the decision; else it volunteered."""
        return self.seat in self.before.to_act

    @property
    def played(self) -> Move:
        """The move as the list of legal moves has it."""
        return self.before.canonical(self.seat, self.move)


def beginning(record: Record) -> State:
    """The state before the first move of a record."""
    data = json.loads(record.to_json())
    # Without a seed the chance events are those of the record.
    bare = {key: value for key, value in data.items() if key not in ("seed", "result")} | {"moves": []}
    return type(record).from_json(json.dumps(bare)).replay()


def positions(record: Record) -> Iterator[Position]:
    """Every move of a record that a seat made, with the state before it; the moves must be playable."""
    state = beginning(record)
    for ply, (seat, move) in enumerate(record.moves, 1):
        settled = state.settled()
        if isinstance(seat, int):
            # Who interrupted was asked for it, before the question was settled.
            before = state if seat not in settled.to_act and seat in state.to_act else settled
            yield Position(ply, seat, move, before)
        state = settled.play(seat, move)


def choices(record: Record, seat: int | None = None) -> list[Position]:
    """The moves of a record that were a choice, or those of one seat."""
    record.replay()  # every move is checked before the first is judged
    return [at for at in positions(record) if seat in (None, at.seat) and at.owed and len(at.before.legal(at.seat)) > 1]
