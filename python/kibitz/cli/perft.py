"""``kibitz perft``: counts move sequences, the sharpest test of a move generator."""

import json
from typing import Annotated

import typer

from kibitz.cli.options import MAX_SEED, ChangesOption, GameArgument, JsonOption, RulesOption, game_of


def command(
    game: GameArgument,
    rules: RulesOption = None,
    option: ChangesOption = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, metavar="N", help="Deal seed.")] = 1,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=100, help="Greatest depth.")] = 4,
    as_json: JsonOption = False,
) -> None:
    """Count the move sequences of every length up to a depth.

    Two engines that agree on these numbers agree on the rules, as far as this deal exercises them.

    **Example**

    - `kibitz perft {game} --seed 1 --depth 5`
    """
    state = game_of(game, rules, option).deal(seed)
    counts = map(state.perft, range(depth + 1))
    if as_json:
        typer.echo(json.dumps(list(counts)))
        return
    for length, count in enumerate(counts):
        typer.echo(f"{length} {count}")
