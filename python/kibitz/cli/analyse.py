"""``kibitz analyse RECORD``: what was played, what would have been better, and what was luck."""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz import _core
from kibitz.cli.options import MAX_SEED, JsonOption, complete_agent, read
from kibitz.cli.replay import load

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from kibitz.analysis import Analysis, Decision, Judgement, Reviewed
    from kibitz.analysis.positions import Position
    from kibitz.analysis.reviewing import Share

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
        bool, typer.Option("--account", help="Then split luck from skill; finished deals only.")
    ] = False,
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            "-a",
            help="Show what this agent thinks instead, in the unit it thinks in.",
            autocompletion=complete_agent,
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option("--seat", min=0, help="Only decisions of this seat.", show_default=False)
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, metavar="N", help="Random seed of the judgement.")
    ] = 1,
    quick: Annotated[
        bool, typer.Option("--quick", help="A quarter of the worlds: sooner, and more is unclear.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Analyse a record: for every decision the move played, the best move, and the loss between them, in the points of
    the game.

    Each decision is judged from what its seat knew, in the same worlds for every move, until the two can be told apart
    or the budget is spent. Grades go by what was lost at least: `?!` an inaccuracy, `?` a mistake, `??` a blunder; `=`
    is as good as the best, and `unclear` is what cannot be told. `--ply` shows one decision with every move.

    `--account` then splits every result into luck of the deal, luck of the play, and losses. `--agent` shows what a
    search or a network of your own thinks instead.

    **Examples**

    - `kibitz watch rules --seed 7 --record deal.txt; kibitz analyse deal.txt`
    - `kibitz analyse deal.txt --ply 12`
    - `kibitz analyse deal.txt --ply 12 --agent "ismcts(20000)"`
    - `kibitz analyse deal.txt --seat 0 --json`
    - `kibitz analyse deal.txt --account --json`
    """
    from rich.console import Console

    records = load(read(file))
    if ply is not None and len(records) != 1:
        raise typer.BadParameter(f"--ply needs a file with one record; {file} has {len(records)}.")
    if account and (ply is not None or agent is not None):
        raise typer.BadParameter("--account judges whole deals; omit --ply and --agent.")
    console = Console()
    if not console.is_terminal:
        console.width = 120  # wide enough for every word of the tables
    for number, record in enumerate(records, 1):
        if seat is not None and seat >= record.game.seats:
            raise typer.BadParameter(f"There is no seat {seat}; seats are 0 to {record.game.seats - 1}.")
        if account and not record.replay().over:
            raise typer.BadParameter("This deal is not finished; without --account its decisions can be analysed.")
        at = None if ply is None else _position(record, ply, seat)
        if len(records) > 1 and not as_json:
            console.print(f"record {number}", style="bold")
        extra = {"record": number} if len(records) > 1 else {}
        if agent is not None:
            _consult(console, record, agent, at, seat, seed, extra, as_json=as_json)
        elif as_json:
            own = None if account else seat  # luck and skill of one seat need the losses of all
            found = []
            for each in _judged(record, at, own, seed, quick=quick):
                found.append(each)
                if seat in (None, each.seat):
                    typer.echo(json.dumps(extra | each.to_dict()))
            for share in _split(record, found, seed) if account else ():
                typer.echo(json.dumps(extra | {"account": asdict(share)}))
        elif at is not None:
            _show(console, next(_judged(record, at, seat, seed, quick=quick)))
        else:
            from kibitz.cli.review import show

            show(console, record, seat=seat, seed=seed, account=account, quick=quick)


def _judged(
    record: _core.Record, at: "Position | None", seat: int | None, seed: int, *, quick: bool
) -> "Iterator[Reviewed]":
    import os

    from kibitz.analysis.reviewing import looks, review
    from kibitz.cli.review import effort_of

    threads, effort = os.cpu_count() or 1, effort_of(quick=quick)
    if at is None:
        yield from review(record, seat=seat, seed=seed, effort=effort, threads=threads)
    else:
        *_, found = looks(at, seed=seed, effort=effort, threads=threads)
        yield found


def _split(record: _core.Record, found: "list[Reviewed]", seed: int) -> "list[Share]":
    from kibitz.analysis.reviewing import split

    return split(record, found, seed=seed)


def _consult(
    console: "Console",
    record: _core.Record,
    agent: str,
    at: "Position | None",
    seat: int | None,
    seed: int,
    extra: dict[str, int],
    *,
    as_json: bool,
) -> None:
    """The decisions as an agent sees them."""
    from kibitz.analysis.consulting import consult, consulted

    decisions = iter([consulted(at, agent, seed)]) if at is not None else consult(record, agent, seat=seat, seed=seed)
    if as_json:
        for decision in decisions:
            typer.echo(json.dumps(extra | decision.to_dict()))
    elif at is not None:
        _show_consulted(console, record.game, next(decisions))
    else:
        _summarise(console, decisions)


def _position(record: _core.Record, ply: int, seat: int | None) -> "Position":
    """The position of a ply, if it can be analysed."""
    from kibitz.analysis.positions import positions

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


def _summarise(console: "Console", decisions: "Iterable[Decision]") -> None:
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
            loss = Text(_lost(decision), "dim")
        if decision.clear:
            clear.setdefault(decision.seat, []).append(decision)
            loss = Text(_lost(decision), "bold red")
        line(str(decision.ply), str(decision.seat), _paint(console, decision.played), best, loss)
    console.print()
    for seat, count in sorted(choices.items()):
        lost = clear.get(seat, [])
        total = (
            f"{sum(d.loss or 0.0 for d in lost):.3f} ± {math.hypot(*(d.noise for d in lost)):.3f}" if lost else "none"
        )
        console.print(f"seat {seat}: {count} choices, {len(lost)} clearly not the best, lost by them {total}")
    if not choices:
        console.print("There were no choices to make.")


def _lost(decision: "Decision") -> str:
    """The loss in words and numbers."""
    if decision.loss is None:
        return "not tried"
    if decision.clear:
        return f"{decision.loss:.3f} ± {decision.noise:.3f}"
    return "=" if decision.noise < float("inf") else f"{decision.loss:.3f}, no interval"


def _show_consulted(console: "Console", game: _core.Game, decision: "Decision") -> None:
    """One decision in full, as an agent sees it."""
    from rich.table import Table
    from rich.text import Text

    analysis = decision.analysis
    _headline(console, decision.ply, decision.seat, decision.played)
    if decision.played != analysis.best.move:
        console.print(Text("best is ") + _paint(console, analysis.best.move) + Text(f", loss: {_lost(decision)}"))
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


def _headline(console: "Console", ply: int, seat: int, played: _core.Move) -> None:
    from rich.text import Text

    console.print(Text.assemble((f"ply {ply}, seat {seat}", "bold"), " played ") + _paint(console, played))


def _show(console: "Console", found: "Reviewed") -> None:
    """One decision in full."""
    from rich.table import Table
    from rich.text import Text

    from kibitz.cli.review import words

    judgement: Judgement = found.judgement
    _headline(console, found.ply, found.seat, found.played)
    console.print(Text(words(found)))
    console.print(Text(judgement.summary(), "dim"))
    console.print()
    heads, rows = judgement.rows()
    table = Table(box=None, header_style="bold")
    for head in heads:
        table.add_column(head, justify="left" if head in ("move", "then") else "right", no_wrap=head != "then")
    for it, row in zip(judgement.moves, rows, strict=False):
        style = "bold green" if it is judgement.best else "yellow" if it.move == found.played else ""
        table.add_row(_paint(console, it.move), *map(Text, row[1:]), style=style)
    console.print(table)
    if untried := [it.move for it in judgement.moves if not it.tried]:
        some = ", ".join(map(str, untried[:_SHOWN])) + (" …" if len(untried) > _SHOWN else "")
        console.print(Text(f"not tried: {some}", "dim"))
    for decider in judgement.deciders:
        console.print(
            Text(
                f"{decider.card} with {decider.holder} ({decider.share:.0%}): "
                f"{judgement.best.move} gains {decider.gain_if:+.1f} on {judgement.second}, "
                f"else {decider.gain_else:+.1f}",
                "dim",
            )
        )


def _show_belief(console: "Console", game: _core.Game, analysis: "Analysis") -> None:
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
