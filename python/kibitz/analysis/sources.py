"""In which worlds a difference between two moves is realised: uniform ones, believed ones, inferred ones.

At every decision what the network likes best is compared with the move played, or else with its second, in two groups
of worlds of each kind; and both moves are played on from the true position. One group is the instrument of the other:
the noise of few worlds does not pull the weight of the realised on the claimed towards nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any

from kibitz.analysis.judging import Manner
from kibitz.analysis.reviewing import wavering
from kibitz.analysis.study import Case, Row, Study
from kibitz.stats.groups import means_of
from kibitz.stats.ratio import ratio_interval

if TYPE_CHECKING:
    from kibitz._core import Move

_EVERY = 10  # decisions of a deal of which one is looked at


def compare(case: Case, *, sources: Sequence[str], each: int, times: int) -> Row:
    """One decision: the difference in two groups of each kind of worlds, and what came of both moves."""
    from kibitz._core import Agent, deal_seed, trials

    view, played = case.before.view(case.seat), case.before.canonical(case.seat, case.move)
    how = Manner.of(view)
    if how.opinion is None:
        return {}
    known = [info for info in Agent(how.opinion, 1).analyse(view).moves if info.prior is not None]
    ranked = [info.move for info in sorted(known, key=lambda info: -info.mean)]
    others = [played, *ranked] if played != ranked[0] else ranked[1:]
    if not others:
        return {}
    pair = [ranked[0], others[0]]
    row: Row = {}
    for source in sources:
        found = trials(
            view,
            pair,
            policy=how.policy,
            reward=how.reward,
            worlds=source,
            groups=2,
            each=each,
            seed=deal_seed(case.deal, case.ply),
        )
        means = means_of(found.weights, found.rewards)
        row[source] = (means[:, 0] - means[:, 1]).tolist()

    def worth(move: Move) -> float:
        ends = case.before.play(case.seat, move).play_on(
            wavering(view.game), how.reward, times=times, seed=deal_seed(2, case.ply)
        )
        return fmean(end[case.seat] for end in ends)

    return row | {"realised": worth(pair[0]) - worth(pair[1])}


def measure(study: Study, sources: Sequence[str], *, each: int = 24, times: int = 4) -> dict[str, Any]:
    """Per kind of player and of worlds the weight, with its interval over deals."""
    found = study.rows(partial(compare, sources=sources, each=each, times=times), every=_EVERY)
    return {
        kind: {source: _weight([row for row in found if row["players"] == kind], source) for source in sources}
        for kind in study.players
    }


def _weight(found: Sequence[Row], source: str) -> dict[str, Any] | None:
    above: dict[int, float] = {}
    below: dict[int, float] = {}
    told = [row for row in found if source in row]
    for row in told:
        first, second = row[source]
        above[row["deal"]] = above.get(row["deal"], 0.0) + row["realised"] * (first + second) / 2
        below[row["deal"]] = below.get(row["deal"], 0.0) + first * second
    if len(below) < 2 or sum(below.values()) <= 0:
        return None
    return {"decisions": len(told), "weight": ratio_interval(list(above.values()), list(below.values()))}
