"""A match: two agents meet on duplicate deals. The smallest plan, and the sentence that tells its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kibitz import _core, games
from kibitz.lab.plan import AgentLike, Contest, Plan, head_to_head
from kibitz.lab.results import ContestResult, Results, WinLoss, unit
from kibitz.lab.runner import run
from kibitz.stats import Interval, SprtResult, Verdict, verdict


@dataclass(frozen=True, slots=True)
class MatchResult:
    """By how much A did better than B, with the 95 % interval over the deals. It prints as a sentence.

    >>> import kibitz
    >>> result = kibitz.match(name, "rules", "random", deals=50, seed=1)
    >>> result.low < result.mean < result.high
    True
    """

    game: str
    """The name of the game."""
    rules: str
    """Its rules, as canonical text."""
    seed: int
    """The seed of the deals."""
    a: str
    """The first agent; a cheater is marked."""
    b: str
    """The second."""
    mean: float
    """A's return minus B's per deal: above zero, A is better."""
    low: float
    """The lower end of its 95 % interval."""
    high: float
    """The upper end."""
    unit: str
    """What is counted: points per round, bulls per match."""
    deals: int
    """Duplicate deals, or matches; each was played in all seatings."""
    win_loss: WinLoss
    """Tables won, tied and lost by A, and the share won of those decided."""
    sprt: SprtResult | None
    """Where the sequential test stands, if there was one."""
    differences: tuple[float, ...] = field(repr=False)
    """One value per deal."""
    seconds_per_move: tuple[float, float] = field(compare=False)
    """CPU time of A and of B."""
    results: Results = field(repr=False, compare=False)
    """Everything, as the lab has it."""

    @property
    def verdict(self) -> Verdict:
        """Whether A is better or worse than B, or the evidence is not enough.

        >>> str(result.verdict)
        'better'
        """
        return verdict(Interval(self.mean, self.low, self.high))

    def _repr_html_(self) -> str:
        from kibitz.display.contests import match

        return match(self)

    def __str__(self) -> str:
        contest = self.results.plan.contests[0]
        word = "matches" if contest.whole else "deals"
        mean, low, high, told = _told(contest, self.mean, self.low, self.high)
        beside = f", one seat each beside {self.results.marked(contest.beside)}" if contest.beside else ""
        return (
            f"{self.a} {told} than {self.b} "
            f"(95 % interval of the difference {low:{_digits(mean)}} to {high:{_digits(mean)}}; "
            f"{self.deals} {word} of {self.game} {self.rules}, seed {self.seed}{beside})."
        )


def match(
    game: str | _core.Game,
    a: AgentLike,
    b: AgentLike,
    *,
    others: AgentLike | Sequence[AgentLike] | None = None,
    deals: int = 1000,
    seed: int = 1,
    rules: str | None = None,
    target: int | None = None,
    sprt: tuple[float, float] | None = None,
    threads: int | None = None,
    store: Path | str | None = None,
    progress: Callable[[int], None] | None = None,
    **options: object,
) -> MatchResult:
    """Plays two agents against each other on duplicate deals.

    Agents are specifications or objects with ``act(view)``; ``others`` fill the seats of a table at which A and B have
    one seat each. By default these are the game's neutral player where it has one, elsewhere the game's two sides
    meet; ``()`` seats two sides in every game. With ``target``, whole matches to that many points take the place of
    deals; with ``sprt``, bounds in normalised Elo, it stops by itself. ``progress`` is told how many deals are done.

    >>> import kibitz
    >>> print(kibitz.match(name, "rules", "random", deals=50, seed=1))
    rules scores ... more per deal than random (95 % interval of the difference ...).
    """
    if isinstance(game, str):
        game = games.load(game, rules, **options)
    if target is not None:
        game = game.to_match(target)
    contest = head_to_head(game, a, b, others=others, deals=deals, seed=seed, whole=target is not None, sprt=sprt)

    def told(results: Results) -> None:
        if progress:
            progress(len(results.contests[0].groups))

    return of_results(run(Plan(contest.title, (contest,)), store, workers=threads, progress=told))


def of_results(results: Results) -> MatchResult:
    """The result of the first contest of a plan, as a match of its first two agents."""
    result = results.contests[0]
    contest = result.contest
    advantage = result.advantage()
    return MatchResult(
        game=contest.game,
        rules=contest.rules,
        seed=contest.seed,
        a=results.marked(contest.labels[0]),
        b=results.marked(contest.labels[1]),
        mean=advantage.mean,
        low=advantage.low,
        high=advantage.high,
        unit=unit(contest),
        deals=len(result.groups),
        win_loss=result.win_loss(),
        sprt=result.sequential() if contest.sprt else None,
        differences=tuple(result.difference().tolist()),
        seconds_per_move=(result.seconds_per_move(0), result.seconds_per_move(1)),
        results=results,
    )


def _told(contest: Contest, mean: float, low: float, high: float) -> tuple[float, float, float, str]:
    """The numbers as they are told: how many more, or how many fewer of what nobody wants."""
    noun, per, unwanted = contest.table.unit
    if unwanted:
        mean, low, high = -mean, -high, -low
    word = "more" if mean >= 0 else "fewer"
    verb = "takes" if unwanted else "scores"
    per = "match" if contest.whole else per
    return mean, low, high, f"{verb} {abs(mean):{_digits(mean)}} {noun} {word} per {per}"


def _digits(size: float) -> str:
    """How numbers of this size are written: hundreds of points need no hundredths, single ones do."""
    return ".1f" if abs(size) >= 10 else ".2f"


def lines(result: MatchResult) -> list[str]:
    """The result in a few sentences: points, verdict, tables won, time."""
    found = [str(result)]
    contest = result.results.contests[0]
    if result.sprt:
        found.append(_sprt_line(contest, result.sprt))
    elif result.verdict == Verdict.UNDECIDED:
        found.append("That is not enough evidence to call either better.")
    wins, ties, losses, rate = result.win_loss
    found.append(
        f"{result.a} wins {wins:,} of {wins + ties + losses:,} tables and loses {losses:,}, ties {ties:,}: "
        f"{rate.mean:.1%} of those decided (95 % interval {rate.low:.1%} to {rate.high:.1%})."
    )
    names = [result.results.marked(name) for name in contest.contest.labels]
    times = (f"{name} {seconds(contest.seconds_per_move(agent))}" for agent, name in enumerate(names))
    found.append(f"CPU time per move: {', '.join(times)}.")
    return found


def _sprt_line(result: ContestResult, test: SprtResult) -> str:
    assert result.contest.sprt is not None, "the test has bounds"
    low, high = result.contest.sprt
    says = {
        "H1": f"decided for more than {low:g}",
        "H0": f"decided for less than {high:g}",
        "undecided": "not enough evidence yet",
    }[test.decision]
    nelo = test.nelo
    return (
        f"SPRT [{low:g}, {high:g}] in normalised Elo: {says} (LLR {test.llr:.2f} of {test.bounds[0]:.2f} to "
        f"{test.bounds[1]:.2f}); median-unbiased {nelo.mean:.1f} [{nelo.low:.1f}, {nelo.high:.1f}]."
    )


def seconds(value: float) -> str:
    """A time with the unit that fits it."""
    for factor, name in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if value * factor >= 1:
            return f"{value * factor:.3g} {name}"
    return f"{value * 1e9:.3g} ns"
