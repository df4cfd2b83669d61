"""Finds deals in which something happens: played by `rules` from the first seed on until it does."""

from collections.abc import Callable
from typing import NamedTuple

import kibitz

NAMES = ["Ada", "Ben", "Cleo", "Dora"]


class Found(NamedTuple):
    """A finished deal and a point of it."""

    record: str
    ply: int  # so many moves stand
    seat: int  # who moves then
    move: str
    state: kibitz.State


def found(game: str, wanted: Callable[[kibitz.State, int, str], bool]) -> Found:
    """The first point at which a seat on turn, about to make a move, is wanted."""
    table, agent = kibitz.Game(game), kibitz.agent("rules", seed=1)
    for seed in range(400):
        state, points = table.deal(seed=seed), []
        while not state.over:
            seat = state.to_act[0]
            move = agent.act(state.view(seat))
            if str(move) != "decline":
                points.append((state, seat, str(move)))
            state = state.play(seat, move)
        record = str(state.record(NAMES[: table.seats]))
        for ply, (before, seat, move_made) in enumerate(points):
            if wanted(before, seat, move_made):
                return Found(record, ply, seat, move_made, before)
    raise AssertionError("no such deal")


def may(move: str) -> Callable[[kibitz.State, int, str], bool]:
    """The seat may make a move, or one that begins like it."""
    return lambda state, seat, _: any(str(legal).startswith(move) for legal in state.legal(seat))


def makes(move: str) -> Callable[[kibitz.State, int, str], bool]:
    """The seat is about to make a move, or one that begins like it."""
    return lambda _state, _seat, made: made.startswith(move)
