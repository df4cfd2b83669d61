"""PettingZoo's parallel environment: all who are asked at the same time decide in the same step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo import ParallelEnv

from kibitz._core import Game
from kibitz.envs.spaces import action_space, observation_space
from kibitz.envs.table import Table
from kibitz.envs.turns import Series, shown

if TYPE_CHECKING:
    from gymnasium import spaces
    from numpy.typing import NDArray

__all__ = ["Rounds"]


class Rounds(ParallelEnv):  # type: ignore[type-arg,unused-ignore]
    """One deal, made for games whose moves are simultaneous.

    The last action is *wait*, and it alone is legal for whoever has no choice in a step. Where one decision changes
    what another seat sees, the other's lapses, and that seat is asked again: so games of turns work too.
    """

    metadata: dict[str, Any] = {"name": "kibitz_v1", "render_modes": ["ansi", "human"]}  # noqa: RUF012

    def __init__(self, game: Game, reward: str | None = None, render_mode: str | None = None) -> None:
        self.table, self.render_mode = Table(game, reward), render_mode
        self.metadata = {**type(self).metadata, "name": f"{game.name}_v1"}
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self.agents: list[str] = []
        self.wait = self.table.actions.n
        self.action_spaces = {agent: action_space(self.table.actions, 1) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(game, self.table.actions, 1) for agent in self.possible_agents
        }
        self._series = Series()
        self._asked: list[int] = []

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions of the game, and to wait."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[dict[str, NDArray[np.int8]]]:
        """The features of a view, and the mask of legal actions."""
        return self.observation_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, NDArray[np.int8]]], dict[str, dict[str, Any]]]:
        """Deals; seeds are those of the agent environment cycle."""
        del options
        self.table.deal(self._series.next(seed))
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, dict[str, NDArray[np.int8]]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Makes the choices of all who were asked."""
        chosen = {seat: self._chosen(seat, actions) for seat in range(len(self.possible_agents))}
        views = {seat: self.table.state.view(seat) for seat in self._asked}
        for seat in self._asked:
            if seat in self.table.seats and self.table.state.view(seat) == views[seat]:
                self.table.take(seat, chosen[seat])
        over = self.table.seat is None
        agents, rewards = self.agents, self.table.rewards() if over else [0.0] * len(self.agents)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        result = (
            self._observations(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            infos,
        )
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return result

    def _chosen(self, seat: int, actions: dict[str, Any]) -> int:
        agent = self.possible_agents[seat]
        if agent not in actions:
            raise ValueError(f"There is no action of {agent}; each of {', '.join(self.agents)} needs one.")
        number = int(actions[agent])
        asked = seat in self._asked
        if (number == self.wait) == asked or (asked and self.table.choices(seat).what(number) is None):
            raise ValueError(f"Action {number} is not legal for {agent} now; action_mask has the legal ones.")
        return number

    def _observations(self) -> dict[str, dict[str, NDArray[np.int8]]]:
        self._asked = [] if self.table.seat is None else self.table.seats
        return {agent: self._observation(seat) for seat, agent in enumerate(self.agents)}

    def _observation(self, seat: int) -> dict[str, NDArray[np.int8]]:
        asked = seat in self._asked
        found = self.table.observation(seat, asked)
        return {**found, "action_mask": np.append(found["action_mask"], np.int8(not asked))}

    def render(self) -> str | None:  # type: ignore[override,unused-ignore]
        """The deal as text, all hands included."""
        return shown(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is held."""
