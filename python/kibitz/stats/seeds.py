"""Estimates of one quantity with networks of several trainings, put together."""

from collections.abc import Sequence
from math import inf

import numpy as np
from scipy.special import stdtrit

from kibitz.stats.interval import Interval


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
    deals = float(np.mean((halves / float(stdtrit(inf, 0.975))) ** 2))
    trainings = float(means.var(ddof=1)) / len(means)
    freedom = inf if trainings == 0 else (len(means) - 1) * ((deals + trainings) / trainings) ** 2
    half = float(stdtrit(freedom, 0.975)) * (deals + trainings) ** 0.5
    mean = float(means.mean())
    return Interval(mean, mean - half, mean + half), freedom
