"""The account of a deal: every decision with what it cost, the expected result as it went, and luck apart from skill.

A loss is judged from what the seat could know; one that is smaller than the noise of the search counts as nothing.
With all cards open the same decision is judged once more by playing on from the true position. The result then is

    result = luck of the deal + own losses + partner's losses + opponents' losses + luck of the play

where the luck of the deal is the worth of the first position with open cards and the luck of the play is what is left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Literal

from kibitz.analysis.compare import MANY, compared, near
from kibitz.analysis.open_hands import Crew, mean_of
from kibitz.analysis.review import Decision, Position, beginning, judge, positions
from kibitz.analysis.units import searching, worth
from kibitz.games import profile
from kibitz.play import play

if TYPE_CHECKING:
    from threading import Event

    from kibitz._core import Move, Record, State

BUDGET = "1000"
_OPEN = 32  # times a position is played on
_WORLDS = 24  # in which exchanges are compared
_RIVALS = 4  # moves that are compared with open cards
_GRAVE, _BAD = 0.25, 0.1  # of the unit's scale

Verdict = Literal["best", "=", "?!", "?", "??"]


@dataclass(frozen=True, slots=True)
class OpenLoss:
    """The decision with all cards open."""

    best: Move
    loss: float
    noise: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision, from what the seat knew and with open cards, in the unit of the game."""

    decision: Decision
    loss: float
    noise: float
    verdict: Verdict
    open: OpenLoss | None
    value: float  # expected for the seat, given what it knew
    open_values: list[float]  # expected per seat, all cards open
    open_noise: float

    @property
    def counted(self) -> float:
        """The loss as it counts in the account."""
        return self.loss if self.verdict not in ("best", "=") else 0.0


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


def choices(record: Record) -> list[Position]:
    """The moves of a record that were a choice."""
    record.replay()
    return [at for at in positions(record) if at.owed and len(at.before.legal(at.seat)) > 1]


def judgements(
    record: Record, *, agent: str | None = None, seed: int = 1, stop: Event | None = None
) -> Iterator[Judgement]:
    """Every choice of a record, judged."""
    spec = agent or searching(record.game, BUDGET)
    for at in choices(record):
        found = judged(at, spec, seed, stop)
        if stop is not None and stop.is_set():
            return  # what was cut short is no judgement
        yield found


def judged(at: Position, agent: str, seed: int, stop: Event | None = None) -> Judgement:
    """One choice."""
    listed = at.before.legal(at.seat)
    # A search does not try what agents are not offered, such as a wrong claim.
    searched = len(listed) <= MANY and at.before.canonical(at.seat, at.move) in listed
    decision = judge(at, agent, seed, stop) if searched else _compare(at, seed)
    scale = scale_of(decision.analysis.reward)
    loss, noise = decision.loss * scale, decision.noise * scale
    crew = Crew(at.before.game, seed + at.ply)
    values = crew.values(at.before, _OPEN)
    means = [mean_of([value[seat] for value in values]) for seat in range(at.before.game.seats)]
    return Judgement(
        decision=decision,
        loss=loss,
        noise=noise,
        verdict=_verdict(decision, loss, noise, profile(at.before.game.name).scale),
        open=_open_loss(crew, at, decision),
        value=decision.analysis.best.mean * scale,
        open_values=[mean for mean, _ in means],
        open_noise=max(noise for _, noise in means),
    )


def _compare(at: Position, seed: int) -> Decision:
    view, played = at.before.view(at.seat), at.before.canonical(at.seat, at.move)
    moves = near(view)
    *_, found = compared(view, moves if played in moves else [*moves, played], worlds=_WORLDS, seed=seed + at.ply)
    return Decision(at.ply, at.seat, played, found)


def scale_of(reward: str) -> float:
    """What a reward such as ``margin/200`` is multiplied by to give points."""
    _, sign, by = reward.partition("/")
    return float(by) if sign else 1.0


def _verdict(decision: Decision, loss: float, noise: float, scale: int) -> Verdict:
    if decision.played == decision.analysis.best.move:
        return "best"
    if not loss > noise:
        return "="
    return "??" if loss > _GRAVE * scale else "?" if loss > _BAD * scale else "?!"


def _open_loss(crew: Crew, at: Position, decision: Decision) -> OpenLoss | None:
    """What the move gave away as the cards lay, against the best of the moves the search thought most of."""
    moves = [info.move for info in decision.analysis.ranked()[:_RIVALS]]
    if decision.played not in moves:
        moves.append(decision.played)
    values = {}
    for move in moves:
        after = at.before.play(at.seat, move)
        values[move] = [value[at.seat] for value in crew.values(after, _OPEN)]
    best = max(moves, key=lambda move: (mean_of(values[move])[0], move == decision.played))
    (top, wide), (own, narrow) = mean_of(values[best]), mean_of(values[decision.played])
    return OpenLoss(best, top - own, math.hypot(wide, narrow) if best != decision.played else 0.0)


def split(record: Record, judged: list[Judgement], *, seed: int = 1) -> list[Share]:
    """Luck and skill of a finished deal, a line per seat."""
    end = record.replay()
    results, sides, seats = worth(end), end.parties, record.game.seats
    dealt = Crew(record.game, seed).values(beginning(record), 4 * _OPEN)
    lost = [0.0] * seats
    for judgement in judged:
        lost[judgement.decision.seat] += judgement.counted
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
