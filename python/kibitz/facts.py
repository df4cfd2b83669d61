"""What is known of a deal, as typed values: by everyone together (``State.facts``) or by one seat (``View.facts``).

Each game describes its own in ``games/NAME/python/facts.py``: a class ``StateFacts`` and a class ``ViewFacts``. They
are read strictly: a key that the engine adds, drops or retypes is an error. A game without that file gets the plain
classes, which know the keys of every game and take all others as they come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

from kibitz.games import part

if TYPE_CHECKING:
    from kibitz._core import State, View

__all__ = ["Cards", "Laid", "SeatMatch", "SideMatch", "StateFacts", "Structure", "ViewFacts"]


class Cards(tuple[str, ...]):
    """Cards, which the engine writes as one text."""

    __slots__ = ()

    def __str__(self) -> str:
        return " ".join(self)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Callable[[Any], Any]) -> Any:
        """The protocol sends the text."""
        return handler(str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """A group of named values."""

    # Read by pydantic, which the protocol uses and nothing here needs.
    __pydantic_config__: ClassVar[dict[str, Any]] = {"use_attribute_docstrings": True, "extra": "forbid"}

    def as_map(self) -> dict[str, Any]:
        """As the engine said it, in the types of JSON."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid(Structure):
    """What lies on top of the table, and whose it is."""

    owner: int
    play: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideMatch(Structure):
    """The match after a deal, between two sides."""

    totals: tuple[int, ...]
    over: bool
    winner: int | Literal["draw"] | None
    """the first seat of the side"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMatch(Structure):
    """The match after a deal, every seat for itself."""

    totals: tuple[int, ...]
    over: bool
    winners: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFacts(Structure):
    """What an onlooker who sees every card can say: the keys of all games, as in the conformance format."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {
        "use_attribute_docstrings": True,
        "json_schema_serialization_defaults_required": True,
        "json_schema_extra": {"additionalProperties": True},
    }

    to_act: tuple[int | str, ...]
    """the seats that owe a decision, or chance"""
    phase: str
    """the game's own word; over: the deal has ended"""
    hands: Mapping[int, Cards | tuple[int, ...]]
    call_moves: tuple[str, ...] = ()
    """moves that are said beside the play"""
    scores: tuple[int, ...] | None
    """what the deal is worth, per side; none before it ends"""
    match: SideMatch | SeatMatch | None = None
    """none before the deal ends"""

    @classmethod
    def of(cls, state: State) -> Self:
        """The facts of a state, which is one of this class's game."""
        return _checked(cls, state)


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewFacts(Structure):
    """What a seat knows of a deal: the keys of all games."""

    __pydantic_config__: ClassVar[dict[str, Any]] = StateFacts.__pydantic_config__

    seat: int
    phase: str
    """the game's own word; over: the deal has ended"""
    hand: tuple[str | int, ...]
    asked: bool
    """whether this seat owes a decision"""
    scores: tuple[int, ...]
    """the match before this deal, per side"""

    @classmethod
    def of(cls, view: View) -> Self:
        """The facts of a view, which is one of this class's game."""
        return _checked(cls, view)


class _Open:
    """Takes keys as they come: each is an attribute."""

    __slots__ = ()
    more: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        if name != "more" and name in self.more:
            return self.more[name]
        raise AttributeError(f"{type(self).__name__} has no {name!r}.", name=name, obj=self)

    def as_map(self) -> dict[str, Any]:
        """As the engine said it."""
        return dict(self.more)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Callable[[Any], Any]) -> Any:
        """What is promised is what all games have."""
        return handler(StateFacts if issubclass(cls, StateFacts) else ViewFacts)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainState(_Open, StateFacts):
    """The state of a game that does not describe its facts."""

    more: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainView(_Open, ViewFacts):
    """The view of a game that does not describe its facts."""

    more: Mapping[str, Any]


# --- From the engine --------------------------------------------------------------------------------------------------

_T = TypeVar("_T")
_F = TypeVar("_F", bound=Structure)


def state_class(game: str) -> type[StateFacts]:
    """The class of a game's states."""
    own: type[StateFacts] = getattr(part(game, "facts"), "StateFacts", PlainState)
    return own


def view_class(game: str) -> type[ViewFacts]:
    """The class of a game's views."""
    own: type[ViewFacts] = getattr(part(game, "facts"), "ViewFacts", PlainView)
    return own


def of_state(game: str, said: Mapping[str, Any]) -> StateFacts:
    """What the engine says of a state; the engine calls this for ``State.facts``."""
    return read(state_class(game), said)


def of_view(game: str, said: Mapping[str, Any]) -> ViewFacts:
    """What the engine says of a view; the engine calls this for ``View.facts``."""
    return read(view_class(game), said)


def read(kind: type[_F], said: Mapping[str, Any]) -> _F:
    """A structure from a map with just its keys and types; ``TypeError`` where they differ."""
    readers, needed, is_open = _shape(kind)  # type: ignore[arg-type] # a type can be hashed
    if missing := needed - said.keys():
        raise TypeError(f"{_name(kind)}: missing {', '.join(sorted(missing))}.")
    if is_open:
        own = {key: readers[key](value) for key, value in said.items() if key in readers}
        return kind(**(own | {"more": dict(said)}))
    if unknown := said.keys() - readers.keys():
        raise TypeError(f"{_name(kind)}: unknown {', '.join(sorted(unknown))}.")
    try:
        return kind(**{key: readers[key](value) for key, value in said.items()})
    except TypeError as error:
        error.add_note(f"in {_name(kind)}: {said!r}")
        raise


_Reader = Callable[[Any], Any]


@cache
def _shape(kind: type[Structure]) -> tuple[dict[str, _Reader], set[str], bool]:
    """How to read each field, which are needed, and whether others may come along."""
    hints = get_type_hints(kind)
    is_open = issubclass(kind, _Open)
    named = [each for each in fields(kind) if not (is_open and each.name == "more")]
    needed = {each.name for each in named if each.default is each.default_factory}  # both MISSING
    return {each.name: _reader(hints[each.name]) for each in named}, needed, is_open


def _reader(kind: Any) -> _Reader:
    """How to read a value of a type, from JSON."""
    parts = get_args(kind)
    if kind is Cards:
        return lambda value: Cards(_exactly(str)(value).split())
    if isinstance(kind, type) and issubclass(kind, Structure):
        return lambda value: read(kind, _exactly(dict)(value))
    match get_origin(kind):
        case None:
            return _exactly(kind)
        case origin if origin is Literal:
            return _one_of(parts)
        case origin if origin in (Union, UnionType):  # the first where a Literal is among them
            return _first_of([_reader(each) for each in parts])
        case origin if origin is tuple:
            return _tuple(parts)
        case origin if issubclass(origin, Mapping):
            return _mapping(*parts)
    raise AssertionError(f"no reader for {kind}")


def _exactly(kind: type[_T]) -> Callable[[Any], _T]:
    def reads(value: Any) -> _T:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is no {kind.__name__}")
        return value

    return reads


def _one_of(values: tuple[Any, ...]) -> _Reader:
    def reads(value: Any) -> Any:
        if value not in values:
            raise TypeError(f"{value!r} is none of {', '.join(map(repr, values))}")
        return value

    return reads


def _first_of(readers: list[_Reader]) -> _Reader:
    def reads(value: Any) -> Any:
        wrong = []
        for reader in readers:
            try:
                return reader(value)
            except TypeError as error:
                wrong.append(str(error))
        raise TypeError(", and ".join(wrong))

    return reads


def _tuple(parts: tuple[Any, ...]) -> _Reader:
    if parts[-1] is Ellipsis:
        each = _reader(parts[0])
        return lambda value: tuple(map(each, _exactly(list)(value)))
    readers = [_reader(part) for part in parts]

    def reads(value: Any) -> tuple[Any, ...]:
        if len(_exactly(list)(value)) != len(readers):
            raise TypeError(f"{value!r} has not {len(readers)} elements")
        return tuple(reader(one) for reader, one in zip(readers, value, strict=True))

    return reads


def _mapping(key: type, value: Any) -> _Reader:
    reads = _reader(value)
    return lambda found: {key(name): reads(one) for name, one in _exactly(dict)(found).items()}


_PLAIN = frozenset({int, float, bool, str, type(None)})


def _plain(value: Any) -> Any:
    """The value in the types of JSON."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Structure):
        return value.as_map()
    if isinstance(value, Cards):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return value


def _checked(kind: type[_T], source: State | View) -> _T:
    found = source.facts
    if not isinstance(found, kind):
        raise TypeError(f"{_name(kind)} does not describe {source.game.name}.")
    return found


def _name(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"
