"""Whether what is claimed is realised: the move played and the one called better, both played on from the true deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING, Any

from kibitz.analysis.judgement import MISTAKES
from kibitz.analysis.judging import judge
from kibitz.analysis.reviewing import wavering
from kibitz.analysis.study import Case, Row, Study, of_record
from kibitz.games import profile
from kibitz.stats import Interval, mean_interval
from kibitz.stats.ratio import ratio_interval

if TYPE_CHECKING:
    from kibitz._core import Move, Record

_EVERY = 10  # decisions of a deal of which one is looked at
_FEWEST = 20  # flagged decisions of a kind that are told apart


def realise(case: Case, *, times: int) -> Row:
    """One decision: what is claimed of it, and what came of both moves."""
    from kibitz._core import deal_seed

    view, played = case.before.view(case.seat), case.before.canonical(case.seat, case.move)
    found = judge(view, played, seed=deal_seed(1, case.ply))
    row: Row = {"grade": found.grade, "claimed": None, "low": None, "realised": None, "kinds": []}
    if found.loss is None or found.best.move == played:
        return row
    game = case.before.game
    policy, reward = wavering(game), profile(game.name).reward

    def worth(move: Move) -> float:
        after = case.before.play(case.seat, move)
        ends = after.play_on(policy, reward, times=times, seed=deal_seed(2, case.ply))
        return fmean(end[case.seat] for end in ends)

    row |= {
        "claimed": found.loss.value,
        "low": found.loss.low,
        "realised": worth(found.best.move) - worth(played),
        "kinds": kinds(found.best.move, played),
    }
    return row


def kinds(*moves: Move) -> list[str]:
    """What a decision between moves is about, in the words that the game has for moves."""
    words: set[str] = {str(move.kind) for move in moves} - {"play", "pass", "decline"}
    words |= {move.combination for move in moves if move.combination is not None}
    return sorted(words) or ["play"]


def measure(study: Study, *, records: Sequence[Record] = (), times: int = 16) -> dict[str, Any]:
    """The figures of a study: by kind of player, whose records count as one more, and by kind of decision."""
    more = [case for at, record in enumerate(records) for case in of_record(record, "records", at)]
    return figures(study.rows(partial(realise, times=times), every=_EVERY, more=more))


def figures(found: Sequence[Row]) -> dict[str, Any]:
    """What the rows of a study come to."""
    flagged = [row for row in found if row["grade"] in MISTAKES]
    by_player = {name: _weight([row for row in flagged if row["players"] == name]) for name in _names(found)}
    words = sorted({word for row in flagged for word in row["kinds"]})
    by_kind = {word: _weight([row for row in flagged if word in row["kinds"]]) for word in words}
    grave = {grade: _weight([row for row in flagged if row["grade"] == grade]) for grade in MISTAKES}
    return {
        "decisions": len(found),
        "flagged": len(flagged),
        "all": _weight(flagged),
        "players": by_player,
        "grades": grave,
        "kinds": {word: it for word, it in by_kind.items() if it and it["flagged"] >= _FEWEST},
        "not flagged": _weight([row for row in found if row["claimed"] is not None and row["grade"] not in MISTAKES]),
    }


def _names(found: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(row["players"] for row in found))


def _weight(flagged: Sequence[Row]) -> dict[str, Any] | None:
    """The regression of what was realised on what was claimed, through nothing for nothing; deals are the groups."""
    order = sorted(flagged, key=lambda row: (row["players"], row["deal"]))
    groups = [list(group) for _, group in groupby(order, key=lambda row: (row["players"], row["deal"]))]
    if len(groups) < 2:
        return None
    above = [sum(row["realised"] * row["claimed"] for row in group) for group in groups]
    below = [sum(row["claimed"] ** 2 for row in group) for group in groups]
    weight: Interval = ratio_interval(above, below)
    claimed = fmean(row["claimed"] for row in flagged)
    realised = mean_interval([row["realised"] for row in flagged])
    return {"flagged": len(flagged), "claimed": claimed, "realised": realised, "weight": weight}
