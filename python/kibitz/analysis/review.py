"""The review of a deal: what was played, what would have been better, and how sure that is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from threading import Event

    from kibitz._core import Move, Record, State
    from kibitz.analysis.found import Analysis

DEFAULT_AGENT = "ismcts(2000)"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a record, with its analysis."""

    ply: int  # the number of the move in the record, from 1
    seat: int
    played: Move  # as the list of legal moves has it
    analysis: Analysis

    @property
    def loss(self) -> float:
        """How much worse the move that was played is than the best."""
        return self.analysis.loss(self.played)[0]

    @property
    def noise(self) -> float:
        """The half width of the 95 % interval of the loss."""
        return self.analysis.loss(self.played)[1]

    @property
    def clear(self) -> bool:
        """Whether the loss is more than noise."""
        return abs(self.loss) > self.noise

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        found = self.analysis.to_dict()
        loss, noise = self.analysis.loss(self.played)
        # A move that was hardly tried has an interval without end.
        low, high = (None, None) if noise == float("inf") else (loss - noise, loss + noise)
        found["rootInfo"] |= {
            "ply": self.ply,
            "played": str(self.played),
            "loss": loss,
            "lossLow": low,
            "lossHigh": high,
        }
        return found


@dataclass(frozen=True, slots=True)
class Position:
    """A move of a record with the state it was made in, as its seat was asked."""

    ply: int
    seat: int
    move: str
    before: State

    @property
    def owed(self) -> bool:
        """Whether the seat owed the decision; else it volunteered."""
        return self.seat in self.before.to_act


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


def review(record: Record, agent: str = DEFAULT_AGENT, *, seat: int | None = None, seed: int = 1) -> Iterator[Decision]:
    """Every decision of a record that had a choice, or those of one seat, with the agent's analysis.

    Each is analysed from what its seat knew. The same seed gives the same result, also for one decision alone.
    """
    record.replay()  # every move is checked before the first is judged
    for position in positions(record):
        if seat in (None, position.seat) and position.owed and len(position.before.legal(position.seat)) > 1:
            yield judge(position, agent, seed)


def judge(position: Position, agent: str, seed: int, stop: Event | None = None) -> Decision:
    """The analysis of one position of a record."""
    from kibitz.agents import agent as make

    before, seat = position.before, position.seat
    analysis = make(agent, (seed + position.ply) % 2**64).analyse(before.view(seat), stop=stop)
    return Decision(position.ply, seat, before.canonical(seat, position.move), analysis)
