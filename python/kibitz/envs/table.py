"""A deal at which somebody is always asked: moves without a choice are made, and chosen cards become moves."""

from __future__ import annotations

from collections.abc import Container
from copy import copy
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.envs.actions import actions
from kibitz.envs.choices import Choices, choices, observation, whole
from kibitz.games import profile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kibitz._core import Game, Move, State, View

__all__ = ["Table", "unit"]


def unit(game: Game, reward: str | None) -> str:
    """The unit of rewards, checked: that of the game's profile unless another is asked for."""
    word = reward or profile(game.name).reward
    _core.SelfPlay(game, 1, reward=word)  # says what is known, if this is not
    return word


class Table:
    """A deal in progress, asking one seat after the other."""

    def __init__(self, game: Game, reward: str | None) -> None:
        self.game, self.actions, self.reward = game, actions(game), unit(game, reward)
        self.state: State = game.deal(0)
        self.begun: dict[int, tuple[str, ...]] = {}
        self.own: Container[int] = range(game.seats)
        """The seats that choose among actions; others are players who make even moves without a choice."""
        self.first: int | None = None
        """Who is asked before others who owe a decision at the same time."""
        self._asked: dict[int, Choices] = {}

    def deal(self, seed: int) -> None:
        """A new deal, at its first choice."""
        self.begin(self.game.deal(seed))

    def begin(self, state: State) -> None:
        """Goes on from a state, at its first choice."""
        self.state, self.begun, self.first = state, {}, None
        self._settle()

    def copy(self) -> Table:
        """The same deal, to be played on apart."""
        other = copy(self)
        other.begun, other._asked = dict(self.begun), dict(self._asked)
        return other

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()  # states never change

    def seen(self, view: View, seed: int) -> Table:
        """A deal that looks like this view to its seat, which is asked first."""
        other = copy(self)
        other.state, other.first, other.begun, other._asked = view.sample(seed), view.seat, {}, {}
        return other

    def world(self, seat: int, seed: int) -> Table:
        """A deal that looks just like this to the seat, which is asked first."""
        other = self.seen(self.state.view(seat), seed)
        if seat in self.begun:
            other.begun[seat] = self.begun[seat]
        return other

    @property
    def seat(self) -> int | None:
        """The seat that is asked; None when the deal is over."""
        if self.state.over:
            return None
        asked = self.state.to_act
        return self.first if self.first in asked else asked[0]

    @property
    def seats(self) -> list[int]:
        """All seats that are asked at the same time, those without a choice left out."""
        return [seat for seat in self.state.to_act if len(self.choices(seat).numbers) > 1]

    def choices(self, seat: int) -> Choices:
        """What a seat that is asked chooses among."""
        if seat not in self._asked:
            self._asked[seat] = choices(self.state.view(seat), self.begun.get(seat, ()))
        return self._asked[seat]

    def observation(self, seat: int, asked: bool) -> dict[str, NDArray[np.int8]]:
        """What a seat sees; the mask is empty unless it is asked."""
        if asked:
            return observation(self.actions, self.choices(seat))
        return observation(self.actions, seen(self.state, seat))

    def take(self, seat: int, number: int) -> None:
        """Makes the choice of a seat, and all moves after it that leave none."""
        what = self.choices(seat).what(number)
        if what is None:
            known = f"{number} ({self.actions.name(number)})" if 0 <= number < self.actions.n else str(number)
            raise ValueError(f"Action {known} is not legal for seat {seat} now; action_mask has the legal ones.")
        self._choose(seat, what)
        self._settle()

    def play(self, seat: int, move: Move | str) -> None:
        """Makes a whole move of a seat, such as that of an agent."""
        self._play(seat, move)
        self._settle()

    def _choose(self, seat: int, what: Move | str) -> None:
        if not isinstance(what, str):
            self._play(seat, what)
            return
        cards = (*self.begun.get(seat, ()), what)
        move = whole(self.state.view(seat), cards)
        if move is not None:
            self._play(seat, move)
        else:
            self.begun[seat] = cards
            self._asked.pop(seat, None)

    def _play(self, seat: int, move: Move | str) -> None:
        self.state = self.state.play(seat, move)
        self.begun.pop(seat, None)
        self._asked.clear()

    def _settle(self) -> None:
        self._asked.clear()
        while (seat := self.seat) is not None and seat in self.own and len(self.choices(seat).numbers) == 1:
            self._choose(seat, self.choices(seat).whats[0])

    def rewards(self) -> list[float]:
        """What the finished deal brought each seat."""
        return self.state.play_on("random", self.reward, seed=0)[0]


def seen(state: State, seat: int) -> Choices:
    """The view of a seat that has nothing to choose."""
    import numpy as np

    words = np.array(state.view(seat).features(), np.uint64)
    return Choices(words, np.zeros((0, 1), np.uint64), np.zeros(0, np.int64), ())
