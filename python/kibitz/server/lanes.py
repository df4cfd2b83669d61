"""Threads for agents, apart by how long they think: who answers at once never waits for who does not."""

import os
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import lru_cache

from kibitz import _core
from kibitz.server.turns import step_back

_DEEP_MS = 200.0  # beyond that a decision waits among its like


class Lanes:
    """One lane for quick decisions, one for deep ones, which are no more at a time than there are cores."""

    def __init__(self) -> None:
        cores = os.cpu_count() or 1
        self._quick = ThreadPoolExecutor(cores + 2, "agent")
        self._deep = ThreadPoolExecutor(cores, "deep agent", step_back, (2,))

    def of(self, game: _core.Game, spec: str) -> Executor:
        """The lane of an agent."""
        return self._deep if _cost(game, spec) > _DEEP_MS else self._quick

    def close(self) -> None:
        """Waits for those at work, who have been told to stop."""
        for lane in (self._quick, self._deep):
            lane.shutdown(wait=True, cancel_futures=True)


@lru_cache(1000)
def _cost(game: _core.Game, spec: str) -> float:
    """What a decision costs: asked for every one, and an agent has to be made to tell."""
    return game.cost(spec)
