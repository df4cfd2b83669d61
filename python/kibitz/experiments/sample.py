"""A small seeded part of a result that anybody can play again: ``kibitz reproduce --check``.

Of meetings it is what every seat scored in the first deals of each, as much as takes some seconds; of an analysis, what
it finds in a few deals. Networks differ in their last bits from machine to machine, so nothing of theirs is sampled.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from kibitz import lab
from kibitz.experiments import analyses, contests
from kibitz.experiments.experiment import Column, Experiment

_DEALS = 2  # of each meeting
_SECONDS = 10.0  # of CPU time in a column; the first deal is always in


class Compared(NamedTuple):
    """A part of an experiment's result, and whether it came out the same; None if it could not be compared."""

    what: str
    same: bool | None
    why: str = ""


def of_meetings(played: Mapping[tuple[str, ...], lab.ContestResult]) -> dict[str, Any]:
    """The returns [deal][seating][seat] of the first deals of each meeting."""
    found: dict[str, list[list[list[int]]]] = {}
    spent = 0.0
    for number in range(_DEALS):
        for meeting, result in played.items():
            told = found.get(" v ".join(meeting), [])
            if len(told) < number or number >= len(result.groups):
                continue  # without a gap
            seconds = sum(result.groups[number].seconds)
            if not found or spent + seconds <= _SECONDS:
                spent += seconds
                found[" v ".join(meeting)] = [*told, result.groups[number].returns]
    return {"returns": found} if found else {}


def of_analysis(experiment: Experiment, column: Column) -> dict[str, Any]:
    """What the analysis finds in a few deals."""
    assert experiment.analysis
    count = analyses.sample(experiment.analysis.name)
    if not count:
        return {}
    found = analyses.named(experiment.analysis.name)(experiment, column, count).quantities
    return {
        "count": count,
        "quantities": {name: [float(f"{end:.6g}") for end in value] for name, value in found.items()},
    }


def check(
    experiment: Experiment, kept: Mapping[str, Any], executor: str = "threads", workers: int | None = None
) -> Iterator[Compared]:
    """Plays the samples of an experiment's result again and compares every number."""
    scale = kept.get(kept.get("shown") or "") or kept.get("full") or kept.get("quick")
    if not scale or not scale["columns"]:
        yield Compared(experiment.id, None, "there is no result")
        return
    if scale.get("settings", experiment.mark()) != experiment.mark():
        yield Compared(experiment.id, None, "the result is of other settings than the experiment has now")
        return
    samples: dict[Column, dict[str, Any]] = {
        column: found["sample"] for column, found in scale["columns"].items() if found.get("sample")
    }
    if not samples:
        yield Compared(experiment.id, None, "its result has no sample")
    for column, sample in samples.items():
        if "returns" in sample:
            yield from _meetings(experiment, column, sample["returns"], executor, workers)
        else:
            again = of_analysis(experiment, column)
            yield Compared(f"{experiment.id} ({column})", again == sample, _apart(sample, again))


def _meetings(
    experiment: Experiment, column: Column, returns: Mapping[str, Any], executor: str, workers: int | None
) -> Iterator[Compared]:
    meetings = [each for each in contests.playable(experiment, column) if " v ".join(each) in returns]
    counts = [len(returns[" v ".join(each)]) for each in meetings]
    plan = contests.plan(experiment, column, meetings, counts)
    played = lab.run(plan, executor=executor, workers=workers)
    for meeting, result in zip(meetings, played.contests, strict=True):
        name = " v ".join(meeting)
        again = [group.returns for group in result.groups]
        why = "" if again == returns[name] else f"{again} where {returns[name]} was kept"
        yield Compared(f"{experiment.id} ({column}) {name}", again == returns[name], why)


def _apart(kept: Mapping[str, Any], again: Mapping[str, Any]) -> str:
    names = [name for name, value in kept["quantities"].items() if again.get("quantities", {}).get(name) != value]
    return f"{', '.join(names[:3])}{'…' if names[3:] else ''} came out differently" if names else ""
