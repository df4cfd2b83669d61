"""The review of a deal: every decision with what it cost, the expected result as it went, and luck apart from skill.

A loss is judged from what the seat could know. With all cards open the same decision is judged once more by playing on
from the true position. The result then is

    result = luck of the deal + own losses + partner's losses + opponents' losses + luck of the play

where the luck of the deal is the worth of the first position with open cards and the luck of the play is what is left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from kibitz.analysis.judging import Effort, judgements, players
from kibitz.analysis.positions import Position, beginning, choices
from kibitz.games import profile
from kibitz.play import play

if TYPE_CHECKING:
    from threading import Event

    from kibitz._core import Game, Move, Record, State
    from kibitz.analysis.judgement import Grade, Judgement

_OPEN = 4  # times a position is played on
_RIVALS = 2  # moves that are compared with open cards, beside the one played
_WIDTH = 1.96
_WAVER = 0.03  # the temperature of networks that play on with open cards, so that chance has a say


@dataclass(frozen=True, slots=True)
class OpenLoss:
    """The decision with all cards open."""

    best: Move
    loss: float
    noise: float


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision of a record: from what the seat knew, and with open cards."""

    ply: int  # the number of the move in the record, from 1
    seat: int
    judgement: Judgement
    open: OpenLoss | None = None
    open_values: tuple[float, ...] = ()  # expected per seat, all cards open
    open_noise: float = 0.0

    @property
    def played(self) -> Move:
        """The move that was made."""
        assert self.judgement.played is not None
        return self.judgement.played

    @property
    def grade(self) -> Grade:
        """Its grade."""
        assert self.judgement.grade is not None
        return self.judgement.grade

    @property
    def counted(self) -> float:
        """The loss as it counts in the account."""
        return 0.0 if self.judgement.loss is None else self.judgement.loss.counted

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"ply": self.ply} | self.judgement.to_dict()

    def _repr_html_(self) -> str:
        from kibitz.display.decisions import reviewed

        return reviewed(self)


@dataclass(frozen=True, slots=True)
class Share:
    """Where the result of a seat comes from."""

    seat: int
    result: float
    deal: float
    play: float
    own: float
    partner: float
    opponents: float
    noise: float  # half width of the 95 % interval of the luck of the deal


def review(
    record: Record,
    *,
    seat: int | None = None,
    seed: int = 1,
    effort: Effort = "review",
    threads: int = 1,
    stop: Event | None = None,
) -> Iterator[Reviewed]:
    """Every choice of a record, or those of one seat, judged from what the seat knew.

    The same seed gives the same result, also for one decision alone.
    """
    for at in choices(record, seat):
        *_, found = looks(at, seed=seed, effort=effort, threads=threads, stop=stop)
        if stop is not None and stop.is_set():
            return  # what was cut short is no judgement
        yield found


def looks(
    at: Position, *, seed: int = 1, effort: Effort = "review", threads: int = 1, stop: Event | None = None
) -> Iterator[Reviewed]:
    """Better and better judgements of one choice of a record."""
    from kibitz._core import deal_seed

    view, own = at.before.view(at.seat), deal_seed(seed, at.ply)
    values = _played_on(at.before, own)
    means = [mean_of([each[seat] for each in values]) for seat in range(at.before.game.seats)]
    expected, noise = tuple(mean for mean, _ in means), max(noise for _, noise in means)
    for judgement in judgements(view, at.played, effort=effort, seed=own, threads=threads, stop=stop):
        # With open cards it is compared once, when it is known with what.
        opened = _opened(at, judgement, own) if judgement.final else None
        yield Reviewed(at.ply, at.seat, judgement, opened, expected, noise)


def _played_on(state: State, seed: int) -> list[list[float]]:
    return state.play_on(wavering(state.game), profile(state.game.name).reward, times=_OPEN, seed=seed)


def _opened(at: Position, judgement: Judgement, seed: int) -> OpenLoss:
    """What the move gave away as the cards lay, against the best of the moves thought most of."""
    played = judgement.played
    assert played is not None
    moves = [it.move for it in judgement.moves[:_RIVALS] if it.tried]
    moves = moves if played in moves else [*moves, played]
    values = {
        move: mean_of([each[at.seat] for each in _played_on(at.before.play(at.seat, move), seed)]) for move in moves
    }
    best = max(moves, key=lambda move: (values[move][0], move == played))
    (top, wide), (own, narrow) = values[best], values[played]
    return OpenLoss(best, top - own, math.hypot(wide, narrow) if best != played else 0.0)


def wavering(game: Game) -> str:
    """Who plays on with open cards: as in trials, but not quite the same every time."""
    policy, nets = players(game)
    return f"net({nets[0]}, pick=boltzmann({_WAVER}))" if nets else policy


def mean_of(values: list[float]) -> tuple[float, float]:
    """The mean, and the half width of its 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, 0.0
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return mean, _WIDTH * spread / math.sqrt(len(values))


def split(record: Record, judged: list[Reviewed], *, seed: int = 1) -> list[Share]:
    """Luck and skill of a finished deal, a line per seat."""
    end = record.replay()
    reward = profile(record.game.name).reward
    results = end.play_on("random", reward)[0]
    sides, seats = end.parties, record.game.seats
    dealt = beginning(record).play_on(wavering(record.game), reward, times=8 * _OPEN, seed=seed)
    lost = [0.0] * seats
    for each in judged:
        lost[each.seat] += each.counted
    found = []
    for party in sides:
        against = [seat for seat in range(seats) if seat not in party]
        # What one of several who play alone gives away is shared by all the others.
        alone = len(sides) > 2
        for seat in party:
            deal, noise = mean_of([value[seat] for value in dealt])
            partner = -sum(lost[other] for other in party if other != seat)
            opponents = sum(lost[other] for other in against) / (len(against) if alone else 1)
            play = results[seat] - deal + lost[seat] - partner - opponents
            found.append(Share(seat, results[seat], deal, play, 0.0 - lost[seat], partner, opponents, noise))
    return sorted(found, key=lambda share: share.seat)


def play_through(record: Record, agents: list[str], seed: int, stop: Event | None = None) -> State:
    """The same deal played by agents, one per seat."""
    from kibitz._core import Agent

    players = [Agent(spec, seed * record.game.seats + seat) for seat, spec in enumerate(agents)]
    return play(beginning(record), [partial(player.act, stop=stop) for player in players], lots=Random(seed))
