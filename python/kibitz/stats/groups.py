"""Differences between things that were tried in the same worlds, when only groups of worlds are independent.

A group is a list of worlds with weights that sum to 1, and each world has a value for everything that was tried. The
mean of a group is one observation, whatever binds its worlds together.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz.stats.interval import Interval
from kibitz.stats.student import quantile

Means = NDArray[np.float64]


def means_of(weights: Sequence[Sequence[float]], values: Sequence[Sequence[Sequence[float]]]) -> Means:
    """Per group (rows) the weighted mean of each thing tried (columns)."""
    return np.array([np.asarray(own) @ np.asarray(tried) for own, tried in zip(weights, values, strict=True)])


def spread_interval(means: Sequence[float] | Means, rare: float = 0.0, level: float = 0.95) -> Interval:
    """The mean of group means with Student's t interval over the groups.

    What happens in one world of a hundred may not have been met at all, and groups that all say the same then say too
    much. ``rare`` is the standard error that is left for it, added as an independent one.
    """
    array = np.asarray(means, dtype=np.float64)
    groups, mean = len(array), float(array.mean())
    if groups < 2:
        raise ValueError(f"An interval needs at least two groups, not {groups}.")
    error = float(array.var(ddof=1)) / groups
    half = quantile(groups - 1, (1 + level) / 2) * float(np.sqrt(error + rare**2))
    return Interval(mean, mean - half, mean + half)
