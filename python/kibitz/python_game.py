"""Games written in Python: a class of rules, with which everything works that works with a game of the engine.

    class Hearts(kibitz.PythonGame[Table, Seen]): ...

    kibitz.match(kibitz.Game(Hearts), "ismcts(50)", "random", deals=10)

States and views are values that never change: frozen dataclasses or named tuples of numbers, words and tuples. Moves
are numbers: places in the list ``moves``. Slow, since every question goes to Python, but right. See
docs/adding-a-game-in-python.md.
"""

# ruff: noqa: ARG002

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import factorial, prod
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from kibitz.games import Profile

__all__ = ["PythonGame", "deal_out", "every_deal"]

S = TypeVar("S")
V = TypeVar("V")


class PythonGame(ABC, Generic[S, V]):
    """The rules of a game. ``S`` is what a state is, ``V`` what a seat may know of one.

    >>> import kibitz
    >>> class Begun(kibitz.PythonGame):
    ...     seats, bounds = 2, (0, 1)
    >>> kibitz.Game(Begun)
    Traceback (most recent call last):
        ...
    kibitz.InvalidSpec: ...Begun is no whole game: it lacks State, moves, deal, ...
    """

    State: ClassVar[type[Any]]
    """What states are."""
    moves: ClassVar[Sequence[str]]
    """The text of every move there is; a move is its place in this list."""
    seats: int
    """How many play."""
    bounds: tuple[int, int]
    """The least and the greatest return of a deal."""
    title: ClassVar[str] = ""
    """The name on a page; that of the class unless it is said."""
    presets: ClassVar[Mapping[str, Mapping[str, bool | int | str]]] = {"usual": {}}
    """The named rule sets, each with all options; the first is the default."""
    partners: Sequence[Sequence[int]] = ()
    """The seats that play together whatever the cards."""
    unit: ClassVar[tuple[str, str, bool]] = ("points", "deal", False)
    """What returns count, per what, and whether players want few of them (returns are then negative)."""
    features: ClassVar[Mapping[str, int]] = {}
    """How many bits networks and environments see of what; see ``observe``."""
    profile: ClassVar[Profile] = Profile()
    """What hints and reviews count."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        usual = next(iter(self.presets.values()))
        for key, value in rules.items():
            if type(value) is not type(usual[key]):
                raise ValueError(f"The rule option {key} is a {type(usual[key]).__name__}, not {value!r}.")
        self.rules = rules
        """The value of every rule option."""

    # --- The course of a deal -----------------------------------------------------------------------------------------

    @abstractmethod
    def deal(self, rng: Random, before: S | None) -> S:
        """A new deal; ``before`` is the end of the one before in a match, or None. All chance is ``rng``'s."""

    @abstractmethod
    def to_act(self, state: S) -> Iterable[int | str]:
        """The seats that owe a decision: several when they decide at once, ``"chance"`` when lots are drawn, none when
        the deal is over.
        """

    @abstractmethod
    def legal(self, state: S, seat: int) -> Iterable[int]:
        """The moves of a seat that owes a decision; those of chance are equally likely."""

    @abstractmethod
    def play(self, state: S, seat: int, move: int) -> S:
        """The state after a legal move. The one before stays as it is."""

    @abstractmethod
    def returns(self, state: S) -> Sequence[int]:
        """The result of a finished deal, per seat."""

    # --- What a seat may know -----------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S, seat: int) -> V:
        """Everything the seat may know, and nothing else."""

    @abstractmethod
    def sample(self, view: V, seat: int, rng: Random) -> S:
        """A state that gives this view to the seat, uniform over all deals that do: see ``deal_out``."""

    # --- All else has a default ---------------------------------------------------------------------------------------

    def match_options(self, target: int | None) -> Mapping[str, bool | int | str]:
        """The options that make deals a match: to so many points; without a number, as long as is usual."""
        return {}

    def winners(self, state: S) -> Iterable[int] | None:
        """Who has won the match with this finished deal; all seats in a draw, None while it goes on."""
        return range(self.seats)

    def worlds(self, view: V, seat: int, limit: int) -> Sequence[S] | None:
        """All states that give this view, where they are at most ``limit``: see ``every_deal``. None if they are more,
        or the game cannot list them.
        """
        return None

    def shown(self, state: S, mover: int, move: int, observer: int) -> bool:
        """Whether ``observer`` may see, by the time of ``state``, that ``mover`` has made this move."""
        return True

    def seen_as(self, move: int, mover: int, observer: int) -> int:
        """What ``observer`` learns from a move of ``mover``, as a number: equal for moves it cannot tell apart."""
        return move

    def kind(self, move: int) -> str:
        """What kind of thing a move does: ``play``, ``pass``, ``call``, ``bid``, ``exchange``, ``take`` and others."""
        return "play"

    def cards(self, move: int) -> Iterable[str]:
        """The cards a move lays or gives."""
        return [self.moves[move]] if self.kind(move) == "play" else []

    def new_line(self, state: S) -> bool:
        """Whether a record begins a new line before the next move: a new trick."""
        return False

    def hands(self, state: S) -> Sequence[Iterable[str]]:
        """The cards of every seat."""
        return [()] * self.seats

    def hand(self, view: V, seat: int) -> Iterable[str]:
        """The cards of the seat itself."""
        return ()

    def facts(self, state: S) -> Mapping[str, Any]:
        """What an onlooker says beside the hands: ``phase``, ``trick_winner``, ``trick_points`` and the game's own."""
        return {}

    def view_facts(self, view: V, seat: int) -> Mapping[str, Any]:
        """What the seat can say beside its hand: ``phase``, ``turn``, ``table``, ``scores`` and the game's own."""
        return {}

    def observe(self, view: V, seat: int) -> Mapping[str, Iterable[int]]:
        """Which bits of each of ``features`` are set."""
        return {}

    def check(self, state: S) -> None:
        """Raises a ValueError, with a sentence, when the state is one that no deal can reach."""

    def setup(self, state: S) -> dict[str, Any]:
        """The state as data, which ``position`` reads; what it leaves out cannot matter."""
        return {name: _plain(getattr(state, name)) for name in _fields(self.State)}

    def position(self, setup: Mapping[str, Any]) -> S:
        """The inverse of ``setup``."""
        names = _fields(self.State)
        if setup.keys() != set(names):
            raise ValueError(f"a position has {', '.join(names)}, not {', '.join(map(str, setup)) or 'nothing'}")
        state: S = self.State(**{name: _fixed(value) for name, value in setup.items()})
        return state

    # --- For the engine -----------------------------------------------------------------------------------------------

    def _table(self) -> tuple[int, tuple[int, int], list[list[int]]]:
        if not 2 <= self.seats <= 10:
            raise ValueError(f"A game has 2 to 10 seats, not {self.seats!r}.")
        least, most = self.bounds
        return self.seats, (least, most), [list(team) for team in self.partners]

    def _deeds(self) -> list[tuple[str, list[str]]]:
        return [(self.kind(move), list(self.cards(move))) for move in range(len(self.moves))]

    def _facts(self, state: S, to_act: list[int | str]) -> dict[str, Any]:
        over = not to_act
        told = {key: _plain(value) for key, value in self.facts(state).items()}
        return {
            **told,
            "to_act": to_act,
            "phase": "over" if over else told.get("phase", "play"),
            "hands": {str(seat): " ".join(cards) for seat, cards in enumerate(self.hands(state))},
            "scores": list(self.returns(state)) if over else None,
        }

    def _view_facts(self, view: V, seat: int, asked: bool, over: bool) -> dict[str, Any]:
        told = {key: _plain(value) for key, value in self.view_facts(view, seat).items()}
        own = {"seat": seat, "hand": list(self.hand(view, seat)), "asked": asked, "scores": told.get("scores", [])}
        return {**told, **own, "phase": "over" if over else told.get("phase", "play")}


def declared(game: type[PythonGame[Any, Any]]) -> dict[str, Any]:
    """What a class says before it is asked anything, checked; the engine calls this."""
    from kibitz._core import InvalidSpec

    name = f"{game.__module__}:{game.__qualname__}"
    if not (isinstance(game, type) and issubclass(game, PythonGame)):
        raise InvalidSpec(f"{name} is no game: its class should be a kibitz.PythonGame.")
    missing = [each for each in ("State", "moves", "seats", "bounds") if not hasattr(game, each)]
    missing += sorted(game.__abstractmethods__)
    if missing:
        raise InvalidSpec(f"{name} is no whole game: it lacks {', '.join(missing)}.")
    moves = list(map(str, game.moves))
    if not moves or len(set(moves)) < len(moves):
        raise InvalidSpec(f"The moves of {name} are a list of texts that differ.")
    if not game.presets or any(options.keys() != _first(game.presets).keys() for options in game.presets.values()):
        raise InvalidSpec(f"The presets of {name} are one or more, with the same options in each.")
    return {
        "name": name,
        "title": game.title or game.__name__,
        "rules_page": f"# {game.title or game.__name__}\n\n{(game.__doc__ or '').strip()}\n",
        "unit": game.unit,
        "presets": {preset: dict(options) for preset, options in game.presets.items()},
        "moves": moves,
        "features": list(game.features.items()),
    }


def _first(presets: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
    return next(iter(presets.values()))


def _fields(kind: type[Any]) -> list[str]:
    """The names of a dataclass's or a named tuple's values."""
    if dataclasses.is_dataclass(kind):
        return [each.name for each in dataclasses.fields(kind)]
    named: tuple[str, ...] | None = getattr(kind, "_fields", None)
    if named is None:
        raise TypeError(f"{kind.__name__} is neither a dataclass nor a named tuple; the game says its own setup() then")
    return list(named)


def _plain(value: Any) -> Any:
    """In the types of JSON."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, (tuple, list)) else value


def _fixed(value: Any) -> Any:
    """A list as the tuple it was."""
    return tuple(map(_fixed, value)) if isinstance(value, list) else value


# --- Hidden cards -----------------------------------------------------------------------------------------------------

C = TypeVar("C")
MayHold = Callable[[int, C], bool]


def deal_out(cards: Iterable[C], sizes: Sequence[int], may_hold: MayHold[C], rng: Random) -> list[list[C]]:
    """Deals hidden cards to holders at random: each gets its number of them, and none that it may not hold.

    Every way to do so is equally likely. ``may_hold(holder, card)`` says what is known; holders are numbers from 0.
    """
    ways = _Ways(cards, sizes, may_hold)
    room = tuple(sizes)
    hands: list[list[C]] = [[] for _ in sizes]
    for number, (holders, group) in enumerate(ways.groups):
        drawn = rng.randrange(ways.count(number, room))
        for split, after in ways.splits(number, room):
            drawn -= ways.times(number, split) * ways.count(number + 1, after)
            if drawn < 0:
                break
        shuffled = rng.sample(group, len(group))
        for holder, size in zip(holders, split, strict=True):
            hands[holder] += shuffled[:size]
            del shuffled[:size]
        room = after
    return hands


def every_deal(
    cards: Iterable[C], sizes: Sequence[int], may_hold: MayHold[C], limit: int
) -> list[list[list[C]]] | None:
    """All ways of ``deal_out``; None when they are more than ``limit``."""
    ways = _Ways(cards, sizes, may_hold)
    if ways.count(0, tuple(sizes)) > limit:
        return None
    return [[list(hand) for hand in hands] for hands in ways.all(0, tuple(sizes))]


class _Ways(Generic[C]):
    """In how many ways cards can lie. Cards that the same holders may hold are a group: only numbers matter in it."""

    def __init__(self, cards: Iterable[C], sizes: Sequence[int], may_hold: MayHold[C]) -> None:
        by_holders: dict[tuple[int, ...], list[C]] = {}
        for card in cards:
            holders = tuple(holder for holder in range(len(sizes)) if may_hold(holder, card))
            by_holders.setdefault(holders, []).append(card)
        self.groups = sorted(by_holders.items(), key=lambda group: len(group[0]))
        self.count = lru_cache(maxsize=None)(self._count)
        if not self.count(0, tuple(sizes)):
            raise ValueError(f"{sum(map(len, by_holders.values()))} cards cannot lie so in hands of {list(sizes)}")

    def splits(self, number: int, room: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """How many cards of a group each of its holders may get, and the room that is left."""
        holders, group = self.groups[number]
        if not holders:
            return
        *others, last = holders
        for some in product(*(range(min(room[holder], len(group)) + 1) for holder in others)):
            split = (*some, len(group) - sum(some))
            if 0 <= split[-1] <= room[last]:
                given = dict(zip(holders, split, strict=True))
                yield split, tuple(size - given.get(holder, 0) for holder, size in enumerate(room))

    def times(self, number: int, split: tuple[int, ...]) -> int:
        """In how many ways a group is split so."""
        return factorial(len(self.groups[number][1])) // prod(map(factorial, split))

    def _count(self, number: int, room: tuple[int, ...]) -> int:
        """In how many ways the groups from this one on fill the room."""
        if number == len(self.groups):
            return int(not any(room))
        splits = self.splits(number, room)
        return sum(self.times(number, split) * self.count(number + 1, after) for split, after in splits)

    def all(self, number: int, room: tuple[int, ...]) -> Iterator[list[tuple[C, ...]]]:
        """All of them."""
        if number == len(self.groups):
            if not any(room):
                yield [()] * len(room)
            return
        holders, group = self.groups[number]
        for split, after in self.splits(number, room):
            for rest in self.all(number + 1, after):
                for parts in _parts(group, split):
                    hands = list(rest)
                    for holder, part in zip(holders, parts, strict=True):
                        hands[holder] = (*hands[holder], *part)
                    yield hands


def _parts(group: Sequence[C], split: Sequence[int]) -> Iterator[tuple[tuple[C, ...], ...]]:
    """All ways to take parts of these sizes from a group."""
    if not split:
        yield ()
        return
    for first in combinations(range(len(group)), split[0]):
        rest = [card for place, card in enumerate(group) if place not in first]
        for others in _parts(rest, split[1:]):
            yield (tuple(group[place] for place in first), *others)
