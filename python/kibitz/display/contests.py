"""What came of contests: a match, all results of a plan, ladders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.display.bars import Scale, interval
from kibitz.display.html import COLOURS, block, table, words
from kibitz.stats import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kibitz.lab.match import MatchResult
    from kibitz.lab.results import Comparison, Ladder, Results

_COLOURS = {Verdict.BETTER: "green", Verdict.WORSE: "red"}


def match(found: MatchResult) -> str:
    """The sentence, and the difference with its interval."""
    scale = Scale.of((found.low, found.high))
    row = [_name(found.a, found.verdict), interval(scale, found.mean, found.low, found.high), words(found.b)]
    return block(words(found), table(["", found.unit, ""], [row], left=(0, 1, 2)))


def results(found: Results) -> str:
    """The ladders, and who met whom."""
    state = "" if found.complete else " · not finished"
    return block(words(found.plan.name + state), ladders(found), _met(found, found.comparisons()))


def ladders(found: Results) -> str:
    """Every ladder of the results."""
    return "".join(ladder(each, found.cheaters) for each in found.ladders())


def ladder(found: Ladder, cheaters: Iterable[str] = ()) -> str:
    """The agents, best first, each with its rating and interval."""
    scale = Scale.of(end for one in found.ratings for end in (one.low, one.high))
    rows = [
        [
            words(f"{one.player} (cheats)" if one.player in cheaters else one.player),
            words(f"{one.elo:+.0f}"),
            interval(scale, one.elo, one.low, one.high),
            words(f"{one.low:+.0f} to {one.high:+.0f}"),
            words(f"{one.tables:,}"),
        ]
        for one in found.ratings
    ]
    title = words(f"{found.title} ({found.model})")
    return block(title, table(["agent", "Elo", "", "95 % interval", "tables"], rows, left=(0, 2)))


def _met(found: Results, comparisons: list[Comparison]) -> str:
    scale = Scale.of(end for one in comparisons for end in (one.advantage.low, one.advantage.high))
    rows = []
    for one in comparisons:
        contest = found.contests[one.contest].contest
        a, b = (found.marked(contest.labels[agent]) for agent in (one.a, one.b))
        mean, low, high = one.advantage
        rows.append(
            [
                f"{_name(a, one.verdict)} v {words(b)}",
                words(f"{mean:+.3g}"),
                interval(scale, mean, low, high),
                words(f"{low:+.3g} to {high:+.3g}"),
                words(one.verdict),
            ]
        )
    return table(["", "advantage", "", "95 % interval", "the first is"], rows, left=(0, 2, 4)) if rows else ""


def _name(agent: str, verdict: Verdict) -> str:
    colour = COLOURS.get(_COLOURS.get(verdict, ""))
    return words(agent, f"font-weight:bold;color:{colour}" if colour else "font-weight:bold")
