"""``kibitz ladder GAME``: the agents of a game, rated."""

from pathlib import Path
from typing import Annotated

import typer

from kibitz import _core
from kibitz.cli.options import (
    DEFAULT_GAME,
    ChangesOption,
    GameArgument,
    JsonOption,
    RulesOption,
    complete_agent,
    game_of,
)
from kibitz.cli.playing import (
    DealsOption,
    ExecutorOption,
    OthersOption,
    ReportOption,
    SeriesSeedOption,
    StoreOption,
    ThreadsOption,
    finish,
    play,
    seated,
)

# Beside the game's own players: small, so that a ladder takes a minute.
_ALWAYS = ("ismcts(100)", "mc(50)", "random")


def command(
    game: GameArgument = DEFAULT_GAME,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            help="Agents to rate (default: the built-in ones).", autocompletion=complete_agent, show_default=False
        ),
    ] = None,
    rules: RulesOption = None,
    option: ChangesOption = None,
    others: OthersOption = None,
    deals: DealsOption = 100,
    seed: SeriesSeedOption = 1,
    threads: ThreadsOption = None,
    executor: ExecutorOption = "threads",
    store: StoreOption = None,
    report: ReportOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rate the agents of a game on the Elo scale by a round robin, with `random` at 0.

    Two meet as in `kibitz match`: where the cards decide who belongs together, one seat each beside neutral players.

    **Examples**

    - `kibitz ladder {game}`
    - `kibitz ladder {other} random rules "ismcts(1000)" --deals 500`
    """
    from kibitz.lab import round_robin

    table = game_of(game, rules, option)
    players, name = agents or _built_in(table), f"Ladder of {table.title}"
    plan = round_robin(table, players, others=seated(others), deals=deals, seed=seed, name=name)
    results, stopped = play(plan, store, executor, threads, quiet=as_json)
    finish(results, stopped, as_json, store, report or Path(f"ladder-{game}.html"))


def _built_in(table: _core.Game) -> list[str]:
    def plays(name: str) -> bool:
        try:
            return not table.cheats(name)
        except ValueError:  # some players need to be told something
            return False

    own = [*_core.describe_game(table.name)["bots"], *(f"net({name})" for name in _core.network_names())]
    return [*filter(plays, own), *_ALWAYS]
