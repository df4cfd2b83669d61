"""Sequential tests: play until the question is decided.

Bounds are normalised Elo: the mean of the differences over their standard deviation per table, times 800 / ln 10, as in
computer chess. A bound so means the same effort in every game. The test is the generalised sequential probability
ratio test of normal values with unknown variance; docs/statistics.md has the formulas.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.stats.interval import Interval

NELO = 800 / log(10)  # normalised Elo of one standard deviation
_OVERSHOOT = 0.5826  # how far a sum of standard normal steps passes a bound on average: -ζ(1/2) / √(2π)

Decision = Literal["H0", "H1", "undecided"]


@dataclass(frozen=True)
class SprtResult:
    """Where a sequential test stopped, or stands."""

    decision: Decision
    groups: int  # that the test used
    llr: float  # the logarithm of the likelihood ratio
    bounds: tuple[float, float]  # of llr
    nelo: Interval  # median-unbiased, with its 95 % interval
    estimate: Interval  # the same in the unit of the values


@dataclass(frozen=True)
class Sprt:
    """A test of H0 (the normalised Elo is ``low``) against H1 (it is ``high``)."""

    low: float
    high: float
    tables: int  # of a group, over which one value is the mean
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise ValueError(
                f"The first bound of an SPRT is the lower one, and {self.low:g} is not below {self.high:g}."
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The test stops when the logarithm of the likelihood ratio leaves these."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    @property
    def effects(self) -> tuple[float, float]:
        """The hypotheses as mean over standard deviation of a group's value."""
        return self.low * self._per_group, self.high * self._per_group

    @property
    def _per_group(self) -> float:
        return sqrt(self.tables) / NELO

    def llr(self, values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
        """The logarithm of the likelihood ratio after each value."""
        array = np.asarray(values, dtype=np.float64)
        n = np.arange(1, len(array) + 1)
        first, second = np.cumsum(array) / n, np.cumsum(array**2) / n
        low, high = (_misfit(effect, first, second) for effect in self.effects)
        ratio: NDArray[np.float64] = n * (low - high)
        return np.where(second > 0, ratio, 0.0)

    def stop(self, values: Sequence[float] | NDArray[np.float64]) -> int | None:
        """How many values the test needs to decide; None when these do not suffice."""
        low, high = self.bounds
        ratio = self.llr(values)
        outside = np.flatnonzero((ratio <= low) | (ratio >= high))
        return int(outside[0]) + 1 if len(outside) else None

    def test(self, values: Sequence[float] | NDArray[np.float64]) -> SprtResult:
        """The test over values in their order: it stops at the first one at which it is decided."""
        if len(values) < 2:
            raise ValueError(f"A sequential test needs at least two values, not {len(values)}.")
        groups = max(2, self.stop(values) or len(values))
        used = np.asarray(values, dtype=np.float64)[:groups]
        llr = float(self.llr(used)[-1])
        low, high = self.bounds
        decision: Decision = "H1" if llr >= high else "H0" if llr <= low else "undecided"
        spread = float(used.std(ddof=1))
        seen = float(used.mean()) / spread if spread else 0.0
        effects = [self._effect(llr, groups, decision, level, seen) for level in (0.5, 0.025, 0.975)]
        nelo = Interval(*(effect / self._per_group for effect in effects))
        estimate = Interval(*(effect * spread for effect in effects))
        return SprtResult(decision, groups, llr, (low, high), nelo, estimate)

    def _effect(self, llr: float, groups: int, decision: Decision, level: float, seen: float) -> float:
        """The effect under which so favourable an outcome has the probability ``level``; the one ``seen`` is near it.

        The ratio is nearly a Brownian motion with drift. Outcomes are ordered as they lie on the border of its region:
        the sooner at the upper bound the better, the sooner at the lower one the worse, in between by height.
        """
        from scipy.optimize import brentq  # takes long to load

        def favourable(effect: float) -> float:
            drift, spread = self._motion(effect)
            low, high = (bound / spread for bound in self.bounds)
            region = _Region(low - _OVERSHOOT, high + _OVERSHOOT, groups)
            if decision == "H1":
                return region.left_above(drift / spread)
            if decision == "H0":
                return 1 - region.left_below(drift / spread)
            return region.left_above(drift / spread) + region.still_above(llr / spread, drift / spread)

        reach = 8 * (1 + abs(seen)) / sqrt(groups)
        while favourable(seen - reach) > level or favourable(seen + reach) < level:
            if reach > 1e3:  # the values hardly vary, and no effect is too large for them
                return seen
            reach *= 2
        return float(brentq(lambda effect: favourable(effect) - level, seen - reach, seen + reach))

    def _motion(self, effect: float) -> tuple[float, float]:
        """Mean and standard deviation of what one value adds to the ratio when this is the effect."""
        first, second = effect, 1 + effect**2
        sigmas = [_sigma(hypothesis, first, second) for hypothesis in self.effects]
        drift = [_misfit(hypothesis, np.float64(first), np.float64(second)) for hypothesis in self.effects]
        # What x adds is slope · x + bend · x², to the first order.
        slope = self.effects[1] / sigmas[1] - self.effects[0] / sigmas[0]
        bend = 1 / (2 * sigmas[0] ** 2) - 1 / (2 * sigmas[1] ** 2)
        variance = slope**2 + 4 * effect * slope * bend + bend**2 * (2 + 4 * effect**2)
        return float(drift[0] - drift[1]), sqrt(variance)


@dataclass(frozen=True)
class _Region:
    """A Brownian motion of unit variance that starts at 0 and is stopped at two bounds or at a time.

    Probabilities are sums over the mirror images of the bounds, term by term in logarithms.
    """

    bottom: float
    top: float
    time: float

    def left_above(self, drift: float) -> float:
        """The probability that it leaves at the top before the time."""
        return self._left(self.top, drift)

    def left_below(self, drift: float) -> float:
        """The probability that it leaves at the bottom before the time."""
        return self._left(-self.bottom, -drift)

    def still_above(self, height: float, drift: float) -> float:
        """The probability that it is still inside at the time, and above the height."""
        total = 0.0
        for k in self._images():
            for sign, centre in ((1, 2 * k * self._width), (-1, 2 * self.top + 2 * k * self._width)):
                ends = ((edge - centre - drift * self.time) / sqrt(self.time) for edge in (height, self.top))
                total += sign * exp(min(700.0, drift * centre + _log_mass(*ends)))
        return total

    def _left(self, bound: float, drift: float) -> float:
        from scipy.special import log_ndtr  # takes long to load

        total, root = 0.0, sqrt(self.time)
        for k in self._images():
            distance = bound + 2 * k * self._width
            away = abs(distance)
            direct = drift * (bound - away) + float(log_ndtr((drift * self.time - away) / root))
            mirrored = drift * (bound + away) + float(log_ndtr((-drift * self.time - away) / root))
            total += (exp(min(700.0, direct)) + exp(min(700.0, mirrored))) * (1 if distance > 0 else -1)
        return total

    @property
    def _width(self) -> float:
        return self.top - self.bottom

    def _images(self) -> range:
        count = 3 + int(5 * sqrt(self.time) / self._width)
        return range(-count, count + 1)


def _sigma(effect: float, first: Any, second: Any) -> Any:
    """The standard deviation that fits an effect best, given the means of the values and of their squares."""
    return (np.sqrt((effect * first) ** 2 + 4 * second) - effect * first) / 2


def _misfit(effect: float, first: Any, second: Any) -> Any:
    """Minus the logarithm of the likelihood per value, for the standard deviation that fits best."""
    sigma = _sigma(effect, first, second)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log(sigma) + second / (2 * sigma**2) - effect * first / sigma + effect**2 / 2


def _log_mass(low: float, high: float) -> float:
    """The logarithm of the standard normal probability between two points."""
    if high <= low:
        return -inf
    if low > 0:
        low, high = -high, -low
    from scipy.special import log_ndtr  # takes long to load

    upper, lower = float(log_ndtr(high)), float(log_ndtr(low))
    return upper + log(-np.expm1(lower - upper)) if lower < upper else -inf
