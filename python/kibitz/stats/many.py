"""Many comparisons at once, and what may be said of each."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from kibitz.stats.interval import Interval


class Verdict(StrEnum):
    """What an interval of a difference allows to say."""

    BETTER = "better"
    WORSE = "worse"
    UNDECIDED = "not enough evidence"


def verdict(interval: Interval, margin: float = 0.0) -> Verdict:
    """Better when the whole interval lies above the margin, worse when it lies below minus the margin."""


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted by Holm's method: below α together mean at most α false claims in any of them."""


def mean_test(values: Sequence[float]) -> float:
    """The two-sided p-value of Student's t-test that the mean is zero."""
