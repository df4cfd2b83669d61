"""``kibitz resume STORE``: completes an interrupted store."""

from kibitz.cli.options import JsonOption
from kibitz.cli.playing import ExecutorOption, ReportOption, ThreadsOption, finish, play
from kibitz.cli.report import StoreArgument


def command(
    store: StoreArgument,
    threads: ThreadsOption = None,
    executor: ExecutorOption = "threads",
    report: ReportOption = None,
    as_json: JsonOption = False,
) -> None:
    """Continue an interrupted match or tournament; the result is that of an uninterrupted one.

    **Example**

    - `kibitz resume ladder.kibitz`
    """
    from kibitz.lab import Store

    with Store(store) as kept:
        plan = kept.plan
    results, stopped = play(plan, store, executor, threads, quiet=as_json)
    finish(results, stopped, as_json, store, report or store.with_suffix(".html"))
