"""``kibitz spec AGENT``: how an agent is written."""

import json
from typing import Annotated

import typer

from kibitz import _core
from kibitz.agents import levels, plugins
from kibitz.agents.best import TIMES
from kibitz.cli.options import DEFAULT_GAME, GameOption, JsonOption, RulesOption, complete_agent


def command(
    agent: Annotated[
        str,
        typer.Argument(
            help="Agent specification; see `kibitz agents`.", autocompletion=complete_agent, show_default=False
        ),
    ],
    expand: Annotated[bool, typer.Option("--expand", help="Expand abbreviations and show every key.")] = False,
    game: GameOption = DEFAULT_GAME,
    rules: RulesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Parse an agent specification and print its canonical form, or with `--expand` every key.

    Keys that `--expand` omits are decided by the game that is played. `--game` matters only for `fast`, `strong`,
    `strongest` and the levels.

    **Examples**

    - `kibitz spec "ismcts(100, tree=infoset)"`
    - `kibitz spec "pimc(10, 100)" --expand`
    - `kibitz spec strongest --expand --game {other}`
    - `kibitz spec "level(club)" --expand`
    """
    if python := plugins.load(agent, None):
        typer.echo(json.dumps({"spec": str(python)}) if as_json else str(python))
        return
    spec = _core.Spec(agent).canonical()
    if expand:
        named = dict(zip(TIMES.values(), _core.Game(game, rules).best, strict=True))
        named |= {level.spec: level.plays for level in levels(game, rules)}
        spec = _core.Spec(named.get(str(spec), agent)).full()
    if as_json:
        parts = [str(part) for part in spec.parts]
        told = {"spec": str(spec), "name": spec.name, "parts": parts, "networks": spec.networks}
        typer.echo(json.dumps(told | {"python": spec.python_agents}, ensure_ascii=False))
        return
    typer.echo(spec)
