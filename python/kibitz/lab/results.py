"""What came of a plan: numbers per deal group, and the statistics of them. Nothing here plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.lab.group import Group
from kibitz.lab.plan import Contest, Plan
from kibitz.stats import Interval, Rating, Verdict

Values = NDArray[np.float64]


class Record(NamedTuple):
    """How often one agent did better than another at the same table."""

    wins: int
    ties: int
    losses: int
    rate: Interval  # the share of wins among the tables that were decided


@dataclass(frozen=True)
class ContestResult:
    """The groups of one contest in order, from number 0 without a gap; with SPRT, up to where it stopped."""

    contest: Contest
    groups: tuple[Group, ...]

    def points(self, agent: int) -> Values:
        """What the agent scored, one value per group: the mean over its seats in all seatings."""

    def difference(self, a: int = 0, b: int = 1) -> Values:
        """By how much agent a scored more than agent b, one value per group. Better is more in every game."""

    def mean(self, agent: int) -> Interval:
        """Points of the agent per deal (per match, if whole) with the 95 % interval over the groups."""

    def advantage(self, a: int = 0, b: int = 1) -> Interval:
        """The mean difference with its 95 % interval over the groups; after SPRT, the median-unbiased estimate."""

    def verdict(self, a: int = 0, b: int = 1) -> Verdict:
        """``better``, ``worse`` or ``not enough evidence``: what the interval of the difference allows to say."""

    def record(self, a: int = 0, b: int = 1) -> Record:
        """Wins, ties and losses of agent a against agent b over all tables of all groups."""

    def seconds_per_move(self, agent: int) -> float:
        """CPU time of one decision of the agent on average."""

    def decisions(self, agent: int) -> int:
        """How many decisions the agent made."""


@dataclass(frozen=True)
class Results:
    """The results of a plan, contest by contest in the plan's order."""

    plan: Plan
    contests: tuple[ContestResult, ...]

    @property
    def complete(self) -> bool:
        """Whether every group of the plan has been played, or its SPRT has stopped."""

    def ladder(self) -> list[Rating]:
        """Ratings of all agents of the plan on the Elo scale with 95 % intervals, best first, ``random`` at 0.

        Bradley–Terry where two sides meet, Plackett–Luce where several agents sit at one table.
        """

    def summary(self) -> dict[str, Any]:
        """Everything that depends on the seeds alone: the same bytes as JSON wherever and however it was played."""

    def timing(self) -> dict[str, Any]:
        """CPU time per move and decisions of every agent: what differs from run to run."""
