"""The account of a deal: what every decision was worth, and what was luck. `kibitz analyse --account` shows it."""

from typing import TYPE_CHECKING

from kibitz import _core

if TYPE_CHECKING:
    from rich.console import Console


def show(console: "Console", record: _core.Record, *, seat: int | None, agent: str | None, seed: int) -> None:
    """Prints decisions as they are judged, then the split."""
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
