"""The numbers of actions: which move of a decision is which number of a fixed ``Discrete(n)``.

A number is read off the row that encodes a move, so that it means the same in every environment, whether its moves come
from a view or from self-play. What the numbers of a game are says its ``actions.py``. Moves of one decision that look
alike are all there: the first has the number of their look, the others take *spares*, in order.
See docs/decisions/009-action-spaces.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from kibitz import _core, games

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kibitz._core import Game, View

__all__ = ["Actions", "Numbers", "Parts", "Words", "actions", "bit_of", "bits"]

Words = "NDArray[np.uint64]"
Numbers = "NDArray[np.int64]"


@dataclass(frozen=True, slots=True)
class Parts:
    """A move that gives several cards and is chosen card by card, as the engine's self-play has it."""

    cards: Callable[[View, Sequence[str]], list[str]]
    """The cards that may be chosen after these."""
    move: Callable[[View, Sequence[str]], str | None]
    """The move that gives these cards; None when some are still to be chosen."""
    state: Callable[[Sequence[int], Sequence[str]], list[int]]
    """The words of the state when these cards are chosen already."""
    row: Callable[[View, Sequence[str]], list[int]]
    """The words of the choice of the last of these cards."""


@dataclass(frozen=True, slots=True)
class Actions:
    """The action space of a game."""

    names: tuple[str, ...]
    """What each number means; spares come after them."""
    read: Callable[[NDArray[np.uint64]], NDArray[np.int64]]
    """The number of every row, by its looks."""
    spares: int = 0
    """How many moves of one decision may look like others of it."""
    first: Callable[[NDArray[np.uint64]], NDArray[np.int64]] | None = None
    """Of rows that look alike, that with the highest of these has the number; of equals, the first."""
    parts: Parts | None = None
    """For games with moves that are chosen part by part."""

    @property
    def named(self) -> int:
        """How many numbers have names. Wherever there is a choice, one of them is legal."""
        return len(self.names)

    @property
    def n(self) -> int:
        """How many numbers there are."""
        return len(self.names) + self.spares

    def name(self, number: int) -> str:
        """What a number means."""
        return self.names[number] if number < self.named else f"look-alike {number - self.named + 1}"

    def number(self, rows: NDArray[np.uint64], owner: NDArray[np.int64]) -> NDArray[np.int64]:
        """The number of every row; ``owner`` says, in ascending order, to which decision it belongs."""
        numbers = self.read(rows)
        look = owner * self.named + numbers
        if len(np.unique(look)) == len(look):
            return numbers
        order = np.lexsort((look,) if self.first is None else (-self.first(rows), look))
        again = np.zeros(len(look), bool)
        again[order[1:]] = np.diff(look[order]) == 0
        alike = np.flatnonzero(again)
        whose = owner[alike]
        place = np.arange(len(alike)) - np.searchsorted(whose, whose)
        if place.max() >= self.spares:
            raise ValueError(
                f"One decision has {place.max() + 1} moves that look like others of it, but there are only "
                f"{self.spares} spare actions; the game needs an actions.py that tells its moves apart."
            )
        numbers[alike] = self.named + place
        return numbers


def actions(game: Game) -> Actions:
    """The action space of a game under its rules."""
    return _actions(game)


@cache
def _actions(game: Game) -> Actions:
    own = games.part(game.name, "actions")
    if (written := _core.game_class(game.name)) is not None:  # its moves are numbered already
        return Actions(tuple(map(str, written.moves)), _place)
    if own is None:  # every move looks like the first: its number is its place in the list
        return Actions(("the first move",), lambda rows: np.zeros(len(rows), np.int64), spares=511)
    found: Actions = own.actions(game)
    return found


def _place(rows: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Of rows with one bit each, the place of that bit."""
    found: NDArray[np.int64] = bits(rows).argmax(axis=-1).astype(np.int64)
    return found


def bit_of(words: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The place of the lowest bit of every word; 64 where there is none."""
    below: NDArray[np.uint8] = np.bitwise_count((words - np.uint64(1)) & ~words)
    return below.astype(np.int64)


def bits(words: NDArray[np.uint64]) -> NDArray[np.int8]:
    """Words as single bits: feature ``64 * word + bit`` of ``Game.features()`` is that entry of the last axis."""
    bytes_ = np.ascontiguousarray(words, "<u8").view(np.uint8)
    single: NDArray[np.int8] = np.unpackbits(bytes_, axis=-1, bitorder="little").view(np.int8)
    return single
