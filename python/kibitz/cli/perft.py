"""``kibitz perft``: counts move sequences, the sharpest test of a move generator."""

from typing import Annotated

import typer

from kibitz.cli.options import MAX_SEED, ChangesOption, GameArgument, RulesOption, game_of


def command(
    game: GameArgument,
    rules: RulesOption = None,
    option: ChangesOption = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, metavar="N", help="Deal seed.")] = 1,
    depth: Annotated[int, typer.Option("--depth", "-d", min=0, max=100, help="Greatest depth.")] = 4,
) -> None:
    """Count the move sequences of every length up to a depth.

    Two engines that agree on these numbers agree on the rules, as far as this deal exercises them.

    **Example**

    - `kibitz perft {game} --seed 1 --depth 5`
    """
    state = game_of(game, rules, option).deal(seed)
    for length in range(depth + 1):
        typer.echo(f"{length} {state.perft(length)}")
