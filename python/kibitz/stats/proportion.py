"""Shares and signs: how often, and whether that could be chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from kibitz.stats.interval import Interval


class SignTest(NamedTuple):
    """How many values lie above, at and below zero, and the two-sided p-value of the exact test."""

    above: int
    ties: int
    below: int
    p: float


def wilson(successes: float, trials: float, level: float = 0.95) -> Interval:
    """A share with Wilson's interval: 334 of 500 give 0.668 [0.626, 0.708]."""


def binomial_test(
    successes: int, trials: int, share: float = 0.5, alternative: Literal["greater", "less", "two-sided"] = "greater"
) -> float:
    """The exact p-value of a number of successes: 24,336 of 48,548 against one half give 0.288."""


def sign_test(values: Sequence[float]) -> SignTest:
    """Whether values tend to lie above or below zero, ties left out and stated."""


def win_rate(wins: Sequence[int], losses: Sequence[int], level: float = 0.95) -> Interval:
    """The share of wins among decided tables, from the counts of every group.

    Tables of a group share a deal and are not independent. Wilson's interval is taken with the number of independent
    tables that would scatter as the groups do, at most their true number.
    """
