"""A few moves compared world by world, for decisions with more moves than a search can try: an exchange of cards."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.agents import sound
from kibitz.analysis.found import Analysis, MoveInfo
from kibitz.analysis.open_hands import Crew
from kibitz.analysis.units import worth
from kibitz.games import profile

if TYPE_CHECKING:
    from kibitz._core import Move, View

MANY = 100  # legal moves from which on a few are compared


def near(view: View) -> list[Move]:
    """What a sound beginner would do, and the moves that differ from it in one card."""
    from kibitz._core import Agent

    legal = view.legal()
    meant = Agent(sound(view.game.name), 1).act(view)
    cards = meant.cards

    def differs(move: Move) -> int:
        other = move.cards
        return sum(a != b for a, b in zip(cards, other, strict=True)) if len(other) == len(cards) else len(cards)

    return [move for move in legal if differs(move) <= 1]


def compared(view: View, moves: list[Move], *, worlds: int, step: int = 2, seed: int = 1) -> Iterator[Analysis]:
    """Estimates that improve world by world: each world is played out after each move."""
    crew = Crew(view.game, seed)
    values: dict[Move, list[float]] = {move: [] for move in moves}
    for number in range(worlds):
        world = view.sample(seed + number)
        for move in moves:
            values[move].append(worth(crew.finish(world.play(view.seat, move)))[view.seat])
        if number % step == step - 1 or number == worlds - 1:
            yield _found(view, values)


def _found(view: View, values: dict[Move, list[float]]) -> Analysis:
    infos = []
    for move, found in values.items():
        count, mean = len(found), sum(found) / len(found)
        spread = sum((value - mean) ** 2 for value in found)
        error = math.sqrt(spread / (count - 1) / count) if count > 1 else math.inf
        infos.append(MoveInfo(move, count, count, mean, error, None, None, ((view.seat, move),)))
    best = max(infos, key=lambda info: info.mean)
    worlds = len(next(iter(values.values())))
    return Analysis(
        agent=f"{sound(view.game.name)} in {worlds} worlds",
        seat=view.seat,
        moves=tuple(sorted(infos, key=lambda info: -info.mean)),
        best=best,
        iterations=worlds * len(infos),
        nodes=0,
        full=False,
        reward=profile(view.game.name).reward,
        belief={},
        worlds=worlds,
    )
