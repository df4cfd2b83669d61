"""The report of a plan: one HTML file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from kibitz import plots, saving
from kibitz.lab.match import seconds
from kibitz.lab.plan import Contest
from kibitz.lab.replay import lopsided, record
from kibitz.lab.results import Comparison, ContestResult, Ladder, Results, unit
from kibitz.stats import Interval, Verdict

_STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1c2128, #e6edf3); --soft: light-dark(#656d76, #9198a1);
  --line: light-dark(#d0d7de, #3d444d); --good: light-dark(#1a7f37, #56d364);
  --bad: light-dark(#cf222e, #ff7b72); --ground: light-dark(#ffffff, #0d1117); }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground);
  max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; } p.note, caption { color: var(--soft); }
caption { text-align: left; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; }
.better { color: var(--good); } .worse { color: var(--bad); } .open { color: var(--soft); }
.wide { overflow-x: auto; } svg { width: 100%; max-width: 45rem; height: auto; display: block; }
pre { overflow-x: auto; border: 1px solid var(--line); padding: .7rem; font-size: 12px; }
"""
_CONTESTS_WITH_DEALS = 12  # a page with the deals of every pair of a large tournament would not load


def write(results: Results, path: Path | str) -> Path:
    """Writes the report and returns where it is."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        saving.write(path, html(results))
    except OSError as error:
        raise ReportError(f"{path} cannot be written: {error.strerror or error}; choose another path.") from error
    return path.resolve()


class ReportError(ValueError):
    """A report that cannot be written, and why."""


def html(results: Results) -> str:
    """The report as a page."""
    name, comparisons = escape(results.plan.name), results.comparisons()
    parts = [
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title>',
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>',
        f"<h1>{name}</h1><p class=note>{_state(results)}</p>",
        *(_ladder(results, ladder) for ladder in results.ladders()),
        _cross_tables(results, comparisons),
        _comparisons(results, comparisons),
        _agents(results),
        _distributions(results),
        _time(results),
        _deals(results),
        "</html>",
    ]
    return "\n".join(part for part in parts if part)


def _state(results: Results) -> str:
    tables = sum(result.tables for result in results.contests)
    games = dict.fromkeys(f"{one.table.title} ({one.rules})" for one in results.plan.contests)
    open_ = sum(not result.complete for result in results.contests)
    state = f"{open_} of {len(results.contests)} contests are not finished; " if open_ else ""
    neutral = dict.fromkeys(results.marked(one.beside) for one in results.plan.contests if one.beside)
    seated = f" Two that meet have one seat each beside {' or '.join(neutral)}." if neutral else ""
    return escape(
        f"{state}{tables:,} tables of {', '.join(games)}. Every deal is played in all seatings; intervals are 95 % "
        f"over deals.{seated} Agents that look at the true cards are marked (cheats)."
    )


def _ladder(results: Results, ladder: Ladder) -> str:
    rows = [
        (results.marked(one.player), f"{one.elo:+.0f}", f"{one.low:+.0f} to {one.high:+.0f}", f"{one.tables:,}")
        for one in ladder.ratings
    ]
    bars = [plots.Bar(results.marked(one.player), one.elo, one.low, one.high) for one in ladder.ratings]
    anchored = any(one.player == "random" for one in ladder.ratings)
    zero = "random = 0" if anchored else "mean = 0"
    return (
        f"<h2>Ladder: {escape(ladder.title)}</h2>"
        + _table(("agent", "Elo", "95 % interval", "tables"), rows, f"{ladder.model}, {zero}.")
        + plots.intervals(bars, f"Elo ({zero})")
    )


def _cross_tables(results: Results, comparisons: Sequence[Comparison]) -> str:
    """Row against column, where two met; one table per game, rules and who else sat there."""
    cells: dict[str, dict[tuple[str, str], Comparison]] = {}
    for one in comparisons:
        contest = results.contests[one.contest].contest
        if contest.two_sides or contest.beside:
            beside = f", beside {contest.beside}" if contest.beside else ""
            title = f"{contest.table.title}, {contest.rules}, {unit(contest)}{beside}"
            cells.setdefault(title, {})[contest.labels[one.a], contest.labels[one.b]] = one
    found = []
    for title, met in cells.items():
        names = list(dict.fromkeys(name for pair in met for name in pair))
        if len(names) < 3:
            continue
        rows = [(escape(results.marked(row)), *(_cross_cell(met, row, column) for column in names)) for row in names]
        heads = ("", *(results.marked(name) for name in names))
        note = "By how much the row beats the column; coloured when all comparisons together allow the claim (Holm)."
        found.append(f"<h2>Cross table: {escape(title)}</h2>" + _table(heads, rows, note, raw=True))
    return "".join(found)


def _cross_cell(met: dict[tuple[str, str], Comparison], row: str, column: str) -> str:
    if row == column:
        return "·"
    if (row, column) in met:
        one, sign = met[row, column], 1
    elif (column, row) in met:
        one, sign = met[column, row], -1
    else:
        return ""
    mean, half = sign * one.advantage.mean, (one.advantage.high - one.advantage.low) / 2
    return f'<span class="{_colour(one.verdict, sign)}">{mean:+.3g} ± {half:.2g}</span>'


def _colour(verdict: Verdict, sign: int) -> str:
    if verdict == Verdict.UNDECIDED:
        return "open"
    return "better" if (verdict == Verdict.BETTER) == (sign > 0) else "worse"


def _comparisons(results: Results, comparisons: Sequence[Comparison]) -> str:
    if not comparisons:
        return ""
    rows = []
    for one in comparisons:
        contest = results.contests[one.contest].contest
        a, b = results.marked(contest.labels[one.a]), results.marked(contest.labels[one.b])
        met = one.win_loss
        rows.append(
            (
                escape(f"{a} v {b}"),
                _numbers(one.advantage),
                f"{met.wins:,} / {met.ties:,} / {met.losses:,}",
                f"{met.rate.mean:.1%} [{met.rate.low:.1%}, {met.rate.high:.1%}]",
                f"{one.adjusted:.2g}",
                f'<span class="{_colour(one.verdict, 1)}">{escape(one.verdict)}</span>',
            )
        )
    heads = ("", "advantage", "won / tied / lost", "share of decided", "p (Holm)", "the first is")
    bars = [
        plots.Bar(
            " v ".join(results.marked(results.contests[one.contest].contest.labels[n]) for n in (one.a, one.b)),
            *one.advantage,
        )
        for one in comparisons
    ]
    return (
        "<h2>Who met whom</h2>"
        + _table(heads, rows, _units(results.plan.contests), raw=True)
        + plots.intervals(bars, "advantage of the first")
    )


def _units(contests: Iterable[Contest]) -> str:
    units = dict.fromkeys(unit(contest) for contest in contests)
    unwanted = any(contest.table.unit[2] for contest in contests)
    return f"Advantages are in {', '.join(units)}; more is better{', also of penalty points' if unwanted else ''}."


def _agents(results: Results) -> str:
    rows = []
    for result in results.contests:
        if len(result.groups) < 2 or result.contest.two_sides:
            continue
        for agent, name in enumerate(result.contest.labels):
            first, rank = result.firsts(agent), result.rank(agent)
            rows.append(
                (
                    results.marked(name),
                    result.contest.title,
                    _numbers(result.mean(agent)),
                    f"{first.mean:.1%} [{first.low:.1%}, {first.high:.1%}]",
                    _numbers(rank),
                )
            )
    heads = ("agent", "at the table", "points", "came first", "mean place")
    return "<h2>Tables of many</h2>" + _table(heads, rows, "") if rows else ""


def _distributions(results: Results) -> str:
    found = ["<h2>Distributions</h2>"]
    for result in results.contests[:_CONTESTS_WITH_DEALS]:
        if len(result.groups) >= 2:
            a, b = (results.marked(name) for name in result.contest.labels[:2])
            found.append(f"<h3>{escape(a)} minus {escape(b)}, per deal group</h3>")
            found.append(plots.histogram(result.difference(), unit(result.contest)))
    return "".join(found)


def _time(results: Results) -> str:
    spent: dict[str, tuple[float, int]] = {}
    for result in results.contests:
        for agent, name in enumerate(result.contest.labels):
            total, decisions = spent.get(name, (0.0, 0))
            own = result.decisions(agent)
            spent[name] = (total + result.seconds_per_move(agent) * own, decisions + own)
    bars = [plots.Bar(results.marked(name), total / max(1, count)) for name, (total, count) in spent.items()]
    rows = [(bar.name, seconds(bar.value), f"{count:,}") for bar, (_, count) in zip(bars, spent.values(), strict=True)]
    note = "CPU time on the machine that played; the only numbers here that differ from run to run."
    table = _table(("agent", "CPU time", "decisions"), rows, note)
    return f"<h2>Time per move</h2>{table}{plots.log_bars(bars, 'per move')}"


def _deals(results: Results) -> str:
    found = []
    for result in results.contests[:_CONTESTS_WITH_DEALS]:
        found += [_deal(result, *deal) for deal in lopsided(result)] if len(result.groups) >= 2 else []
    if not found:
        return ""
    note = "Where the two first agents of a contest differed most. Save a record and show it with: kibitz replay FILE"
    return f"<h2>The most lopsided deals</h2><p class=note>{note}</p>{''.join(found)}"


def _deal(result: ContestResult, number: int, seating: int, difference: float) -> str:
    contest = result.contest
    title = (
        f"{contest.title}, deal {number}, seating {seating}: {difference:+.4g} {unit(contest)} for {contest.labels[0]}"
    )
    text = str(record(contest, number, seating))
    return f"<details><summary>{escape(title)}</summary><pre>{escape(text)}</pre></details>"


def _numbers(interval: Interval) -> str:
    return f"{interval.mean:+.3g} [{interval.low:+.3g}, {interval.high:+.3g}]"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], note: str, raw: bool = False) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell if raw else escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    caption = f"<caption>{escape(note)}</caption>" if note else ""
    return f'<div class="wide"><table>{caption}<tr>{head}</tr>{body}</table></div>'
