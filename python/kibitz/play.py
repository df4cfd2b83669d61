"""A deal played move by move: the one loop of everything that lets players play in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

    from kibitz._core import Move, State, View

__all__ = ["Choose", "See", "play", "states"]

Choose = Callable[["View"], "Move | str"]
"""Who decides for a seat: the method ``act`` of an agent."""
See = Callable[["State", int, "Move"], None]
"""Is shown a decision: the state before it, the seat, and its move."""


def play(
    state: State,
    players: Sequence[Choose],
    *,
    see: See | None = None,
    stop: Callable[[State], bool] | None = None,
    lots: Random | None = None,
) -> State:
    """The end of the deal, or the first state in which ``stop`` says so."""
    for after in states(state, players, see=see, stop=stop, lots=lots):
        state = after
    return state


def states(
    state: State,
    players: Sequence[Choose],
    *,
    see: See | None = None,
    stop: Callable[[State], bool] | None = None,
    lots: Random | None = None,
) -> Iterator[State]:
    """The state after each move, until the deal is over or ``stop`` says so.

    One player per seat; ``lots`` draws the chance events of a state without a seed. Only who sees a decision has its
    move written as the list of legal moves has it.
    """
    while not (state.over or (stop is not None and stop(state))):
        if state.chance:
            assert lots is not None, "a dealt state draws its own chance events"
            state = state.play("chance", lots.choice(state.legal("chance")))
        else:
            seat = state.to_act[0]
            move = _asked(players[seat], state, seat)
            if see is not None:
                move = state.canonical(seat, move)
                see(state, seat, move)
            state = state.play(seat, move)
        yield state


def _asked(player: Choose, state: State, seat: int) -> Move | str:
    """What a player decides. Where it fails, the error names the deal, which no player knows."""
    from kibitz._core import AgentFailed

    try:
        return player(state.view(seat))
    except AgentFailed as error:
        if state.seed is None:
            raise
        raise type(error)(f"{str(error).rstrip('.')}. The deal has the seed {state.seed}.") from error
