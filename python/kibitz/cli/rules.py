"""``kibitz rules GAME``: the page of rules, or what its presets decide."""

import json
from typing import Annotated, Any

import typer

from kibitz import _core, games
from kibitz.cli.options import GameArgument, JsonOption


def command(
    game: GameArgument,
    presets: Annotated[bool, typer.Option("--presets", help="Compare the presets option by option instead.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the rules of a game, or with `--presets` how its rule presets differ.

    **Examples**

    - `kibitz rules {game}`
    - `kibitz rules {game} --presets`
    """
    from rich.console import Console
    from rich.markdown import Markdown

    about = _core.describe_game(games.load(game).name)
    if as_json:
        typer.echo(json.dumps({key: about[key] for key in ("presets", "rules_page")}, ensure_ascii=False))
        return
    console = Console()
    if presets:
        if not console.is_terminal:
            console.width = 100  # wide enough for every word of the table
        console.print(_comparison(about["presets"]))
    elif console.is_terminal:
        console.print(Markdown(about["rules_page"]))
    else:
        typer.echo(about["rules_page"])


def _comparison(presets: dict[str, dict[str, Any]]) -> Any:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="bold")
    table.add_column("option", no_wrap=True)
    for preset in presets:
        table.add_column(preset, overflow="fold")
    for option in next(iter(presets.values())):
        values = [_word(preset[option]) for preset in presets.values()]
        cells = [Text(value, style="" if value == values[0] else "bold yellow") for value in values]
        table.add_row(option, *cells)
    return table


def _word(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
