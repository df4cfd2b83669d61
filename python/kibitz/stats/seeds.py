"""Estimates of one quantity with networks of several trainings, put together."""

from collections.abc import Sequence
from math import hypot, inf

import numpy as np

from kibitz.stats.interval import Interval
from kibitz.stats.student import quantile


def over_seeds(estimates: Sequence[Interval]) -> tuple[Interval, float]:
    """The mean over trainings, with a 95 % interval that has both the chance of the deals and that of the training,
    and its degrees of freedom.

    All trainings play the same deals, so the variance of the deals is not divided by their number; see
    docs/statistics.md.
    """
    if len(estimates) < 2:
        raise ValueError(f"The spread of trainings needs at least two of them, not {len(estimates)}.")
    means = np.array([estimate.mean for estimate in estimates])
    halves = np.array([(estimate.high - estimate.low) / 2 for estimate in estimates])
    deals = float(np.mean((halves / quantile(inf, 0.975)) ** 2))
    trainings = float(means.var(ddof=1)) / len(means)
    mean = float(means.mean())
    half = hypot(quantile(inf, 0.975) * deals**0.5, quantile(len(means) - 1, 0.975) * trainings**0.5)
    return Interval(mean, mean - half, mean + half), _freedom(half, (deals + trainings) ** 0.5)


def _freedom(half: float, error: float) -> float:
    """The degrees of freedom with which an interval of this standard error is so wide."""
    from scipy.optimize import brentq  # takes long to load
    from scipy.special import stdtrit

    if error == 0 or half / error <= quantile(inf, 0.975) * (1 + 1e-9):
        return inf
    return float(brentq(lambda freedom: stdtrit(freedom, 0.975) - half / error, 0.9, 1e9))
