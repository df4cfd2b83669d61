"""``kibitz bench search``: how fast the searches are."""

import time
from collections.abc import Iterator
from itertools import count
from statistics import median

from kibitz import _core
from kibitz.cli.benchmark import Benchmark

# name, game, preset, agent, share of the cards that are left in the positions
SEARCHES = [
    ("search/tichu/ismcts-deal", "tichu", "epfl2017", "ismcts(20000, reward=rank)", 1.0),
    ("search/tichu/ismcts-mid", "tichu", "epfl2017", "ismcts(20000, reward=rank)", 28 / 56),
    ("search/tichu/ismcts-late", "tichu", "epfl2017", "ismcts(20000, reward=rank)", 16 / 56),
    ("search/doppelkopf/ismcts-deal", "doppelkopf", "cardplay", "ismcts(20000)", 1.0),
    ("search/schnapsen/ismcts-deal", "schnapsen", "tournament", "ismcts(20000)", 1.0),
]
POSITIONS = 21


def benchmarks() -> Iterator[Benchmark]:
    """Every benchmark of the searches, measured when asked for."""
    for name, game, preset, spec, left in SEARCHES:
        views = _views(_core.Game(game, preset), left)
        agent = _core.Agent(spec, 1)
        agent.analyse(next(views))  # as in a game, its memory is there already
        yield Benchmark(name, "iterations/s", median(_rate(agent, next(views)) for _ in range(POSITIONS)))
    first_moves = _views(_core.Game("six_nimmt", "papers"), 1.0)
    agent = _core.Agent("mc(200)", 1)
    times = [1000 * _seconds(agent, next(first_moves)) for _ in range(POSITIONS)]
    yield Benchmark("search/six_nimmt/mc200-first-move-ms", "ms", median(times))


def _rate(agent: _core.Agent, view: _core.View) -> float:
    began = time.process_time()
    found = agent.analyse(view)
    return found.iterations / (time.process_time() - began)


def _seconds(agent: _core.Agent, view: _core.View) -> float:
    began = time.process_time()
    agent.act(view)
    return time.process_time() - began


def _views(game: _core.Game, left: float) -> Iterator[_core.View]:
    """Views of a seat with a real choice, in random deals with at most that share of the cards left."""
    player = _core.Agent("random", 1)
    for seed in count():
        state = game.deal(seed)
        dealt = _cards(state)
        while not state.over:
            seat = state.to_act[0]
            view = state.view(int(seat))
            if _cards(state) <= left * dealt and len(view.legal()) >= 3 and not state.facts().get("out"):
                yield view
                break
            state = state.play(seat, player.act(view))


def _cards(state: _core.State) -> int:
    hands = state.facts()["hands"].values()
    return sum(len(hand.split()) if isinstance(hand, str) else len(hand) for hand in hands)
