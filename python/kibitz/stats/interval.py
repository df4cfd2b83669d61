"""The mean of independent values with its confidence interval."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit


class Interval(NamedTuple):
    """An estimate and the ends of its confidence interval."""

    mean: float
    low: float
    high: float


def mean_interval(values: Sequence[float], level: float = 0.95) -> Interval:
    """The mean with Student's t interval: mean ± t · s / √n, with n - 1 degrees of freedom."""
    if not 0 < level < 1:
        raise ValueError(f"A confidence level lies between 0 and 1, not at {level}.")
    n = len(values)
    if n < 2:
        raise ValueError(f"An interval needs at least two values, not {n}.")
    array = np.asarray(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise ValueError("An interval needs finite values.")
    mean = float(array.mean())
    half = float(stdtrit(n - 1, (1 + level) / 2)) * float(array.std(ddof=1)) / n**0.5
    return Interval(mean, mean - half, mean + half)
