"""Where hidden cards are, counted and not drawn: every way to deal them to the places they may be in is equally likely.

A game says in its module ``hidden`` which cards a view does not show and where each may be. Cards that may be in the
same places are one class, and only how many of a class go where is counted: a few sums, however many worlds there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import comb

NOWHERE = -1  # in no hand

_Classes = tuple[tuple[tuple[int, ...], int], ...]  # places, and how many cards may be there
_Room = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Hidden:
    """Cards that a seat cannot see."""

    cards: Sequence[tuple[str, frozenset[int]]]
    """Each copy of each card with the places it may be in: seats, or :data:`NOWHERE`."""
    room: Mapping[int, int]
    """How many of them each place takes; together as many as there are."""
    cases: Sequence[tuple[int, ...]] = ((),)
    """Where the first cards are, in every way that the facts allow: for facts that no card has alone."""


def weights(hidden: Hidden) -> list[int]:
    """In how many ways the cards can lie, case by case."""
    return [_ways(_classes(hidden, case), room) for case, room in _cases(hidden)]


def places(hidden: Hidden, seats: int) -> dict[str, list[float]]:
    """Per card and seat the share of worlds in which it is there; of cards that occur twice, the mean number."""
    held: dict[str, Counter[int]] = {card: Counter() for card, _ in hidden.cards}
    total = 0
    for case, room in _cases(hidden):
        classes = _classes(hidden, case)
        ways = _ways(classes, room)
        total += ways
        for (card, _), place in zip(hidden.cards, case, strict=False):
            held[card][place] += ways
        there = {where: _one_there(classes, room, where) for where, _ in classes}
        for card, where in hidden.cards[len(case) :]:
            held[card].update(there[tuple(sorted(where))])
    return {card: [held[card][seat] / total for seat in range(seats)] for card in sorted(held)}


def _cases(hidden: Hidden) -> Iterator[tuple[tuple[int, ...], _Room]]:
    for case in hidden.cases:
        taken = Counter(case)
        yield case, tuple((place, free - taken[place]) for place, free in sorted(hidden.room.items()))


def _classes(hidden: Hidden, case: tuple[int, ...]) -> _Classes:
    counted = Counter(tuple(sorted(where)) for _, where in hidden.cards[len(case) :])
    # Those with the fewest places first: what is left for the last one is forced.
    return tuple(sorted(counted.items(), key=lambda each: (len(each[0]), each[0])))


def _one_there(classes: _Classes, room: _Room, where: tuple[int, ...]) -> dict[int, int]:
    """In how many ways a particular card of a class is at each of its places."""
    rest = tuple((places, number - (places == where)) for places, number in classes)
    return {place: _ways(rest, tuple((each, free - (each == place)) for each, free in room)) for place in where}


@cache
def _ways(classes: _Classes, room: _Room) -> int:
    """In how many ways the cards of all classes fill the room."""
    if any(free < 0 for _, free in room):
        return 0
    if not classes:
        return int(all(free == 0 for _, free in room))
    (where, number), *rest = classes
    return _spread(where, number, tuple(rest), room)


def _spread(where: tuple[int, ...], number: int, rest: _Classes, room: _Room) -> int:
    """In how many ways so many cards go to these places, and the rest to what is left."""
    free = dict(room)
    if not where:
        return _ways(rest, room) if number == 0 else 0
    place, *others = where
    if not others:
        left = tuple((each, free[each] - number * (each == place)) for each, _ in room)
        return _ways(rest, left)
    most = min(number, free[place])
    # The last class fills every place to the brim.
    least = free[place] if not rest else max(0, number - sum(free[each] for each in others))
    return sum(
        comb(number, here)
        * _spread(
            tuple(others),
            number - here,
            rest,
            tuple((each, free[each] - here * (each == place)) for each, _ in room),
        )
        for here in range(least, most + 1)
    )
