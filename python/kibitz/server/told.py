"""From what analysis finds to what the protocol says."""

import math

from kibitz._core import Move
from kibitz.analysis import Analysis
from kibitz.analysis import MoveInfo as Considered
from kibitz.analysis.account import Judgement, Share, scale_of
from kibitz.analysis.advice import Advice
from kibitz.games import profile
from kibitz.server import protocol
from kibitz.server.views import move_info, played

_SHOWN = 40  # moves of an analysis that are sent


def analysis(found: Analysis, game: str) -> protocol.Analysis:
    """An analysis in the unit of the game."""
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
        moves=[_move(info, scale) for info in found.ranked()[:_SHOWN]],
    )


def _move(info: Considered, scale: float) -> protocol.MoveValue:
    return protocol.MoveValue(
        move=move_info(info.move),
        visits=info.visits,
        mean=info.mean * scale if info.visits else None,
        low=finite(info.low * scale),
        high=finite(info.high * scale),
        prior=info.prior,
        worlds_best=info.best_share,
        line=[played(seat, move) for seat, move in info.line],
    )


def hint(ply: int, said: Advice, game: str, opinion: tuple[str, Move] | None, *, running: bool) -> protocol.HintNow:
    """How a hint stands."""
    return protocol.HintNow(
        ply=ply,
        running=running,
        analysis=analysis(said.analysis, game),
        second=None if said.second is None else move_info(said.second),
        deciders=[
            protocol.Decider(card=it.card, holder=it.holder, share=it.share, gain_if=it.gain_if, gain_else=it.gain_else)
            for it in said.deciders
        ],
        opinion=opinion and protocol.Opinion(agent=opinion[0], move=move_info(opinion[1])),
    )


def judged(found: Judgement, game: str) -> protocol.Judged:
    """A decision in review."""
    decision = found.decision
    open_loss = None
    if (seen := found.open) is not None:
        low, high = finite(seen.loss - seen.noise), finite(seen.loss + seen.noise)
        open_loss = protocol.OpenValue(best=move_info(seen.best), loss=seen.loss, low=low, high=high)
    return protocol.Judged(
        ply=decision.ply - 1,
        seat=decision.seat,
        played=move_info(decision.played),
        best=move_info(decision.analysis.best.move),
        loss=found.loss,
        low=finite(found.loss - found.noise),
        high=finite(found.loss + found.noise),
        verdict=found.verdict,
        analysis=analysis(decision.analysis, game),
        open=open_loss,
    )


def graph_point(found: Judgement) -> protocol.GraphPoint:
    """The expected result before a decision."""
    seats = len(found.open_values)
    known: list[float | None] = [None] * seats
    known[found.decision.seat] = found.value
    return protocol.GraphPoint(ply=found.decision.ply - 1, known=known, open=found.open_values, error=found.open_noise)


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
