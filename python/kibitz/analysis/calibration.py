"""Whether judgements hold: decisions judged again and again with other seeds, against a hundred times the budget."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from statistics import fmean
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.analysis.judgement import INACCURACY, MISTAKES
from kibitz.analysis.judging import Manner, judge
from kibitz.analysis.study import Case, Row, Study
from kibitz.stats import Interval
from kibitz.stats.groups import means_of, spread_interval
from kibitz.stats.ratio import ratio_interval

if TYPE_CHECKING:
    from kibitz._core import Move, View
    from kibitz.analysis.judgement import Judgement

_RIVALS = 2  # moves that are held against the one played: what else was ever called better was so once or twice
_BLOCK = 64  # groups that are tried at a time
_APART = 2**40  # the seed of what is held to be true


def calibrate(case: Case, *, seeds: int, times: int) -> Row:
    """One decision, judged with so many seeds and once with so many times the budget."""
    from kibitz._core import deal_seed

    view, played = case.before.view(case.seat), case.before.canonical(case.seat, case.move)
    found = [judge(view, played, seed=deal_seed(seed, case.ply)) for seed in range(1, seeds + 1)]
    compared = [_compared(each) for each in found]
    better = Counter(rival for rival, _ in compared if rival is not None)
    rivals = [move for move, _ in better.most_common(_RIVALS)]
    tried = [each.worlds for each, (rival, _) in zip(found, compared, strict=True) if rival is not None]
    truth: dict[str, list[float]] = {}
    if tried:
        worlds = times * fmean(tried)
        for move, interval in _true(view, played, rivals, worlds, deal_seed(_APART, case.ply)).items():
            truth[str(move)] = [*interval]
    runs = [
        {
            "rival": None if rival is None else str(rival),
            "gap": gap,
            "grade": each.grade,
            "certain": each.certain,
            "worlds": each.worlds,
            "counted": 0.0 if each.loss is None else each.loss.counted,
            "accuracy": each.accuracy,
        }
        for each, (rival, gap) in zip(found, compared, strict=True)
    ]
    return {"runs": runs, "truth": truth, "kind": played.kind, "scale": found[0].scale}


def _compared(found: Judgement) -> tuple[Move | None, list[float]]:
    """What the move played was weighed against, whichever came out better, and by how much it is behind."""
    if not found.weighed or found.second is None or found.certain:
        return None, []
    loss = found[found.second].loss
    assert loss is not None
    # More worlds say nothing of what the trials do not know: only the noise is theirs to hold.
    if found.second == found.played:
        return found.best.move, [loss.value, loss.value - loss.noise, loss.value + loss.noise]
    if found.best.move == found.played:
        return found.second, [-loss.value, -loss.value - loss.noise, loss.noise - loss.value]
    return None, []


def _true(view: View, played: Move, rivals: Sequence[Move], worlds: float, seed: int) -> dict[Move, Interval]:
    """What the move played gives away against each of the others."""
    from kibitz._core import trials

    how = Manner.of(view)
    groups = max(2, round(worlds / how.judging.each))
    gains = []
    for first in range(0, groups, _BLOCK):
        found = trials(
            view,
            [played, *rivals],
            policy=how.policy,
            reward=how.reward,
            worlds=how.worlds,
            first=first,
            groups=min(_BLOCK, groups - first),
            each=how.judging.each,
            seed=seed,
        )
        means = means_of(found.weights, found.rewards)
        gains.append(how.judging.trust * (means[:, 1:] - means[:, :1]))
    all_ = np.concatenate(gains)
    return {move: spread_interval(all_[:, at]) for at, move in enumerate(rivals)}


def measure(study: Study, *, seeds: int = 20, times: int = 100) -> dict[str, Any]:
    """The figures of a study."""
    return figures(study.rows(partial(calibrate, seeds=seeds, times=times)))


def figures(found: Sequence[Row]) -> dict[str, Any]:
    """What the rows of a study come to; the intervals are over decisions, those of deals over deals."""
    held: list[float] = []
    agreed: list[float] = []
    judged: list[float] = []
    stayed: dict[str, tuple[list[float], list[float]]] = {grade: ([], []) for grade in MISTAKES}
    blamed = 0
    for row in found:
        covered = near = count = 0
        for run in row["runs"]:
            if run["rival"] not in row["truth"]:
                continue
            value, low, high = run["gap"]
            true, least, most = row["truth"][run["rival"]]
            count += 1
            covered += low <= true <= high
            near += abs(value - true) <= math.hypot(high - low, most - least) / 2
        held.append(covered)
        agreed.append(near)
        judged.append(count)
        grades = Counter(run["grade"] for run in row["runs"])
        flagged, runs = sum(grades[grade] for grade in MISTAKES), len(row["runs"])
        for grade, (again, pairs) in stayed.items():
            again.append(grades[grade] * (flagged - 1))
            pairs.append(grades[grade] * (runs - 1))
        # Best with a hundred times the budget: nothing that anybody called better is.
        if grades["??"] and row["truth"] and all(value <= 0 for value, _, _ in row["truth"].values()):
            blamed += 1
    deals = _deals(found)
    least = INACCURACY * (found[0]["scale"] if found else 0.0)  # a smaller difference would not even be an inaccuracy
    return {
        "decisions": len(found),
        "contested": sum(map(bool, judged)),
        "intervals": int(sum(judged)),
        "coverage": _ratio(held, judged),
        "agreement": _ratio(agreed, judged),
        "stays flagged": {grade: _ratio(again, pairs) for grade, (again, pairs) in stayed.items()},
        "best called ??": blamed,
        "grades": dict(Counter(run["grade"] for row in found for run in row["runs"])),
        "worlds": fmean(run["worlds"] for row in found for run in row["runs"]) if found else 0.0,
        "deals": len(deals),
        "accuracy within 10 %": _within([accuracy for accuracy, _ in deals]),
        "loss within 10 %": _within([loss for _, loss in deals], least),
        "least": least,
        "spread of accuracy": _spread([accuracy for accuracy, _ in deals]),
        "spread of loss": _spread([loss for _, loss in deals]),
    }


def _deals(found: Sequence[Row]) -> list[tuple[list[float], list[float]]]:
    """Per deal its accuracy and its loss, with each seed."""
    deals = []
    for _, group in groupby(found, key=lambda row: (row["players"], row["deal"])):
        own = list(group)
        runs = range(len(own[0]["runs"]))
        accuracy = [100 * fmean(row["runs"][run]["accuracy"] for row in own) for run in runs]
        loss = [sum(row["runs"][run]["counted"] for row in own) for run in runs]
        deals.append((accuracy, loss))
    return deals


def _within(deals: Sequence[Sequence[float]], least: float = 0.0) -> float | None:
    """How often a seed's number is within a tenth of the mean of all seeds, or within the least that matters."""
    hits = [abs(each - fmean(own)) <= max(0.1 * fmean(own), least) for own in deals for each in own]
    return fmean(hits) if hits else None


def _spread(deals: Sequence[Sequence[float]]) -> float | None:
    """The standard deviation between seeds as a share of the mean, over all deals together."""
    if not deals or not any(map(any, deals)):
        return None
    spread = fmean(float(np.std(own, ddof=1)) if len(own) > 1 else 0.0 for own in deals)
    return spread / fmean(fmean(own) for own in deals)


def _ratio(sums: Sequence[float], counts: Sequence[float]) -> Interval | None:
    if len(counts) < 2 or not sum(counts):
        return None
    return ratio_interval(sums, counts)
