"""Deals at which a Python agent sits: slower than the engine's own loop, on the same cards."""

from collections.abc import Sequence

from kibitz import _core
from kibitz.agents import Agent, agent


def play_deals(game: _core.Game, sides: Sequence[Agent], first: int, count: int, seed: int) -> list[list[list[float]]]:
    """As ``_core.play_deals``, for agents of which at least one is written in Python."""
    return [
        [
            _play(game, _seated(sides, table, deal_seed, number), table, deal_seed)
            for number, table in enumerate(game.seatings)
        ]
        for deal_seed in (_core.deal_seed(seed, deal) for deal in range(first, first + count))
    ]


def _seated(sides: Sequence[Agent], table: Sequence[int], seed: int, number: int) -> list[Agent]:
    """A player per seat. One of the engine is made anew, so that its chance depends on nothing but the seeds."""
    players = []
    for seat, side in enumerate(table):
        player = sides[side]
        if isinstance(player, _core.Agent):
            player = agent(player.spec, _core.deal_seed(seed, number * len(table) + seat))
        players.append(player)
    return players


def _play(game: _core.Game, players: Sequence[Agent], table: Sequence[int], seed: int) -> list[float]:
    state = game.deal(seed)
    while not state.over:
        seat = state.to_act[0]
        assert isinstance(seat, int), "a dealt state draws its own lots"
        state = state.play(seat, players[seat].act(state.view(seat)))
    return [_mean([points for points, at in zip(state.returns, table, strict=True) if at == side]) for side in (0, 1)]


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)
