"""``kibitz games``: which games there are."""

from kibitz import _core


def command() -> None:
    """List the games, their seats and their rule presets."""
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "title", "seats", "presets (the first is the default)", box=None, header_style="bold")
    for name in _core.game_names():
        about = _core.describe_game(name)
        table.add_row(name, about["title"], str(about["seats"]), ", ".join(about["presets"]))
    Console().print(table)
