"""``kibitz games``: which games there are."""

import json

import typer

from kibitz import _core
from kibitz.cli.options import JsonOption


def command(as_json: JsonOption = False) -> None:
    """List the games, their seats and their rule presets."""
    if as_json:
        told = [_core.describe_game(name) for name in _core.game_names()]
        keys = ("name", "title", "seats", "presets", "bots")
        typer.echo(json.dumps([{key: about[key] for key in keys} for about in told], ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "title", "seats", "presets (the first is the default)", box=None, header_style="bold")
    for name in _core.game_names():
        about = _core.describe_game(name)
        table.add_row(name, about["title"], str(about["seats"]), ", ".join(about["presets"]))
    Console().print(table)
