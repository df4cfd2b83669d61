"""What a seat sees, as the protocol says it. Everything is read from a ``View``; the state is asked for one only."""

import json
from collections.abc import Iterable
from functools import cache
from itertools import takewhile

from kibitz import _core
from kibitz.server.protocol import FACTS, Played, SeatView

_NOBODY = -1


def seat_view(state: _core.State, seat: int, *, brief: bool = False) -> SeatView:
    """The view of a seat; in brief, without what was played."""
    view = state.view(seat)
    facts = view.facts()
    giving = facts["phase"] == "exchange"
    # Any cards may be exchanged: a list of all two thousand ways would say no more.
    moves = _legal_calls(view) if giving else [str(move) for move in view.legal(cards=True)]
    wanted = giving and facts["asked"]
    return SeatView(
        seat=seat,
        facts=FACTS[view.game.name].model_validate(facts),  # type: ignore[arg-type]
        moves=moves,
        calls=[move for move in moves if move in calls(view.game.name)],
        must=facts["asked"] and "decline" not in moves,
        give=[(seat + step) % view.game.seats for step in range(1, view.game.seats)] if wanted else None,
        tricks=[] if brief else tricks(state, view),
    )


def _legal_calls(view: _core.View) -> list[str]:
    """The calls open to a seat; they come first in the list of its moves."""
    legal, known = view.legal(), calls(view.game.name)
    return list(takewhile(known.__contains__, (str(legal[number]) for number in range(len(legal)))))


def tricks(state: _core.State, view: _core.View) -> list[list[Played]]:
    """What the seat has seen, in the lines of the record: where a trick ends is known to all."""
    seen = [Played(seat=number(seat), move=str(move)) for seat, move in view.history]
    found: list[list[Played]] = []
    at = 0
    for line in blocks(state):
        shown = []
        for move in line:
            if at < len(seen) and seen[at] == move:
                shown.append(seen[at])
                at += 1
        if shown:
            found.append(shown)
    assert at == len(seen), "a view holds moves of its deal, in order"
    return found


def blocks(state: _core.State) -> Iterable[list[Played]]:
    """The moves of a state in the lines of its record."""
    for line in json.loads(state.record().to_json())["moves"]:
        steps = (step.strip().partition(" ") for step in line.split(";"))
        yield [Played(seat=number(seat), move=move) for seat, _, move in steps]


def number(seat: int | str) -> int:
    """A seat, or -1 for chance."""
    return _NOBODY if seat == "chance" else int(seat)


@cache
def calls(game: str) -> frozenset[str]:
    """The moves of a game that are calls or announcements."""
    return frozenset(_core.Game(game).deal(seed=0).facts()["call_moves"])


def partners(game: _core.Game) -> list[list[int]]:
    """The seats that play together; empty where each plays alone or where the cards decide it."""
    sides = len(game.deal(seed=0).view(0).facts()["scores"])  # teams keep one score
    return [list(range(side, game.seats, sides)) for side in range(sides)] if sides < game.seats else []
