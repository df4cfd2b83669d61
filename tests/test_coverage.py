"""Every interval covers what it should: 95 of 100, by simulation. ``make long-test`` runs these."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from kibitz.stats import (
    Interval,
    Meeting,
    Ranking,
    Rating,
    Sprt,
    binomial_test,
    bootstrap_interval,
    bradley_terry,
    mean_interval,
    over_seeds,
    plackett_luce,
    wilson,
    win_rate,
)

pytestmark = pytest.mark.long

RNG = np.random.default_rng
ELO = 400 / math.log(10)


def coverage(interval: Callable[[np.random.Generator], Interval], truth: float, trials: int) -> float:
    """The share of intervals that hold the truth; each is made from its own chance."""
    found = [interval(RNG([trials, number])) for number in range(trials)]
    return sum(one.low <= truth <= one.high for one in found) / trials


def deals(rng: np.random.Generator, size: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Differences as duplicate deals of a card game give them: in steps, skewed, now and then very large. Mean 3."""
    steps = rng.choice([-100.0, -30.0, -10.0, 0.0, 10.0, 40.0, 200.0], size, p=[0.08, 0.2, 0.22, 0.1, 0.2, 0.15, 0.05])
    return steps - _MEAN + 3


_MEAN = -8.0 - 6.0 - 2.2 + 2.0 + 6.0 + 10.0


@pytest.mark.parametrize("size", [50, 500])
def test_the_t_interval(size: int) -> None:
    assert 0.93 <= coverage(lambda rng: mean_interval(deals(rng, size)), 3, 4000) <= 0.97


@pytest.mark.parametrize("spread", [0.0, 1.0, 10.0])
def test_the_interval_over_trainings(spread: float) -> None:
    """Networks differ by so much, and share their deals; it is never too narrow, and too wide where they are alike."""

    def found(rng: np.random.Generator) -> Interval:
        shared = deals(rng, 500)
        trainings = [mean_interval(shared + rng.normal(0, 20, 500) + rng.normal(0, spread)) for _ in range(3)]
        return over_seeds(trainings)[0]

    assert 0.93 <= coverage(found, 3, 2000) <= (0.97 if spread > 5 else 0.99)


def test_the_bootstrap_interval() -> None:
    assert 0.93 <= coverage(lambda rng: bootstrap_interval(deals(rng, 100), resamples=999), 3, 1000) <= 0.97
    # the median of an exponential is ln 2
    median = coverage(
        lambda rng: bootstrap_interval(rng.exponential(1, 101), np.median, resamples=999), math.log(2), 1000
    )
    assert 0.93 <= median <= 0.97


@pytest.mark.parametrize("share", [0.3, 0.5, 0.668, 0.9])
def test_the_wilson_interval(share: float) -> None:
    assert 0.93 <= coverage(lambda rng: wilson(rng.binomial(500, share), 500), share, 4000) <= 0.97


@pytest.mark.parametrize("alike", [0.0, 0.3, 1.0])
def test_the_win_rate_of_tables_that_share_deals(alike: float) -> None:
    def rate(rng: np.random.Generator) -> Interval:
        first = rng.random(300) < 0.6
        second = np.where(rng.random(300) < alike, first, rng.random(300) < 0.6)
        decided = rng.random((2, 300)) < 0.9  # the rest are ties
        wins = (first & decided[0]).astype(int) + (second & decided[1])
        return win_rate(wins, decided.sum(axis=0) - wins)

    assert 0.93 <= coverage(rate, 0.6, 4000) <= 0.97


def test_exact_p_values_are_as_rare_as_they_say() -> None:
    rng = RNG(1)
    low = sum(binomial_test(int(rng.binomial(200, 0.5)), 200) <= 0.05 for _ in range(4000)) / 4000
    assert 0.02 <= low <= 0.055  # exact tests of counts err on the safe side


STRENGTHS = {"a": 1.2, "b": 0.4, "c": -0.5, "random": 0.0}


def rating_coverage(fit: Callable[[np.random.Generator], list[Rating]], trials: int) -> dict[str, float]:
    """The share of intervals that hold the true rating, player by player; the anchor has none."""
    held = dict.fromkeys(STRENGTHS.keys() - {"random"}, 0)
    for number in range(trials):
        for rating in fit(RNG([6, number])):
            if rating.player in held:
                held[rating.player] += rating.low <= STRENGTHS[rating.player] * ELO <= rating.high
    return {player: count / trials for player, count in held.items()}


def test_bradley_terry_ratings() -> None:
    names = sorted(STRENGTHS)

    def fit(rng: np.random.Generator) -> list[Rating]:
        meetings = []
        for i, one in enumerate(names):
            for two in names[i + 1 :]:
                wins = rng.random((60, 2)) < 1 / (1 + math.exp(STRENGTHS[two] - STRENGTHS[one]))
                wins[:30, 1] = wins[:30, 0]  # half of the deals decide both of their tables alike
                scores = wins.sum(axis=1)
                meetings += [Meeting(one, two, float(score), 2, (one, two, n)) for n, score in enumerate(scores)]
        return bradley_terry(meetings)

    assert all(0.93 <= share <= 0.97 for share in rating_coverage(fit, 2000).values())


def test_plackett_luce_ratings() -> None:
    def fit(rng: np.random.Generator) -> list[Rating]:
        rankings = []
        for number in range(120):
            # The order of exponential times with these rates is drawn from the model.
            times = {name: -rng.exponential(math.exp(-strength)) for name, strength in STRENGTHS.items()}
            rankings.append(Ranking(tuple(times), tuple(times.values()), number))
        return plackett_luce(rankings)

    assert all(0.93 <= share <= 0.97 for share in rating_coverage(fit, 2000).values())


@pytest.mark.parametrize("nelo", [0.0, 25.0, 50.0, 120.0])
def test_an_sprt_keeps_its_promises(nelo: float) -> None:
    test = Sprt(0, 50, tables=2)
    effect = nelo * math.sqrt(2) / (800 / math.log(10))
    results = [test.test(RNG([7, number]).normal(effect, 1, 3000)) for number in range(1500)]
    share = {decision: sum(one.decision == decision for one in results) / 1500 for decision in ("H0", "H1")}
    assert share["H0"] + share["H1"] > 0.99
    if nelo in (0.0, 50.0):
        wrong = share["H1"] if nelo == 0 else share["H0"]
        assert wrong <= 0.06
    above = sum(one.nelo.mean > nelo for one in results) / 1500
    assert 0.46 <= above <= 0.56, "the estimate is not median-unbiased"
    assert 0.93 <= sum(one.nelo.low <= nelo <= one.nelo.high for one in results) / 1500 <= 0.97
