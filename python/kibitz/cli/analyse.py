"""``kibitz analyse RECORD``: what was played, what would have been better, and what was luck."""

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
        typer.Option("--ply", "-p", min=1, help="Show only this move of the record, in full.", show_default=False),
    ] = None,
    account: Annotated[
        bool, typer.Option("--account", help="Judge every decision in the points of the game; split luck from skill.")
    ] = False,
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            "-a",
            help=f"The judging search (default: {DEFAULT_AGENT}; with `--account`, the one that gives hints).",
            autocompletion=complete_agent,
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Only decisions of this seat.", show_default=False)
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, metavar="N", help="Random seed of the judging agent.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """Analyse a record: for every decision the move played, the best move, and the loss between them.

    Each decision is analysed from the information set of its seat. A loss smaller than its 95 % interval is shown as
    `=`. `--ply` shows one decision with every move, its principal variation and the belief over hidden cards.

    `--account` judges a finished deal in the points of the game: `=` is a loss within the noise of the search, `?!` an
    inaccuracy, `?` a mistake, `??` a blunder. *Open* is the loss with all cards open. Then it splits every result into
    luck of the deal, luck of the play, and losses.

    **Examples**

    - `kibitz watch rules --seed 7 --record deal.txt; kibitz analyse deal.txt`
    - `kibitz analyse deal.txt --ply 12 --agent "ismcts(20000)"`
    - `kibitz analyse deal.txt --seat 0 --json`
    - `kibitz analyse deal.txt --account`
    """
    from rich.console import Console

    records = load(read(file))
    if ply is not None and len(records) != 1:
        raise typer.BadParameter(f"--ply needs a file with one record; {file} has {len(records)}.")
    if account and (ply is not None or as_json):
        raise typer.BadParameter("--account judges whole deals, as text; omit --ply and --json.")
    console = Console()
    if not console.is_terminal:
        console.width = 120  # wide enough for every word of the tables
    for number, record in enumerate(records, 1):
        if seat is not None and seat >= record.game.seats:
            raise typer.BadParameter(f"There is no seat {seat}; seats are 0 to {record.game.seats - 1}.")
        if account:
            _account(console, record, number if len(records) > 1 else None, seat, agent, seed)
            continue
        if ply is not None:
            decisions = iter([judge(_position(record, ply, seat), agent or DEFAULT_AGENT, seed)])
        else:
            decisions = review(record, agent or DEFAULT_AGENT, seat=seat, seed=seed)
        if as_json:
            for decision in decisions:
                typer.echo(json.dumps(({"record": number} if len(records) > 1 else {}) | decision.to_dict()))
        elif ply is not None:
            _show(console, record.game, next(decisions))
        else:
            if len(records) > 1:
                console.print(f"record {number}", style="bold")
            _summarise(console, decisions)


def _account(
    console: "Console", record: _core.Record, number: int | None, seat: int | None, agent: str | None, seed: int
) -> None:
    """The whole deal judged, with luck and skill apart."""
    from kibitz.cli.review import show

    if not record.replay().over:
        raise typer.BadParameter("This deal is not finished; without --account its decisions can be analysed.")
    if number is not None:
        console.print(f"record {number}", style="bold")
    show(console, record, seat=seat, agent=agent, seed=seed)


def _position(record: _core.Record, ply: int, seat: int | None) -> Position:
    """The position of a ply, if it can be analysed."""
    record.replay()
    if ply > len(record.moves):
        raise typer.BadParameter(f"There is no move {ply}; the record has {len(record.moves)}.")
    mover, move = record.moves[ply - 1]
    if not isinstance(mover, int):
        raise typer.BadParameter(f"Move {ply} was a chance event, not a decision.")
    if seat not in (None, mover):
        raise typer.BadParameter(f"Move {ply} was made by seat {mover}, not by seat {seat}.")
    position = next(position for position in positions(record) if position.ply == ply)
    if not position.owed:
        raise typer.BadParameter(f'Seat {mover} was not asked for "{move}"; only due decisions can be analysed.')
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
        console.print("There were no choices to make.")


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
