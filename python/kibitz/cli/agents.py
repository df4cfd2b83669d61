"""``kibitz agents``: who can play."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz import _core
from kibitz.agents import plugins
from kibitz.cli.options import complete_agent

if TYPE_CHECKING:
    from rich.console import Console


def command(
    name: Annotated[
        str | None,
        typer.Argument(
            help="Show the options of this agent.", metavar="[AGENT]", autocompletion=complete_agent, show_default=False
        ),
    ] = None,
) -> None:
    """List the agents, or the options of one of them.

    A specification is a name, optionally with arguments: `random(over=cards)`. Quote it for the shell.
    A Python agent is `module:Class`, or the name it is registered under.

    **Examples**

    - `kibitz agents`
    - `kibitz agents search`
    """
    from rich.console import Console

    console = Console()
    if name is None:
        _list(console)
    elif part := next((part for part in _core.agent_parts() if part["name"] == _core.Spec(name).name), None):
        _describe(console, part)
    elif plugins.load(name, None):
        console.print("This agent is written in Python; its options are the arguments of its class.")
    else:
        _core.Spec(name).full()  # says what is wrong with the name


def _list(console: "Console") -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table("agent", "plays", "what it does", box=None, header_style="bold")
    for part in _core.agent_parts():
        table.add_row(Text(part["usage"]), part["game"] or "any game", Text(part["help"]))
    for name in plugins.names():
        table.add_row(Text(name), "", "a Python agent of an installed package")
    console.print(table)


def _describe(console: "Console", part: dict[str, Any]) -> None:
    from rich.table import Table
    from rich.text import Text

    console.print(Text.assemble((part["usage"], "bold"), f"  {part['help']}"))
    try:
        full = str(_core.Spec(part["name"]).full())
    except _core.InvalidSpec:  # it cannot do without arguments
        full = part["name"]
    if full != part["name"]:
        console.print(Text.assemble(("by default ", "dim"), full))
    console.print()
    if not part["keys"]:
        console.print("This agent takes no options.")
        return
    table = Table("key", "values", "what for", box=None, header_style="bold")
    for key in part["keys"]:
        table.add_row(key.name, Text(key.values), Text(" ".join([key.help, *key.needs])))
    console.print(table)
