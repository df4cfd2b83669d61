"""Advice on a decision that gets better while one waits: the moves, in how many worlds each is best, what decides."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Event
from typing import TYPE_CHECKING

from kibitz.analysis.beliefs import hands
from kibitz.analysis.compare import MANY, compared, near
from kibitz.analysis.open_hands import Crew
from kibitz.analysis.units import reward, searching, worth

if TYPE_CHECKING:
    from kibitz._core import Move, View
    from kibitz.analysis.found import Analysis

FIRST_MS = 40  # the first numbers come quickly, then each search takes twice as long as the one before
_WORLDS = 24  # of the search that counts in how many worlds a move is best
_CERTAIN = 3.5  # standard errors by which a card must matter to be named; over a hundred places are looked at


@dataclass(frozen=True, slots=True)
class Decider:
    """A card on whose place the choice between two moves depends."""

    card: str
    holder: int  # -1: in no hand
    share: float  # of worlds in which it is there
    gain_if: float  # what the first move gains on the second in those
    gain_else: float


@dataclass(frozen=True, slots=True)
class Advice:
    """How the advice stands."""

    analysis: Analysis
    second: Move | None
    deciders: tuple[Decider, ...] = ()


def network(view: View) -> tuple[str, Move] | None:
    """Where the strongest player of these rules is a network, or a search that rests on one: its name and its move.

    It stands beside the search's numbers, not among them: it knows which move it likes, but neither what a move is
    worth with an interval nor why.
    """
    from kibitz._core import Agent, Spec

    spec = Spec(view.game.best[0])
    if not spec.networks:
        return None
    return str(spec) if spec.name == "net" else "strongest", Agent(spec, 0).act(view)


def advice(
    view: View, *, agent: str | None = None, ms: int = 5000, seed: int = 1, stop: Event | None = None
) -> Iterator[Advice]:
    """Better and better advice; the last is the best. Another agent than the house's gives its own, once."""
    from kibitz._core import Agent

    if agent is not None:
        yield _said(Agent(agent, seed).analyse(view, ms=ms, stop=stop))
        return
    stop, until = stop or Event(), time.monotonic() + ms / 1000
    if len(view.legal()) > MANY:
        for found in compared(view, near(view), worlds=1000, seed=seed):
            yield _said(found)
            if stop.is_set() or time.monotonic() > until:
                return
    budget = FIRST_MS
    shares: dict[Move, float | None] = {}
    said: Advice | None = None
    asked: tuple[Move, Move] | None = None  # the pair of moves whose deciders are known
    while not stop.is_set() and (said is None or time.monotonic() < until):
        left = max(int((until - time.monotonic()) * 1000), FIRST_MS)
        found = Agent(searching(view.game, f"{min(budget, left)}ms"), seed + budget).analyse(view, stop=stop)
        said = _said(_with(found, shares), said)
        yield said
        if len(view.legal()) < 2:
            return
        if not shares and not stop.is_set():
            forest = Agent(f"pimc({_WORLDS}, {FIRST_MS // 8}ms, reward={reward(view.game)})", seed).analyse(view)
            shares = {info.move: info.best_share for info in forest.moves}
            said = replace(said, analysis=_with(found, shares))
            yield said
        elif (
            said.second is not None and asked != (asked := (said.analysis.best.move, said.second)) and not stop.is_set()
        ):
            said = replace(said, deciders=deciders(view, said.analysis.best.move, said.second, seed=seed, stop=stop))
            yield said
        budget *= 2


def _said(found: Analysis, before: Advice | None = None) -> Advice:
    ranked = found.ranked()
    second = ranked[1].move if len(ranked) > 1 else None
    same = before is not None and (before.analysis.best.move, before.second) == (found.best.move, second)
    return Advice(found, second, before.deciders if before is not None and same else ())


def _with(found: Analysis, shares: dict[Move, float | None]) -> Analysis:
    moves = tuple(replace(info, best_share=shares.get(info.move)) for info in found.moves)
    return replace(found, moves=moves, best=next(info for info in moves if info.move == found.best.move))


def deciders(
    view: View,
    first: Move,
    second: Move,
    *,
    worlds: int = 120,
    seed: int = 1,
    most: int = 3,
    stop: Event | None = None,
) -> tuple[Decider, ...]:
    """The cards whose place makes the greatest difference between two moves, in worlds played to the end."""
    crew = Crew(view.game, seed)
    gains: list[float] = []
    held: dict[tuple[str, int], list[int]] = {}
    for number in range(worlds):
        if stop is not None and stop.is_set():
            return ()
        world = view.sample(seed + number)
        ends = [crew.finish(world.play(view.seat, move)) for move in (first, second)]
        a, b = (worth(end)[view.seat] for end in ends)
        gains.append(a - b)
        for holder, cards in hands(world).items():
            if holder != view.seat:
                for card in set(cards):
                    held.setdefault((card, holder), []).append(number)
    found = []
    for (card, holder), where in held.items():
        there = set(where)
        inside = [gain for number, gain in enumerate(gains) if number in there]
        outside = [gain for number, gain in enumerate(gains) if number not in there]
        if len(inside) < 8 or len(outside) < 8:
            continue
        (gain_if, error), (gain_else, other) = _mean(inside), _mean(outside)
        if abs(gain_if - gain_else) > _CERTAIN * math.hypot(error, other):
            found.append(Decider(card, holder, len(inside) / worlds, gain_if, gain_else))
    found.sort(key=lambda decider: -abs(decider.gain_if - decider.gain_else))
    return tuple(found[:most])


def _mean(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return mean, math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
