"""Deals of a contest, seen again: what was played, with every move."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kibitz import _core
from kibitz.lab.plan import Contest
from kibitz.lab.results import ContestResult


class Lopsided(NamedTuple):
    """A deal on which two agents of a contest differed much: its number, and the table that shows it best."""

    number: int
    seating: int
    difference: float  # of the group: agent 0's points minus agent 1's


def record(contest: Contest, number: int, seating: int) -> _core.Record:
    """The record of a group's deal (of a match, its first) in one of the seatings.

    It is played again from its seeds. Agents that think for a time rather than for a number of iterations may then
    play otherwise.
    """
    if not contest.in_python:
        specs = [str(agent) for agent in contest.agents]
        state = _core.first_deal(contest.table, specs, contest.seatings, number, seating, contest.seed)
    else:
        from kibitz.lab.python_table import first_deal

        state = first_deal(contest, number, seating)
    return state.record([contest.labels[agent].replace("|", "/") for agent in contest.seatings[seating]])


def lopsided(result: ContestResult, count: int = 3) -> list[Lopsided]:
    """The deals with the greatest difference between agents 0 and 1, either way, greatest first."""
    differences = result.difference()
    order = np.argsort(-np.abs(differences), kind="stable")[:count]
    return [Lopsided(int(n), _clearest(result, int(n)), float(differences[n])) for n in order if differences[n] != 0]


def _clearest(result: ContestResult, number: int) -> int:
    """The seating in which the two differed most in the direction of the whole group."""
    group, sign = result.groups[number], np.sign(result.difference()[number])
    best, most = 0, -np.inf
    for row, (seating, returns) in enumerate(zip(result.contest.seatings, group.returns, strict=True)):
        if 0 in seating and 1 in seating:
            sides = np.array(seating)
            points = np.array(returns, dtype=np.float64)
            difference = sign * (points[sides == 0].mean() - points[sides == 1].mean())
            if difference > most:
                best, most = row, difference
    return best
