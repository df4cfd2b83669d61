"""What an open result would cost: in CPU time, computed from what it took so far.

The chance of the deals shrinks with the root of their number, that of the trainings with the root of theirs, and with
few trainings by Student's factor too (kibitz.stats.over_seeds). Estimates stay where they are; so "about".
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

from kibitz.experiments import training
from kibitz.experiments.experiment import Column
from kibitz.experiments.reproduce import Outcome
from kibitz.experiments.verdict import Lack, Verdict, quantities_of
from kibitz.stats.student import quantile

_NORMAL = quantile(math.inf, 0.975)
_MOST = 400  # trainings; who needs more has another question


class Need(NamedTuple):
    """So many times the deals, from so many trainings."""

    deals: float = 1.0
    trainings: int = 1


def sentence(outcome: Outcome) -> str:
    """What is missing, what it takes and the command; empty where nothing is."""
    experiment = outcome.experiment
    undecided = [
        number
        for number, claim in enumerate(experiment.claims)
        if not claim.ours and outcome.judged(number).verdict is Verdict.NOT_DECIDABLE
    ]
    if not outcome.measured or (not undecided and outcome.complete and not outcome.stale):
        return ""
    aims = [
        *(["play it with the settings of today"] if outcome.stale else []),
        *(["decide"] if undecided else []),
        *(["play all deals"] if not (undecided or outcome.stale) else []),
    ]
    lacks = {lack.what: lack for number in undecided for lack in outcome.judged(number).lacks}
    edges = [lack.what for lack in lacks.values() if not lack.hope]
    told = (
        [f"{', '.join(edges)} lies on the edge between true and false, where more deals do not decide"] if edges else []
    )
    if outcome.stale or not outcome.complete or len(edges) < len(lacks) or not lacks:
        hopeful = [lack for lack in lacks.values() if lack.hope]
        told.insert(0, f"To {' and '.join(aims)}: {_amount(outcome, undecided, hopeful)}")
    return f"{'; '.join(told)}. `kibitz reproduce {experiment.id} --scale full`"


def _amount(outcome: Outcome, undecided: list[int], lacks: list[Lack]) -> str:
    experiment, column = outcome.experiment, outcome.experiment.judge
    found = outcome.measured.get(column)
    spent = outcome.made.cpu_seconds
    if spent is None or found is None or not found.count:
        return "what it takes is not known"
    wanted: Mapping[Column, int] = experiment.scale.full
    plan = max(1.0, wanted[column] / found.count) if not outcome.complete or outcome.stale else 1.0
    needs = [need(lack, found.seeds) for lack in lacks]
    deals = max([plan, *(each.deals for each in needs)])
    names = [name for number in undecided for name in quantities_of(experiment.claims[number])]
    trainings = max([found.seeds, training.seeds_of(experiment, names, column), *(each.trainings for each in needs)])
    learned = training.share(experiment, names, column, outcome.scale)
    seconds = spent * deals * trainings / found.seeds / learned * _meetings(outcome)
    count = math.ceil(found.count * deals)
    hours = f"{seconds / 3600:.2g}"
    told = f"about {hours} CPU hour{'s' * (hours != '1')}, {count} deals"
    if count > wanted[column]:
        told += f" where the full scale has {wanted[column]}"
    if trainings > 1:
        told += f", {trainings} trainings" + (f" instead of {found.seeds}" if trainings > found.seeds else "")
    if lacks:
        widest = max(lacks, key=lambda lack: lack.half / lack.needed)
        told += f" ({widest.what}: half-width {widest.half:.2g}, {widest.needed:.2g} would do)"
    return told


def need(lack: Lack, seeds: int) -> Need:
    """How many times the deals, and how many trainings, make an interval as narrow as it should be."""
    if seeds == 1 or math.isinf(lack.freedom):
        return Need((lack.half / lack.needed) ** 2, seeds)
    # Half-width and degrees of freedom tell the variance of the deals from that of the trainings.
    student = quantile(seeds - 1, 0.975)
    error = lack.half / quantile(lack.freedom, 0.975)
    spread = max(0.0, (lack.half**2 - (_NORMAL * error) ** 2) / (student**2 - _NORMAL**2))
    chance = _NORMAL**2 * max(0.0, error**2 - spread)
    deals = max(1.0, 2 * chance / lack.needed**2)  # half of the variance allowed is theirs
    for trainings in range(seeds, _MOST):
        rest = quantile(trainings - 1, 0.975) ** 2 * spread * seeds / trainings
        if chance / deals + rest <= lack.needed**2:
            break
    return Need(deals, trainings)


def _meetings(outcome: Outcome) -> float:
    """How many times the meetings that were played there are now."""
    now = [" v ".join(meeting) for meeting in outcome.experiment.meetings() if len(meeting) == 2]
    if not outcome.stale or not now:
        return 1.0
    names = outcome.measured[outcome.experiment.judge].quantities
    played = [name for name in names if f"{name} won" in names and " v " in name]
    return max(1.0, len(now) / max(1, len(played)))
