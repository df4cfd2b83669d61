"""``kibitz agents``: who can play."""

import json
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
    as_json: Annotated[bool, typer.Option("--json", help="Print the table of keys as JSON.")] = False,
) -> None:
    """List the agents, or the options of one of them.

    A specification is a name, optionally with arguments: `random(over=cards)`. Quote it for the shell.
    A Python agent is `module:Class`, or the name it is registered under.

    **Examples**

    - `kibitz agents`
    - `kibitz agents search`
    - `kibitz agents search --json`
    """
    from rich.console import Console

    console = Console()
    if as_json:
        wanted = _core.Spec(name).name if name else None
        parts = [part for part in _core.agent_parts() if wanted in (None, part["name"])]
        typer.echo(json.dumps([part | {"keys": _typed(part["keys"])} for part in parts], ensure_ascii=False))
    elif name is None:
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
    table.add_row(Text("engine(CMD)"), "", "another program that speaks the engine protocol")
    for name in plugins.names():
        if name not in plugins.OWN:
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


def _typed(keys: list[_core.Parameter]) -> list[dict[str, Any]]:
    fields = ("name", "place", "required", "kinds", "words", "least", "most", "default", "help", "needs")
    return [
        {field: getattr(key, field) for field in fields} | {"parts": {name: _typed(inner) for name, inner in key.parts}}
        for key in keys
    ]
