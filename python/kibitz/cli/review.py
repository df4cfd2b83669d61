"""``kibitz review``: what every decision of a deal was worth, and what was luck."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz import _core
from kibitz.cli.options import read

if TYPE_CHECKING:
    from rich.console import Console


def command(
    file: Annotated[Path, typer.Argument(help="A record, as `--record` or the table writes it.")],
    seat: Annotated[int | None, typer.Option(min=0, max=9, help="Only the decisions of this seat.")] = None,
    agent: Annotated[str | None, typer.Option(help="Who judges; left out, the search that gives hints.")] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Of the judge's chance.")] = 1,
) -> None:
    """Review a deal: the loss of every decision with its interval, and luck apart from skill.

    `=` is a loss smaller than the noise of the search, `?!` a small one, `?` a mistake, `??` a grave one. The loss
    counts what the seat could know; *open* judges the same decision with all cards open.

    **Examples**

    - `kibitz review deal.txt`
    - `kibitz review deal.txt --seat 0`
    """
    from rich.console import Console

    text = read(file)
    record = _core.Record.from_json(text) if text.lstrip().startswith("{") else _core.Record(text)
    if not record.replay().over:
        raise typer.BadParameter("This deal is not finished.")
    show(Console(), record, seat=seat, agent=agent, seed=seed)


def show(console: "Console", record: _core.Record, *, seat: int | None, agent: str | None, seed: int) -> None:
    """The decisions as they are judged, then the split."""
    from rich.table import Table
    from rich.text import Text

    from kibitz.analysis.account import judgements, split
    from kibitz.games import profile

    styles = {"best": "green", "=": "dim", "?!": "yellow", "?": "red", "??": "bold red"}
    found = []
    for judgement in judgements(record, agent=agent, seed=seed):
        found.append(judgement)
        decision = judgement.decision
        if seat not in (None, decision.seat):
            continue
        best = "" if judgement.verdict == "best" else f"better {decision.analysis.best.move}, "
        half = f" ± {judgement.noise:.1f}" if judgement.noise < float("inf") else ""
        loss = "" if judgement.verdict == "best" else f"loses {judgement.loss:.1f}{half}"
        opened = judgement.open
        seen = f"   open {opened.loss:.1f} ± {opened.noise:.1f}" if opened and opened.loss > opened.noise else ""
        console.print(
            Text.assemble(
                (f"{judgement.verdict:>4} ", styles[judgement.verdict]),
                (f"{decision.ply:>3} ", "dim"),
                f"{decision.seat} {decision.played}  ",
                (best + loss + seen if judgement.verdict != "=" else "", "dim"),
            )
        )
    table = Table(
        title=f"Where the result comes from ({profile(record.game.name).unit})", title_justify="left", box=None
    )
    heads = ("seat", "result", "luck of the deal", "±", "luck of the play", "own losses", "partner's", "opponents'")
    for head in heads:
        table.add_column(head, justify="right")
    for share in split(record, found, seed=seed):
        values = (share.result, share.deal, share.noise, share.play, share.own, share.partner, share.opponents)
        table.add_row(str(share.seat), *(f"{value:.1f}" for value in values))
    console.print()
    console.print(table)
