"""Learning: one learner per file, each readable from top to bottom. See docs/learning.md.

Those here learn every game; those that repeat what a paper on one game did lie in its folder, under ``learners``.

Learning needs PyTorch (``pip install "kibitz[learn]"``); playing with what was learned does not.
"""

from importlib import import_module
from types import ModuleType

from kibitz import _core
from kibitz.games import parts

_EVERY_GAME = ("dmc", "ppo")


def learners() -> dict[str, str]:
    """Every learner with its module, which has HELP, GAMES, Settings, defaults(device) and train(order, settings)."""
    own = {name: f"{__name__}.{name}" for name in _EVERY_GAME}
    for game in _core.game_names():
        own |= {name: f"kibitz.games.{game}.learners.{name}" for name in parts(game, "learners")}
    return own


def learner(name: str) -> ModuleType:
    """The module of a learner."""
    known = learners()
    if name not in known:
        raise _core.InvalidSpec(f'There is no learner "{name}"; there are {", ".join(known)}.')
    return loaded(known[name])


def loaded(module: str) -> ModuleType:
    """A module that needs PyTorch; without it, a sentence says how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] == "kibitz":
            raise
        raise _core.InvalidSpec(
            f'Learning needs {error.name}, which is not installed; install it with pip install "kibitz[learn]".'
        ) from error
