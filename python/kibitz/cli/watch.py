"""``kibitz watch``: agents play one deal in the terminal."""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz import _core
from kibitz.agents import Agent, agent, hooks, sound
from kibitz.cli.options import (
    DEFAULT_GAME,
    ChangesOption,
    GameOption,
    JsonOption,
    RulesOption,
    SeedOption,
    complete_agent,
    game_of,
    seed_or_any,
    write,
)
from kibitz.play import states

if TYPE_CHECKING:
    from kibitz.cli.sheet import Step


def command(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            help="One agent per seat, or fewer that alternate (default: the first of the game's own).",
            autocompletion=complete_agent,
            show_default=False,
        ),
    ] = None,
    game: GameOption = DEFAULT_GAME,
    rules: RulesOption = None,
    option: ChangesOption = None,
    seed: SeedOption = None,
    record: Annotated[
        Path | None, typer.Option("--record", metavar="FILE", help="Write the record of the deal to this file.")
    ] = None,
    delay: Annotated[float, typer.Option("--delay", min=0, max=60, help="Seconds to wait after each move.")] = 0.0,
    as_json: JsonOption = False,
) -> None:
    """Let agents play one deal and show it card by card.

    Two agents alternate, so that in a partnership game A's partner is A.

    **Examples**

    - `kibitz watch rules random --seed 7`
    - `kibitz watch rules random rules "random(over=types)" --rules official`
    - `kibitz watch --delay 0.5 --record deal.txt`
    """
    from rich.console import Console

    from kibitz.cli.sheet import Sheet

    table = game_of(game, rules, option)
    specs = agents or [sound(table.name)]
    if table.seats % len(specs):
        raise typer.BadParameter(
            f"{len(specs)} agents cannot share {table.seats} seats; name 1, one per seat, or a number that divides."
        )
    start = table.deal(seed_or_any(seed))
    seats = [specs[seat % len(specs)] for seat in range(table.seats)]
    players = [agent(spec, (start.seed or 0) + seat) for seat, spec in enumerate(seats)]
    names = [str(player) for player in players]
    end = start

    def steps() -> Iterator["Step"]:
        nonlocal end
        for step in played(start, players):
            end = step.after
            yield step
            time.sleep(delay)

    if as_json:
        deque(steps(), maxlen=0)
        typer.echo(end.record(names).to_json())
    else:
        Sheet(Console(), table, names).play(start, steps(), start.seed)
    if record:
        write(record, str(end.record(names)))


def played(state: _core.State, players: Sequence[Agent]) -> Iterator["Step"]:
    """The moves of agents from a state on, as they are made."""
    from kibitz.cli.sheet import Step

    shown, after = len(_told(state)), state
    hooks.begin_match(players, state.game)
    hooks.begin_deal(players, state)
    for after in states(state, [player.act for player in players]):
        told, opens = _told(after), openings(after)
        for place, (mover, move) in enumerate(told[shown:], shown):
            yield Step(mover, move, place in opens, after)
        shown = len(told)
    hooks.end_deal(players, after)
    hooks.end_match(players, after.match_winners)


def _told(state: _core.State) -> list[tuple[int | str, _core.Move]]:
    """The moves so far, as a record has them: without declined interrupts."""
    return [(seat, move) for seat, move in state.history() if not move.is_decline]


def openings(state: _core.State) -> set[int]:
    """Which moves of a deal open a trick or a phase."""
    return set(accumulate(map(len, state.tricks), initial=0))
