"""Runs an experiment, judges its claims, and keeps the result as JSON, a page and drawings.

``results/<paper>/<table>.json`` holds the last result of each scale. Pages show the full scale where it was run.
"""

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import kibitz
from kibitz import lab
from kibitz.experiments import analyses, contests, training
from kibitz.experiments.experiment import COLUMNS, SCALES, Claim, Column, Experiment, Scale, game_of
from kibitz.experiments.verdict import Judgement, Quantities, Verdict, judge, overall, quantities_of
from kibitz.stats import Interval

Progress = Callable[[Column, int, int], None]  # column, groups done, groups in all


class Outcome(NamedTuple):
    """What came of running an experiment."""

    experiment: Experiment
    scale: Scale
    columns: dict[Column, dict[str, Interval]]
    counts: dict[Column, int]  # deals of every meeting at least
    complete: bool
    judgements: list[dict[Column, Judgement]]  # of each claim, in each column that was run
    verdict: Judgement
    drawings: dict[str, str]

    def judged(self, number: int) -> Judgement:
        """The judgement of a claim in the column where it counts."""
        claim = self.experiment.claims[number]
        column = claim.column or self.experiment.judge
        return self.judgements[number].get(column, Judgement(Verdict.NOT_RUN, f"column {column} was not run"))


def run(
    experiment: Experiment,
    scale: Scale,
    results: Path,
    *,
    minutes: float | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Runs an experiment or goes on with it, and judges. What cannot be run here is an outcome too: it says why."""
    columns: dict[Column, dict[str, Interval]] = {}
    counts: dict[Column, int] = {}
    drawings: dict[str, str] = {}
    complete = True
    wanted: Mapping[Column, int] = getattr(experiment.scale, scale)
    try:
        ready = training.ready(experiment, wanted, scale, results)
    except training.Unavailable as missing:
        return judged(experiment, scale, {}, {})._replace(verdict=Judgement(Verdict.NOT_RUN, str(missing)))
    end = time.monotonic() + 60 * minutes if minutes else None
    names = [name for name in COLUMNS if name in wanted]
    for left, column in zip(range(len(names), 0, -1), names, strict=True):
        deadline = end and time.monotonic() + (end - time.monotonic()) / left  # what a column leaves is the others'
        counts[column] = wanted[column]
        if experiment.analysis:
            found = analyses.named(experiment.analysis.name)(ready, column, counts[column])
            columns[column] = found.quantities
            drawings |= found.drawings
        else:
            columns[column], played = _play(ready, column, counts[column], results, deadline, workers, progress)
            complete &= played == counts[column]
            counts[column] = played
    return judged(experiment, scale, columns, counts, complete, drawings)


def judged(
    experiment: Experiment,
    scale: Scale,
    columns: dict[Column, dict[str, Interval]],
    counts: dict[Column, int],
    complete: bool = True,
    drawings: dict[str, str] | None = None,
) -> Outcome:
    """The outcome of quantities that have been measured."""
    judgements = [
        {column: _judge(experiment, claim, quantities, column, scale) for column, quantities in columns.items()}
        for claim in experiment.claims
    ]
    outcome = Outcome(
        experiment,
        scale,
        columns,
        counts,
        complete,
        judgements,
        Judgement(Verdict.NOT_RUN, experiment.note),
        drawings or {},
    )
    if not columns:
        return outcome
    return outcome._replace(
        verdict=overall(experiment, [outcome.judged(number) for number in range(len(experiment.claims))])
    )


def _judge(experiment: Experiment, claim: Claim, quantities: Quantities, column: Column, scale: Scale) -> Judgement:
    """The verdict on a claim. Of networks that learned less than they should, nothing is decided."""
    found = judge(claim, quantities, experiment.enough)
    learned = training.share(experiment, quantities_of(claim), column, scale)
    if learned < 1 and found.verdict is not Verdict.NOT_RUN:
        return Judgement(Verdict.NOT_DECIDABLE, f"{found.why}, after {learned:.1%} of the training")
    return found


def _play(
    experiment: Experiment,
    column: Column,
    count: int,
    results: Path,
    deadline: float | None,
    workers: int | None,
    progress: Progress | None,
) -> tuple[dict[str, Interval], int]:
    plan = contests.plan(experiment, column, count)
    if not plan.contests:
        return {}, count

    def look(so_far: lab.Results) -> None:
        if progress:
            progress(column, sum(len(result.groups) for result in so_far.contests), count * len(plan.contests))
        if deadline and time.monotonic() > deadline:
            raise KeyboardInterrupt

    try:
        played = lab.run(plan, _store(experiment, plan, results), workers=workers, progress=look)
    except lab.Interrupted as stopped:
        if not (deadline and time.monotonic() > deadline):
            raise
        played = stopped.results
    found: dict[str, Interval] = {}
    meetings = contests.played_meetings(experiment, column)
    for meeting, result in zip(meetings, played.contests, strict=True):
        found |= contests.quantities(meeting, contests.names_at(experiment, meeting), result)
    for name in experiment.paper.numbers:  # some tables give an agent's wins over all opponents
        if name not in found and (share := contests.shares(name, meetings, played.contests)):
            found[name] = share
    return found, min(len(result.groups) for result in played.contests)


def _store(experiment: Experiment, plan: lab.Plan, results: Path) -> Path:
    """Where the games of a plan are kept: another plan, another file."""
    mark = hashlib.sha256(plan.to_json().encode()).hexdigest()[:12]
    path = results / "store" / f"{experiment.id.replace('/', '-')}-{mark}.kibitz"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def save(outcome: Outcome, results: Path) -> None:
    """Writes the result of this scale into the experiment's JSON file, beside that of the other scale."""
    path = json_path(outcome.experiment, results)
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = load(outcome.experiment, results)
    kept[outcome.scale] = to_dict(outcome)
    path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def load(experiment: Experiment, results: Path) -> dict[str, Any]:
    """What has been kept of an experiment, by scale."""
    path = json_path(experiment, results)
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def kept_outcome(experiment: Experiment, results: Path, scale: Scale | None = None) -> Outcome | None:
    """The stored result of an experiment, judged by its claims as they are now: of a scale, or of the greatest."""
    kept = load(experiment, results)
    for name in (scale,) if scale else reversed(SCALES):
        if name in kept:
            data = kept[name]
            columns: dict[Column, dict[str, Interval]] = {
                column: {name: Interval(*values) for name, values in found["quantities"].items()}
                for column, found in data["columns"].items()
            }
            counts: dict[Column, int] = {column: found["count"] for column, found in data["columns"].items()}
            outcome = judged(experiment, name, columns, counts, data["complete"])
            return outcome if columns else outcome._replace(verdict=Judgement(Verdict.NOT_RUN, data["why"]))
    return None


def json_path(experiment: Experiment, results: Path) -> Path:
    """The file of an experiment's results."""
    return results / f"{experiment.id}.json"


def to_dict(outcome: Outcome) -> dict[str, Any]:
    """The outcome as JSON."""
    experiment = outcome.experiment
    return {
        "id": experiment.id,
        "title": experiment.title,
        "game": game_of(experiment.rules("paper")).name,
        "kibitz": kibitz.__version__,
        "verdict": str(outcome.verdict.verdict),
        "why": outcome.verdict.why,
        "complete": outcome.complete,
        "unit": experiment.unit,
        "columns": {
            column: {
                "count": outcome.counts[column],
                "quantities": {name: [_short(end) for end in value] for name, value in quantities.items()},
            }
            for column, quantities in outcome.columns.items()
        },
        "claims": [
            {
                "says": claim.says,
                "ours": claim.ours,
                "verdict": str(outcome.judged(number).verdict),
                "columns": {
                    column: {"verdict": str(found.verdict), "why": found.why}
                    for column, found in outcome.judgements[number].items()
                },
            }
            for number, claim in enumerate(experiment.claims)
        ],
    }


def _short(value: float) -> float:
    return float(f"{value:.6g}")
