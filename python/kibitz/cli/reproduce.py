"""``kibitz reproduce``: published tables and figures, played again and judged."""

import json
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kibitz import saving
from kibitz.cli.options import JsonOption
from kibitz.cli.playing import ExecutorOption, ThreadsOption
from kibitz.cli.progress import Progress

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.experiments.experiment import Experiment
    from kibitz.experiments.reproduce import Outcome


def command(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            help="Experiments such as epfl2017/table-5.7, or whole papers.", metavar="EXPERIMENT", show_default=False
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every experiment of every paper.")] = False,
    scale: Annotated[
        Literal["quick", "full"], typer.Option("--scale", help="quick: seconds to minutes per experiment; full: hours.")
    ] = "quick",
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", min=0.01, help="Time limit per experiment; what was played by then is judged."),
    ] = None,
    threads: ThreadsOption = None,
    executor: ExecutorOption = "threads",
    show: Annotated[bool, typer.Option("--list", help="List the experiments and exit.")] = False,
    rewrite: Annotated[
        bool, typer.Option("--pages", help="Play nothing; regenerate all pages from stored results.")
    ] = False,
    checked: Annotated[
        bool, typer.Option("--check", help="Play a small seeded part of every result again and compare every number.")
    ] = False,
    again: Annotated[bool, typer.Option("--again", help="Repeat analyses that already have a result.")] = False,
    experiments: Annotated[
        Path | None,
        typer.Option(
            "--experiments", help="Folder of the experiments (default: experiments, or those that are installed)."
        ),
    ] = None,
    results: Annotated[Path, typer.Option("--results", help="Folder of the results.")] = Path("results"),
    as_json: JsonOption = False,
) -> None:
    """Reproduce a published table: the paper's numbers, ours with intervals, and a verdict on every claim.

    Deals are stored in `results/store`, so an interrupted run continues. Every experiment has a page in `results/`;
    `results/README.md` lists them all.

    **Examples**

    - `kibitz reproduce epfl2017/table-5.9`
    - `kibitz reproduce vu2019 --scale full --minutes 5`
    - `kibitz reproduce --all`
    - `kibitz reproduce epfl2017 --check`
    """
    from rich.console import Console

    from kibitz import _installed
    from kibitz.experiments.experiment import chosen, load_all

    known = load_all(experiments or _installed.published("experiments"))
    if show:
        for experiment in known.values():
            typer.echo(f"{experiment.id:24} {experiment.title}")
        return
    if not (names or every or rewrite or checked):
        raise typer.BadParameter("Name an experiment or a paper, or give --all; --list shows them.")
    from kibitz.experiments import reproduce

    wanted = list(known.values()) if every or not names else chosen(known, names)
    if checked:
        there = results if results.is_dir() else _installed.published("results")
        raise typer.Exit(_check(wanted, there, executor, threads))
    console = Console()
    if not console.is_terminal:
        console.width = 140
    failed = 0
    try:
        for experiment in [] if rewrite else wanted:
            began = time.monotonic()
            try:
                outcome = _run(experiment, scale, results, minutes, (executor, threads), again)
            except reproduce.Stopped as stopped:
                typer.echo(
                    f"Stopped in {experiment.id}. {stopped.kept} Results of earlier experiments are written.", err=True
                )
                raise typer.Exit(130) from stopped
            except OSError:
                raise
            except Exception as error:
                if len(wanted) == 1:
                    raise
                ours = type(error).__module__.partition(".")[0] == "kibitz"
                told = str(error) if ours else traceback.format_exc()
                typer.echo(f"{experiment.id}: {told}", err=True)  # one that fails must not stop the others
                failed += 1
                continue
            if as_json:
                typer.echo(json.dumps(reproduce.to_dict(outcome), ensure_ascii=False))
            else:
                _show(console, outcome, time.monotonic() - began)
            _summarise(known, results)
        if rewrite:
            _rewrite(known, results)
    except OSError as error:
        where = error.filename or results
        raise typer.BadParameter(f"{where} cannot be written: {error.strerror or error}.") from error
    if failed:
        raise typer.Exit(1)


def _run(
    experiment: "Experiment",
    scale: Literal["quick", "full"],
    results: Path,
    minutes: float | None,
    players: tuple[str, int | None],
    again: bool,
) -> "Outcome":
    from kibitz.experiments import pages, reproduce

    kept = reproduce.kept_outcome(experiment, results, scale) if experiment.analysis and not again else None
    if kept and kept.counts == getattr(experiment.scale, scale) and not kept.stale and _trained(kept):
        return kept
    executor, threads = players
    with Progress(experiment.id) as progress:
        outcome = reproduce.run(
            experiment,
            scale,
            results,
            minutes=minutes,
            workers=threads,
            executor=executor,
            progress=lambda column, done, total: progress(done, total, column),
        )
    if outcome.columns or not reproduce.load(experiment, results):  # what was measured elsewhere is not forgotten
        if not reproduce.save(outcome, results):
            typer.echo(
                f"{experiment.id}: a better result is kept; this one, stopped early, does not replace it.", err=True
            )
        best = reproduce.kept_outcome(experiment, results) or outcome
        pages.write(best._replace(drawings=outcome.drawings if best.scale == scale else {}), results)
    return outcome


def _trained(kept: "Outcome") -> bool:
    """Whether the networks of a result were trained from as many seeds as they should be."""
    from kibitz.experiments import training

    return all(
        found.seeds >= training.seeds(kept.experiment, column, kept.scale) for column, found in kept.measured.items()
    )


def _check(experiments: "list[Experiment]", results: Path, executor: str, threads: int | None) -> int:
    """Plays the samples again; 1 if a number differs."""
    from kibitz.experiments import reproduce, sample

    counts = {True: 0, False: 0, None: 0}
    for experiment in experiments:
        for found in sample.check(experiment, reproduce.load(experiment, results), executor, threads):
            counts[found.same] += 1
            word = {True: "same", False: "DIFFERENT", None: "skipped"}[found.same]
            typer.echo(f"{word:10}{found.what}{': ' + found.why if found.why else ''}")
    typer.echo(f"{counts[True]} the same, {counts[False]} different, {counts[None]} skipped.")
    return int(counts[False] > 0)


def _show(console: "Console", outcome: "Outcome", seconds: float) -> None:
    from rich.markup import escape
    from rich.table import Table

    from kibitz.experiments import pages
    from kibitz.experiments.verdict import written

    experiment = outcome.experiment
    console.print(f"[bold]{experiment.id}[/bold]  {experiment.title}. {experiment.question}")
    names = pages.shown(experiment)
    if outcome.columns and names:
        table = Table(box=None, pad_edge=False)
        table.add_column(experiment.unit, overflow="fold")
        table.add_column("paper")
        for column in outcome.columns:
            table.add_column(f"ours ({column}, {outcome.counts[column]})")
        for name in names:
            ours = [written(found[name]) if name in found else "–" for found in outcome.columns.values()]
            table.add_row(name, pages.printed(experiment, name), *ours)
        console.print(table)
    for number, claim in enumerate(experiment.claims if outcome.columns else ()):
        judged = outcome.judged(number)
        own = " (ours)" if claim.ours else ""
        console.print(
            f"  {judged.verdict:20} {escape(claim.says)}{own}  [dim]{escape(judged.why)}[/dim]", highlight=False
        )
    console.print(
        f"  [bold]{outcome.verdict.verdict}[/bold]: {escape(outcome.verdict.why)}  [dim]{seconds:.0f} s[/dim]\n",
        highlight=False,
    )


def _summarise(known: "dict[str, Experiment]", results: Path) -> None:
    from kibitz.experiments import pages, reproduce

    results.mkdir(parents=True, exist_ok=True)
    told = [(experiment, reproduce.kept_outcome(experiment, results)) for experiment in known.values()]
    for experiment, outcome in told:
        if outcome and not reproduce.json_path(experiment, results).with_suffix(".md").exists():
            pages.write(outcome, results)
    saving.write(results / "README.md", pages.summary(told))


def _rewrite(known: "dict[str, Experiment]", results: Path) -> None:
    from kibitz.experiments import pages, reproduce

    told = [(experiment, reproduce.judge_again(experiment, results)) for experiment in known.values()]
    for _, outcome in told:
        if outcome:
            pages.write(outcome, results)
    _summarise(known, results)
    for path in sorted(Path("docs/papers").glob("*.md")):
        saving.write(path, pages.fill(path.read_text(encoding="utf-8"), told))
