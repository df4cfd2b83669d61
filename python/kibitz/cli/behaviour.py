"""``kibitz lab behaviour AGENT``: playing statistics of an agent beside those of people."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz.cli.options import (
    DEFAULT_GAME,
    ChangesOption,
    GameOption,
    JsonOption,
    RulesOption,
    complete_agent,
    game_of,
)

if TYPE_CHECKING:
    from kibitz.experiments.behaviour import Report

# A statement about an agent is no claim of a paper: it is true or not.
_WORDS = {
    "replicated": "true",
    "contradicted": "false",
    "not replicated": "not shown",
    "not decidable": "too few deals",
    "not run": "does not apply",
}


def command(
    agents: Annotated[
        list[str],
        typer.Argument(
            help="Agent; further ones take the other seats.",
            metavar="AGENT…",
            autocompletion=complete_agent,
            show_default=False,
        ),
    ],
    game: GameOption = DEFAULT_GAME,
    rules: RulesOption = None,
    option: ChangesOption = None,
    deals: Annotated[int, typer.Option("--deals", "-n", min=2, help="Number of deals.")] = 500,
    as_json: JsonOption = False,
) -> None:
    """Collect playing statistics: calls and solos, when high cards are played, support for the partner.

    A single agent takes all seats. Shares and means have 95 % intervals over deals; published figures for people stand
    beside them. Below, the papers' observations about their own agents are tested on this one.

    **Examples**

    - `kibitz lab behaviour rules`
    - `kibitz lab behaviour "ismcts(100)" --rules epfl2017 --deals 200`
    - `kibitz lab behaviour "pimc(10, 300)" rules rules rules --game {other} --json`
    """
    from kibitz import _core, agent
    from kibitz.experiments.behaviour import report

    table = game_of(game, rules, option)
    if len(agents) not in (1, table.seats):
        raise _core.InvalidSpec(f"{table.title} is played by {table.seats}; name one agent, or {table.seats}.")
    found = report(table, [str(agent(spec)) for spec in agents], deals)
    if as_json:
        typer.echo(json.dumps(_plain(found, agents[0], deals), ensure_ascii=False))
    else:
        _show(found)


def _plain(report: "Report", agent: str, deals: int) -> dict[str, object]:
    return {
        "agent": agent,
        "deals": deals,
        "quantities": {
            name: value._asdict() | ({"people": report.references[name].value} if name in report.references else {})
            for name, value in report.quantities.items()
        },
        "statements": [
            {"says": claim.says, "verdict": _WORDS[judged.verdict], "why": judged.why}
            for claim, judged in report.statements
        ],
    }


def _show(report: "Report") -> None:
    from rich.console import Console
    from rich.table import Table

    from kibitz.experiments.verdict import written

    console = Console()
    if not console.is_terminal:
        console.width = 140
    table = Table(box=None, pad_edge=False)
    for heading in ("", "this agent", "people", "source"):
        table.add_column(heading)
    for name in sorted(report.quantities):
        known = report.references.get(name)
        row = (f"{known.value:g}", known.source) if known else ("", "")
        table.add_row(name, written(report.quantities[name]), *row)
    console.print(table)
    for claim, judged in report.statements:
        console.print(f"{_WORDS[judged.verdict]:14} {claim.says}  [dim]{judged.why}[/dim]", highlight=False)
