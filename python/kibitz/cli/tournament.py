"""``kibitz tournament FILE``: plays what a TOML file says, and goes on where it was stopped."""

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.options import JsonOption
from kibitz.cli.playing import ExecutorOption, ReportOption, StoreOption, ThreadsOption, finish, play


def command(
    file: Annotated[Path, typer.Argument(help="Tournament file; docs/lab.md has the format.", show_default=False)],
    store: StoreOption = None,
    threads: ThreadsOption = None,
    executor: ExecutorOption = "threads",
    report: ReportOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a tournament and write its report.

    Every finished deal is stored (default: the name of the file with `.kibitz`, in this folder). The same command
    continues an interrupted run, and ends with the same numbers on any number of threads or machines.

    **Examples**

    - `kibitz tournament tournaments/ladder-{game}.toml`
    - `kibitz tournament tournaments/ladder-{other}.toml --executor ray`
    """
    from kibitz.lab.tournament import read

    plan = read(file)
    store = store or Path(f"{file.stem}.kibitz")
    results, stopped = play(plan, store, executor, threads, quiet=as_json)
    finish(results, stopped, as_json, store, report or store.with_suffix(".html"))
