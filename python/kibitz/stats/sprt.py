"""Sequential tests: play until the question is decided.

Bounds are normalised Elo: the mean of the differences over their standard deviation per table, times 800 / ln 10, as in
computer chess. A bound so means the same effort in every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kibitz.stats.interval import Interval

NELO = 800 / 2.302585092994046  # normalised Elo of one standard deviation

Decision = Literal["H0", "H1", "undecided"]


@dataclass(frozen=True)
class Sprt:
    """A test of H0 (the normalised Elo is ``low``) against H1 (it is ``high``)."""

    low: float
    high: float
    tables: int  # of a group, over which one value is the mean
    alpha: float = 0.05
    beta: float = 0.05

    def test(self, values: Sequence[float]) -> SprtResult:
        """The test over values in their order: it stops at the first one at which it is decided."""


@dataclass(frozen=True)
class SprtResult:
    """Where a sequential test stopped, or stands."""

    decision: Decision
    groups: int  # that the test used
    llr: float  # the logarithm of the likelihood ratio
    bounds: tuple[float, float]  # of llr
    nelo: Interval  # median-unbiased, with its 95 % interval
    estimate: Interval  # the same in the unit of the values
