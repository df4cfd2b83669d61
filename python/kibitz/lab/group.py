"""One deal group: what is stored, and how it is played."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, NamedTuple

from kibitz import _core

if TYPE_CHECKING:
    from kibitz.lab.plan import Contest


class Group(NamedTuple):
    """One deal, or one whole match, in every seating of its contest."""

    number: int
    returns: list[list[int]]  # [seating][seat]; of a match, the sums over its deals
    winners: list[list[int]]  # [seating]: the seats that came first; all of them in a draw
    deals: list[int]  # [seating]: how many deals were played; 1 unless it was a match
    decisions: list[int]  # [agent]
    seconds: list[float]  # [agent]: CPU time of all its decisions; the only numbers that differ from run to run


def play(contest: Contest, first: int, count: int, stop: Event | None = None) -> list[Group]:
    """Plays groups ``first`` to ``first + count - 1`` of a contest; fewer when it is told to stop."""
    if contest.in_python:
        from kibitz.lab import python_table

        return python_table.play(contest, first, count, stop)
    specs = [str(agent) for agent in contest.agents]
    played = _core.play_groups(
        contest.table, specs, contest.seatings, first, count, contest.seed, whole=contest.whole, stop=stop
    )
    return [Group(*group) for group in played]
