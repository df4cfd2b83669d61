"""Gymnasium's vector environment over the engine's self-play: many deals side by side, on any number of threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kibitz import games
from kibitz._core import SelfPlay
from kibitz.envs.actions import actions, bits
from kibitz.envs.single import lineup
from kibitz.envs.spaces import action_space, observation_space
from kibitz.envs.table import unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kibitz._core import Batch

__all__ = ["Vector"]

_KINDS = ("state", "action", "offset", "seat", "chosen", "samples", "returns", "sample_learner", "sample_ticket")


class Vector(VectorEnv[dict[str, "NDArray[np.int8]"], "NDArray[np.int64]", "NDArray[Any]"]):
    """Deals side by side; where one ends, the next begins in the same step.

    With ``opponents`` the learner has one seat of every deal, from place to place another. Without (``None``) it has
    all seats: ``info["seat"]`` says whose choice it is, and ``info["returns"]`` what a finished deal brought each.

    The first deal of each place begins in the middle, after random moves, so that deals do not end all at once.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        rules: str | None = None,
        num_envs: int = 1,
        opponents: str | Sequence[str] | None = "rules",
        reward: str | None = None,
        threads: int = 1,
        render_mode: None = None,
        **options: object,
    ) -> None:
        self.game, self.num_envs, self.render_mode = games.load(game, rules, **options), num_envs, render_mode
        self.actions, self._reward, self._threads = actions(self.game), unit(self.game, reward), threads
        seats = range(self.game.seats)
        if opponents is None:
            self._players = ["learn", *(f"learn{seat}" for seat in seats[1:])]
            self._seatings = [list(seats)]
        else:
            self._players = ["learn", *map(str, lineup(self.game, opponents))]
            self._seatings = [[(seat - learner) % len(seats) for seat in seats] for learner in seats]
        self._learners = 1 if opponents is not None else len(seats)
        self.single_action_space = action_space(self.actions)
        self.single_observation_space = observation_space(self.game, self.actions)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._room = 32 * num_envs + 256
        self._deal(0)

    def _deal(self, seed: int) -> None:
        self._play = SelfPlay(
            self.game,
            self.num_envs,
            self._players,
            seed=seed,
            threads=self._threads,
            reward=self._reward,
            seatings=self._seatings,
        )
        self._bind()

    def _bind(self) -> None:
        shapes = self._play.shapes(rows=self._room, samples=self._room)
        self._memory: dict[str, NDArray[Any]] = {name: np.zeros(shapes[name][1], shapes[name][0]) for name in _KINDS}
        self._play.bind(0, **self._memory)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[np.int8]], dict[str, Any]]:
        """Deals anew everywhere; one seed is enough for all deals to come."""
        first = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=first, options=options)
        self._deal(first if first is not None else int(self.np_random.integers(2**63)))
        self._advance()
        return self._observations(), {"seat": self._memory["seat"].copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, NDArray[np.int8]], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Makes the choice of every place, and plays on to the next."""
        rows = np.flatnonzero(self._numbers == np.asarray(actions)[self._owner])
        if len(rows) != self.num_envs:
            missing = np.setdiff1d(np.arange(self.num_envs), self._owner[rows])[0]
            raise ValueError(
                f"Action {actions[missing]} is not legal at place {missing} now; action_mask has the legal ones."
            )
        self._memory["chosen"][:] = rows - self._memory["offset"][:-1]
        seat = self._memory["seat"].copy() if self._learners > 1 else np.zeros(self.num_envs, np.uint8)
        returns, over = self._advance()
        reward = returns[np.arange(self.num_envs), seat]
        info = {"seat": self._memory["seat"].copy()} | ({"returns": returns} if self._learners > 1 else {})
        return self._observations(), reward, over, np.zeros(self.num_envs, bool), info

    def _advance(self) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Plays on; what deals that ended have brought each learner, and where they were."""
        returns = np.zeros((self.num_envs, self._learners))
        over = np.zeros(self.num_envs, bool)
        batch = self._play.step(0, "chosen")
        self._finished(batch, returns, over)
        while batch.held or batch.waiting:  # not all had room: what is on offer is offered again, with more
            self._room *= 2
            self._bind()
            batch = self._play.step(0, "chosen")
            self._finished(batch, returns, over)
        offset = self._memory["offset"].astype(np.int64)
        self._owner = np.repeat(np.arange(self.num_envs), np.diff(offset))
        self._numbers = self.actions.number(self._memory["action"][: batch.rows], self._owner)
        return returns, over

    def _finished(self, batch: Batch, returns: NDArray[np.float64], over: NDArray[np.bool_]) -> None:
        places = self._memory["sample_ticket"][: batch.samples, 1]
        returns[places, self._memory["sample_learner"][: batch.samples]] = self._memory["returns"][: batch.samples]
        over[places] = True

    def _observations(self) -> dict[str, NDArray[np.int8]]:
        mask = np.zeros((self.num_envs, self.actions.n), np.int8)
        mask[self._owner, self._numbers] = 1
        return {"observation": bits(self._memory["state"]), "action_mask": mask}

    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
        """For every legal action its place, its number, and the words that encode its move."""
        return self._owner, self._numbers, self._memory["action"][: len(self._owner)].copy()
