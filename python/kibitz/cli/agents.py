"""``kibitz agents``: who can play."""

from kibitz import _core
from kibitz.agents import plugins


def command() -> None:
    """List the agents and their options.

    An agent is written as a name, perhaps with options: `random(over=cards)`.
    Quote it, because shells read parentheses in their own way.
    A Python agent is written as `module:Class`, or by the name it is registered under.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("agent", "plays", "what it does", box=None, header_style="bold")
    for part in _core.agent_parts():
        table.add_row(Text(part["usage"]), part["game"] or "any game", Text(part["help"]))
    for name in plugins.names():
        table.add_row(Text(name), "", "a Python agent of an installed package")
    Console().print(table)
