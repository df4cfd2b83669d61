"""A record as one agent sees it: at every decision what it knows, in the unit it thinks in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz.analysis.positions import Position, choices

if TYPE_CHECKING:
    from kibitz._core import Move, Record
    from kibitz.analysis.found import Analysis


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of a record, with an agent's analysis."""

    ply: int  # the number of the move in the record, from 1
    seat: int
    played: Move  # as the list of legal moves has it
    analysis: Analysis

    @property
    def loss(self) -> float | None:
        """How much worse the move that was played is than the best; None when the agent knows nothing of it."""
        return self.analysis.loss(self.played)[0]

    @property
    def noise(self) -> float:
        """The half width of the 95 % interval of the loss; infinite when the agent has no interval."""
        return self.analysis.loss(self.played)[1]

    @property
    def clear(self) -> bool:
        """Whether the loss is more than noise."""
        return self.loss is not None and abs(self.loss) > self.noise

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        found = self.analysis.to_dict()
        loss, noise = self.analysis.loss(self.played)
        # A move that was hardly tried has an interval without end.
        low, high = (None, None) if loss is None or noise == float("inf") else (loss - noise, loss + noise)
        found["rootInfo"] |= {
            "ply": self.ply,
            "played": str(self.played),
            "loss": loss,
            "lossLow": low,
            "lossHigh": high,
        }
        return found


def consult(record: Record, agent: str, *, seat: int | None = None, seed: int = 1) -> Iterator[Decision]:
    """Every decision of a record that had a choice, or those of one seat, with the agent's analysis.

    Each is analysed from what its seat knew. The same seed gives the same result, also for one decision alone.
    """
    for position in choices(record, seat):
        yield consulted(position, agent, seed)


def consulted(position: Position, agent: str, seed: int) -> Decision:
    """The agent's analysis of one position of a record."""
    from kibitz.agents import agent as make

    analysis = make(agent, (seed + position.ply) % 2**64).analyse(position.before.view(position.seat))
    return Decision(position.ply, position.seat, position.played, analysis)
