"""``kibitz deal``: the cards of a deal."""

import json

import typer

from kibitz.cli.options import (
    DEFAULT_GAME,
    ChangesOption,
    GameArgument,
    JsonOption,
    RulesOption,
    SeedOption,
    game_of,
    seed_or_any,
)


def command(
    game: GameArgument = DEFAULT_GAME,
    rules: RulesOption = None,
    option: ChangesOption = None,
    seed: SeedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Deal the cards and show all hands.

    **Examples**

    - `kibitz deal {game} --seed 7`
    - `kibitz deal {game} --seed 7 --json` — the position, as `Game.position` takes it
    """
    state = game_of(game, rules, option).deal(seed_or_any(seed))
    if as_json:
        typer.echo(json.dumps(state.setup()))
        return
    from rich.console import Console

    from kibitz.cli.sheet import Sheet

    sheet = Sheet(Console(), state.game)
    sheet.title(state.seed)
    sheet.hands(state.facts)
