"""``kibitz analyse RECORD``: what was played, and what would have been better."""

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz import _core
from kibitz.analysis import Analysis
from kibitz.analysis.review import DEFAULT_AGENT, Decision, Position, judge, positions, review
from kibitz.cli.options import MAX_SEED, JsonOption, complete_agent, read
from kibitz.cli.replay import load

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

_SHOWN = 20  # moves of a decision
_CARDS = 10  # cards of a seat


def command(
    file: Annotated[
        Path, typer.Argument(help="A record, or many as JSON lines.", metavar="RECORD", show_default=False)
    ],
    ply: Annotated[
        int | None,
        typer.Option("--ply", "-p", min=1, help="Show all about this move of the record alone.", show_default=False),
    ] = None,
    agent: Annotated[
        str,
        typer.Option(
            "--agent", "-a", help="Who analyses; any search of `kibitz agents`.", autocompletion=complete_agent
        ),
    ] = DEFAULT_AGENT,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Only the decisions of this seat.", show_default=False)
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, metavar="N", help="Seed of the agent.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Review a record: for every choice what was played, what was best, and what the difference is worth.

    Each decision is analysed from what its seat knew. A loss that is smaller than its 95 % interval is shown as `=`.
    With `--ply` one decision is shown with every move and where the hidden cards are believed to be.

    **Examples**

    - `kibitz watch rules --seed 7 --record deal.txt; kibitz analyse deal.txt`
    - `kibitz analyse deal.txt --ply 12 --agent "ismcts(20000)"`
    - `kibitz analyse deal.txt --seat 0 --json`
    """
    from rich.console import Console

    records = load(read(file))
    if ply is not None and len(records) != 1:
        raise typer.BadParameter(f"--ply needs a file with one record; {file} has {len(records)}.")
    console = Console()
    if not console.is_terminal:
        console.width = 120  # wide enough for every word of the tables
    for number, record in enumerate(records, 1):
        if seat is not None and seat >= record.game.seats:
            raise typer.BadParameter(f"There is no seat {seat}; seats are 0 to {record.game.seats - 1}.")
        if ply is not None:
            decisions = iter([judge(_position(record, ply, seat), agent, seed)])
        else:
            decisions = review(record, agent, seat=seat, seed=seed)
        if as_json:
            for decision in decisions:
                typer.echo(json.dumps(({"record": number} if len(records) > 1 else {}) | decision.to_dict()))
        elif ply is not None:
            _show(console, record.game, next(decisions))
        else:
            if len(records) > 1:
                console.print(f"record {number}", style="bold")
            _summarise(console, decisions)


def _position(record: _core.Record, ply: int, seat: int | None) -> Position:
    """The position of a ply, if it can be analysed."""
    record.replay()
    if ply > len(record.moves):
        raise typer.BadParameter(f"There is no move {ply}; the record has {len(record.moves)}.")
    mover, move = record.moves[ply - 1]
    if not isinstance(mover, int):
        raise typer.BadParameter(f"Move {ply} was drawn by lot; nobody has decided it.")
    if seat not in (None, mover):
        raise typer.BadParameter(f"Move {ply} was made by seat {mover}, not by seat {seat}.")
    position = next(position for position in positions(record) if position.ply == ply)
    if not position.owed:
        raise typer.BadParameter(f'Nobody asked seat {mover} for "{move}"; only a decision it owed can be analysed.')
    return position


def _summarise(console: "Console", decisions: Iterable[Decision]) -> None:
    """A line for each decision as it comes, and what they come to for each seat."""
    from rich.table import Table
    from rich.text import Text

    def line(*cells: str | Text) -> None:
        grid = Table.grid(padding=(0, 2, 0, 0))
        moves = max(12, (console.width - 32) // 2)
        for width, justify in ((4, "right"), (4, "right"), (moves, "left"), (moves, "left"), (16, "left")):
            grid.add_column(width=width, justify=justify)  # type: ignore[arg-type]
        grid.add_row(*cells)
        console.print(grid)

    clear: dict[int, list[Decision]] = {}
    choices: dict[int, int] = {}
    for decision in decisions:
        if not choices:
            console.print(Text(f"{decision.analysis.agent}, loss in {decision.analysis.reward}", "dim"))
            line(*(Text(head, "bold") for head in ("ply", "seat", "played", "best", "loss")))
        choices[decision.seat] = choices.get(decision.seat, 0) + 1
        best, loss = Text(), Text()
        if decision.played != decision.analysis.best.move:
            best = _paint(console, decision.analysis.best.move)
            loss = Text("=", "dim")
        if decision.clear:
            clear.setdefault(decision.seat, []).append(decision)
            loss = Text(f"{decision.loss:.3f} ± {decision.noise:.3f}", "bold red")
        line(str(decision.ply), str(decision.seat), _paint(console, decision.played), best, loss)
    console.print()
    for seat, count in sorted(choices.items()):
        lost = clear.get(seat, [])
        total = f"{sum(d.loss for d in lost):.3f} ± {math.hypot(*(d.noise for d in lost)):.3f}" if lost else "none"
        console.print(f"seat {seat}: {count} choices, {len(lost)} clearly not the best, lost by them {total}")
    if not choices:
        console.print("There was nothing to choose.")


def _show(console: "Console", game: _core.Game, decision: Decision) -> None:
    """One decision in full."""
    from rich.table import Table
    from rich.text import Text

    analysis = decision.analysis
    console.print(
        Text.assemble((f"ply {decision.ply}, seat {decision.seat}", "bold"), " played ")
        + _paint(console, decision.played)
    )
    if decision.played != analysis.best.move:
        verdict = f"loss {decision.loss:.3f} ± {decision.noise:.3f}" if decision.clear else "no clear loss"
        console.print(Text("best is ") + _paint(console, analysis.best.move) + Text(f", {verdict}"))
    console.print(Text(analysis.summary(), "dim"))
    console.print()
    heads, rows = analysis.rows()
    table = Table(box=None, header_style="bold")
    for head in heads:
        table.add_column(head, justify="left" if head in ("move", "then") else "right", no_wrap=head != "then")
    for info, row in zip(analysis.ranked()[:_SHOWN], rows, strict=False):
        style = "bold green" if info.move == analysis.best.move else "yellow" if info.move == decision.played else ""
        table.add_row(_paint(console, info.move), *map(Text, row[1:]), style=style)
    console.print(table)
    if len(rows) > _SHOWN:
        console.print(Text(f"… and {len(rows) - _SHOWN} more", "dim"))
    console.print()
    _show_belief(console, game, analysis)


def _show_belief(console: "Console", game: _core.Game, analysis: Analysis) -> None:
    """Who may hold the hidden cards: a line per seat, the likeliest first."""
    from rich.table import Table
    from rich.text import Text

    from kibitz.cli.cards import paint_cards

    console.print(Text(f"hidden cards in {analysis.worlds} worlds, the likeliest of each seat", "dim"))
    table = Table.grid(padding=(0, 2))
    for seat in range(game.seats):
        likely = sorted(analysis.belief.items(), key=lambda entry: -entry[1][seat])[:_CARDS]
        cells = [
            paint_cards(game.name, [card], plain=not console.is_terminal) + Text(f" {shares[seat]:.0%}", "dim")
            for card, shares in likely
            if shares[seat]
        ]
        if cells:
            table.add_row(Text(str(seat), "bold"), *cells)
    console.print(table)


def _paint(console: "Console", move: _core.Move) -> "Text":
    from kibitz.cli.cards import paint

    return paint(move, plain=not console.is_terminal)
