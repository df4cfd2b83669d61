"""The mean of independent values, or another statistic of them, with its confidence interval."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.stats.student import quantile

Values = Sequence[float] | NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate and the ends of its confidence interval."""

    mean: float
    low: float
    high: float


def mean_interval(values: Values, level: float = 0.95) -> Interval:
    """The mean with Student's t interval: mean ± t · s / √n, with n - 1 degrees of freedom."""
    array = _checked(values, level)
    n = len(array)
    mean = float(array.mean())
    half = quantile(n - 1, (1 + level) / 2) * float(array.std(ddof=1)) / n**0.5
    return Interval(mean, mean - half, mean + half)


def bootstrap_interval(
    values: Values,
    statistic: Callable[..., Any] = np.mean,
    level: float = 0.95,
    resamples: int = 4999,
    seed: int = 1,
) -> Interval:
    """Any statistic with its bootstrap interval (bias-corrected, accelerated), resampled over the values.

    ``statistic`` takes an array and ``axis``, as ``numpy.median`` does.
    """
    from scipy.stats import bootstrap  # takes long to load

    array = _checked(values, level)
    found = float(statistic(array, axis=-1))
    if (array == array[0]).all():
        return Interval(found, found, found)  # nothing varies, and BCa would divide by that
    ends = bootstrap(
        (array,), statistic, confidence_level=level, n_resamples=resamples, batch=100, rng=np.random.default_rng(seed)
    ).confidence_interval
    return Interval(found, float(ends.low), float(ends.high))


def check_level(level: float) -> None:
    """Refuses what is no confidence level."""
    if not 0 < level < 1:
        raise ValueError(f"A confidence level lies between 0 and 1, not at {level}.")


def _checked(values: Values, level: float) -> NDArray[np.float64]:
    check_level(level)
    if len(values) < 2:
        raise ValueError(f"An interval needs at least two values, not {len(values)}.")
    array = np.asarray(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise ValueError("An interval needs finite values.")
    return array
