"""One number of ``kibitz bench``."""

from typing import NamedTuple


class Benchmark(NamedTuple):
    """A rate per second of CPU time, or a time: the median over the slices."""

    name: str
    unit: str
    median: float
