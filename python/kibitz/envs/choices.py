"""What a seat chooses among, from its view alone: the same decisions, in the same words, as self-play has them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kibitz.envs.actions import Actions, actions, bits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kibitz._core import Move, View

__all__ = ["Choices", "Player", "choices", "observation"]

Observation = "dict[str, NDArray[np.int8]]"


@dataclass(frozen=True, slots=True)
class Choices:
    """The rows of a decision. What is chosen is a move, or the next card of one that is chosen card by card."""

    state: NDArray[np.uint64]
    rows: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    whats: Sequence[Move | str]

    def what(self, number: int) -> Move | str | None:
        """What an action stands for; None when it is not legal."""
        found = np.flatnonzero(self.numbers == number)
        return self.whats[int(found[0])] if len(found) else None


def choices(view: View, begun: Sequence[str] = ()) -> Choices:
    """What the seat of a view chooses among, with the first cards of a move chosen already."""
    space = actions(view.game)
    moves = view.legal()
    state = view.features()
    whats: Sequence[Move | str] = moves
    if space.parts is not None and moves and len(moves[-1].to) > 1:
        cards = space.parts.cards(view, begun)
        others = [] if begun else list(itertools.takewhile(lambda move: len(move.to) <= 1, moves))
        whats = [*others, *cards]
        rows = [view.move_features(move) for move in others]
        rows += [space.parts.row(view, (*begun, card)) for card in cards]
        if begun:
            state = space.parts.state(state, begun)
    else:
        rows = [view.move_features(move) for move in moves]
    words = np.array(rows, np.uint64)
    numbers = space.number(words, np.zeros(len(rows), np.int64))
    return Choices(np.array(state, np.uint64), words, numbers, whats)


def observation(space: Actions, chosen_among: Choices) -> dict[str, NDArray[np.int8]]:
    """What a policy is shown: the features of the state, and which actions are legal."""
    mask = np.zeros(space.n, np.int8)
    mask[chosen_among.numbers] = 1
    return {"observation": bits(chosen_among.state), "action_mask": mask}


class Player:
    """An agent that plays by a policy of the environments: a function from an observation to an action.

    It sits at any table of Kibitz: ``kibitz.match(game, Player(policy), "random")``.
    """

    def __init__(self, policy: Callable[[dict[str, NDArray[np.int8]]], Any]) -> None:
        self._policy = policy

    def act(self, view: View, /) -> Move | str:
        """The move of the policy; where there is no choice, it is not asked."""
        space = actions(view.game)
        begun: tuple[str, ...] = ()
        while True:
            found = choices(view, begun)
            number = found.numbers[0]
            if len(found.numbers) > 1:
                number = int(self._policy(observation(space, found)))
            what = found.what(number)
            if what is None:
                raise ValueError(f"The policy chose action {number} ({space.name(number)}), which is not legal here.")
            if not isinstance(what, str):
                return what
            begun = (*begun, what)
            if (move := whole(view, begun)) is not None:
                return move


def whole(view: View, cards: Sequence[str]) -> str | None:
    """The move that gives these cards; None when some are still to be chosen."""
    parts = actions(view.game).parts
    return parts.move(view, cards) if parts is not None else None
