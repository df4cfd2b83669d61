"""A match: two agents meet on duplicate deals.

Every deal is played in all seatings of the two sides, so that both hold the same cards; the mean difference
over the seatings is the one number a deal contributes. See docs/statistics.md.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kibitz import _core
from kibitz.agents import Agent, agent
from kibitz.lab import python_table

UNIT = "points per round"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """By how much A did better than B per round, with the 95 % interval over the deals."""

    game: str
    rules: str
    seed: int
    a: str
    b: str
    mean: float
    low: float
    high: float
    unit: str
    deals: int
    differences: tuple[float, ...] = field(repr=False)

    def __str__(self) -> str:
        word = "more" if self.mean >= 0 else "fewer"
        unit = self.unit.replace(" ", f" {word} ", 1)  # "points more per round"
        return (
            f"{self.a} scores {abs(self.mean):.1f} {unit} than {self.b} "
            f"(95 % interval of the difference {self.low:.1f} to {self.high:.1f}; "
            f"{self.deals} deals of {self.game} {self.rules}, seed {self.seed})."
        )


def match(
    game: str | _core.Game,
    a: str | Agent,
    b: str | Agent,
    *,
    deals: int = 1000,
    seed: int = 1,
    rules: str | None = None,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
    **options: object,
) -> MatchResult:
    """Plays two agents against each other on duplicate deals.

    Agents are specifications or objects with ``act(view)``. ``progress`` is told how many deals are done.
    """
    if isinstance(game, str):
        game = _core.Game(game, rules, **options)
    differences: list[float] = []
    for chunk in play(game, a, b, deals=deals, seed=seed, threads=threads):
        differences += chunk
        if progress:
            progress(len(differences))
    return summary(game, a, b, differences, seed)


def play(
    game: _core.Game, a: str | Agent, b: str | Agent, *, deals: int, seed: int, threads: int | None = None
) -> Iterator[list[float]]:
    """The differences of a match, one per deal, in chunks of a fraction of a second."""
    if not isinstance(deals, int) or deals < 2:
        raise _core.InvalidSpec(f"A match needs at least 2 deals to have an interval, not {deals}.")
    threads = threads or os.cpu_count() or 1
    sides = [agent(side) if isinstance(side, str) else side for side in (a, b)]
    specs = [str(side) for side in sides if isinstance(side, _core.Agent)]
    first, count = 0, 2 * threads
    while first < deals:
        count = min(count, deals - first)
        began = time.monotonic()
        results: Sequence[Sequence[Sequence[float]]]
        if len(specs) == 2:
            results = _core.play_deals(game, specs, first, count, seed, threads)
        else:
            results = python_table.play_deals(game, sides, first, count, seed)
        yield [_difference(seatings) for seatings in results]
        first += count
        # The numbers do not depend on the chunks; their size only keeps progress and Ctrl-C lively.
        if time.monotonic() - began < 0.1:
            count *= 2


def summary(game: _core.Game, a: str | Agent, b: str | Agent, differences: Sequence[float], seed: int) -> MatchResult:
    """The result of the deals played so far."""
    from kibitz.stats import mean_interval  # brings in scipy, which `kibitz --help` should not wait for

    mean, low, high = mean_interval(differences)
    return MatchResult(
        game=game.name,
        rules=game.rules,
        seed=seed,
        a=_name(a),
        b=_name(b),
        mean=mean,
        low=low,
        high=high,
        unit=UNIT,
        deals=len(differences),
        differences=tuple(differences),
    )


def _difference(seatings: Sequence[Sequence[float]]) -> float:
    return sum(a - b for a, b in seatings) / len(seatings)


def _name(side: str | Agent) -> str:
    if isinstance(side, str):
        return str(agent(side))
    own = type(side).__str__ is not object.__str__
    return str(side) if own else type(side).__name__
