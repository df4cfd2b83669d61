"""Ratings on the Elo scale, from who beat whom and from who came in which place.

Both models are one: a table is a row of choices, each player is chosen in proportion to its strength, and what is
fitted are the logarithms of the strengths.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.stats.student import quantile

ANCHOR = "random"
ELO = 400 / log(10)  # Elo of one unit of log strength

Array = NDArray[np.float64]


class Rating(NamedTuple):
    """A player's rating with its 95 % interval; the anchor stands at 0."""

    player: str
    elo: float
    low: float
    high: float
    tables: int  # at which it sat


class Meeting(NamedTuple):
    """Tables of two: the score of the first, a tie counting half. Meetings of one cluster share their deal."""

    first: str
    second: str
    score: float
    tables: int
    cluster: Hashable


class Ranking(NamedTuple):
    """A table of many: who sat there, and the points of each. Rankings of one cluster share their deal."""

    players: tuple[str, ...]
    points: tuple[float, ...]
    cluster: Hashable


def bradley_terry(meetings: Sequence[Meeting], anchor: str = ANCHOR) -> list[Rating]:
    """Ratings from tables of two, best first.

    Without the anchor among the players, their mean is 0. Intervals allow for tables of one deal being alike.
    """
    choices = _Choices(sorted({name for meeting in meetings for name in (meeting.first, meeting.second)}))
    for first, second, score, tables, cluster in meetings:
        alternatives = ((first, 1.0), (second, 1.0))
        choices.add(first, alternatives, score, cluster)
        choices.add(second, alternatives, tables - score, cluster)
        choices.seat((first, second), tables)
    return choices.ratings(anchor)


def plackett_luce(rankings: Sequence[Ranking], anchor: str = ANCHOR) -> list[Rating]:
    """Ratings from tables of many, best first: who comes first is chosen from all, who comes second from the rest.

    Of tied players each is chosen from the tied and the rest, the tied with falling weight (Efron's method). Players
    who play at several seats compete with themselves too.
    """
    choices = _Choices(sorted({name for ranking in rankings for name in ranking.players}))
    for players, points, cluster in rankings:
        order = sorted(zip(points, players, strict=True), reverse=True)
        places = [[name for _, name in place] for _, place in groupby(order, key=lambda pair: pair[0])]
        for place, tied in enumerate(places):
            rest = [name for later in places[place + 1 :] for name in later]
            for chosen, name in enumerate(tied):
                weight = 1 - chosen / len(tied)
                alternatives = (*((player, weight) for player in tied), *((player, 1.0) for player in rest))
                if len(set(tied + rest)) > 1:
                    choices.add(name, alternatives, 1.0, cluster)
        choices.seat(players, 1)
    return choices.ratings(anchor)


@dataclass
class _Choices:
    """Choices among players, the same ones counted once."""

    names: Sequence[str]
    rows: dict[tuple[int, tuple[float, ...]], int] = field(default_factory=dict)
    clusters: dict[Hashable, int] = field(default_factory=dict)
    seen: list[tuple[int, int, float]] = field(default_factory=list)  # cluster, row, how often
    met: set[tuple[int, int]] = field(default_factory=set)
    tables: dict[str, int] = field(default_factory=dict)
    index: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.index = {name: number for number, name in enumerate(self.names)}

    def add(self, chosen: str, alternatives: Iterable[tuple[str, float]], times: float, cluster: Hashable) -> None:
        """One was chosen from some, so many times."""
        weights = [0.0] * len(self.names)
        for name, weight in alternatives:
            weights[self.index[name]] += weight
        row = self.rows.setdefault((self.index[chosen], tuple(weights)), len(self.rows))
        self.seen.append((self.clusters.setdefault(cluster, len(self.clusters)), row, times))

    def seat(self, players: Sequence[str], tables: int) -> None:
        """These sat at so many tables together."""
        for name in set(players):
            self.tables[name] = self.tables.get(name, 0) + tables
        numbers = sorted({self.index[name] for name in players})
        self.met.update((a, b) for a in numbers for b in numbers if a < b)

    def ratings(self, anchor: str) -> list[Rating]:
        """The fit, relative to the anchor."""
        from scipy.sparse import coo_array  # takes long to load

        size = len(self.names)
        self._check_connected()
        chosen = np.array([one for one, _ in self.rows], dtype=np.intp)
        weights = np.array([row for _, row in self.rows], dtype=np.float64)
        cluster, row, times = (np.array(column) for column in zip(*self.seen, strict=True))
        # Between any two who met, one tie that was not played: without it, who always won would be rated infinite.
        ghosts = np.array([(one, *pair) for pair in sorted(self.met) for one in pair], dtype=np.intp)
        ghost_weights = np.zeros((len(ghosts), size))
        for number, (_, a, b) in enumerate(ghosts):
            ghost_weights[number, [a, b]] = 1.0
        counts = np.concatenate([np.bincount(row, times, len(chosen)), np.full(len(ghosts), 0.5)])
        model = _Logit(np.concatenate([chosen, ghosts[:, 0]]), np.concatenate([weights, ghost_weights]), counts)
        strengths = model.fit()
        inverse = np.linalg.pinv(model.information(strengths))
        gradients = model.gradients(strengths)[: len(chosen)]
        groups = len(self.clusters)
        per_cluster = coo_array((times, (cluster, row)), shape=(groups, len(chosen))).tocsr() @ gradients
        robust = inverse @ (per_cluster.T @ per_cluster) @ inverse * groups / max(1, groups - 1)
        reference = np.full(size, 1 / size) if anchor not in self.index else np.eye(size)[self.index[anchor]]
        relative = np.eye(size) - reference
        # Never surer than with independent tables: luck that cancels between seatings is not counted twice.
        variance = np.maximum(*(np.diag(relative @ covariance @ relative.T) for covariance in (robust, inverse)))
        half = quantile(max(1, groups - 1), 0.975) * np.sqrt(np.maximum(variance, 0.0)) * ELO
        elo = relative @ strengths * ELO
        found = [
            Rating(name, float(elo[i]), float(elo[i] - half[i]), float(elo[i] + half[i]), self.tables[name])
            for name, i in self.index.items()
        ]
        return sorted(found, key=lambda rating: (-rating.elo, rating.player))

    def _check_connected(self) -> None:
        reached, ahead = {0}, [0]
        while ahead:
            here = ahead.pop()
            near = {b if a == here else a for a, b in self.met if here in (a, b)} - reached
            reached |= near
            ahead += near
        if len(reached) < len(self.names):
            apart = next(name for name in self.names if self.index[name] not in reached)
            raise ValueError(f"{self.names[0]} and {apart} cannot be compared: no chain of tables links them.")


@dataclass(frozen=True)
class _Logit:
    """Players are chosen in proportion to weight times strength."""

    chosen: NDArray[np.intp]
    weights: Array
    counts: Array

    def fit(self) -> Array:
        """The log strengths of greatest likelihood, with sum 0, by Newton's method."""
        strengths = np.zeros(self.weights.shape[1])
        for _ in range(100):
            gradient = self.counts @ self.gradients(strengths)
            step = np.linalg.pinv(self.information(strengths)) @ gradient
            # A long step from far away may overshoot: the likelihood is concave, not quadratic.
            strengths = strengths + step / max(1.0, float(np.abs(step).max()))
            if np.abs(step).max() < 1e-10:
                break
        centred: Array = strengths - strengths.mean()
        return centred

    def gradients(self, strengths: Array) -> Array:
        """Of the log likelihood of each row."""
        found = -self._shares(strengths)
        found[np.arange(len(self.chosen)), self.chosen] += 1
        return found

    def information(self, strengths: Array) -> Array:
        """Minus the second derivative of the log likelihood of all rows."""
        shares = self._shares(strengths)
        counted = shares * self.counts[:, None]
        found: Array = np.diag(counted.sum(axis=0)) - shares.T @ counted
        return found

    def _shares(self, strengths: Array) -> Array:
        raw = self.weights * np.exp(strengths - strengths.max())
        shares: Array = raw / raw.sum(axis=1, keepdims=True)
        return shares
