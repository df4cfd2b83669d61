"""A ratio of two sums over independent groups, such as a mean over decisions when only deals are independent."""

from collections.abc import Sequence

import numpy as np

from kibitz.stats.interval import Interval
from kibitz.stats.student import quantile


def ratio_interval(sums: Sequence[float], counts: Sequence[float], level: float = 0.95) -> Interval:
    """Σ sums / Σ counts with its interval over the groups, one value of each per group.

    The variance is that of the residuals ``sum - ratio · count`` (the delta method). Below two groups, or when nothing
    was counted, there is no interval.
    """
    above, below = np.asarray(sums, dtype=np.float64), np.asarray(counts, dtype=np.float64)
    groups, total = len(below), float(below.sum())
    if groups < 2 or total == 0:
        raise ValueError("A ratio needs two groups and something that was counted.")
    ratio = float(above.sum()) / total
    scatter = float(((above - ratio * below) ** 2).sum()) * groups / (groups - 1)
    half = quantile(groups - 1, (1 + level) / 2) * scatter**0.5 / abs(total)
    return Interval(ratio, ratio - half, ratio + half)
