"""The spaces of observations and actions, the same for all environments of a game."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kibitz._core import Game
from kibitz.envs.actions import Actions

__all__ = ["action_space", "observation_space"]


def action_space(space: Actions, more: int = 0) -> spaces.Discrete:
    """The numbers of actions, and ``more`` that an environment adds."""
    return spaces.Discrete(space.n + more)


def observation_space(game: Game, space: Actions, more: int = 0) -> "spaces.Space[dict[str, NDArray[np.int8]]]":
    """The bits that networks see, and which actions are legal."""

    def ones(length: int) -> spaces.Space[Any]:
        return spaces.Box(0, 1, (length,), np.int8)

    words: int = game.features()["state_words"]
    both: spaces.Space[Any] = spaces.Dict({"observation": ones(64 * words), "action_mask": ones(space.n + more)})
    return both
