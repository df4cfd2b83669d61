"""Statistics against numbers computed by hand and from printed tables."""

import math

import pytest

from kibitz.stats import mean_interval


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
