"""``kibitz spec AGENT``: how an agent is written."""

from typing import Annotated

import typer

from kibitz import _core
from kibitz.agents import plugins
from kibitz.cli.options import complete_agent


def command(
    agent: Annotated[
        str, typer.Argument(help="An agent; see `kibitz agents`.", autocompletion=complete_agent, show_default=False)
    ],
    expand: Annotated[bool, typer.Option("--expand", help="Spell out what it stands for, with every key.")] = False,
) -> None:
    """Check how an agent is written and show its canonical form, or with `--expand` all its parts.

    Keys that are not shown by `--expand` are left to the game that is played.

    **Examples**

    - `kibitz spec "ismcts(100, tree=infoset)"`
    - `kibitz spec "pimc(10, 100)" --expand`
    """
    if python := plugins.load(agent, None):
        typer.echo(str(python))
    else:
        typer.echo(_core.expand_spec(agent) if expand else str(_core.Agent(agent)))
