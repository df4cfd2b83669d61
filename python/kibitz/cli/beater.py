"""``kibitz lab beater``: trains Leiden 2017's table of how likely the next player can beat a move."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli.options import MAX_SEED, JsonOption, RulesOption, game_of, write

HEADER = (
    "# How often a seat could beat what it had to, by what was asked for, cards played and seat (Leiden 2017).\n"
    "# {rounds} rounds of {players} players, rules {rules}: kibitz lab beater --rounds {rounds} --rules {rules} "
    "--players {players} --seed {seed} --out beater.csv\n"
)


def command(
    rounds: Annotated[int, typer.Option("--rounds", "-n", min=1, max=10**8, help="Rounds to train on.")] = 10_000,
    rules: RulesOption = "mini",
    players: Annotated[str, typer.Option("--players", help="Agent that plays them against itself.")] = "random",
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Random seed.")] = 1,
    check: Annotated[
        int, typer.Option("--check", min=0, max=10**7, help="Held-out rounds on which the worlds are evaluated.")
    ] = 1000,
    out: Annotated[
        Path | None, typer.Option("--out", help="Write the table to this file (CSV).", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Train the table behind `worlds=beater`, and evaluate its worlds.

    Prints the mean absolute change of the table's probabilities every thousand rounds, then the accuracy on held-out
    rounds of uniform worlds and of the table's worlds: can the next player beat the move just made?

    **Example**

    - `kibitz lab beater --rounds 100000`
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
