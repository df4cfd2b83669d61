"""``kibitz lab equity AGENT``: match equity, the probability of winning the match given both scores."""

import json
from pathlib import Path
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
    write,
)

if TYPE_CHECKING:
    from kibitz.analysis.equity import Equity


def command(
    agent: Annotated[
        str,
        typer.Argument(
            help="Agent whose self-play supplies the rounds.", autocompletion=complete_agent, show_default=False
        ),
    ],
    game: GameOption = DEFAULT_GAME,
    rules: RulesOption = None,
    option: ChangesOption = None,
    deals: Annotated[int, typer.Option("--deals", "-n", min=2, help="Rounds of self-play to estimate from.")] = 2000,
    matches: Annotated[int, typer.Option("--matches", min=0, help="Check calibration on this many whole matches.")] = 0,
    drawing: Annotated[
        Path | None, typer.Option("--drawing", help="Write the table as a heat map (SVG).", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Compute match equity, the probability of winning the match from any two scores, in games of two sides.

    Value iteration over the results of self-play rounds. Rows are the own score, columns the opponent's.

    **Examples**

    - `kibitz lab equity rules --matches 200`
    - `kibitz lab equity "net({game})" --game {game} --deals 20000`
    """
    from kibitz.analysis.equity import calibration, of_agent
    from kibitz.experiments.verdict import written

    table = game_of(game, rules, option)
    equity = of_agent(table, agent, deals)
    checked = calibration(table, agent, equity, matches) if matches >= 2 else {}
    scores = _scores(equity)
    if drawing is not None:
        write(drawing, _drawing(equity, f"{table.title}: the probability to win the match, own score by row"))
    if as_json:
        cells = [[round(equity.at(own, other), 4) for other in scores] for own in scores]
        found = {"agent": agent, "deals": deals, "target": equity.target, "scores": scores, "equity": cells}
        typer.echo(
            json.dumps(found | {"matches": matches, "calibration": {k: v._asdict() for k, v in checked.items()}})
        )
        return
    typer.echo("own \\ other" + "".join(f"{score:>6}" for score in scores))
    for own in scores:
        typer.echo(f"{own:>11}" + "".join(f"{equity.at(own, other):>6.2f}" for other in scores))
    for name, interval in sorted(checked.items()):
        typer.echo(f"{name}: {written(interval)}")


def _scores(equity: "Equity") -> list[int]:
    """The scores of the table: ten or fewer, up to the last below the target."""
    step = max(equity.step, equity.target // 10)
    return list(range(0, equity.target, step))


def _drawing(equity: "Equity", title: str) -> str:
    from kibitz.plots import heat_map

    scores = _scores(equity)
    names = [str(score) for score in scores]
    cells = [[equity.at(own, other) for other in scores] for own in scores]
    return heat_map(cells, names, names, title=title)
