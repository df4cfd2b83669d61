"""Pages and drawings of results: one page per record, a summary of all, and the tables in docs/papers/."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from kibitz import plots
from kibitz.experiments import contests, training
from kibitz.experiments.record import COLUMNS, Figure, Record
from kibitz.experiments.reproduce import Outcome, json_path
from kibitz.experiments.verdict import Verdict, quantities_of, written
from kibitz.stats import Interval

_BLOCK = re.compile(r"(<!-- results of (?P<paper>\w+) -->\n).*?(<!-- end of results -->)", re.DOTALL)


def write(outcome: Outcome, results: Path) -> None:
    """The page of a record and its drawings, beside its JSON file."""
    record = outcome.record
    home = json_path(record, results)
    home.parent.mkdir(parents=True, exist_ok=True)
    drawings = dict(outcome.drawings)
    if (figure := _figure(outcome)) is not None:
        drawings["figure"] = figure
    for name, drawing in drawings.items():
        (home.parent / f"{home.stem}-{name}.svg").write_text(drawing, encoding="utf-8")
    known = sorted(
        home.parent.glob(f"{home.stem}-*.svg"),
        key=lambda path: [int(t) if t.isdigit() else t for t in re.split(r"(\d+)", path.name)],
    )
    home.with_suffix(".md").write_text(page(outcome, [path.name for path in known]), encoding="utf-8")


def page(outcome: Outcome, drawings: Sequence[str] = ()) -> str:
    """The page of a record."""
    record = outcome.record
    lines = [
        f"# {record.id}: {record.title}",
        "",
        record.question,
        "",
        f"**{outcome.verdict.verdict}**: {outcome.verdict.why}" + _unfinished(outcome),
        "",
        f"    kibitz reproduce {record.id} --scale {outcome.scale}",
        "",
        outcome.made.words() if outcome.measured else "",
        "",
        f"The paper: {record.paper.schedule} It concludes: {record.paper.concludes}",
        "",
    ]
    if record.note:
        lines += [record.note, ""]
    if rows := table(outcome):
        seeds = max((found.seeds for found in outcome.measured.values()), default=1)
        over = f"the deals and {seeds} trainings" if seeds > 1 else "the deals"
        lines += [f"Ours in {record.unit}, with 95 % intervals over {over}.", "", *rows, ""]
    if outcome.columns:
        lines += ["| claim | the paper | verdict | measured |", "|---|---|---|---|"]
        for number, claim in enumerate(record.claims):
            found = outcome.judged(number)
            said = "*ours*" if claim.ours else f"“{claim.quote}” ({claim.where})"
            lines.append(f"| {claim.says} | {said} | {found.verdict} | {found.why} |")
        lines.append("")
    lines += [f"![{name}]({name})" for name in drawings]
    if record.agents:
        lines += ["", "## Agents", ""]
        for name, text in record.agents.items():
            specs: dict[str, list[str]] = {}
            for column in COLUMNS:
                if spec := text.spec(column):
                    specs.setdefault(spec, []).append(column)
            lines += [f"- {name} ({', '.join(columns)}): `{spec}`" for spec, columns in specs.items()]
    if commands := training.commands(record, outcome.columns, outcome.scale):
        lines += ["", "## Networks", ""]
        for name, command in commands.items():
            part = record.train[name].samples(outcome.scale) / record.train[name].full
            lines.append(f"- {name}: `{command}`" + (f", {part:.1%} of its full training" if part < 1 else ""))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def table(outcome: Outcome) -> list[str]:
    """The paper's numbers beside ours, as rows of a page: what was printed, what is claimed, what met."""
    record = outcome.record
    columns = list(outcome.columns)
    quantities = shown(record)
    rows = [f"| | paper | {' | '.join(f'ours ({column}, {outcome.counts[column]})' for column in columns)} |"]
    rows.append("|---" * (len(columns) + 2) + "|")
    for name in quantities:
        ours = [written(found[name]) if name in (found := outcome.columns[column]) else "–" for column in columns]
        rows.append(f"| {name} | {printed(record, name)} | {' | '.join(ours)} |")
    return rows if quantities and columns else []


def shown(record: Record) -> list[str]:
    """The quantities a page shows."""
    found = [*record.paper.numbers, *(name for claim in record.claims for name in quantities_of(claim))]
    found += [" v ".join(meeting) for meeting in record.meetings() if len(meeting) == 2]
    if any(name.endswith(" won") for name in found):  # the table counts wins, not points
        found = [name for name in found if f"{name} won" not in found or name in record.paper.numbers]
    return list(dict.fromkeys(found))


def printed(record: Record, name: str) -> str:
    """The paper's number of a quantity as text."""
    number = record.paper.numbers.get(name)
    if number is None:
        return "–"
    value = "" if number.value is None else f"{number.value:g}".replace("-", "−")
    if number.half is not None:
        ends = number.low is not None and number.high is not None
        value += f", {number.low:g} to {number.high:g}" if ends else f" ± {number.half:g}"
    return f"{number.printed} [{value}]" if number.printed and value else number.printed or value


def summary(outcomes: Iterable[tuple[Record, Outcome | None]]) -> str:
    """The page that lists every record with its verdict, or why there is none."""
    rows = list(outcomes)
    counts = dict.fromkeys(Verdict, 0)
    for _, outcome in rows:
        counts[outcome.verdict.verdict if outcome else Verdict.NOT_RUN] += 1
    told = ", ".join(f"{number} {verdict}" for verdict, number in counts.items() if number)
    lines = [
        "# Results",
        "",
        f"Every table and figure of the five papers, played again: {len(rows)} records, {told}. Written by",
        "`kibitz reproduce --all`. The verdict on a record is that of its worst claim; the pages have them all.",
        "See [what the verdicts mean](../docs/papers/README.md).",
        "",
        "| record | question | verdict | why | scale |",
        "|---|---|---|---|---|",
    ]
    for record, outcome in rows:
        lines.append(_row(record, outcome, f"{record.id}.md"))
    return "\n".join(lines) + "\n"


def fill(text: str, outcomes: Sequence[tuple[Record, Outcome | None]]) -> str:
    """A page of docs/papers/ with its table of verdicts made anew."""

    def rows(found: re.Match[str]) -> str:
        lines = ["| record | question | verdict | why | scale |", "|---|---|---|---|---|"]
        for record, outcome in outcomes:
            if record.id.startswith(f"{found['paper']}/"):
                lines.append(_row(record, outcome, f"../../results/{record.id}.md"))
        return found[1] + "\n".join(lines) + "\n" + found[3]

    return _BLOCK.sub(rows, text)


def _row(record: Record, outcome: Outcome | None, link: str) -> str:
    names = ", ".join([record.id, *(other.partition("/")[2] for other in record.also[:2])]) + (
        "…" if record.also[2:] else ""
    )
    if outcome is None:
        return f"| {names} | {record.question} | {Verdict.NOT_RUN} | not yet | |"
    scale = outcome.scale if outcome.columns else ""
    why = outcome.verdict.why + _unfinished(outcome)
    return f"| [{names}]({link}) | {record.question} | {outcome.verdict.verdict} | {why} | {scale} |"


def _unfinished(outcome: Outcome) -> str:
    stopped = "" if outcome.complete else " (stopped before all deals were played)"
    return stopped + (" (measured with earlier settings of the record)" if outcome.stale else "")


def _figure(outcome: Outcome) -> str | None:
    record, figure = outcome.record, outcome.record.figure
    found = outcome.columns.get(record.judge, {})
    if figure is None or figure.kind == "training" or not found:
        return None
    meetings = [" v ".join(meeting) for meeting in record.meetings()]
    lists = figure.of if isinstance(figure.of, dict) else {"ours": figure.of or meetings}
    marks = {name: number.value for name, number in record.paper.numbers.items() if number.value is not None}
    if figure.kind == "bars":
        values = {name: found[name] for names in lists.values() for name in names if name in found}
        return plots.bars(values, title=record.title, y=figure.y, marks=marks) if values else None
    if figure.kind == "course":
        return _course(outcome, found, figure)
    series = {
        line: [(at, found[name]) for at, name in zip(figure.along or [], names, strict=True) if name in found]
        for line, names in lists.items()
    }
    series = {line: points for line, points in series.items() if points}
    return plots.curves(series, title=record.title, x=figure.x, y=figure.y, log=figure.log) if series else None


def _course(outcome: Outcome, found: dict[str, Interval], figure: Figure) -> str | None:
    """The share won in every block of the deals, with the line that fits best."""
    blocks = range(1, figure.blocks + 1)
    series: dict[str, list[tuple[float, Interval]]] = {}
    for meeting in outcome.record.meetings():
        points = [(at, found[name]) for at in blocks if (name := contests.block_name(meeting, at)) in found]
        if len(points) > 1:
            line = " v ".join(meeting)
            series[line] = [(float(at), value) for at, value in points]
            slope, level = np.polyfit([at for at, _ in points], [value.mean for _, value in points], 1)
            ends = (points[0][0], points[-1][0])
            series[f"{line}, fitted"] = [(float(at), Interval(*[float(level + slope * at)] * 3)) for at in ends]
    title = outcome.record.title
    return plots.curves(series, title=title, x=figure.x, y=figure.y) if series else None
