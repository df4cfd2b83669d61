"""``kibitz lab knows AGENT``: log loss of agents' beliefs over the hidden cards."""

import json
from typing import Annotated

import typer

from kibitz.cli.options import (
    DEFAULT_GAME,
    MAX_SEED,
    ChangesOption,
    GameOption,
    JsonOption,
    RulesOption,
    complete_agent,
    game_of,
)


def command(
    agents: Annotated[
        list[str],
        typer.Argument(
            help="Searching agents; see `kibitz agents`.",
            metavar="AGENT…",
            autocompletion=complete_agent,
            show_default=False,
        ),
    ],
    game: GameOption = DEFAULT_GAME,
    rules: RulesOption = None,
    option: ChangesOption = None,
    player: Annotated[
        str,
        typer.Option("--player", help="Agent that plays the deals, at every seat.", autocompletion=complete_agent),
    ] = "fast",
    hidden: Annotated[
        int, typer.Option("--hidden", min=1, help="Only decisions with at most this many hidden cards.")
    ] = 24,
    deals: Annotated[int, typer.Option("--deals", "-n", min=2, help="Number of deals.")] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Seed of the deals.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure the beliefs of searching agents: log loss in nats per hidden card, with 95 % intervals over deals, by the
    number of hidden cards; and the CPU time they cost.

    The worlds of a search are its belief. Whether `worlds=belief(…)` or `worlds=inferred(…)` improve on uniform
    determinization shows here in minutes, long before a match would decide it.

    **Example**

    - `kibitz lab knows "ismcts(75)" "ismcts(75, worlds=belief(net({game})))"`
    """
    from kibitz.agents import agent
    from kibitz.analysis.knowledge import TIME, measure

    chosen = game_of(game, rules, option)
    for spec in (*agents, player):
        agent(spec)
    found = measure(chosen, agents, player, deals=deals, most=hidden, seed=seed)
    if as_json:
        plain = {spec: {line: value._asdict() for line, value in lines.items()} for spec, lines in found.items()}
        about = {"game": chosen.name, "rules": chosen.rules, "player": player, "deals": deals, "seed": seed}
        typer.echo(json.dumps(about | {"agents": plain}))
        return
    for spec, lines in found.items():
        typer.echo(spec)
        # the numbers of hidden cards first
        for line in sorted(lines, key=lambda name: (name == TIME, name == "all", len(name), name)):
            mean, low, high = lines[line]
            typer.echo(f"  {line:>10}  {mean:.3f} ({low:.3f} to {high:.3f})")
