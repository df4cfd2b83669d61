"""Many comparisons at once, and what may be said of each."""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from kibitz.stats.interval import Interval, Values


class Verdict(StrEnum):
    """What an interval of a difference allows to say."""

    BETTER = "better"
    WORSE = "worse"
    UNDECIDED = "not enough evidence"


def verdict(interval: Interval, margin: float = 0.0) -> Verdict:
    """Better when the whole interval lies above the margin, worse when it lies below minus the margin."""
    if interval.low > margin:
        return Verdict.BETTER
    return Verdict.WORSE if interval.high < -margin else Verdict.UNDECIDED


def mean_test(values: Values) -> float:
    """The two-sided p-value of Student's t-test that the mean is zero."""
    from scipy.special import stdtr  # takes long to load

    array = np.asarray(values, dtype=np.float64)
    error = float(array.std(ddof=1)) / len(array) ** 0.5
    mean = abs(float(array.mean()))
    if error == 0:
        return 1.0 if mean == 0 else 0.0
    return 2 * float(stdtr(len(array) - 1, -mean / error))


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values adjusted by Holm's method: those below α together make a false claim with probability at most α."""
    count = len(p_values)
    adjusted = [0.0] * count
    highest = 0.0
    for rank, number in enumerate(sorted(range(count), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (count - rank) * p_values[number]))
        adjusted[number] = highest
    return adjusted
