"""From claims and measured quantities to verdicts.

Every check comes down to questions: an estimate with its 95 % interval, a region in which the claim is true, and the
printed size where the paper has one. Whether an estimate lies in the region is decided after Holm's correction for all
questions that the experiment asks:

- inside, and the printed size fits: **replicated**; it does not fit: **smaller** or **larger than printed**;
- outside: **contradicted**;
- open, but the printed size is excluded: **smaller than printed**;
- open, and narrow enough that the claim should have shown: **not replicated**, but not where equality is claimed and
  the estimate lies within the margin: more deals may show it yet;
- open otherwise: **not decidable**, and how narrow would do.

What fails on correct rules and holds with the errors of the paper's program is an **artefact**; what fails and had to
be guessed is **formula not printed**.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple, assert_never

from scipy.special import stdtr

from kibitz.experiments.experiment import (
    Between,
    Claim,
    Experiment,
    Flat,
    Less,
    More,
    Order,
    Printed,
    Same,
    Slowing,
    Trend,
)
from kibitz.stats import Interval, holm
from kibitz.stats.student import quantile

Quantities = Mapping[str, Interval]
Freedom = Callable[[str], float]  # the degrees of freedom of a quantity's interval

_ALPHA = 0.05
_HOPELESS = 6.0  # an interval so many times too wide takes 36 times the deals


class Verdict(StrEnum):
    """What became of a claim; the worst first."""

    CONTRADICTED = "contradicted"
    ARTEFACT = "artefact"
    NOT_REPLICATED = "not replicated"
    NOT_PRINTED = "formula not printed"
    NOT_DECIDABLE = "not decidable"
    SMALLER = "smaller than printed"
    LARGER = "larger than printed"
    REPLICATED = "replicated"
    NOT_RUN = "not run"
    NO_CLAIM = "no claim"  # of an experiment in which only we ask


_FAILED = (Verdict.CONTRADICTED, Verdict.NOT_REPLICATED, Verdict.SMALLER)


class Lack(NamedTuple):
    """Why a question is open: how wide its interval is, and how narrow would do if the estimate stays."""

    what: str
    half: float
    needed: float
    freedom: float = math.inf

    @property
    def hope(self) -> bool:
        """Whether more deals or trainings would do: an estimate on the edge between true and false stays there."""
        error = self.half / _point(1, self.freedom) * _point(1, math.inf)  # as of many trainings
        return self.needed > error / _HOPELESS


class Judgement(NamedTuple):
    """A verdict and why."""

    verdict: Verdict
    why: str
    holds: bool = False  # the claim is true, be its size as printed or not
    lacks: tuple[Lack, ...] = ()  # of what is not decidable for want of deals or trainings


class _Question(NamedTuple):
    what: str
    estimate: Interval
    low: float  # the claim is true from here
    high: float  # to here
    printed: Interval | None = None
    freedom: float = math.inf


class Asked(NamedTuple):
    """A claim to be judged, and by what."""

    claim: Claim
    quantities: Quantities
    freedom: Freedom = lambda _: math.inf


def judge(claim: Claim, quantities: Quantities, enough: float) -> Judgement:
    """The verdict on a claim that stands alone."""
    return judge_all([Asked(claim, quantities)], enough)[0]


def judge_all(family: Sequence[Asked], enough: float, numbers: Mapping[str, Printed] | None = None) -> list[Judgement]:
    """The verdicts on claims made together: what is decided of any of them allows for all (Holm)."""
    questions = [_questions(asked, numbers or {}) for asked in family]
    flat = [question for several in questions for question in several]
    adjusted = iter(holm([_doubt(question) for question in flat]))
    found = []
    for asked, several in zip(family, questions, strict=True):
        if missing := [name for name in quantities_of(asked.claim) if name not in asked.quantities]:
            found.append(Judgement(Verdict.NOT_RUN, f"not played: {', '.join(missing)}"))
            continue
        narrow = enough if asked.claim.enough is None else asked.claim.enough
        parts = [_answer(question, narrow, next(adjusted), len(flat)) for question in several]
        verdict = worst(part.verdict for part in parts)
        why = "; ".join(part.why for part in parts if part.verdict is verdict)
        lacks = tuple(lack for part in parts for lack in part.lacks)
        found.append(Judgement(verdict, why, all(part.holds for part in parts), lacks))
    return found


def explained(claim: Claim, found: Judgement, with_defects: Judgement | None) -> Judgement:
    """The verdict when it is known what the paper's program did (column ``code``) and what had to be guessed."""
    if found.holds or found.verdict not in _FAILED:
        return found
    if with_defects and with_defects.holds:
        return Judgement(Verdict.ARTEFACT, f"{found.why}; with the program's errors {with_defects.why}")
    if claim.unprinted:
        return Judgement(Verdict.NOT_PRINTED, f"{found.why}; not printed: {claim.unprinted}")
    return found


def quantities_of(claim: Claim) -> list[str]:
    """The quantities a claim speaks of."""
    named = list(claim.of) if isinstance(claim.of, list) else [claim.of]
    other = getattr(claim, "than", None) or getattr(claim, "as_", None)
    return [*named, other] if isinstance(other, str) else named


def pairs_of(claim: Claim) -> list[tuple[str, str]]:
    """The quantities a claim compares with each other."""
    match claim:
        case More(of=of, than=str(other)) | Less(of=of, than=str(other)) | Same(of=of, as_=str(other)):
            return [(of, other)]
        case Order(of=of):
            return list(pairwise(of))
        case _:
            return []


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """The verdict over several: the worst of those that were reached."""
    order = list(Verdict)
    return min(verdicts, key=order.index, default=Verdict.NOT_RUN)


def overall(experiment: Experiment, judgements: Sequence[Judgement]) -> Judgement:
    """The verdict on an experiment: the worst of the paper's claims, and how many hold. One judgement per claim."""
    own = [judgement for claim, judgement in zip(experiment.claims, judgements, strict=True) if not claim.ours]
    run = [judgement for judgement in own or judgements if judgement.verdict is not Verdict.NOT_RUN]
    if not run:
        return Judgement(Verdict.NOT_RUN, (own or judgements)[0].why)
    held = f"{sum(judgement.holds for judgement in run)} of {len(run)}"
    if not own:
        return Judgement(Verdict.NO_CLAIM, f"the paper concludes nothing; {held} of our questions: yes")
    why = f"{held} claims hold" if len(run) > 1 else run[0].why
    if len(run) < len(own):
        why += f"; {len(own) - len(run)} not run"
    return Judgement(worst(judgement.verdict for judgement in run), why, all(judgement.holds for judgement in run))


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


def _questions(asked: Asked, numbers: Mapping[str, Printed]) -> list[_Question]:
    claim, quantities, freedom = asked
    if any(name not in quantities for name in quantities_of(claim)):
        return []
    infinite = math.inf
    least = min(freedom(name) for name in quantities_of(claim))

    def question(what: str, estimate: Interval, low: float, high: float, printed: Interval | None = None) -> _Question:
        degrees = freedom(what) if what in quantities else least
        return _Question(what, estimate, low, high, printed if claim.size else None, degrees)

    match claim:
        case More(of=of, than=than):
            what, estimate, edge = _against(quantities, of, than)
            return [question(what, estimate, edge, infinite, _printed(numbers, of, than))]
        case Less(of=of, than=than):
            what, estimate, edge = _against(quantities, of, than)
            return [question(what, estimate, -infinite, edge, _printed(numbers, of, than))]
        case Between(of=of, low=low, high=high):
            return [question(of, quantities[of], low, high)]
        case Same(of=of, as_=other, within=within):
            what, estimate, centre = _against(quantities, of, other)
            return [question(what, estimate, centre - within, centre + within)]
        case Order(of=of):
            return [
                question(
                    f"{a} − {b}",
                    _apart(quantities, a, b),
                    0,
                    infinite,
                    _printed(numbers, a, b),
                )
                for a, b in pairwise(of)
            ]
        case Trend(of=of, check=check, along=along):
            low, high = (0.0, infinite) if check == "rising" else (-infinite, 0.0)
            return [question(f"{of[0]} to {of[-1]}", change([quantities[name] for name in of], along), low, high)]
        case Flat(of=of, along=along, within=within):
            moved = change([quantities[name] for name in of], along)
            return [question(f"{of[0]} to {of[-1]}", moved, -within, within)]
        case Slowing(of=of):
            first, last = (
                difference(quantities[of[1]], quantities[of[0]]),
                difference(quantities[of[-1]], quantities[of[-2]]),
            )
            what = f"{of[0]} to {of[1]} − {of[-2]} to {of[-1]}"
            return [question(what, difference(first, last), 0, infinite)]
        case _:
            assert_never(claim)


def _against(quantities: Quantities, of: str, other: float | str) -> tuple[str, Interval, float]:
    """What is compared with which number: a quantity with it, or the difference of two quantities with 0."""
    if isinstance(other, str):
        return f"{of} − {other}", _apart(quantities, of, other), 0.0
    return of, quantities[of], other


def _apart(quantities: Quantities, a: str, b: str) -> Interval:
    """A − b, deal by deal where it was so measured."""
    return quantities.get(f"{a} − {b}") or difference(quantities[a], quantities[b])


def _printed(numbers: Mapping[str, Printed], of: str, other: float | str) -> Interval | None:
    """The printed number with its interval, or the difference of two; None where the paper does not have both."""
    names = [of, other] if isinstance(other, str) else [of]
    known = [interval for name in names if (interval := _interval(numbers.get(name)))]
    if len(known) < len(names):
        return None
    return difference(*known) if len(known) == 2 else known[0]


def _interval(number: Printed | None) -> Interval | None:
    if number is None or number.value is None or number.half is None:
        return None
    low = number.value - number.half if number.low is None else number.low
    return Interval(number.value, low, number.value + number.half if number.high is None else number.high)


def _doubt(question: _Question) -> float:
    """The two-sided p-value of the estimate lying where it does, inside the region or outside."""
    mean, low, high = question.estimate
    edges = [edge for edge in (question.low, question.high) if math.isfinite(edge)]
    if not question.low < mean < question.high:
        edges = [question.low if mean <= question.low else question.high]
    return max(_tail(mean - edge, mean - low if edge < mean else high - mean, question.freedom) for edge in edges)


def _tail(distance: float, half: float, freedom: float) -> float:
    if half == 0:
        return 1.0 if distance == 0 else 0.0
    return 2 * float(stdtr(freedom, -abs(distance) / half * _point(1, freedom)))


def _point(questions: int, freedom: float) -> float:
    """How many standard errors wide half an interval is, if so many questions are asked (Bonferroni)."""
    return quantile(freedom, 1 - _ALPHA / 2 / questions)


def _answer(question: _Question, enough: float, doubt: float, asked: int) -> Judgement:
    estimate, printed = question.estimate, question.printed
    shown = f"{question.what}: {written(estimate)}"
    inside = question.low < estimate.mean < question.high
    factor = _point(asked, question.freedom) / _point(1, question.freedom)
    wide = _widened(estimate, factor)
    decided = doubt < _ALPHA
    if decided and not inside:
        return Judgement(Verdict.CONTRADICTED, shown)
    if printed is not None and (wide.high < printed.low or wide.low > printed.high):
        nearer = (estimate.mean < printed.mean) == math.isfinite(question.low)
        told = f"{shown}, printed {written(printed)}"
        if decided:
            return Judgement(Verdict.SMALLER if nearer else Verdict.LARGER, told, holds=True)
        if nearer:
            return Judgement(Verdict.SMALLER, f"{told}; its sign is open")
    if decided:
        return Judgement(Verdict.REPLICATED, shown, holds=True)
    half = (estimate.high - estimate.low) / 2
    margin = (question.high - question.low) / 2  # of an equality; else infinite
    equal = math.isfinite(margin)
    enough = min(enough or margin, margin) if equal else enough
    across = f", should lie between {_plain(question.low)} and {_plain(question.high)}" if equal else ""
    if half <= enough and not (equal and inside):
        return Judgement(Verdict.NOT_REPLICATED, f"{shown}{across}, half-width within {enough:g}")
    alone = estimate.high < question.low or estimate.low > question.high
    alone |= question.low < estimate.low and estimate.high < question.high
    why = f", not after Holm's correction for {asked}" if alone else ""
    edge = min(abs(estimate.mean - end) for end in (question.low, question.high))
    needed = max(edge / factor, 0.0 if equal and inside else enough)
    lack = Lack(question.what, half, needed, question.freedom)
    return Judgement(Verdict.NOT_DECIDABLE, f"{shown}{across}{_too_wide(lack)}{why}", lacks=(lack,))


def _too_wide(lack: Lack) -> str:
    return f", half-width {lack.half:.2g} where {lack.needed:.2g} would do" if lack.hope else ", on the edge"


def _plain(number: float) -> str:
    return f"{number:g}".replace("-", "−")


def _widened(estimate: Interval, factor: float) -> Interval:
    mean, low, high = estimate
    return Interval(mean, mean - factor * (mean - low), mean + factor * (high - mean))


def written(estimate: Interval) -> str:
    """An estimate as text: mean and interval with digits that mean something."""
    half = (estimate.high - estimate.low) / 2
    scale = half or min(1.0, abs(estimate.mean)) or 1.0  # without a spread, the digits are those of the number
    digits = max(2 if half == 0 else 0, min(6, 1 - math.floor(math.log10(scale))))
    mean, low, high = (f"{value:.{digits}f}".replace("-", "−") for value in estimate)
    return f"{mean} ({low} to {high})"
