"""``kibitz conformance FILE…``: does the engine know the rules?"""

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.options import JsonOption


def command(
    files: Annotated[list[Path], typer.Argument(help="Files of the format kibitz-conformance/1.", show_default=False)],
    as_json: JsonOption = False,
) -> None:
    """Run rule conformance cases; the exit code is 0 only if all pass.

    Prints one line per failing case and a summary per rule area.

    **Example**

    - `kibitz conformance tests/conformance/{game}.json`
    """
    from kibitz import conformance

    cases = [case for path in files for case in conformance.load(path)]
    report = conformance.run(cases)
    if as_json:
        typer.echo(report.to_json())
    else:
        for failure in report.failures:
            typer.echo(failure)
        for area, (passed, total) in sorted(report.areas.items()):
            typer.echo(f"{area:16} {passed:4} of {total}")
        typer.echo(f"{'all':16} {report.passed:4} of {report.passed + report.failed}")
    raise typer.Exit(1 if report.failed else 0)
