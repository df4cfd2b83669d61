"""``kibitz compliance CMD``: does a program keep to the engine protocol?"""

from typing import Annotated

import typer

from kibitz.cli.options import JsonOption


def command(
    program: Annotated[
        str, typer.Argument(metavar="CMD", help="The command that starts the engine.", show_default=False)
    ],
    limit: Annotated[int, typer.Option(min=1, max=3_600_000, help="Milliseconds that an answer may take.")] = 10_000,
    as_json: JsonOption = False,
) -> None:
    """Check a program that speaks the engine protocol; the exit code is 0 only if all checks hold.

    Prints one line per check: answers and their ids, legal moves in every game it says it plays, errors,
    terminate, the same move with the same seed.

    **Examples**

    - `kibitz compliance "python examples/engine.py"`
    - `kibitz compliance "kibitz engine --agent rules"`
    """
    import json
    from dataclasses import asdict

    from kibitz.engine.compliance import check
    from kibitz.engine.process import words

    try:
        started = words(program)
    except ValueError as error:
        raise typer.BadParameter(f'"{program}" is not a command: {error}.') from error
    if not started:
        raise typer.BadParameter('There is no command; write one, such as "python examples/engine.py".')
    failed = False
    for done in check(started, seconds=limit / 1000):
        failed |= done.fault is not None
        typer.echo(json.dumps(asdict(done), ensure_ascii=False) if as_json else done)
    raise typer.Exit(1 if failed else 0)
