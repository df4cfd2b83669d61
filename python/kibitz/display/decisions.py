"""What is known of a decision: analyses and judgements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.display.bars import Scale, interval
from kibitz.display.cards import move
from kibitz.display.html import COLOURS, SOFT, block, table, words

if TYPE_CHECKING:
    from kibitz.analysis import Analysis, Judgement, Reviewed

_SHOWN = 12
_GRADES = {"best": "green", "?!": "yellow", "?": "red", "??": "red"}


def analysis(found: Analysis) -> str:
    """Every move with its mean and interval, what the agent would play first."""
    ranked = found.ranked()
    shown = ranked[:_SHOWN]
    scale = Scale.of(end for info in shown if info.known for end in (info.low, info.high, info.mean))
    heads = ["move", f"mean {found.reward}", "", "visits", "then"]
    rows = [
        [
            move(info.move),
            words(f"{info.mean:.3f}") if info.known else "",
            interval(scale, info.mean, info.low, info.high) if info.known else "",
            words(f"{info.visits:,}"),
            words(", ".join(f"{seat} {made}" for seat, made in info.line[1:5]), SOFT),
        ]
        for info in shown
    ]
    more = words(f"and {len(ranked) - _SHOWN} more", SOFT) if len(ranked) > _SHOWN else ""
    return block(words(found.summary()), table(heads, rows, left=(0, 2, 4)), more)


def judgement(found: Judgement) -> str:
    """Every move that was tried with its value, and what it gives away at least."""
    tried = [valued for valued in found.moves if valued.value is not None][:_SHOWN]
    scale = Scale.of(end for valued in tried for end in (valued.value, valued.low, valued.high))
    rows = []
    for valued in tried:
        played = words(" played", "font-weight:bold") if valued.move == found.played else ""
        loss = valued.loss if valued is not found.best else None
        rows.append(
            [
                move(valued.move) + played,
                words(f"{valued.value:+.2f}"),
                interval(scale, valued.value, valued.low, valued.high),
                "" if loss is None else words(f"{loss.value:.2f} ({max(0.0, loss.low):.2f} to {loss.high:.2f})"),
                _graded(found.grade_of(valued)),
            ]
        )
    return block(words(found.summary()), table(["move", found.unit, "", "loses", ""], rows, left=(0, 2, 4)))


def reviewed(found: Reviewed) -> str:
    """A decision of a record."""
    loss = found.judgement.loss
    lost = (
        "" if loss is None or found.grade == "best" else f" · loses {loss.value:.2f}, at least {max(0.0, loss.low):.2f}"
    )
    title = (
        f"{words(found.ply)}. {words(f'seat {found.seat}')} {move(found.played)} {_graded(found.grade)}{words(lost)}"
    )
    return block(title, judgement(found.judgement))


def _graded(grade: str | None) -> str:
    colour = COLOURS.get(_GRADES.get(grade or "", ""))
    return words(grade or "", f"font-weight:bold;color:{colour}" if colour else SOFT)
