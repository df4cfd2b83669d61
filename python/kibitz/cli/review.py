"""The review of a deal in the terminal: what every decision was worth, and what was luck."""

import os
from typing import TYPE_CHECKING

from kibitz import _core

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.analysis import Reviewed
    from kibitz.analysis.judging import Effort

_STYLES = {"best": "green", "=": "dim", "unclear": "dim", "?!": "yellow", "?": "red", "??": "bold red"}


def effort_of(*, quick: bool) -> "Effort":
    """How much is looked at."""
    return "quick" if quick else "review"


def words(found: "Reviewed") -> str:
    """What is to be said of the move played."""
    judgement, loss = found.judgement, found.judgement.loss
    if found.grade == "best" or loss is None:
        return "nothing better was found"
    sure = f"loses {loss.value:.1f} ({loss.low:.1f} to {loss.high:.1f})"
    match found.grade:
        case "=":
            return f"as good as {judgement.best.move}"
        case "unclear":
            return f"cannot be told from {judgement.best.move}: {sure}"
        case _:
            return f"better {judgement.best.move}, {sure}"


def show(
    console: "Console", record: _core.Record, *, seat: int | None, seed: int, account: bool, quick: bool = False
) -> None:
    """Prints decisions as they are judged, what they come to, and then the split."""
    from rich.text import Text

    from kibitz.analysis import Tally
    from kibitz.analysis.reviewing import review
    from kibitz.games import profile

    unit, found = profile(record.game.name).unit, []
    own = None if account else seat  # luck and skill of one seat need the losses of all
    for each in review(record, seat=own, seed=seed, effort=effort_of(quick=quick), threads=os.cpu_count() or 1):
        found.append(each)
        if seat not in (None, each.seat):
            continue
        opened = each.open
        seen = f"   open {opened.loss:.1f} ± {opened.noise:.1f}" if opened and opened.loss > opened.noise else ""
        console.print(
            Text.assemble(
                (f"{each.grade:>7} ", _STYLES[each.grade]),
                (f"{each.ply:>3} ", "dim"),
                f"{each.seat} {each.played}  ",
                (words(each) + seen if each.grade not in ("best", "=") else "", "dim"),
            )
        )
    console.print()
    if not found:
        console.print("There were no choices to make.")
    for each_seat in sorted({each.seat for each in found if seat in (None, each.seat)}):
        tally = Tally.of(each.judgement for each in found if each.seat == each_seat)
        lost = f"{tally.lost:.1f} ({tally.lost_low:.1f} to {tally.lost_high:.1f}) {unit}"
        console.print(
            f"seat {each_seat}: {tally.choices} choices, {tally.blunders} ??, {tally.mistakes} ?, "
            f"{tally.inaccuracies} ?!, {tally.unclear} unclear; lost {lost}, accuracy {tally.accuracy:.0f} %"
        )
    if account:
        console.print()
        _split(console, record, found, unit, seed)


def _split(console: "Console", record: _core.Record, found: "list[Reviewed]", unit: str, seed: int) -> None:
    from rich.table import Table

    from kibitz.analysis.reviewing import split

    table = Table(title=f"Where the result comes from ({unit})", title_justify="left", box=None)
    heads = ("seat", "result", "luck of the deal", "±", "luck of the play", "own losses", "partner's", "opponents'")
    for head in heads:
        table.add_column(head, justify="right")
    for share in split(record, found, seed=seed):
        values = (share.result, share.deal, share.noise, share.play, share.own, share.partner, share.opponents)
        table.add_row(str(share.seat), *(f"{value:.1f}" for value in values))
    console.print(table)
