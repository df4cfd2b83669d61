"""``kibitz bench``: how fast the engine is."""

import json
import time
from collections.abc import Callable, Iterator
from itertools import count
from statistics import median
from typing import Annotated

import typer

from kibitz import _core
from kibitz.cli import bench_search, bench_selfplay
from kibitz.cli.benchmark import Benchmark
from kibitz.cli.options import JsonOption, complete_game
from kibitz.games import profile

SLICES = 15
SECONDS = 0.05


def command(
    game: Annotated[
        str | None,
        typer.Argument(
            help='The game, "search" for the searches, or "selfplay" for self-play (default: all games).',
            autocompletion=complete_game,
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure how fast the engine is, in rates per second of CPU time.

    Each number is the median of short slices, so that other programs on the machine disturb it little.

    - `playout-sampled`: deals played at random to the end, moves drawn without making their list
    - `playout-listed`: the same through the list of legal moves
    - `playout-batched`: many deals side by side in vector instructions, in games that have it
    - `deals`: new deals
    - `worlds`: hidden hands drawn anew, given what one seat knows
    - `python-play`: moves found, chosen and made through Python objects
    - `kibitz bench search`: iterations of the tree search from the deal, in the middle and late in a deal
    - `kibitz bench selfplay`: decisions of batched self-play, features and samples included, without a network
    """
    found = []
    for result in _asked_for(game):
        found.append(result)
        if not as_json:
            typer.echo(f"{result.name:36} {result.median:14,.{0 if result.median > 100 else 2}f} {result.unit}")
    if as_json:
        typer.echo(json.dumps({"benchmarks": [result._asdict() for result in found]}))


def _asked_for(game: str | None) -> Iterator[Benchmark]:
    if game in ("search", "selfplay"):
        yield from (bench_search if game == "search" else bench_selfplay).benchmarks()
        return
    for name in _core.game_names() if game is None else [_core.Game(game).name]:
        yield from benchmarks(name)


def benchmarks(name: str) -> Iterator[Benchmark]:
    """Every benchmark of a game, measured when asked for."""
    for measured in profile(name).bench.engine:
        preset, _, what = measured.rpartition("/")
        rates = _core.measure(_core.Game(name, preset or None), what, SLICES, SECONDS)
        yield Benchmark(f"{name}/{measured}", f"{what.partition('-')[0].removesuffix('s')}s/s", median(rates))
    plays = _python_plays(_core.Game(name))
    yield Benchmark(f"{name}/python-play", "plays/s", median(_rate(plays) for _ in range(SLICES)))


def _rate(work: Callable[[], int]) -> float:
    done, began = 0, time.process_time()
    while (used := time.process_time() - began) < SECONDS:
        done += work()
    return done / used


def _python_plays(game: _core.Game) -> Callable[[], int]:
    seeds = count()

    def one_deal() -> int:
        state, plays = game.deal(next(seeds)), 0
        while not state.over:
            seat = state.to_act[0]
            moves = state.legal(seat)
            state = state.play(seat, moves[plays % len(moves)])
            plays += 1
        return plays

    return one_deal
