"""OpenSpiel, RLCard and PettingZoo beside Kibitz, by CPU time; ``make test-peers`` installs them.

Random moves to the end of a deal, one after the other on one core, every program through the interface in Python that
its users have: moves and deals per second of CPU time, the median of slices that take turns. What can be compared with
what says docs/environments.md. ``--match`` plays OpenSpiel's information-set search against ours on the same deals.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import kibitz
from kibitz import _core, envs

sys.path.append(str(Path(__file__).parent.parent / "examples"))

Deal = Callable[[random.Random], int]
"""Plays a deal and says how many moves it had."""


def ours(name: str) -> Deal:
    """States of Kibitz from Python."""
    game = kibitz.games.load(name)

    def deal(chance: random.Random) -> int:
        state, moves = game.deal(chance.getrandbits(64)), 0
        while not state.over:
            seat = state.to_act[0]
            state = state.play(seat, chance.choice(state.legal(seat)))
            moves += 1
        return moves

    return deal


def pettingzoo(env: Any) -> Deal:
    """Any environment of PettingZoo's agent environment cycle, observations included."""

    def deal(chance: random.Random) -> int:
        env.reset(seed=chance.getrandbits(31))
        moves = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = info["action_mask"] if "action_mask" in info else observation["action_mask"]
            env.step(chance.choice(np.flatnonzero(mask).tolist()))
            moves += 1
        return moves

    return deal


def openspiel(game: Any) -> Deal:
    """Any game of OpenSpiel, its own or ours."""

    def deal(chance: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                moves += 1
        return moves

    return deal


def rlcard(name: str) -> Deal:
    """A game of RLCard with its random agents."""
    import rlcard as cards
    from rlcard.agents import RandomAgent

    env = cards.make(name)
    env.set_agents([RandomAgent(env.num_actions) for _ in range(env.num_players)])

    def deal(chance: random.Random) -> int:
        env.seed(chance.getrandbits(31))
        trajectories, _ = env.run(is_training=False)
        return sum(len(each) // 2 for each in trajectories)

    return deal


def contenders() -> Iterator[tuple[str, str, Deal]]:
    """Program, game and how to play a deal of it."""
    import pyspiel

    from kibitz.envs import openspiel as adapter

    for name in _core.game_names():
        title = str(_core.describe_game(name)["title"])
        yield "Kibitz", title, ours(name)
        yield "Kibitz in PettingZoo", title, pettingzoo(envs.aec(name))
        yield "Kibitz in OpenSpiel", title, openspiel(adapter.load(name))
    yield "Kibitz, game in Python", "Hearts", ours("hearts:Hearts")
    for name in ("hearts", "skat", "spades"):
        yield "OpenSpiel", name.capitalize(), openspiel(pyspiel.load_game(name))
    for name in ("doudizhu", "gin-rummy", "uno"):
        yield "RLCard", name.capitalize(), rlcard(name)
    try:
        from pettingzoo.classic import gin_rummy_v4
    except ImportError:
        return
    yield "PettingZoo (RLCard)", "Gin-rummy", pettingzoo(gin_rummy_v4.env())


def rates(deal: Deal, chance: random.Random, seconds: float) -> tuple[float, float]:
    """Moves and deals per second of CPU time in one slice of at least so many."""
    began, moves, deals = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < seconds:
        moves, deals = moves + deal(chance), deals + 1
    return moves / spent, deals / spent


def measure(slices: int, seconds: float) -> None:
    """Prints the table; the programs take turns, so that a busy moment of the machine hits all alike."""
    warnings.filterwarnings("ignore")
    all_of_them = list(contenders())
    chance, found = random.Random(1), [[] for _ in all_of_them]  # type: list[list[tuple[float, float]]]
    for _ in range(slices):
        for (_, _, deal), own in zip(all_of_them, found, strict=True):
            own.append(rates(deal, chance, seconds))
    print("| program | game | moves/s | deals/s |\n|---|---|---:|---:|")
    for (program, game, _), own in zip(all_of_them, found, strict=True):
        moves, deals = (median(column) for column in zip(*own, strict=True))
        print(
            f"| {program} | {game} | {moves:,.0f} | {deals:,.0f} |"
            if deals >= 10
            else f"| {program} | {game} | {moves:,.0f} | {deals:.1f} |"
        )


def match(games: list[str], deals: int, simulations: int) -> None:
    """OpenSpiel's search in Python against ours, each with as many iterations a move, on the same deals."""
    from open_spiel.python.algorithms import ismcts, mcts

    from kibitz.envs import openspiel as adapter

    def bot(game: Any, seed: int) -> Any:
        chance = np.random.RandomState(seed)
        return ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 1.4, simulations, random_state=chance)

    for name in games:
        theirs = adapter.Player(bot)
        result = kibitz.match(name, f"ismcts({simulations})", theirs, others=(), deals=deals, seed=1, threads=1)
        own, their = (1000 * seconds for seconds in result.seconds_per_move)
        print(f"{name}: ours {result.mean:+.2f} ({result.low:+.2f} to {result.high:+.2f}) {result.unit},", end=" ")
        print(f"{deals} deals, {simulations} iterations; CPU time a move {own:.2f} ms ours, {their:.0f} ms theirs")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--slices", type=int, default=5)
    options.add_argument("--seconds", type=float, default=0.3)
    options.add_argument("--match", type=int, metavar="DEALS", help="play the searches against each other instead")
    options.add_argument("--simulations", type=int, default=100)
    options.add_argument("--games", nargs="+", default=["schnapsen"], metavar="GAME", help="those of the match")
    asked = options.parse_args()
    if asked.match:
        match(asked.games, asked.match, asked.simulations)
    else:
        measure(asked.slices, asked.seconds)
