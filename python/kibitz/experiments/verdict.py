"""From claims and measured quantities to verdicts. No digit of a paper is ever compared, only what it claims.

Every check comes down to an estimate with its 95 % interval and a region in which the claim is true:

- the interval lies inside the region: **replicated**;
- it lies outside: **contradicted**;
- it reaches over the edge and is narrow enough that the claim should have shown: **not replicated**;
- it reaches over the edge and is wider than that: **not decidable**.
"""

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple, assert_never

from kibitz.experiments.experiment import Between, Claim, Experiment, Flat, Less, More, Order, Same, Trend
from kibitz.stats import Interval

Quantities = Mapping[str, Interval]


class Verdict(StrEnum):
    """What became of a claim; the worst first."""

    CONTRADICTED = "contradicted"
    NOT_REPLICATED = "not replicated"
    NOT_DECIDABLE = "not decidable"
    REPLICATED = "replicated"
    NOT_RUN = "not run"


class Judgement(NamedTuple):
    """A verdict and why."""

    verdict: Verdict
    why: str


class _Question(NamedTuple):
    what: str
    estimate: Interval
    low: float
    high: float


def judge(claim: Claim, quantities: Quantities, enough: float) -> Judgement:
    """The verdict on a claim."""
    if missing := [name for name in quantities_of(claim) if name not in quantities]:
        return Judgement(Verdict.NOT_RUN, f"not played: {', '.join(missing)}")
    enough = enough if claim.enough is None else claim.enough
    parts = [_answer(question, enough) for question in _questions(claim, quantities)]
    verdict = worst([part.verdict for part in parts])
    return Judgement(verdict, "; ".join(part.why for part in parts if part.verdict is verdict))


def quantities_of(claim: Claim) -> list[str]:
    """The quantities a claim speaks of."""
    named = list(claim.of) if isinstance(claim.of, list) else [claim.of]
    other = getattr(claim, "than", None) or getattr(claim, "as_", None)
    return [*named, other] if isinstance(other, str) else named


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict over several: the worst of those that were reached."""
    order = list(Verdict)
    return min(verdicts, key=order.index, default=Verdict.NOT_RUN)


def overall(experiment: Experiment, judgements: Sequence[Judgement]) -> Judgement:
    """The verdict on an experiment: the worst of the paper's claims, and how many hold. One judgement per claim."""
    own = [judgement for claim, judgement in zip(experiment.claims, judgements, strict=True) if not claim.ours]
    judgements = own or judgements
    verdicts = [judgement.verdict for judgement in judgements]
    held = verdicts.count(Verdict.REPLICATED)
    run = [verdict for verdict in verdicts if verdict is not Verdict.NOT_RUN]
    if not run:
        return Judgement(Verdict.NOT_RUN, experiment.note or "nothing was played")
    why = f"{held} of {len(run)} claims hold" if len(run) > 1 else judgements[verdicts.index(run[0])].why
    if len(run) < len(verdicts):
        why += f"; {len(verdicts) - len(run)} not run"
    return Judgement(worst(run), why)


def difference(a: Interval, b: Interval) -> Interval:
    """A − b of two estimates taken as independent. Where both were played on the same deals this is too wide, never
    too narrow: luck that both share cancels.
    """
    half = math.hypot((a.high - a.low) / 2, (b.high - b.low) / 2)
    mean = a.mean - b.mean
    return Interval(mean, mean - half, mean + half)


def change(values: Sequence[Interval], along: Sequence[float] | None = None) -> Interval:
    """How much the values change from the first to the last along a straight line (weighted least squares)."""
    xs = [float(x) for x in along or range(len(values))]
    # A value without spread (every deal the same) would outweigh all others; it counts as the narrowest of them.
    halves = [(value.high - value.low) / 2 for value in values]
    least = min((half for half in halves if half > 0), default=1.0)
    weights = [1 / max(half, least) ** 2 for half in halves]
    total = sum(weights)
    centre = sum(w * x for w, x in zip(weights, xs, strict=True)) / total
    spread = sum(w * (x - centre) ** 2 for w, x in zip(weights, xs, strict=True))
    slope = sum(w * (x - centre) * v.mean for w, x, v in zip(weights, xs, values, strict=True)) / spread
    span = xs[-1] - xs[0]
    half = abs(span) / math.sqrt(spread)  # weights are in half-widths, so this is one too
    return Interval(slope * span, slope * span - half, slope * span + half)


def _questions(claim: Claim, quantities: Quantities) -> list[_Question]:
    infinite = math.inf
    match claim:
        case More(of=of, than=than):
            what, estimate, edge = _against(quantities, of, than)
            return [_Question(what, estimate, edge, infinite)]
        case Less(of=of, than=than):
            what, estimate, edge = _against(quantities, of, than)
            return [_Question(what, estimate, -infinite, edge)]
        case Between(of=of, low=low, high=high):
            return [_Question(of, quantities[of], low, high)]
        case Same(of=of, as_=other, within=within):
            what, estimate, centre = _against(quantities, of, other)
            return [_Question(what, estimate, centre - within, centre + within)]
        case Order(of=of):
            return [
                _Question(f"{a} − {b}", difference(quantities[a], quantities[b]), 0, infinite) for a, b in pairwise(of)
            ]
        case Trend(of=of, check=check, along=along):
            low, high = (0.0, infinite) if check == "rising" else (-infinite, 0.0)
            return [_Question(f"{of[0]} to {of[-1]}", change([quantities[name] for name in of], along), low, high)]
        case Flat(of=of, along=along, within=within):
            moved = change([quantities[name] for name in of], along)
            return [_Question(f"{of[0]} to {of[-1]}", moved, -within, within)]
        case _:
            assert_never(claim)


def _against(quantities: Quantities, of: str, other: float | str) -> tuple[str, Interval, float]:
    """What is compared with which number: a quantity with it, or the difference of two quantities with 0."""
    if isinstance(other, str):
        return f"{of} − {other}", difference(quantities[of], quantities[other]), 0.0
    return of, quantities[of], other


def _answer(question: _Question, enough: float) -> Judgement:
    what, estimate, low, high = question
    half = (estimate.high - estimate.low) / 2
    shown = f"{what}: {written(estimate)}"
    if low < estimate.low and estimate.high < high:
        return Judgement(Verdict.REPLICATED, shown)
    if estimate.high < low or estimate.low > high:
        return Judgement(Verdict.CONTRADICTED, shown)
    if half <= enough:
        return Judgement(Verdict.NOT_REPLICATED, f"{shown}, half-width within {enough:g}")
    return Judgement(Verdict.NOT_DECIDABLE, f"{shown}, half-width above {enough:g}")


def written(estimate: Interval) -> str:
    """An estimate as text: mean and interval with digits that mean something."""
    half = (estimate.high - estimate.low) / 2
    digits = 2 if half == 0 else max(0, min(6, 1 - math.floor(math.log10(half))))
    mean, low, high = (f"{value:.{digits}f}".replace("-", "−") for value in estimate)
    return f"{mean} ({low} to {high})"
