"""Environments for standard algorithms: PettingZoo and Gymnasium, with a fixed ``Discrete(n)`` and action masks.

    env = kibitz.envs.aec(name, rules=None)        every seat an agent, one after the other
    env = kibitz.envs.parallel(name)               all who are asked at once, in one step
    env = gymnasium.make("kibitz/NAME-v1")         one seat against agents of Kibitz
    env = gymnasium.make_vec("kibitz/NAME-v1", 64) many deals side by side, on the engine's self-play

See docs/environments.md. They need ``pip install "kibitz[envs]"``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kibitz import _core, games
from kibitz.envs.actions import Actions, actions
from kibitz.envs.choices import Player

if TYPE_CHECKING:
    from kibitz.envs.rounds import Rounds
    from kibitz.envs.turns import Turns

__all__ = ["Actions", "Player", "actions", "aec", "parallel", "register"]


def aec(
    game: str, rules: str | None = None, *, reward: str | None = None, render_mode: str | None = None, **options: object
) -> Turns:
    """PettingZoo's agent environment cycle: every seat is an agent. ``options`` are rule options, as for ``Game``."""
    made: Turns = _class("turns", "Turns")(games.load(game, rules, **options), reward, render_mode)
    return made


def parallel(
    game: str, rules: str | None = None, *, reward: str | None = None, render_mode: str | None = None, **options: object
) -> Rounds:
    """PettingZoo's parallel environment: all seats that are asked at the same time decide in one step."""
    made: Rounds = _class("rounds", "Rounds")(games.load(game, rules, **options), reward, render_mode)
    return made


def register() -> None:
    """Tells Gymnasium the ids: ``kibitz/NAME-v1`` for every game. Done when this package is imported."""
    import gymnasium

    for name in _core.game_names():
        known = f"kibitz/{name}-v1"
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point="kibitz.envs.single:Single",
                vector_entry_point="kibitz.envs.vector:Vector",
                kwargs={"game": name},
            )


def _class(module: str, name: str) -> Callable[..., Any]:
    try:
        found: Callable[..., Any] = getattr(import_module(f"{__name__}.{module}"), name)
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    return found


def _missing(error: ModuleNotFoundError) -> ModuleNotFoundError:
    if error.name is not None and error.name.partition(".")[0] == "kibitz":
        return error
    told = f'Environments need {error.name}, which is not installed; install it with pip install "kibitz[envs]".'
    return ModuleNotFoundError(told, name=error.name)


try:
    register()
except ModuleNotFoundError as error:
    raise _missing(error) from error
