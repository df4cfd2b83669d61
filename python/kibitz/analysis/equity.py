"""Match equity: how likely a side wins the match, given both scores.

The rounds of a match are taken to be alike: what an agent's rounds against itself bring the two sides, (a, b) with
probability p(a, b). Then W(s, t), the probability to win from s to t, is 1, ½ or 0 once a side has reached the target,
and before that

    W(s, t) = Σ p(a, b) W(s + a, t + b)

which is iterated until nothing changes. Scores can fall in some games, so no order of the scores would do it in
one pass. Below minus the target scores are not told apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

import numpy as np
from numpy.typing import NDArray

from kibitz import _core
from kibitz.agents import agent
from kibitz.experiments.watch import Tally, each_deal
from kibitz.games import profile
from kibitz.play import play
from kibitz.stats import Interval

Round = tuple[int, int]


@dataclass(frozen=True)
class Equity:
    """The probability to win at every pair of scores, in steps."""

    target: int
    step: int
    table: NDArray[np.float64]  # [own, other], from -target to one step below the target

    def at(self, own: int, other: int) -> float:
        """The probability to win the match from these scores."""
        if max(own, other) >= self.target:
            return 0.5 + 0.5 * ((own > other) - (own < other))
        return float(self.table[self._place(own), self._place(other)])

    def _place(self, score: int) -> int:
        return max(0, (score + self.target) // self.step)


def value(rounds: Sequence[Round], target: int, precision: float = 1e-7) -> Equity:
    """The equity when rounds bring these points, either side either of them."""
    from scipy.signal import fftconvolve

    points = np.array([*rounds, *(pair[::-1] for pair in rounds)])
    step = gcd(target, *np.unique(np.abs(points)).tolist())
    points //= step
    least, most = int(min(points.min(), 0)), int(max(points.max(), 0))
    share = np.zeros((most - least + 1,) * 2)
    np.add.at(share, tuple((points - least).T), 1 / len(points))
    scores = np.arange(-(target // step) + least, target // step + most)
    table = 0.5 + 0.5 * np.sign(scores[:, None] - scores[None, :])  # how it ends, and a first guess before that
    going = slice(-least, len(scores) - most)
    change = 1.0
    while change > precision:
        before = table[going, going]
        after = fftconvolve(table, share[::-1, ::-1], mode="valid")
        change = float(np.abs(after - before).max())
        # beyond the lowest score nothing is told apart
        table[: going.stop, : going.stop] = np.pad(after, ((-least, 0), (-least, 0)), mode="edge")
    return Equity(target, step, np.clip(table[going, going], 0.0, 1.0))


def of_agent(game: _core.Game, spec: str, deals: int, seed: int = 1) -> Equity:
    """The equity of a match between equals: rounds of the agent against itself."""
    target = _target(game)
    groups = _core.play_groups(game, [spec], [[0] * game.seats], 0, deals, seed)
    return value([(points[0], points[1]) for _, (points,), *_ in groups], target)


def calibration(game: _core.Game, spec: str, equity: Equity, matches: int, seed: int = 2) -> dict[str, Interval]:
    """Of whole matches of the agent against itself: how often the side won that stood at an equity, before each round.

    One side's view of each match that was no draw; a match is the unit of the intervals.
    """
    table = game.to_match(equity.target)

    def watch(number: int) -> Tally:
        tally, start = Tally(), _core.deal_seed(seed, number)
        players = [agent(spec, _core.deal_seed(start, seat)).act for seat in range(game.seats)]
        state, stood = table.deal(start), list[float]()
        while True:
            own, other = state.view(0).facts.scores
            stood.append(equity.at(own, other))
            state = play(state, players)
            if state.match_over or len(stood) == _core.MOST_DEALS:
                break
            state = table.deal(_core.match_seed(start, len(stood)), after=state)
        if 0 < len(state.match_winners) < game.seats:
            for chance in stood[1:]:
                fifth = min(4, int(5 * chance))
                name = f"{20 * fifth} to {20 * fifth + 20} %"
                tally.add(f"{name}: foreseen", chance)
                tally.add(f"{name}: won", 0 in state.match_winners)
        return tally

    return Tally.intervals(each_deal(matches, watch))


def games() -> list[str]:
    """The games in which two sides play matches to a score."""
    return [name for name in _core.game_names() if profile(name).match_target]


def _target(game: _core.Game) -> int:
    option = profile(game.name).match_target
    if option is None:
        known = " and ".join(games())
        raise _core.InvalidSpec(f"Matches to a score are played by two sides in {known}, not in {game.name}.")
    return int(game.to_match().options[option])
