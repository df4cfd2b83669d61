"""``kibitz beater``: trains Leiden 2017's table of who holds what beats the table."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.options import MAX_SEED, JsonOption, RulesOption, game_of, write

HEADER = (
    "# How often a seat could beat what it had to, by what was asked for, cards played and seat (Leiden 2017).\n"
    "# {rounds} rounds of {players} players, rules {rules}: kibitz beater --rounds {rounds} --rules {rules} "
    "--players {players} --seed {seed} --out beater.csv\n"
)


def command(
    rounds: Annotated[int, typer.Option("--rounds", "-n", min=1, max=10**8, help="How many rounds to count.")] = 10_000,
    rules: RulesOption = "mini",
    players: Annotated[str, typer.Option("--players", help="Who plays them: random, rules or simple.")] = "random",
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Number of the first portion.")] = 1,
    check: Annotated[
        int, typer.Option("--check", min=0, max=10**7, help="Other rounds on which the table's worlds are judged.")
    ] = 1000,
    out: Annotated[Path | None, typer.Option("--out", help="Write the table to this file.", show_default=False)] = None,
    as_json: JsonOption = False,
) -> None:
    """Train the table behind `worlds=beater`, and say how right its worlds are.

    Every thousand rounds it says by how much the probabilities of the table changed on average.
    Then, on other rounds, how often a world is right on whether the next player can beat the move just made:
    a uniform world, and one drawn by the table.

    **Example**

    - `kibitz beater --rounds 100000`
    """
    from kibitz.games import having, part

    name, *_ = having("beater")
    beater = part(name, "beater")
    assert beater is not None
    game = game_of(name, rules, None)
    done = 0

    def tell(change: float) -> None:
        nonlocal done
        done += 1
        typer.echo(f"{min(done * beater.PORTION, rounds):>9,} rounds  changed by {change:.3%}", err=True)

    training = beater.train(game, rounds, seed, players, None if as_json else tell)
    right = beater.check(game, check, (seed + 2**63) % 2**64, players, training.table) if check else None
    if out is not None:
        header = HEADER.format(rounds=rounds, players=players, rules=rules or game.rules, seed=seed)
        write(out, header + training.table.text())
    if as_json:
        typer.echo(
            json.dumps({"rounds": rounds, "changes": training.changes, "right": asdict(right) if right else None})
        )
    elif right is not None and right.asked:
        typer.echo(
            f"Right on {right.asked:,} questions: uniform worlds {right.uniform / right.asked:.2%}, "
            f"worlds by the table {right.beater / right.asked:.2%}."
        )
