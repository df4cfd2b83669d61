"""Runs an experiment, judges its claims, and keeps the result as JSON, a page and drawings.

``results/<paper>/<table>.json`` holds the last result of each scale. Pages show the better of them.
"""

import hashlib
import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import kibitz
from kibitz import _core, lab, saving
from kibitz.experiments import analyses, contests, sample, training, watch
from kibitz.experiments.experiment import COLUMNS, SCALES, Claim, Column, Experiment, Scale, game_of
from kibitz.experiments.provenance import UNKNOWN, Made, made
from kibitz.experiments.verdict import (
    Asked,
    Judgement,
    Verdict,
    explained,
    judge,
    judge_all,
    overall,
    pairs_of,
    quantities_of,
)
from kibitz.reading import json_of
from kibitz.stats import Interval, over_seeds

_TRAININGS = 3  # at least, of a network that is judged

Progress = Callable[[Column, int, int], None]  # column, groups done, groups in all
Played = dict[tuple[str, ...], lab.ContestResult]  # by meeting


@dataclass(frozen=True)
class Measured:
    """What a column says."""

    count: int  # deals of every meeting at least
    quantities: dict[str, Interval]
    freedom: dict[str, float] = field(default_factory=dict)  # of intervals over several trainings
    seeds: int = 1  # trainings of its networks
    sample: dict[str, Any] = field(default_factory=dict)  # what can be played again: kibitz.experiments.sample

    def degrees(self, name: str) -> float:
        """The degrees of freedom of a quantity's interval."""
        return self.freedom.get(name, max(1.0, self.count - 1))


class Outcome(NamedTuple):
    """What came of running an experiment."""

    experiment: Experiment
    scale: Scale
    measured: dict[Column, Measured]
    judgements: list[dict[Column, Judgement]]  # of each claim, in each column that was run
    verdict: Judgement
    drawings: dict[str, str]
    made: Made = UNKNOWN
    stale: bool = False  # measured with other settings than the experiment has now

    @property
    def columns(self) -> dict[Column, dict[str, Interval]]:
        """The quantities of each column."""
        return {column: found.quantities for column, found in self.measured.items()}

    @property
    def counts(self) -> dict[Column, int]:
        """How many deals each column played."""
        return {column: found.count for column, found in self.measured.items()}

    @property
    def complete(self) -> bool:
        """Whether all deals of its scale were played."""
        wanted: Mapping[Column, int] = getattr(self.experiment.scale, self.scale)
        return all(self.counts.get(column, 0) >= count for column, count in wanted.items())

    def judged(self, number: int) -> Judgement:
        """The judgement of a claim in the column where it counts."""
        claim = self.experiment.claims[number]
        column = claim.column or self.experiment.judge
        return self.judgements[number].get(column, Judgement(Verdict.NOT_RUN, f"column {column} was not run"))

    @property
    def worth(self) -> tuple[bool, float, int]:
        """What makes one result better than another: settings of today, networks that learned, deals."""
        told = [name for claim in self.experiment.claims for name in quantities_of(claim)]
        learned = training.share(self.experiment, told, self.experiment.judge, self.scale)
        return not self.stale, learned, self.counts.get(self.experiment.judge, 0)


class Stopped(KeyboardInterrupt):
    """Ctrl-C, and what is kept of the work."""

    def __init__(self, kept: str) -> None:
        super().__init__()
        self.kept = kept


def run(
    experiment: Experiment,
    scale: Scale,
    results: Path,
    *,
    minutes: float | None = None,
    workers: int | None = None,
    executor: str = "threads",
    progress: Progress | None = None,
) -> Outcome:
    """Runs an experiment or goes on with it, and judges. What cannot be run here is an outcome too: it says why."""
    wanted: Mapping[Column, int] = getattr(experiment.scale, scale)
    names = [name for name in COLUMNS if name in wanted]
    try:
        ready = _ready(experiment, names, scale, results)
    except training.Unavailable as missing:
        return judged(experiment, scale, {})._replace(verdict=Judgement(Verdict.NOT_RUN, str(missing)))
    runner = _Runner(experiment, results, workers, executor, progress)
    clock = _Clock(minutes, sum(training.seeds(experiment, column, scale) for column in names))
    measured: dict[Column, Measured] = {}
    for column in names:
        networks = ready[: training.seeds(experiment, column, scale)]
        work = runner.analyse if experiment.analysis else runner.play
        measured[column] = work(networks, column, wanted[column], clock)
    if drawn := training.drawing(experiment, ready, experiment.judge):
        runner.drawings["figure"] = drawn
    spent = runner.cpu_seconds + sum(training.cpu_seconds(each) for each in ready)
    return judged(experiment, scale, measured, runner.drawings, made(spent))


def _ready(experiment: Experiment, columns: Sequence[Column], scale: Scale, results: Path) -> list[Experiment]:
    """The experiment with its networks, once for each seed they are trained from."""
    seeds = max(training.seeds(experiment, column, scale) for column in columns)
    try:
        return [training.ready(experiment, columns, scale, results, seed) for seed in range(1, seeds + 1)]
    except KeyboardInterrupt as stopped:
        raise Stopped(
            "Networks that were trained are kept; the one in training goes on if its learner has checkpoints."
        ) from stopped


class _Clock:
    """Shares the minutes among parts: what one leaves is the others'."""

    def __init__(self, minutes: float | None, parts: int) -> None:
        self._end = time.monotonic() + 60 * minutes if minutes else None
        self._parts = parts

    def next(self) -> float | None:
        """When the next part must end."""
        if self._end is None:
            return None
        left, self._parts = max(1, self._parts), self._parts - 1
        return time.monotonic() + (self._end - time.monotonic()) / left


class _Runner:
    """Plays and analyses the columns of an experiment."""

    def __init__(
        self, experiment: Experiment, results: Path, workers: int | None, executor: str, progress: Progress | None
    ) -> None:
        self._experiment, self._results = experiment, results
        self._workers, self._executor, self._progress = workers, executor, progress
        self.cpu_seconds = 0.0
        self.drawings: dict[str, str] = {}

    def play(self, ready: Sequence[Experiment], column: Column, count: int, clock: _Clock) -> Measured:
        """All meetings; those of trained networks once for each training."""
        meetings = contests.playable(self._experiment, column)
        if not meetings:
            return Measured(count, {})
        trained = [each for each in meetings if training.trains(self._experiment, self._experiment.table(each), column)]
        runs: list[Played] = []
        for number, experiment in enumerate(ready):
            played = self._meet(experiment, column, trained if number else meetings, count, clock.next())
            runs.append((runs[0] if runs else {}) | played)
        plain = {meeting: result for meeting, result in runs[0].items() if meeting not in trained}
        fewest = min(len(result.groups) for played in runs for result in played.values())
        quantities, freedom = _together([_quantities(self._experiment, played) for played in runs])
        # Time may be up before the networks of the last training have played.
        begun = sum(all(result.groups for result in played.values()) for played in runs)
        return Measured(fewest, quantities, freedom, max(1, begun), sample.of_meetings(plain))

    def analyse(self, ready: Sequence[Experiment], column: Column, count: int, clock: _Clock) -> Measured:
        """The analysis, once for each training."""
        began = time.process_time()
        found = []
        try:
            for experiment in ready:
                count, findings = self._within(experiment, column, count, clock.next())
                found.append(findings)
                self.drawings |= findings.drawings if len(found) == 1 else {}
        except KeyboardInterrupt as stopped:
            raise Stopped("An analysis keeps nothing before it ends: the next run begins anew.") from stopped
        part = (
            {}
            if training.trains(self._experiment, self._experiment.agents, column)
            else sample.of_analysis(ready[0], column)
        )
        self.cpu_seconds += time.process_time() - began
        quantities, freedom = _together([each.quantities for each in found])
        return Measured(count, quantities, freedom, len(ready), part)

    def _within(
        self, experiment: Experiment, column: Column, count: int, deadline: float | None
    ) -> tuple[int, watch.Findings]:
        """The analysis of about as many deals as there is time for: a small part tells how long one takes."""
        assert experiment.analysis
        analysis = analyses.named(experiment.analysis.name)
        if deadline is None:
            return count, self._watched(analysis, experiment, column, count)
        now, small = time.monotonic(), min(count, max(analyses.sample(experiment.analysis.name), 3))
        while True:
            began, found = now, self._watched(analysis, experiment, column, small)
            now = time.monotonic()
            affordable = min(count, int(small * (deadline - now) / max(now - began, 1e-6)))
            if affordable <= 2 * small:
                return small, found
            small = min(affordable, 10 * small)  # a longer part tells more exactly

    def _watched(self, analysis: analyses.Run, experiment: Experiment, column: Column, count: int) -> watch.Findings:
        done = 0

        def tell(deals: int) -> None:
            nonlocal done
            done += deals
            if self._progress:
                self._progress(column, done, 0)  # an analysis may watch its deals several times

        token = watch.progress.set(tell)
        try:
            return analysis(experiment, column, count)
        finally:
            watch.progress.reset(token)

    def _meet(
        self,
        experiment: Experiment,
        column: Column,
        meetings: Sequence[tuple[str, ...]],
        count: int,
        deadline: float | None,
    ) -> Played:
        plan = contests.plan(experiment, column, meetings, [count] * len(meetings))

        def look(so_far: lab.Results) -> None:
            if self._progress:
                done = sum(len(result.groups) for result in so_far.contests)
                self._progress(column, done, count * len(plan.contests))
            if deadline and time.monotonic() > deadline:
                raise KeyboardInterrupt

        store = _store(experiment, plan, self._results)
        try:
            played = lab.run(plan, store, executor=self._executor, workers=self._workers, progress=look)
        except lab.Interrupted as stopped:
            if not (deadline and time.monotonic() > deadline):
                done = sum(len(result.groups) for result in stopped.results.contests)
                raise Stopped(
                    f"{done} of {count * len(plan.contests)} deals of column {column} are kept in {store}; the same "
                    "command goes on from there."
                ) from stopped
            played = stopped.results
        self.cpu_seconds += sum(sum(group.seconds) for result in played.contests for group in result.groups)
        return dict(zip(meetings, played.contests, strict=True))


def _quantities(experiment: Experiment, played: Played) -> dict[str, Interval]:
    found: dict[str, Interval] = {}
    for meeting, result in played.items():
        names = contests.names_at(experiment, meeting)
        found |= contests.quantities(meeting, names, result)
        for figure in (experiment.figure, experiment.course):
            if figure and figure.kind == "course" and len(meeting) == 2:
                found |= contests.course(meeting, names, result, figure.blocks)
    found |= contests.paired(experiment, played, [pair for claim in experiment.claims for pair in pairs_of(claim)])
    for name in experiment.paper.numbers:  # some tables give an agent's wins over all opponents, others its points
        if name not in found and (own := contests.alone(experiment, name, played)):
            found[name] = own
    return found


def _together(runs: Sequence[dict[str, Interval]]) -> tuple[dict[str, Interval], dict[str, float]]:
    """Quantities over several trainings, and the degrees of freedom of those that depend on the training."""
    quantities, freedom = dict(runs[0]), {}
    for name in quantities:
        values = [run[name] for run in runs if name in run]
        if len(set(values)) > 1:
            quantities[name], degrees = over_seeds(values)
            if math.isfinite(degrees):
                freedom[name] = degrees
    return quantities, freedom


def judged(
    experiment: Experiment,
    scale: Scale,
    measured: dict[Column, Measured],
    drawings: dict[str, str] | None = None,
    made: Made = UNKNOWN,
) -> Outcome:
    """The outcome of quantities that have been measured."""
    judgements: list[dict[Column, Judgement]] = [{} for _ in experiment.claims]
    for column in measured:
        # What counts in this column is one family of claims, what does not count another; our questions stand alone.
        counts = [
            number for number, claim in enumerate(experiment.claims) if (claim.column or experiment.judge) == column
        ]
        others = [number for number in range(len(experiment.claims)) if number not in counts]
        for numbers in (counts, others):
            own = [number for number in numbers if not experiment.claims[number].ours]
            for family in (own, *([number] for number in numbers if experiment.claims[number].ours)):
                asked = [
                    Asked(experiment.claims[n], measured[column].quantities, measured[column].degrees) for n in family
                ]
                for number, found in zip(
                    family, judge_all(asked, experiment.enough, experiment.paper.numbers), strict=True
                ):
                    judgements[number][column] = _allowed(
                        experiment, experiment.claims[number], found, column, scale, measured[column].seeds
                    )
    for claim, columns in zip(experiment.claims, judgements, strict=True):
        column = claim.column or experiment.judge
        if column in columns:
            with_defects = columns.get("code") if column != "code" else None
            if claim.defect:
                same = claim.model_copy(update={"of": claim.defect})
                with_defects = judge(same, measured[column].quantities, experiment.enough)
            columns[column] = explained(claim, columns[column], with_defects)
    why = Judgement(Verdict.NOT_RUN, experiment.note)
    outcome = Outcome(experiment, scale, measured, judgements, why, drawings or {}, made)
    if not measured:
        return outcome
    return outcome._replace(
        verdict=overall(experiment, [outcome.judged(number) for number in range(len(experiment.claims))])
    )


def _allowed(
    experiment: Experiment, claim: Claim, found: Judgement, column: Column, scale: Scale, seeds: int
) -> Judgement:
    """Of networks that learned less than they should, or from too few seeds, nothing is decided."""
    if found.verdict is Verdict.NOT_RUN:
        return found
    told = quantities_of(claim)
    learned = training.share(experiment, told, column, scale)
    if learned < 1:
        return Judgement(Verdict.NOT_DECIDABLE, f"{found.why}, after {learned:.1%} of the training")
    wanted = min(_TRAININGS, training.seeds_of(experiment, told, column))  # more make the interval narrower, no more
    if seeds < wanted:
        many = "one training" if seeds == 1 else f"{seeds} trainings"
        return Judgement(Verdict.NOT_DECIDABLE, f"{found.why}, from {many} of {wanted}", lacks=found.lacks)
    return found


def _store(experiment: Experiment, plan: lab.Plan, results: Path) -> Path:
    """Where the games of a plan are kept: another plan, another file."""
    mark = hashlib.sha256(plan.to_json().encode()).hexdigest()[:12]
    path = results / "store" / f"{experiment.id.replace('/', '-')}-{mark}.kibitz"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def save(outcome: Outcome, results: Path) -> bool:
    """Writes the result of this scale into the experiment's JSON file, beside that of the other scale.

    What was stopped does not replace a better result; then nothing is written.
    """
    path = json_path(outcome.experiment, results)
    path.parent.mkdir(parents=True, exist_ok=True)
    before = kept_outcome(outcome.experiment, results, outcome.scale)
    if before and not outcome.complete and before.worth > outcome.worth:
        return False
    kept = load(outcome.experiment, results)
    kept[outcome.scale] = to_dict(outcome)
    _write(outcome.experiment, results, kept)
    return True


def judge_again(experiment: Experiment, results: Path) -> Outcome | None:
    """The better result of an experiment; its file gets the verdicts of the experiment as it is now."""
    kept = load(experiment, results)
    for scale in SCALES:
        if scale in kept and (outcome := kept_outcome(experiment, results, scale)):
            kept[scale] = to_dict(outcome, kept[scale].get("settings"))
    if kept:
        _write(experiment, results, kept)
    return kept_outcome(experiment, results)


def _write(experiment: Experiment, results: Path, kept: dict[str, Any]) -> None:
    best = _best(experiment, kept)
    kept = {"shown": best.scale if best else None} | {scale: kept[scale] for scale in SCALES if scale in kept}
    saving.write(json_path(experiment, results), json.dumps(kept, indent=1, ensure_ascii=False) + "\n")


def load(experiment: Experiment, results: Path) -> dict[str, Any]:
    """What has been kept of an experiment, by scale."""
    path = json_path(experiment, results)
    kept = json_of(path) if path.exists() else {}
    if not isinstance(kept, dict):
        raise _core.InvalidSpec(f"{path} is no result of {experiment.id}.")
    return kept


def kept_outcome(experiment: Experiment, results: Path, scale: Scale | None = None) -> Outcome | None:
    """The stored result of an experiment, judged by its claims as they are now: of a scale, or the better one."""
    return _best(experiment, load(experiment, results), scale)


def _best(experiment: Experiment, kept: Mapping[str, Any], scale: Scale | None = None) -> Outcome | None:
    found = [
        _from_dict(experiment, name, kept[name])
        for name in ([scale] if scale else reversed(SCALES))  # of equal ones the full scale comes first
        if name in kept
    ]
    return max(found, key=lambda outcome: outcome.worth, default=None)


def json_path(experiment: Experiment, results: Path) -> Path:
    """The file of an experiment's results."""
    return results / f"{experiment.id}.json"


def _from_dict(experiment: Experiment, scale: Scale, data: dict[str, Any]) -> Outcome:
    try:
        return _read(experiment, scale, data)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise _core.InvalidSpec(f"The kept result of {experiment.id} at the scale {scale} is damaged.") from error


def _read(experiment: Experiment, scale: Scale, data: dict[str, Any]) -> Outcome:
    measured: dict[Column, Measured] = {
        column: Measured(
            found["count"],
            {name: Interval(*values) for name, values in found["quantities"].items()},
            found.get("freedom", {}),
            found.get("seeds", 1),
            found.get("sample", {}),
        )
        for column, found in data["columns"].items()
    }
    outcome = judged(experiment, scale, measured, None, Made(**data.get("made", {})))
    outcome = outcome._replace(stale=data.get("settings", experiment.mark()) != experiment.mark())
    return outcome if measured else outcome._replace(verdict=Judgement(Verdict.NOT_RUN, data["why"]))


def to_dict(outcome: Outcome, settings: str | None = "") -> dict[str, Any]:
    """The outcome as JSON. ``settings`` are those it was measured with: as a rule, the experiment's."""
    experiment = outcome.experiment
    told: dict[str, Any] = {
        "id": experiment.id,
        "title": experiment.title,
        "game": game_of(experiment.rules("paper")).name,
        "kibitz": kibitz.__version__,
        "verdict": str(outcome.verdict.verdict),
        "why": outcome.verdict.why,
        "complete": outcome.complete,
        "unit": experiment.unit,
    }
    if outcome.made != UNKNOWN:
        told["made"] = outcome.made._asdict()
    if settings is not None:
        told["settings"] = settings or experiment.mark()
    return told | {
        "columns": {column: _column(found) for column, found in outcome.measured.items()},
        "claims": [
            {
                "says": claim.says,
                "quote": claim.quote,
                "where": claim.where,
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


def _column(found: Measured) -> dict[str, Any]:
    told: dict[str, Any] = {"count": found.count}
    if found.seeds > 1:
        told["seeds"] = found.seeds
        told["freedom"] = {name: _short(value) for name, value in found.freedom.items()}
    told["quantities"] = {name: [_short(end) for end in value] for name, value in found.quantities.items()}
    return told | ({"sample": found.sample} if found.sample else {})


def _short(value: float) -> float:
    return float(f"{value:.6g}")
