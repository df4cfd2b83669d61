"""``kibitz lab puzzles GAME``: makes puzzles from real decisions."""

from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.options import GameArgument, RulesOption


def command(
    game: GameArgument,
    rules: RulesOption = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Number of puzzles.")] = 20,
    deals: Annotated[int, typer.Option(min=1, help="Deals to look through at most.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="The same seed makes the same puzzles.")] = 1,
    out: Annotated[Path | None, typer.Option(help="File (default: the one in the game's folder).")] = None,
) -> None:
    """Make puzzles from real decisions with one clearly best move.

    Deals are played by players of middling strength; a decision is taken when the judgement separates its best move
    from all others, twice, and not every level finds it. The file is written after every deal: stopped, the command
    goes on where it was.

    **Examples**

    - `kibitz lab puzzles {other} --count 10`
    - `kibitz lab puzzles {other} --seed 2 --out puzzles.json`
    """
    from rich.console import Console

    from kibitz import _core
    from kibitz.lab.puzzles import Set, home_of, judge_of, make

    table = _core.Game(game, rules)
    path = out or home_of(game)
    console = Console(stderr=True)
    found = Set(game, table.rules, seed, judge_of(table))
    if path.is_file() and (before := Set.read(path.read_text(encoding="utf-8"))).seed == seed:
        found = before if (before.judge, before.rules) == (found.judge, found.rules) else found
    with console.status("") as status:
        for now in make(found, count=count, deals=deals):
            now.save(path)
            status.update(f"{len(now.puzzles)} of {count} puzzles, {now.deals} deals")
    typer.echo(f"{path}: {len(found.puzzles)} puzzles from {found.deals} deals.")
