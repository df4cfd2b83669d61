"""PettingZoo's agent environment cycle: every seat is an agent, and whoever has a choice is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo import AECEnv

from kibitz._core import Game, deal_seed
from kibitz.envs.spaces import action_space, observation_space
from kibitz.envs.table import Table

if TYPE_CHECKING:
    from gymnasium import spaces
    from numpy.typing import NDArray

    from kibitz._core import Move, View

__all__ = ["Turns"]


class Turns(AECEnv):
    """One deal: ``reset(seed=7)`` is ``Game.deal(7)``, each reset without a seed the next deal of that series.

    Who could interrupt, by a bomb or an announcement, is asked like anybody else. Moves without a choice are made
    without asking. Rewards come when the deal is over.
    """

    metadata: dict[str, Any] = {"name": "kibitz_v1", "render_modes": ["ansi", "human"]}  # noqa: RUF012

    def __init__(self, game: Game, reward: str | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.table, self.render_mode = Table(game, reward), render_mode
        self.metadata = {**type(self).metadata, "name": f"{game.name}_v1"}
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: action_space(self.table.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(game, self.table.actions) for agent in self.possible_agents}
        self._series = Series()

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions of the game."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[dict[str, NDArray[np.int8]]]:
        """The features of a view, and the mask of legal actions."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals."""
        del options
        self.table.deal(self._series.next(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Makes the choice of the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has a choice to make: None is for agents whose deal is over.")
        self.table.take(self._seats[agent], int(action))
        self._after(agent)

    def play(self, move: Move | str) -> None:
        """Makes a whole move of the agent that is asked: that of a player of Kibitz, who was shown its ``view``."""
        agent = self.agent_selection
        self.table.play(self._seats[agent], move)
        self._after(agent)

    def _after(self, agent: str) -> None:
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.table.seat is None:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> None:
        seat = self.table.seat
        self.agent_selection = self.possible_agents[seat if seat is not None else 0]

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """What an agent sees; its mask is empty unless it is asked."""
        seat = self._seats[agent]
        return self.table.observation(seat, asked=seat == self.table.seat)

    def view(self, agent: str) -> View:
        """The information set of an agent, for players of Kibitz; ``play`` makes their moves."""
        return self.table.state.view(self._seats[agent])

    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """The legal actions of the agent that is asked, and for each the words that encode its move."""
        seat = self.table.seat
        if seat is None:
            raise ValueError("The deal is over, nobody is asked; reset() deals anew.")
        found = self.table.choices(seat)
        return found.numbers, found.rows

    def render(self) -> str | None:
        """The deal as text, all hands included."""
        return shown(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is held."""


class Series:
    """The seeds of deals: that of a reset, then those of its series."""

    def __init__(self) -> None:
        self._seed, self._number = int(np.random.SeedSequence().generate_state(1, np.uint64)[0]), 0

    def next(self, seed: int | None) -> int:
        """The seed of the next deal."""
        if seed is not None:
            self._seed, self._number = seed, 0
            return seed
        self._number += 1
        return deal_seed(self._seed, self._number)


def shown(table: Table, render_mode: str | None) -> str | None:
    """The state as text, returned or printed."""
    if render_mode == "human":
        print(table.state)
    return str(table.state) if render_mode == "ansi" else None
