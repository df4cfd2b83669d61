"""Pages and drawings of results: one page per experiment, a summary of all, and the tables in docs/papers/."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from kibitz import plots, saving
from kibitz.experiments import contests, cost, training
from kibitz.experiments.experiment import COLUMNS, Experiment, Figure
from kibitz.experiments.reproduce import Outcome, json_path
from kibitz.experiments.verdict import Verdict, quantities_of, written
from kibitz.stats import Interval

_BLOCK = re.compile(r"(<!-- results of (?P<paper>\w+) -->\n).*?(<!-- end of results -->)", re.DOTALL)


def write(outcome: Outcome, results: Path) -> None:
    """The page of an experiment and its drawings, beside its JSON file."""
    experiment = outcome.experiment
    home = json_path(experiment, results)
    home.parent.mkdir(parents=True, exist_ok=True)
    drawings = dict(outcome.drawings)
    for name, figure in (("figure", experiment.figure), ("course", experiment.course)):
        if (drawn := _figure(outcome, figure)) is not None:
            drawings[name] = drawn
    for name, drawing in drawings.items():
        saving.write(home.parent / f"{home.stem}-{name}.svg", drawing)
    known = sorted(
        home.parent.glob(f"{home.stem}-*.svg"),
        key=lambda path: [int(t) if t.isdigit() else t for t in re.split(r"(\d+)", path.name)],
    )
    saving.write(home.with_suffix(".md"), page(outcome, [path.name for path in known]))


def page(outcome: Outcome, drawings: Sequence[str] = ()) -> str:
    """The page of an experiment."""
    experiment = outcome.experiment
    lines = [
        f"# {experiment.id}: {experiment.title}",
        "",
        experiment.question,
        "",
        f"**{outcome.verdict.verdict}**: {outcome.verdict.why}" + _unfinished(outcome),
        "",
        cost.sentence(outcome),
        "",
        f"    kibitz reproduce {experiment.id} --scale {outcome.scale}",
        "",
        outcome.made.words() if outcome.measured else "",
        "",
        f"The paper: {experiment.paper.schedule} It concludes: {experiment.paper.concludes}",
        "",
    ]
    if experiment.note:
        lines += [experiment.note, ""]
    if rows := table(outcome):
        seeds = max((found.seeds for found in outcome.measured.values()), default=1)
        over = f"the deals and {seeds} trainings" if seeds > 1 else "the deals"
        lines += [f"Ours in {experiment.unit}, with 95 % intervals over {over}.", "", *rows, ""]
    if outcome.columns:
        lines += ["| claim | the paper | verdict | measured |", "|---|---|---|---|"]
        for number, claim in enumerate(experiment.claims):
            found = outcome.judged(number)
            said = "*ours*" if claim.ours else f"“{claim.quote}” ({claim.where})"
            lines.append(f"| {claim.says} | {said} | {found.verdict} | {found.why} |")
        lines.append("")
    lines += [f"![{name}]({name})" for name in drawings]
    if experiment.agents:
        lines += ["", "## Agents", ""]
        for name, text in experiment.agents.items():
            specs: dict[str, list[str]] = {}
            for column in COLUMNS:
                if spec := text.spec(column):
                    specs.setdefault(spec, []).append(column)
            lines += [f"- {name} ({', '.join(columns)}): `{spec}`" for spec, columns in specs.items()]
    if commands := training.commands(experiment, outcome.columns, outcome.scale):
        lines += ["", "## Networks", ""]
        for name, command in commands.items():
            part = experiment.train[name].samples(outcome.scale) / experiment.train[name].full
            lines.append(f"- {name}: `{command}`" + (f", {part:.1%} of its full training" if part < 1 else ""))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def table(outcome: Outcome) -> list[str]:
    """The paper's numbers beside ours, as rows of a page: what was printed, what is claimed, what met."""
    experiment = outcome.experiment
    columns = list(outcome.columns)
    quantities = shown(experiment)
    rows = [f"| | paper | {' | '.join(f'ours ({column}, {outcome.counts[column]})' for column in columns)} |"]
    rows.append("|---" * (len(columns) + 2) + "|")
    for name in quantities:
        ours = [written(found[name]) if name in (found := outcome.columns[column]) else "–" for column in columns]
        rows.append(f"| {name} | {printed(experiment, name)} | {' | '.join(ours)} |")
    return rows if quantities and columns else []


def shown(experiment: Experiment) -> list[str]:
    """The quantities a page shows."""
    found = [*experiment.paper.numbers, *(name for claim in experiment.claims for name in quantities_of(claim))]
    found += [" v ".join(meeting) for meeting in experiment.meetings() if len(meeting) == 2]
    if any(name.endswith(" won") for name in found):  # the table counts wins, not points
        found = [name for name in found if f"{name} won" not in found or name in experiment.paper.numbers]
    return list(dict.fromkeys(found))


def printed(experiment: Experiment, name: str) -> str:
    """The paper's number of a quantity as text."""
    number = experiment.paper.numbers.get(name)
    if number is None:
        return "–"
    value = "" if number.value is None else f"{number.value:g}".replace("-", "−")
    if number.half is not None:
        ends = number.low is not None and number.high is not None
        value += f", {number.low:g} to {number.high:g}" if ends else f" ± {number.half:g}"
    return f"{number.printed} [{value}]" if number.printed and value else number.printed or value


def summary(outcomes: Iterable[tuple[Experiment, Outcome | None]]) -> str:
    """The page that lists every experiment with its verdict, or why there is none."""
    rows = list(outcomes)
    counts = dict.fromkeys(Verdict, 0)
    for _, outcome in rows:
        counts[outcome.verdict.verdict if outcome else Verdict.NOT_RUN] += 1
    told = ", ".join(f"{number} {verdict}" for verdict, number in counts.items() if number)
    lines = [
        "# Results",
        "",
        f"Every table and figure of the five papers, played again: {len(rows)} experiments, {told}. Written by",
        "`kibitz reproduce --all`. The verdict on an experiment is that of its worst claim; the pages have them all.",
        "See [what the verdicts mean](../docs/papers/README.md).",
        "",
        "| experiment | question | verdict | why | scale |",
        "|---|---|---|---|---|",
    ]
    for experiment, outcome in rows:
        lines.append(_row(experiment, outcome, f"{experiment.id}.md"))
    return "\n".join(lines) + "\n"


def fill(text: str, outcomes: Sequence[tuple[Experiment, Outcome | None]]) -> str:
    """A page of docs/papers/ with its table of verdicts made anew."""

    def rows(found: re.Match[str]) -> str:
        lines = ["| experiment | question | verdict | why | scale |", "|---|---|---|---|---|"]
        for experiment, outcome in outcomes:
            if experiment.id.startswith(f"{found['paper']}/"):
                lines.append(_row(experiment, outcome, f"../../results/{experiment.id}.md"))
        missing = [
            f"- {experiment.id}: {told}"
            for experiment, outcome in outcomes
            if experiment.id.startswith(f"{found['paper']}/") and outcome and (told := cost.sentence(outcome))
        ]
        lines += ["", "What is missing, and what it would cost:", "", *missing] if missing else []
        return found[1] + "\n".join(lines) + "\n" + found[3]

    return _BLOCK.sub(rows, text)


def _row(experiment: Experiment, outcome: Outcome | None, link: str) -> str:
    names = ", ".join([experiment.id, *(other.partition("/")[2] for other in experiment.also[:2])]) + (
        "…" if experiment.also[2:] else ""
    )
    if outcome is None:
        return f"| {names} | {experiment.question} | {Verdict.NOT_RUN} | not yet | |"
    scale = outcome.scale if outcome.columns else ""
    why = outcome.verdict.why + _unfinished(outcome)
    return f"| [{names}]({link}) | {experiment.question} | {outcome.verdict.verdict} | {why} | {scale} |"


def _unfinished(outcome: Outcome) -> str:
    stopped = "" if outcome.complete else " (stopped before all deals were played)"
    return stopped + (" (measured with earlier settings)" if outcome.stale else "")


def _figure(outcome: Outcome, figure: Figure | None) -> str | None:
    experiment = outcome.experiment
    found = outcome.columns.get(experiment.judge, {})
    if figure is None or figure.kind == "training" or not found:
        return None
    meetings = [" v ".join(meeting) for meeting in experiment.meetings()]
    lists = figure.of if isinstance(figure.of, dict) else {"ours": figure.of or meetings}
    marks = {name: number.value for name, number in experiment.paper.numbers.items() if number.value is not None}
    if figure.kind == "bars":
        values = {name: found[name] for names in lists.values() for name in names if name in found}
        return plots.bars(values, title=experiment.title, y=figure.y, marks=marks) if values else None
    if figure.kind == "course":
        return _course(outcome, found, figure)
    series = {
        line: [(at, found[name]) for at, name in zip(figure.along or [], names, strict=True) if name in found]
        for line, names in lists.items()
    }
    series = {line: points for line, points in series.items() if points}
    return plots.curves(series, title=experiment.title, x=figure.x, y=figure.y, log=figure.log) if series else None


def _course(outcome: Outcome, found: dict[str, Interval], figure: Figure) -> str | None:
    """The share won in every block of the deals, with the line that fits best."""
    blocks = range(1, figure.blocks + 1)
    series: dict[str, list[tuple[float, Interval]]] = {}
    for meeting in outcome.experiment.meetings():
        points = [(at, found[name]) for at in blocks if (name := contests.block_name(meeting, at)) in found]
        if len(points) > 1:
            line = " v ".join(meeting)
            series[line] = [(float(at), value) for at, value in points]
            slope, level = np.polyfit([at for at, _ in points], [value.mean for _, value in points], 1)
            ends = (points[0][0], points[-1][0])
            series[f"{line}, fitted"] = [(float(at), Interval(*[float(level + slope * at)] * 3)) for at in ends]
    title = outcome.experiment.title
    return plots.curves(series, title=title, x=figure.x, y=figure.y) if series else None
