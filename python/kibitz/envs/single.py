"""Gymnasium: one seat is the learner's, agents of Kibitz sit at the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np

from kibitz import games
from kibitz._core import Game, Spec
from kibitz.agents import Agent, agent
from kibitz.envs.spaces import action_space, observation_space
from kibitz.envs.table import Table
from kibitz.envs.turns import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Single", "lineup"]

Opponent = str | Spec | Agent


def lineup(game: Game, opponents: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """Who sits at the other seats, from the learner's left on: one for all, or one for each."""
    others = game.seats - 1
    if isinstance(opponents, (str, Spec, Agent)):
        return [opponents] * others
    if len(opponents) != others:
        raise ValueError(
            f"{len(opponents)} opponents are named; name one for all seats, or {others}, partners included."
        )
    return list(opponents)


class Single(gymnasium.Env[dict[str, "NDArray[np.int8]"], np.int64]):
    """One deal from one seat: ``reset(seed=7)`` is ``Game.deal(7)``; later deals and all else follow from that seed.

    Gymnasium wants every action of the space to be possible: by default one that is not legal is replaced by any that
    is, and ``info["illegal"]`` says so; with ``illegal="error"`` it is refused.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        rules: str | None = None,
        opponents: Opponent | Sequence[Opponent] = "rules",
        seat: int | None = None,
        reward: str | None = None,
        illegal: Literal["random", "error"] = "random",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        played = games.load(game, rules, **options)
        if seat is not None and not 0 <= seat < played.seats:
            raise ValueError(f"There is no seat {seat}; seats are 0 to {played.seats - 1}, or None for any.")
        self.table, self.render_mode = Table(played, reward), render_mode
        if illegal not in ("random", "error"):
            raise ValueError(f'illegal is "random" or "error", not "{illegal}".')
        self._illegal = illegal
        self._lineup, self._seat = lineup(played, opponents), seat
        self._agents: dict[int, Agent] = {}
        self.seat = 0
        self.action_space = action_space(self.table.actions)
        self.observation_space = observation_space(played, self.table.actions)
        self._seats()  # an agent that does not exist is found now

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[np.int8]], dict[str, Any]]:
        """Deals, and plays on to the first choice of the learner."""
        super().reset(seed=seed, options=options)
        self._seats()
        self.table.deal(seed if seed is not None else self._number())
        self._play_on()
        while self.table.seat is None:  # a deal without a choice for the learner
            self.table.deal(self._number())
            self._play_on()
        return self._observation(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[dict[str, NDArray[np.int8]], float, bool, bool, dict[str, Any]]:
        """Makes the choice of the learner, and plays on to its next."""
        if self.table.seat is None:
            raise ValueError("The deal is over; reset() deals anew.")
        info: dict[str, Any] = {"seat": self.seat}
        if self._illegal == "random" and self.table.choices(self.seat).what(int(action)) is None:
            action, info["illegal"] = self.np_random.choice(self.table.choices(self.seat).numbers), int(action)
        self.table.take(self.seat, int(action))
        self._play_on()
        over = self.table.seat is None
        reward = self.table.rewards()[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, over, False, info

    def _number(self) -> int:
        return int(self.np_random.integers(2**63))

    def _seats(self) -> None:
        seats = self.table.game.seats
        self.seat = int(self.np_random.integers(seats)) if self._seat is None else self._seat
        self.table.own = (self.seat,)
        self._agents = {
            (self.seat + 1 + place) % seats: agent(who, self._number()) if isinstance(who, (str, Spec)) else who
            for place, who in enumerate(self._lineup)
        }

    def _play_on(self) -> None:
        while (seat := self.table.seat) is not None and seat != self.seat:
            self.table.play(seat, self._agents[seat].act(self.table.state.view(seat)))

    def _observation(self) -> dict[str, NDArray[np.int8]]:
        return self.table.observation(self.seat, asked=self.seat == self.table.seat)

    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """The legal actions, and for each the words that encode its move."""
        found = self.table.choices(self.seat)
        return found.numbers, found.rows

    def render(self) -> str | None:
        """The deal as text, all hands included."""
        return shown(self.table, self.render_mode)
