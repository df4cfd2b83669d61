"""What a seat sees, as the protocol says it. Everything is read from a ``View``; the state is asked for one only."""

from functools import lru_cache
from itertools import takewhile

from kibitz import _core
from kibitz.server.protocol import MoveInfo, Played, SeatView

_NOBODY = -1


def seat_view(state: _core.State, seat: int, *, brief: bool = False) -> SeatView:
    """The view of a seat; in brief, without what was played."""
    view = state.view(seat)
    facts = view.facts
    gives = _gives(view)
    moves = _beside_gifts(view) if gives else list(view.legal(cards=True))
    return SeatView(
        seat=seat,
        facts=facts,
        moves=[move_info(move) for move in moves],
        calls=[str(move) for move in moves if move.is_call],
        must=facts.asked and not any(move.is_decline for move in moves),
        give=[(seat + step) % view.game.seats for step in range(1, view.game.seats)] if gives else None,
        tricks=[] if brief else _tricks(state, view),
    )


def _gives(view: _core.View) -> bool:
    """Whether the seat gives a card to each of the others: exchanges come last in the list of its moves."""
    legal = view.legal()
    return len(legal) > 0 and _is_gift(legal[len(legal) - 1], view.game.seats)


def _is_gift(move: _core.Move, seats: int) -> bool:
    return move.kind == "exchange" and len(move.cards) == seats - 1


def _beside_gifts(view: _core.View) -> list[_core.Move]:
    """What else the seat may do. Any cards may be given: a list of all two thousand ways would say no more."""
    legal = view.legal()
    every = (legal[number] for number in range(len(legal)))
    return list(takewhile(lambda move: not _is_gift(move, view.game.seats), every))


def move_info(move: _core.Move) -> MoveInfo:
    """A move as it is told."""
    return _move_info(move, str(move))


def played(seat: int | str, move: _core.Move) -> Played:
    """A move that was made, as it is told."""
    return _played(_NOBODY if seat == "chance" else int(seat), move, str(move))


# A view tells everything that was played, again after every move. The text belongs to what is looked up: cards that are
# worth the same make moves that are the same.
@lru_cache(20_000)
def _move_info(move: _core.Move, text: str) -> MoveInfo:
    return MoveInfo(text=text, kind=move.kind, cards=move.cards, combination=move.combination, to=move.to)


@lru_cache(20_000)
def _played(seat: int, move: _core.Move, text: str) -> Played:
    return Played(seat=seat, move=_move_info(move, text))


def _tricks(state: _core.State, view: _core.View) -> list[list[Played]]:
    """What the seat has seen, trick by trick: where one ends is known to all."""
    seen = view.history
    found: list[list[Played]] = []
    at = 0
    for trick in state.tricks:
        shown = []
        for step in trick:
            if at < len(seen) and seen[at] == step:
                shown.append(played(*step))
                at += 1
        if shown:
            found.append(shown)
    assert at == len(seen), "a view holds moves of its deal, in order"
    return found
