"""Proportions and signs: intervals and significance tests."""

from collections.abc import Sequence
from math import inf
from typing import Literal, NamedTuple

import numpy as np

from kibitz.stats.interval import Interval, check_level
from kibitz.stats.student import quantile


class SignTest(NamedTuple):
    """How many values lie above, at and below zero, and the two-sided p-value of the exact test."""

    above: int
    ties: int
    below: int
    p: float


def wilson(successes: float, trials: float, level: float = 0.95) -> Interval:
    """A share with Wilson's interval: 334 of 500 give 0.668 [0.626, 0.708].

    Of no trials nothing is known. Trials need not be whole: see ``win_rate``.
    """
    check_level(level)
    if not 0 <= successes <= trials:
        raise ValueError(f"Of {trials} trials, {successes} cannot have succeeded.")
    if trials == 0:
        return Interval(0.5, 0.0, 1.0)
    share, z = successes / trials, quantile(inf, (1 + level) / 2)
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * (share * (1 - share) / trials + z * z / (4 * trials * trials)) ** 0.5
    # Rounding must not push the share out of its own interval.
    return Interval(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def binomial_test(
    successes: int, trials: int, share: float = 0.5, alternative: Literal["greater", "less", "two-sided"] = "greater"
) -> float:
    """The exact p-value of a number of successes: 24,336 of 48,548 against one half give 0.288."""
    from scipy.stats import binomtest  # takes long to load

    return float(binomtest(successes, trials, share, alternative).pvalue)


def sign_test(values: Sequence[float]) -> SignTest:
    """Whether values tend to lie above or below zero, ties left out and stated."""
    signs = np.sign(np.asarray(values, dtype=np.float64))
    above, below = int((signs > 0).sum()), int((signs < 0).sum())
    p = binomial_test(above, above + below, alternative="two-sided") if above + below else 1.0
    return SignTest(above, len(signs) - above - below, below, p)


def win_rate(wins: Sequence[int], losses: Sequence[int], level: float = 0.95) -> Interval:
    """The share of wins among decided tables, from the counts of every group.

    Tables of a group share a deal and are not independent. Wilson's interval is taken with the number of independent
    tables that would scatter as the groups do, at most their true number.
    """
    won, lost = np.asarray(wins, dtype=np.float64), np.asarray(losses, dtype=np.float64)
    decided = won + lost
    tables, groups = float(decided.sum()), len(decided)
    if tables == 0:
        return wilson(0, 0, level)
    share = float(won.sum()) / tables
    # The share is a ratio of two sums over the groups; its variance is that of the residuals.
    scatter = float(((won - share * decided) ** 2).sum()) * groups / max(1, groups - 1) / tables**2
    independent = min(tables, share * (1 - share) / scatter) if scatter > 0 else tables
    return wilson(share * independent, independent, level)
