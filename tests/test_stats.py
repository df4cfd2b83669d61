"""Statistics against numbers computed by hand and from printed tables."""

import math

import numpy as np
import pytest
from scipy.special import stdtrit
from scipy.stats import ttest_1samp

from kibitz.stats import (
    Interval,
    Meeting,
    Ranking,
    Sprt,
    binomial_test,
    bootstrap_interval,
    bradley_terry,
    holm,
    mean_interval,
    mean_test,
    over_seeds,
    plackett_luce,
    sign_test,
    verdict,
    wilson,
    win_rate,
)
from kibitz.stats.student import quantile


@pytest.mark.parametrize("freedom", [1, 4.5, 5, 9, 33.3, 199, 200, 999, 10**6, math.inf])
def test_quantiles_of_students_t_are_those_of_scipy(freedom: float) -> None:
    for share in (0.025, 0.5, 0.75, 0.95, 0.975, 0.99, 0.9999):
        assert quantile(freedom, share) == pytest.approx(float(stdtrit(freedom, share)), rel=3e-12, abs=1e-15)


def test_the_interval_of_five_values_is_the_textbook_one() -> None:
    # mean 3, s² = 10/4, s/√n = √0.5; t(4, 97.5 %) = 2.776445 in every printed table
    mean, low, high = mean_interval([1, 2, 3, 4, 5])
    assert mean == 3
    assert math.isclose(high - mean, 2.776445105 * math.sqrt(0.5), rel_tol=1e-9)
    assert math.isclose(mean - low, high - mean, rel_tol=1e-12)


def test_two_values_have_a_wide_interval() -> None:
    # t(1, 97.5 %) = tan(0.475 π) = 12.7062; s/√n = 1
    interval = mean_interval([-1, 1])
    assert math.isclose(interval.high, math.tan(0.475 * math.pi), rel_tol=1e-9)


def test_a_higher_level_is_wider() -> None:
    # t(4, 99.5 %) = 4.604095
    assert math.isclose(mean_interval([1, 2, 3, 4, 5], 0.99).high, 3 + 4.604094871 * math.sqrt(0.5), rel_tol=1e-9)


def test_equal_values_have_a_point_for_an_interval() -> None:
    assert mean_interval([7.0, 7.0, 7.0]) == (7, 7, 7)


@pytest.mark.parametrize(
    ("values", "level"),
    [([], 0.95), ([1.0], 0.95), ([1.0, math.nan], 0.95), ([1.0, math.inf], 0.95), ([1.0, 2.0], 1.0), ([1.0, 2.0], 0.0)],
)
def test_what_has_no_interval_is_refused_with_a_sentence(values: list[float], level: float) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        mean_interval(values, level)


def test_wilson_of_the_schnapsen_paper() -> None:
    # 334 of 500 deals won against rdeep
    share, low, high = wilson(334, 500)
    assert share == 0.668
    assert (round(low, 3), round(high, 3)) == (0.626, 0.708)


def test_wilson_at_the_ends() -> None:
    # k = 0: the upper end is z² / (n + z²)
    assert wilson(0, 10).low == 0
    assert math.isclose(wilson(0, 10).high, 1.959964**2 / (10 + 1.959964**2), rel_tol=1e-6)
    assert wilson(10, 10).high == 1
    assert wilson(0, 0) == (0.5, 0, 1)
    with pytest.raises(ValueError, match="cannot have succeeded"):
        wilson(11, 10)


def test_the_binomial_test_of_the_mini_tichu_paper() -> None:
    # 24,336 of 48,548 decided rounds; the paper says 28.8 %
    assert round(binomial_test(24_336, 48_548), 3) == 0.288


def test_the_sign_test_leaves_ties_out() -> None:
    # 1 of 4: 2 · (1 + 4) / 16
    assert sign_test([1.0, -2.0, -1.0, 0.0, -5.0]) == (1, 1, 3, 0.625)
    assert sign_test([0.0]).p == 1


def test_tables_that_are_alike_count_less_and_never_more() -> None:
    independent = wilson(60, 100)
    alike = win_rate([2] * 30 + [0] * 20, [0] * 30 + [2] * 20)  # both tables of a deal end alike
    assert math.isclose(alike.mean, independent.mean)
    assert alike.low < independent.low - 0.01
    opposite = win_rate([1] * 40 + [2] * 10, [1] * 40 + [0] * 10)  # luck of the cards cancels
    assert opposite == wilson(60, 100)


def test_holm_steps_down() -> None:
    # sorted 0.01, 0.02, 0.03, 0.5: times 4, 3, 2, 1, and never falling
    assert holm([0.03, 0.01, 0.5, 0.02]) == pytest.approx([0.06, 0.04, 0.5, 0.06])
    assert holm([0.9, 0.8]) == [1, 1]


def test_a_verdict_needs_the_whole_interval() -> None:
    assert verdict(Interval(2, 1, 3)) == "better"
    assert verdict(Interval(2, -1, 5)) == "not enough evidence"
    assert verdict(Interval(-2, -3, -1)) == "worse"
    assert verdict(Interval(2, 1, 3), margin=1.5) == "not enough evidence"


def test_the_t_test_agrees_with_the_interval() -> None:
    values = [1.0, 2.0, 0.5, -1.0, 3.0, 1.5]
    assert mean_test(values) == pytest.approx(float(ttest_1samp(values, 0).pvalue))
    assert mean_test([0.0, 0.0]) == 1
    assert mean_test([1.0, 1.0]) == 0


def test_the_bootstrap_is_near_the_t_interval_for_a_mean() -> None:
    values = np.random.default_rng(3).normal(5, 2, 200)
    boot, student = bootstrap_interval(values), mean_interval(values)
    assert boot == bootstrap_interval(values)
    assert boot.low == pytest.approx(student.low, abs=0.06)
    assert boot.high == pytest.approx(student.high, abs=0.06)
    assert bootstrap_interval([2.0, 2.0], np.median) == (2, 2, 2)


def test_three_wins_in_four_are_191_elo() -> None:
    # 400 · log10(3) = 190.8; the tie that was not played pulls it in by a hair
    meetings = [Meeting("a", "random", float(i % 4 != 0), 1, i) for i in range(40_000)]
    first, last = bradley_terry(meetings)
    assert (first.player, last) == ("a", ("random", 0, 0, 0, 40_000))
    assert first.elo == pytest.approx(400 * math.log10(3), abs=0.05)
    # the standard error of a log odds is 1 / √(n p q)
    assert first.high - first.elo == pytest.approx(1.96 * 400 / math.log(10) / math.sqrt(40_000 * 3 / 16), rel=0.01)


def test_who_always_wins_is_rated_high_but_not_infinite() -> None:
    best = bradley_terry([Meeting("a", "random", 1, 1, i) for i in range(100)])[0]
    assert 500 < best.elo < 3000
    assert best.low < best.elo - 100


def test_without_the_anchor_the_mean_is_zero() -> None:
    ratings = bradley_terry([Meeting("a", "b", 0.75 * 10, 10, i) for i in range(100)])
    assert sum(rating.elo for rating in ratings) == pytest.approx(0)


def test_who_never_met_cannot_be_rated_together() -> None:
    with pytest.raises(ValueError, match="no chain of tables"):
        bradley_terry([Meeting("a", "b", 1, 2, 0), Meeting("c", "d", 1, 2, 1)])


def test_plackett_luce_of_two_is_bradley_terry() -> None:
    wins = [i % 3 != 0 for i in range(600)]
    pairs = bradley_terry([Meeting("a", "random", float(won), 1, i) for i, won in enumerate(wins)])
    tables = plackett_luce([Ranking(("a", "random"), (float(won), 0.5), i) for i, won in enumerate(wins)])
    assert tables[0].elo == pytest.approx(pairs[0].elo)
    assert tables[0].low == pytest.approx(pairs[0].low)


def test_plackett_luce_finds_the_strengths_it_is_drawn_from() -> None:
    rng = np.random.default_rng(5)
    strengths = {"a": 1.0, "b": 0.5, "random": 0.0}
    rankings = []
    for number in range(4000):
        # The order of exponential times with these rates is drawn from the model.
        times = {name: -rng.exponential(math.exp(-strength)) for name, strength in strengths.items()}
        rankings.append(Ranking(tuple(times), tuple(times.values()), number))
    for rating in plackett_luce(rankings)[:2]:
        truth = strengths[rating.player] * 400 / math.log(10)
        assert rating.low - 5 < truth < rating.high + 5
        assert rating.high - rating.low < 40


def test_players_that_always_tie_are_equal() -> None:
    ratings = plackett_luce([Ranking(("a", "b", "random"), (1.0, 1.0, 1.0), i) for i in range(50)])
    assert [rating.elo for rating in ratings] == pytest.approx([0, 0, 0], abs=1e-6)


def test_an_sprt_between_zero_and_five_has_the_usual_bounds() -> None:
    low, high = Sprt(0, 5, tables=2).bounds
    assert (round(low, 2), round(high, 2)) == (-2.94, 2.94)


def test_normalised_elo_is_mean_over_deviation_per_table() -> None:
    # Values ±1 with mean 0.2: with two tables a group, 0.2 / (0.98 · √2) · 347.4 = 50.1
    values = [1.0, 1.0, 1.0, -1.0, -1.0] * 200
    result = Sprt(0, 100, tables=2, alpha=1e-9, beta=1e-9).test(values[:100])
    assert result.decision == "undecided"
    assert result.nelo.mean == pytest.approx(50.1, abs=3)


def test_an_sprt_stops_where_it_crosses_and_not_later() -> None:
    values = np.random.default_rng(1).normal(0.3, 1, 2000)
    test = Sprt(0, 50, tables=2)
    result = test.test(values)
    assert result.decision == "H1"
    assert result.groups == test.stop(values) == test.test(values[: result.groups]).groups
    assert test.stop(values[: result.groups - 1]) is None
    assert result.nelo.low < result.nelo.mean < result.nelo.high
    # Who stops at a high looks better than he is: the estimate is below the naive one.
    used = values[: result.groups]
    assert result.estimate.mean < used.mean()


def test_bounds_of_an_sprt_rise() -> None:
    with pytest.raises(ValueError, match="lower one"):
        Sprt(5, 0, tables=2)


def test_trainings_that_agree_are_as_sure_as_their_deals_and_others_are_not() -> None:
    one = Interval(5.0, 3.04, 6.96)
    same, freedom = over_seeds([one, one, one])
    assert same == pytest.approx(one, abs=1e-4)
    assert freedom == math.inf
    # means 0, 5, 10: variance 25, B = 25/3; A = 1; t(2, 97.5 %) = 4.302653
    apart, freedom = over_seeds([Interval(x, x - 1.96, x + 1.96) for x in (0.0, 5.0, 10.0)])
    assert apart.mean == 5
    assert apart.high - apart.mean == pytest.approx(math.hypot(1.96, 4.302653 * math.sqrt(25 / 3)), rel=1e-4)
    assert 2 < freedom < 2.2
    with pytest.raises(ValueError, match="at least two"):
        over_seeds([one])
