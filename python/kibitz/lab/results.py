"""What came of a plan: numbers per deal group, and what the statistics say of them. Nothing here plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz import plots
from kibitz.lab.group import Group
from kibitz.lab.plan import Contest, Plan
from kibitz.stats import (
    Interval,
    Meeting,
    Ranking,
    Rating,
    Sprt,
    SprtResult,
    Verdict,
    bradley_terry,
    holm,
    mean_interval,
    mean_test,
    plackett_luce,
    verdict,
    win_rate,
)

if TYPE_CHECKING:
    import pyarrow

Values = NDArray[np.float64]


class WinLoss(NamedTuple):
    """How often one agent did better than another at the same table."""

    wins: int
    ties: int
    losses: int
    rate: Interval  # the share of wins among the tables that were decided


class Comparison(NamedTuple):
    """Two agents of a contest. The verdict allows for all comparisons of the plan together (Holm)."""

    contest: int
    a: int
    b: int
    advantage: Interval
    win_loss: WinLoss
    p: float
    adjusted: float
    verdict: Verdict


class Ladder(NamedTuple):
    """The ratings of all agents that played one game under the same rules."""

    title: str
    model: str
    ratings: list[Rating]

    def plot(self) -> str:
        """The ratings with their intervals as SVG."""
        zero = "random = 0" if any(one.player == "random" for one in self.ratings) else "mean = 0"
        return plots.intervals(
            [plots.Bar(one.player, one.elo, one.low, one.high) for one in self.ratings], f"Elo ({zero})"
        )

    def _repr_html_(self) -> str:
        from kibitz.display.contests import ladder

        return ladder(self)


@dataclass(frozen=True)
class ContestResult:
    """The groups of one contest in order, from number 0 without a gap; with SPRT, up to where it stopped."""

    contest: Contest
    groups: tuple[Group, ...]
    stopped: bool = False  # the SPRT has decided

    @staticmethod
    def up_to_stop(contest: Contest, groups: Sequence[Group]) -> ContestResult:
        """The result with the groups that the contest's SPRT needs; without one, with all."""
        result = ContestResult(contest, tuple(groups))
        if contest.sprt is None or not groups:
            return result
        needed = result._test.stop(result.difference())
        return result if needed is None else ContestResult(contest, tuple(groups[: max(2, needed)]), stopped=True)

    @property
    def complete(self) -> bool:
        """Whether nothing is left to play."""
        return self.stopped or len(self.groups) >= self.contest.groups

    @property
    def tables(self) -> int:
        """How many deals or matches were played, every seating counted."""
        return len(self.groups) * len(self.contest.seatings)

    def points(self, agent: int) -> Values:
        """What the agent scored, one value per group: the mean over its seats in all seatings."""
        values: Values = self._returns[:, self._seats == agent].mean(axis=1)
        return values

    def difference(self, a: int = 0, b: int = 1) -> Values:
        """By how much agent a scored more than agent b, one value per group. Better is more in every game."""
        return self.points(a) - self.points(b)

    def mean(self, agent: int) -> Interval:
        """Points of the agent per deal (per match, if whole) with the 95 % interval over the groups."""
        return mean_interval(self.points(agent))

    def advantage(self, a: int = 0, b: int = 1) -> Interval:
        """The mean difference with its 95 % interval over the groups; of an SPRT, the median-unbiased estimate."""
        if self.contest.sprt and (a, b) == (0, 1):
            return self.sequential().estimate
        return mean_interval(self.difference(a, b))

    def sequential(self) -> SprtResult:
        """Where the contest's SPRT stands."""
        return self._test.test(self.difference())

    def verdict(self, a: int = 0, b: int = 1) -> Verdict:
        """``better``, ``worse`` or ``not enough evidence``: what the interval of the difference allows to say."""
        return verdict(self.advantage(a, b))

    def outcomes(self, a: int = 0, b: int = 1) -> NDArray[np.int8]:
        """Who did better at every table where both sat: 1 for a, -1 for b, 0 for a tie; [group][table].

        A deal is won by more points per seat, a match by the rules of the game.
        """
        both = [row for row, seats in enumerate(self._seats) if a in seats and b in seats]
        columns = []
        for row in both:
            ours, theirs = self._seats[row] == a, self._seats[row] == b
            if self.contest.whole:
                score = self._won[:, row, ours].max(axis=1) - self._won[:, row, theirs].max(axis=1)
            else:
                score = self._returns[:, row, ours].mean(axis=1) - self._returns[:, row, theirs].mean(axis=1)
            columns.append(np.sign(score).astype(np.int8))
        return np.stack(columns, axis=1)

    def win_loss(self, a: int = 0, b: int = 1) -> WinLoss:
        """Wins, ties and losses of agent a against agent b over all tables of all groups."""
        outcomes = self.outcomes(a, b)
        wins, losses = (outcomes > 0).sum(axis=1), (outcomes < 0).sum(axis=1)
        won, lost = int(wins.sum()), int(losses.sum())
        return WinLoss(won, outcomes.size - won - lost, lost, win_rate(wins, losses))

    def firsts(self, agent: int) -> Interval:
        """How often a seat of the agent came first, ties shared; by chance, one in the number of seats."""
        return mean_interval(self.wins(agent))

    def wins(self, agent: int) -> Values:
        """The share of its tables at which a seat of the agent came first, one value per group."""
        values: Values = (self._won / self._won.sum(axis=2, keepdims=True))[:, self._seats == agent].mean(axis=1)
        return values

    def rank(self, agent: int) -> Interval:
        """The mean place of a seat of the agent by its points, from 1; tied seats share their places."""
        better = (self._returns[:, :, None, :] > self._returns[:, :, :, None]).sum(axis=3)
        tied = (self._returns[:, :, None, :] == self._returns[:, :, :, None]).sum(axis=3)
        places = 1 + better + (tied - 1) / 2
        return mean_interval(places[:, self._seats == agent].mean(axis=1))

    def decisions(self, agent: int) -> int:
        """How many decisions the agent made."""
        return sum(group.decisions[agent] for group in self.groups)

    def seconds_per_move(self, agent: int) -> float:
        """CPU time of one decision of the agent on average."""
        return sum(group.seconds[agent] for group in self.groups) / max(1, self.decisions(agent))

    @cached_property
    def _returns(self) -> Values:
        return np.array([group.returns for group in self.groups], dtype=np.float64)

    @cached_property
    def _won(self) -> Values:
        """1 for every seat that came first; [group][seating][seat]."""
        seats = range(self._seats.shape[1])
        won = [[[seat in first for seat in seats] for first in group.winners] for group in self.groups]
        return np.array(won, dtype=np.float64)

    @cached_property
    def _seats(self) -> NDArray[np.intp]:
        return np.array(self.contest.seatings)

    @property
    def _test(self) -> Sprt:
        assert self.contest.sprt is not None, "only contests with an SPRT are asked"
        return Sprt(*self.contest.sprt, tables=len(self.contest.seatings))


@dataclass(frozen=True)
class Results:
    """The results of a plan, contest by contest in the plan's order."""

    plan: Plan
    contests: tuple[ContestResult, ...]

    @property
    def complete(self) -> bool:
        """Whether every group of the plan has been played, or its SPRT has stopped."""
        return all(result.complete for result in self.contests)

    @property
    def cheaters(self) -> frozenset[str]:
        """The names of the agents that look at the true cards."""
        return frozenset(
            name
            for contest in self.plan.contests
            for name, cheats in zip(contest.labels, contest.cheats, strict=True)
            if cheats
        )

    def marked(self, name: str) -> str:
        """The name of an agent as tables show it: cheaters are marked."""
        return f"{name} (cheats)" if name in self.cheaters else name

    def comparisons(self) -> list[Comparison]:
        """Every two agents that met, contest by contest; contests with fewer than two groups are left out.

        Of two that met beside others, these two only.
        """
        met = [
            (number, a, b)
            for number, result in enumerate(self.contests)
            if len(result.groups) >= 2
            for a, b in _pairs(result.contest)
        ]
        p_values = [mean_test(self.contests[number].difference(a, b)) for number, a, b in met]
        adjusted = holm(p_values)
        found = []
        for (number, a, b), p, together in zip(met, p_values, adjusted, strict=True):
            result = self.contests[number]
            advantage = result.advantage(a, b)
            # An interval may exclude zero when all comparisons together do not allow the claim.
            says = verdict(advantage) if together < 0.05 or result.contest.sprt else Verdict.UNDECIDED
            found.append(Comparison(number, a, b, advantage, result.win_loss(a, b), p, together, says))
        return found

    def ladders(self) -> list[Ladder]:
        """Ratings on the Elo scale with 95 % intervals, best first, ``random`` at 0; one ladder per game and rules.

        Bradley–Terry where two sides meet, Plackett–Luce where several agents sit at one table.
        """
        tables: dict[str, list[ContestResult]] = {}
        for result in self.contests:
            if result.groups:
                contest = result.contest
                title = f"{contest.table.title}, {contest.rules}{', whole matches' if contest.whole else ''}"
                tables.setdefault(title, []).append(result)
        ladders = []
        for title, results in tables.items():
            for linked in _linked(results):
                beside = {result.contest.beside for result in linked}
                if len(beside) == 1 and (neutral := beside.pop()):
                    title = f"{title}, one seat each beside {neutral}"
                if all(result.contest.two_sides for result in linked):
                    ratings = bradley_terry([meeting for result in linked for meeting in _meetings(result)])
                    ladders.append(Ladder(title, "Bradley–Terry", ratings))
                else:
                    ratings = plackett_luce([ranking for result in linked for ranking in _rankings(result)])
                    ladders.append(Ladder(title, "Plackett–Luce", ratings))
        return ladders

    def _repr_html_(self) -> str:
        from kibitz.display.contests import results

        return results(self)

    def to_frame(self) -> pyarrow.Table:
        """A row for every seat of every table, as an Arrow table: ``.to_pandas()``, or ``polars.from_arrow`` of it."""
        from kibitz import rows

        return rows.frame(rows.results(self))

    def summary(self) -> dict[str, Any]:
        """Everything that depends on the seeds alone: the same bytes as JSON wherever and however it was played."""
        comparisons = self.comparisons()
        return {
            "name": self.plan.name,
            "complete": self.complete,
            "contests": [
                _contest_summary(result, [one for one in comparisons if one.contest == number])
                for number, result in enumerate(self.contests)
            ],
            "ladders": [
                {
                    "title": ladder.title,
                    "model": ladder.model,
                    "ratings": [
                        rating._asdict() | {"cheats": rating.player in self.cheaters} for rating in ladder.ratings
                    ],
                }
                for ladder in self.ladders()
            ],
        }

    def timing(self) -> list[dict[str, Any]]:
        """Decisions and CPU time per move of every agent, per contest: what differs from run to run."""
        return [
            {
                "contest": result.contest.title,
                "agents": [
                    {
                        "agent": name,
                        "decisions": result.decisions(agent),
                        "seconds_per_move": result.seconds_per_move(agent),
                    }
                    for agent, name in enumerate(result.contest.labels)
                ],
            }
            for result in self.contests
        ]


def _pairs(contest: Contest) -> list[tuple[int, int]]:
    """The agents that a contest compares: those who only fill the table are there for both alike."""
    return [(0, 1)] if contest.beside else list(combinations(range(len(contest.agents)), 2))


def unit(contest: Contest) -> str:
    """What the numbers of a contest count: points per round, bulls per match."""
    noun, per, _ = contest.table.unit
    return f"{noun} per {'match' if contest.whole else per}"


def _contest_summary(result: ContestResult, comparisons: Sequence[Comparison]) -> dict[str, Any]:
    contest = result.contest
    found: dict[str, Any] = {
        "title": contest.title,
        "game": contest.game,
        "rules": contest.rules,
        "seed": contest.seed,
        "unit": unit(contest),
        "groups": len(result.groups),
        "tables": result.tables,
        "beside": contest.beside or None,
        "complete": result.complete,
        "agents": [
            {"agent": name, "cheats": cheats} | _agent_summary(result, agent)
            for agent, (name, cheats) in enumerate(zip(contest.labels, contest.cheats, strict=True))
        ],
        "comparisons": [
            {"a": contest.labels[one.a], "b": contest.labels[one.b]}
            | _interval(one.advantage)
            | {"wins": one.win_loss.wins, "ties": one.win_loss.ties, "losses": one.win_loss.losses}
            | {
                "win_rate": _interval(one.win_loss.rate),
                "p": one.p,
                "p_holm": one.adjusted,
                "verdict": str(one.verdict),
            }
            for one in comparisons
        ],
    }
    if contest.sprt and len(result.groups) >= 2:
        test = result.sequential()
        found["sprt"] = {
            "bounds": list(contest.sprt),
            "decision": test.decision,
            "llr": test.llr,
            "llr_bounds": list(test.bounds),
            "nelo": _interval(test.nelo),
        }
    return found


def _agent_summary(result: ContestResult, agent: int) -> dict[str, Any]:
    if len(result.groups) < 2:
        return {}
    first, rank = result.firsts(agent), result.rank(agent)
    return _interval(result.mean(agent)) | {"first": _interval(first), "rank": _interval(rank)}


def _interval(interval: Interval) -> dict[str, float]:
    return {"mean": interval.mean, "low": interval.low, "high": interval.high}


def _linked(results: Sequence[ContestResult]) -> list[list[ContestResult]]:
    """Contests in parts within which everyone can be compared by a chain of tables."""
    parts: list[tuple[set[str], list[ContestResult]]] = []
    for result in results:
        names, members = set(result.contest.labels), [result]
        apart = []
        for part in parts:
            if part[0] & names:
                names, members = names | part[0], part[1] + members
            else:
                apart.append(part)
        parts = [*apart, (names, members)]
    return [members for _, members in parts]


def _meetings(result: ContestResult) -> list[Meeting]:
    outcomes = result.outcomes()
    first, second = result.contest.labels
    scores = (outcomes + 1).sum(axis=1) / 2
    return [
        Meeting(first, second, float(score), outcomes.shape[1], (result.contest.seed, group.number))
        for score, group in zip(scores, result.groups, strict=True)
    ]


def _rankings(result: ContestResult) -> list[Ranking]:
    contest, names = result.contest, result.contest.labels
    found = []
    for group in result.groups:
        cluster = (contest.seed, group.number)
        for seating, returns in zip(contest.seatings, group.returns, strict=True):
            if contest.two_sides:
                means = [
                    _mean([p for p, seat in zip(returns, seating, strict=True) if seat == side]) for side in (0, 1)
                ]
                found.append(Ranking(names, tuple(means), cluster))
            else:
                found.append(Ranking(tuple(names[agent] for agent in seating), tuple(map(float, returns)), cluster))
    return found


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)
