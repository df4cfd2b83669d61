"""Learning: one learner per file, each readable from top to bottom. See docs/learning.md.

Learning needs PyTorch (``pip install "kibitz[learn]"``); playing with what was learned does not.
"""

from importlib import import_module
from types import ModuleType

from kibitz import _core

# Each is a module here with HELP, GAMES, Settings, defaults(device) and train(order, settings).
LEARNERS = ("dmc", "ppo", "dqn", "hands", "reinforce", "acer", "d3qn", "actor_critic", "ml")


def learner(name: str) -> ModuleType:
    """The module of a learner."""
    if name not in LEARNERS:
        raise _core.InvalidSpec(f'There is no learner "{name}"; there are {", ".join(LEARNERS)}.')
    try:
        return import_module(f"kibitz.learning.{name}")
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.partition(".")[0] == "kibitz":
            raise
        raise _core.InvalidSpec(
            f'Learning needs {error.name}, which is not installed; install it with pip install "kibitz[learn]".'
        ) from error
