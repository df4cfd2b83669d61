"""Where the unseen cards are, and what the last move of another seat has told about them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from kibitz.agents import sound
from kibitz.analysis.counting import places
from kibitz.games import part

if TYPE_CHECKING:
    from kibitz._core import Move, State, View

_DOUBT = 0.25  # how likely it is thought that a seat makes a move that the style would not make, against one it would

_CERTAIN = 3.5  # standard errors by which a share must change to be told; over a hundred are looked at

Shares = dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class Belief:
    """For each card another seat may hold, per seat the share of worlds in which it does."""

    cards: Shares
    worlds: int  # that were looked at one by one; 0: all are counted without that
    exact: bool  # every world counts; else so many were drawn
    # The same before and after the last move of another seat; after it, worlds in which that seat would rather have
    # done something else count less.
    before: Shares | None
    after: Shares | None
    last: tuple[int, Move] | None
    style: str | None = None  # the agent whose alternatives the belief weighs
    changes: Shares | None = None  # after minus before, 0 where not significant
    # Where the cards decide who plays together: per side, by the game's word for it, how likely each seat is on it.
    sides: Shares | None = None


def belief(view: View, earlier: View | None = None, *, worlds: int = 300, seed: int = 1) -> Belief:
    """What a seat can think; ``earlier`` is what it saw before the last move."""
    seat = view.seat
    cards, counted, exact = where(view, seed=seed)
    who = _sides(view)
    told = None if earlier is None else _told(view, earlier, worlds, seed)
    if told is None:
        return Belief(cards, counted, exact, None, None, None, sides=who)
    before, after, last = told
    was, now = _shares(seat, before), _shares(seat, after)
    changes = _changes(was, now, [weight for _, weight in after])
    return Belief(cards, counted, exact, was, now, last, sound(view.game.name), changes, who)


def where(view: View, *, seed: int = 1) -> tuple[Shares, int, bool]:
    """Where each hidden card is when every world is equally likely, over how many worlds, and whether that is exact.

    It is counted where the game's module ``hidden`` says which cards may be where; else few worlds are listed, and of
    many some are drawn.
    """
    module = part(view.game.name, "hidden")
    if module is not None and (hidden := module.hidden(view)) is not None:
        return places(hidden, view.game.seats), 0, True
    found, counted, exact = view.belief(seed=seed)
    return {card: list(shares) for card, shares in found.items()}, counted, exact


def _sides(view: View) -> Shares | None:
    """Who belongs to which side, in a game whose cards decide it: its module ``sides`` says how likely."""
    module = part(view.game.name, "sides")
    found = {} if module is None else module.sides(view)
    return {side: list(shares) for side, shares in found.items()} or None


def _changes(before: Shares, after: Shares, weights: list[float]) -> Shares:
    """Significant changes, given worlds with these weights."""
    enough = sum(weights) ** 2 / sum(weight**2 for weight in weights)  # worlds of one weight that say as much
    found: Shares = {}
    for card, shares in before.items():
        copies = math.ceil(sum(shares) - 0.02)
        now = after.get(card, [0.0] * len(shares))
        errors = [math.sqrt(max(0.0, share * (1 - share / max(copies, 1))) / enough) for share in shares]
        found[card] = [
            new - old if abs(new - old) > _CERTAIN * error else 0.0
            for old, new, error in zip(shares, now, errors, strict=True)
        ]
    return found


def _told(
    view: View, seen: View, worlds: int, seed: int
) -> tuple[list[tuple[State, float]], list[tuple[State, float]], tuple[int, Move]] | None:
    """The worlds of the earlier view with their weights before and after the move that was made."""
    from kibitz._core import Agent

    known = view.history
    if len(known) <= len(seen.history):
        return None
    mover, move = known[len(seen.history)]
    if not isinstance(mover, int) or mover == view.seat:
        return None
    style, random = Agent(sound(view.game.name), seed), Random(seed)
    before, after = [], []
    for number in range(worlds):
        world = seen.sample(seed + random.randrange(2**32) + number)
        before.append((world, 1.0))
        legal = world.legal(mover)
        if mover not in world.to_act or not legal:
            continue
        meant = style.act(world.view(mover))
        try:
            if world.canonical(mover, move) == meant:
                after.append((world, 1.0))
            else:
                after.append((world, _DOUBT))
        except ValueError:
            continue  # in that world the move was not possible
    return (before, after, (mover, move)) if after else None


def _shares(seat: int, worlds: Iterable[tuple[State, float]]) -> Shares:
    found: Shares = {}
    total = 0.0
    for world, weight in worlds:
        total += weight
        for holder, cards in hands(world).items():
            if holder != seat:
                for card in cards:
                    found.setdefault(card, [0.0] * world.game.seats)[holder] += weight
    return {card: [share / total for share in shares] for card, shares in sorted(found.items())}


def hands(state: State) -> Mapping[int, list[str]]:
    """Every hand of a world."""
    return dict(enumerate(state.hands))
