"""From what analysis finds to what the protocol says."""

import math
from collections.abc import Iterable

from kibitz._core import Move
from kibitz.analysis import Analysis, Judgement, Reviewed, Tally, Valued
from kibitz.analysis import MoveInfo as Considered
from kibitz.analysis.judgement import Decider, Grade
from kibitz.analysis.judging import scale_of
from kibitz.analysis.reviewing import Share
from kibitz.games import profile
from kibitz.server import protocol
from kibitz.server.views import move_info, played

_SHOWN = 100  # moves of a decision that are sent


def analysis(found: Analysis, game: str) -> protocol.Analysis:
    """What an agent thinks, in the unit of the game."""
    scale = scale_of(found.reward)
    reward = found.reward.partition("/")[0]
    own = profile(game)
    return protocol.Analysis(
        agent=found.agent,
        seat=found.seat,
        unit=own.unit if reward == own.reward else reward,
        iterations=found.iterations,
        worlds=found.worlds,
        best=move_info(found.best.move),
        moves=[_considered(info, scale) for info in found.ranked()[:_SHOWN]],
    )


def _considered(info: Considered, scale: float) -> protocol.MoveValue:
    return protocol.MoveValue(
        move=move_info(info.move),
        visits=info.visits,
        mean=info.mean * scale if info.known else None,
        low=finite(info.low * scale),
        high=finite(info.high * scale),
        loss=None,
        verdict=None,
        prior=info.prior,
        line=[played(seat, move) for seat, move in info.line],
    )


def judgement(found: Judgement) -> protocol.Analysis:
    """The moves of a judgement."""
    return protocol.Analysis(
        agent=found.agent,
        seat=found.seat,
        unit=found.unit,
        iterations=sum(it.tried for it in found.moves),
        worlds=found.worlds,
        best=move_info(found.best.move),
        moves=[_valued(it, found.grade_of(it)) for it in found.moves[:_SHOWN]],
    )


def _valued(it: Valued, grade: Grade | None) -> protocol.MoveValue:
    loss = None
    if it.loss is not None and math.isfinite(it.loss.high):
        loss = protocol.Loss(value=it.loss.value, low=it.loss.low, high=it.loss.high)
    return protocol.MoveValue(
        move=move_info(it.move),
        visits=it.tried,
        mean=it.value,
        low=None if it.low is None else finite(it.low),
        high=None if it.high is None else finite(it.high),
        loss=loss,
        verdict=grade,
        prior=it.prior,
        line=[played(seat, move) for seat, move in it.line],
    )


def hint(
    ply: int, found: Judgement | Analysis, game: str, opinion: tuple[str, Move] | None, *, running: bool
) -> protocol.HintNow:
    """How a hint stands: the house's judgement, or what an agent thinks who was asked for."""
    if isinstance(found, Analysis):
        told, second, why = analysis(found, game), None, []
    else:
        told, second, why = judgement(found), found.second, _deciders(found.deciders)
    differs = opinion is not None and opinion[1] != found.best.move
    return protocol.HintNow(
        ply=ply,
        running=running,
        analysis=told,
        second=None if second is None else move_info(second),
        deciders=why,
        opinion=protocol.Opinion(agent=opinion[0], move=move_info(opinion[1])) if opinion and differs else None,
    )


def _deciders(found: Iterable[Decider]) -> list[protocol.Decider]:
    return [
        protocol.Decider(card=it.card, holder=it.holder, share=it.share, gain_if=it.gain_if, gain_else=it.gain_else)
        for it in found
    ]


def judged(found: Reviewed) -> protocol.Judged:
    """A decision in review."""
    own = found.judgement
    open_loss = None
    if (seen := found.open) is not None:
        low, high = finite(seen.loss - seen.noise), finite(seen.loss + seen.noise)
        open_loss = protocol.OpenValue(best=move_info(seen.best), loss=seen.loss, low=low, high=high)
    loss = own.loss
    return protocol.Judged(
        ply=found.ply - 1,
        seat=found.seat,
        played=move_info(found.played),
        best=move_info(own.best.move),
        loss=0.0 if loss is None else loss.value,
        low=None if loss is None else finite(loss.low),
        high=None if loss is None else finite(loss.high),
        verdict=found.grade,
        final=own.final,
        analysis=judgement(own),
        second=None if own.second is None else move_info(own.second),
        deciders=[] if found.grade == "best" else _deciders(own.deciders),
        open=open_loss,
    )


def graph_point(found: Reviewed) -> protocol.GraphPoint:
    """The expected result before a decision."""
    known: list[float | None] = [None] * len(found.open_values)
    known[found.seat] = found.judgement.best.value
    return protocol.GraphPoint(ply=found.ply - 1, known=known, open=list(found.open_values), error=found.open_noise)


def summaries(found: Iterable[Reviewed]) -> list[protocol.SeatSummary]:
    """Every seat's decisions in numbers."""
    by_seat: dict[int, list[Judgement]] = {}
    for each in found:
        by_seat.setdefault(each.seat, []).append(each.judgement)
    return [_summary(seat, Tally.of(judged)) for seat, judged in sorted(by_seat.items())]


def _summary(seat: int, tally: Tally) -> protocol.SeatSummary:
    return protocol.SeatSummary(
        seat=seat,
        choices=tally.choices,
        inaccuracies=tally.inaccuracies,
        mistakes=tally.mistakes,
        blunders=tally.blunders,
        unclear=tally.unclear,
        lost=tally.lost,
        lost_low=tally.lost_low,
        lost_high=tally.lost_high,
        accuracy=tally.accuracy,
    )


def split(share: Share) -> protocol.Split:
    """Luck and skill of a seat."""
    return protocol.Split(
        seat=share.seat,
        result=share.result,
        deal=share.deal,
        play=share.play,
        own=share.own,
        partner=share.partner,
        opponents=share.opponents,
        noise=share.noise,
    )


def finite(value: float) -> float | None:
    """JSON has no infinity."""
    return value if math.isfinite(value) else None
