"""``kibitz report STORE``: what is in a store, as a table and as a page."""

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.options import JsonOption
from kibitz.cli.playing import ReportOption, tell

StoreArgument = Annotated[Path, typer.Argument(help="Store of a match or tournament.", show_default=False)]


def command(store: StoreArgument, report: ReportOption = None, as_json: JsonOption = False) -> None:
    """Show the results in a store, finished or not, and write its report.

    **Example**

    - `kibitz report ladder.kibitz`
    """
    from kibitz.lab import load

    tell(load(store), as_json, report or store.with_suffix(".html"))
