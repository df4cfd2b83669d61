"""Analyses of the papers that are no matches, one file each, found by name: here, or in the folder ``analyses`` of the
game they are of.

Each has ``run(experiment, column, count)``. The count is of deals unless the file says otherwise, and comes from the
experiment's scale. An analysis may have ``SAMPLE``, the least count that tells something, 3 if it has none; where the
same seed does not give the same numbers (times, networks) it is 0.
"""

from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from kibitz import _core
from kibitz.experiments.experiment import Column, Experiment, InvalidExperiment
from kibitz.experiments.watch import Findings
from kibitz.games import part, parts

_EVERY_GAME = ("behaviour", "sample_size", "speed", "timing")

Run = Callable[[Experiment, Column, int], Findings]


def named(name: str) -> Run:
    """The analysis of a name."""
    run: Run = _module(name).run
    return run


def sample(name: str) -> int:
    """The count of a small run that can be repeated exactly; 0 if there is none."""
    return int(getattr(_module(name), "SAMPLE", 3))


def _module(name: str) -> ModuleType:
    found = next((module for game in _core.game_names() if (module := part(game, f"analyses.{name}"))), None)
    if found is None and name in _EVERY_GAME:
        found = import_module(f"{__name__}.{name}")
    if found is None:
        raise InvalidExperiment(f'There is no analysis "{name}"; known are {", ".join(names())}.')
    return found


def names() -> list[str]:
    """All analyses."""
    return sorted([*_EVERY_GAME, *(name for game in _core.game_names() for name in parts(game, "analyses"))])
