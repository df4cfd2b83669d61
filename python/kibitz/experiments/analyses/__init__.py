"""Analyses of the papers that are no matches, one file each, found by name.

Each has ``run(record, column, count)``. The record's scale gives the count: of deals, unless the file says otherwise.
"""

from collections.abc import Callable
from importlib import import_module

from kibitz.experiments.record import Column, InvalidExperiment, Record
from kibitz.experiments.watch import Findings

NAMES = (
    "agreement",
    "beater",
    "behaviour",
    "foresight",
    "hands",
    "heat_map",
    "marginals",
    "q_learning",
    "rigs",
    "sample_size",
    "sizes",
    "speed",
    "timing",
)

Run = Callable[[Record, Column, int], Findings]


def named(name: str) -> Run:
    """The analysis of a name."""
    if name not in NAMES:
        raise InvalidExperiment(f'There is no analysis "{name}"; known are {", ".join(NAMES)}.')
    run: Run = import_module(f"{__name__}.{name}").run
    return run
