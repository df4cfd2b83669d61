"""What a Python agent may be told beside being asked: that a match or a deal begins or ends, as its seat sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from kibitz.agents.plugins import PythonAgent

if TYPE_CHECKING:
    from kibitz._core import Game, State

__all__ = ["begin_deal", "begin_match", "end_deal", "end_match", "tell"]


def begin_match(players: Sequence[object], game: Game) -> None:
    """``begin_match(game, seat)``: the players have sat down, be it for one deal."""
    for seat, player in enumerate(players):
        tell(player, "begin_match", game, seat)


def begin_deal(players: Sequence[object], state: State) -> None:
    """``begin_deal(view)``: the cards are dealt."""
    for seat, player in enumerate(players):
        tell(player, "begin_deal", partial(state.view, seat))


def end_deal(players: Sequence[object], state: State) -> None:
    """``end_deal(view, returns)``: the deal is over, and has brought each seat so much."""
    for seat, player in enumerate(players):
        tell(player, "end_deal", partial(state.view, seat), state.returns)


def end_match(players: Sequence[object], winners: Iterable[int]) -> None:
    """``end_match(winners)``: the match is over; all seats have won in a draw."""
    won = list(winners)
    for player in players:
        tell(player, "end_match", won)


def tell(player: object, hook: str, *what: Any) -> None:
    """Calls the hook if the player has it; views are made only then."""
    told = getattr(player.player if isinstance(player, PythonAgent) else player, hook, None)
    if callable(told):
        told(*(each() if callable(each) else each for each in what))
