"""``kibitz bench selfplay``: how many decisions a second batched self-play makes, without a network."""

import os
import time
from collections.abc import Callable, Iterator

from kibitz import _core
from kibitz.cli.benchmark import Benchmark
from kibitz.games import profile

PLACES = 32_768
SECONDS = 3.0


def benchmarks() -> Iterator[Benchmark]:
    """Every benchmark of self-play on one thread, by CPU time, and on all of them, by the clock."""
    threads = len(os.sched_getaffinity(0))
    for game, preset in ((name, preset) for name in _core.game_names() for preset in profile(name).bench.selfplay):
        yield Benchmark(f"selfplay/{game}/{preset}/1-thread", "decisions/s", _rate(game, preset, 1, time.process_time))
        if threads > 1:
            name = f"selfplay/{game}/{preset}/{threads}-threads"
            yield Benchmark(name, "decisions/s", _rate(game, preset, threads, time.perf_counter))


def _rate(game: str, preset: str, threads: int, clock: Callable[[], float]) -> float:
    import numpy as np  # the other commands need not wait for it

    play = _core.SelfPlay(_core.Game(game, preset), PLACES, threads=threads)
    shapes = play.shapes(rows=16 * PLACES, samples=4 * PLACES)
    wanted = ("state", "action", "offset", "seat", "learner", "values", "samples", "returns")
    buffers = {name: np.zeros(shapes[name][1], shapes[name][0]) for name in wanted}
    buffers["values"][:] = np.random.default_rng(1).random(len(buffers["values"]), np.float32)
    play.bind(0, **buffers)
    for _ in range(20):
        play.step()
    before, began = play.counts["decisions"], clock()
    while (used := clock() - began) < SECONDS:
        play.step()
    return (play.counts["decisions"] - before) / used
