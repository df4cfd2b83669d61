"""Quantiles of Student's t distribution, which every interval of a mean needs.

SciPy has them, but a first match would take twice as long for loading it. So the usual ones are found here, and
SciPy is asked for those of few degrees of freedom and far out, where the series is slow.
"""

from functools import cache
from math import exp, inf, lgamma, log1p, pi, sqrt

_ENDLESS = 1e18  # so many degrees of freedom are the normal distribution, to the last bit


@cache
def quantile(freedom: float, share: float) -> float:
    """The value below which this share of the distribution lies; with endless degrees of freedom, a normal quantile."""
    if not (freedom > 0 and 0 < share < 1):
        raise ValueError(f"There is no quantile {share} of Student's t with {freedom} degrees of freedom.")
    if share < 0.5:
        return -quantile(freedom, 1 - share)
    if freedom < 5 or share > 0.99:
        from scipy.special import stdtrit

        return float(stdtrit(freedom, share))
    freedom = min(freedom, _ENDLESS)
    peak = _peak(freedom)
    found, step = 0.0, inf
    # Newton's method from the middle: the density falls, so that it comes ever nearer from below.
    while step > 1e-15 * found:
        density = peak * exp(-(freedom + 1) / 2 * log1p(found**2 / freedom))
        step = (share - 0.5 - found * density * _series(freedom, found)) / density
        found += max(step, 0.0)
    return found


def _peak(freedom: float) -> float:
    """The density at 0: Γ((ν + 1) / 2) / (Γ(ν / 2) √(πν))."""
    if freedom < 200:
        return exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(pi * freedom)
    x = 2 / freedom  # Stirling's series, where two great numbers would leave nothing exact of their difference
    return (1 - x / 8 + x**2 / 128 + 5 * x**3 / 1024 - 21 * x**4 / 32768) / sqrt(2 * pi)


def _series(freedom: float, value: float) -> float:
    """The share between 0 and a value, over the value and its density: a hypergeometric series of positive terms."""
    ratio = value**2 / (freedom + value**2)
    term, total, n = 1.0, 1.0, 0
    while term > 1e-17 * total:
        term *= ((freedom + 1) / 2 + n) / (1.5 + n) * ratio
        total += term
        n += 1
    return total
