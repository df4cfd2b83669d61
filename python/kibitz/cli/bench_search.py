"""``kibitz bench search``: how fast the searches are."""

import time
from collections.abc import Iterator
from itertools import count
from statistics import median

from kibitz import _core
from kibitz.cli.benchmark import Benchmark
from kibitz.games import profile
from kibitz.play import play

POSITIONS = 21


def benchmarks(*games: str) -> Iterator[Benchmark]:
    """Every benchmark of the searches of these games, or of all of them, measured when asked for."""
    for game, bench in ((name, bench) for name in games or _core.game_names() for bench in profile(name).bench.search):
        views, agent = _views(_core.Game(game, bench.rules), bench.cards), _core.Agent(bench.agent, 1)
        measure = _milliseconds if bench.unit == "ms" else _rate
        if measure is _rate:
            agent.analyse(next(views))  # as in a game, its memory is there already
        found = median(measure(agent, next(views)) for _ in range(POSITIONS))
        yield Benchmark(f"search/{game}/{bench.name}", bench.unit, found)


def _rate(agent: _core.Agent, view: _core.View) -> float:
    began = time.process_time()
    found = agent.analyse(view)
    return found.iterations / (time.process_time() - began)


def _milliseconds(agent: _core.Agent, view: _core.View) -> float:
    began = time.process_time()
    agent.act(view)
    return 1000 * (time.process_time() - began)


def _views(game: _core.Game, left: int | None) -> Iterator[_core.View]:
    """Views of a seat with a real choice, in random deals with at most this many cards left."""
    from kibitz.analysis.beliefs import hands

    player = _core.Agent("random", 1)

    def wanted(state: _core.State) -> bool:
        few = left is None or sum(map(len, hands(state).values())) <= left
        return few and len(state.legal(state.to_act[0])) >= 3 and not getattr(state.facts, "out", ())

    for seed in count():
        state = play(game.deal(seed), [player.act] * game.seats, stop=wanted)
        if not state.over:
            yield state.view(state.to_act[0])
