"""Every message of the engine protocol, version 1. docs/engine.md tells the story.

Fields may be added within a version; none is removed or changes its meaning. What is null or false may be left out.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any, ClassVar, Literal, get_args

PROTOCOL = 1

Want = Literal["act", "analyse", "legal"]
Action = Literal["query_version", "terminate", "terminate_all"]
WANTS: tuple[Want, ...] = get_args(Want)


class Wrong(ValueError):
    """A message that cannot be answered: a sentence, and the field that is wrong if it is one."""

    def __init__(self, sentence: str, field: str | None = None) -> None:
        super().__init__(sentence)
        self.field = field


# --- To an engine -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question about a decision: a position as a record or as a view, the seat, and what is wanted."""

    id: str
    """Comes back with every answer; no other query in progress may have it."""
    want: Want = "act"
    """``act``: a move; ``analyse``: what every move is worth; ``legal``: the legal moves."""
    game: str | None = None
    """The name of the game; a record says it too."""
    rules: str | None = None
    """The rules: a preset and what is changed in it; a record says them too."""
    record: str | dict[str, Any] | None = None
    """The deal so far, as text or as JSON."""
    ply: int | None = None
    """How many moves of the record have been made; without it, all."""
    view: dict[str, Any] | None = None
    """What the seat knows, in place of a record: ``world`` and ``history``."""
    seat: int | None = None
    """Who decides; without it, the only seat that is asked."""
    agent: str | None = None
    """The specification of who decides or analyses; without it, the engine's own."""
    seed: int | None = None
    """The same seed gives the same answer, where no time limit cuts it short."""
    ms: int | None = None
    """Milliseconds to think."""
    report_every_ms: int | None = None
    """Report while thinking, at most so often; 0: whenever something is found out."""
    every: bool = False
    """Try every legal move, also those that look hopeless."""
    legal: list[str] | None = None
    """The legal moves, for engines that do not know the rules."""
    facts: dict[str, Any] | None = None
    """What the seat sees in the words of the game, for engines that do not read ``view``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """What is no question about a position."""

    id: str
    action: Action
    terminate_id: str | None = None
    """With ``terminate``: which query is to end now, with what is known by then."""


# --- From an engine ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What all answers have. Every query gets exactly one that is final, and none after it."""

    id: str | None
    """That of the query; null when it had none that could be read."""
    final: bool = True
    """Whether it is the last; others are reports during the search."""

    always: ClassVar[frozenset[str]] = frozenset({"id", "final"})  # fields that are written even when they are empty

    def line(self) -> str:
        """The message as it is sent, without the end of the line."""
        said = asdict(self).items()
        told = {key: value for key, value in said if key in self.always or (value is not None and value is not False)}
        return json.dumps(told, ensure_ascii=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(Answer):
    """The query cannot be answered, and nothing else has changed."""

    error: str
    """A sentence that says what was wrong and what would be right."""
    field: str | None = None
    """The field that is wrong, if it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Version(Answer):
    """Answers ``query_version``."""

    name: str
    version: str
    protocol: int = PROTOCOL
    games: list[str] | None = None
    """The games it plays; null: any, by the legal moves of the query."""
    wants: list[str]
    """What can be asked of it."""

    always: ClassVar[frozenset[str]] = Answer.always | {"games"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminated(Answer):
    """Answers ``terminate`` and ``terminate_all``; or a query that was ended before anything was known."""

    ended: list[str] | None = None
    """The queries that were in progress and have been told to end."""
    terminated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted(Answer):
    """Answers ``act``."""

    seat: int
    move: str
    terminated: bool = False
    """Whether it was ended before its time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal(Answer):
    """Answers ``legal``."""

    seat: int
    moves: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveValue:
    """A move and what it is worth to the seat, with the 95 % interval; null where nothing is known of it."""

    move: str
    value: float | None
    low: float | None
    high: float | None
    tried: int
    """How often: worlds, or visits of a search."""
    prior: float | None
    """How likely it was thought to be good before it was tried."""
    line: list[str]
    """How it may go on: seat and move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysed(Answer):
    """Answers ``analyse``; also as a report, with ``final`` false."""

    seat: int
    agent: str
    """Who says so: the agent that was asked, or who plays on in the trials of a judgement."""
    unit: str
    """What the values count."""
    best: str
    moves: list[MoveValue]
    """Every legal move, the best first."""
    terminated: bool = False


# --- Reading ----------------------------------------------------------------------------------------------------------

_SHAPES: dict[str, tuple[tuple[type, ...], str]] = {
    **dict.fromkeys(("id", "game", "rules", "agent", "terminate_id"), ((str,), "a text")),
    "record": ((str, dict), "a record as text or as a JSON object"),
    **dict.fromkeys(("view", "facts"), ((dict,), "a JSON object")),
    **dict.fromkeys(("ply", "seat", "seed", "ms", "report_every_ms"), ((int,), "a whole number from 0")),
    "every": ((bool,), "true or false"),
    "legal": ((list,), "a list of moves"),
}
_WORDS: dict[str, tuple[str, ...]] = {"want": WANTS, "action": get_args(Action)}
_MOST = {"seed": 2**64 - 1, "ms": 24 * 3600 * 1000, "report_every_ms": 24 * 3600 * 1000}


def read(line: bytes | str) -> dict[str, Any]:
    """The JSON object of a line."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:  # also what is no UTF-8, and numbers without end
        raise Wrong(f"A message is a JSON object on one line; this is none: {error}.") from error
    if not isinstance(data, dict):
        raise Wrong('A message is a JSON object, such as {"id": "1", "action": "query_version"}.')
    return data


def query_of(data: dict[str, Any]) -> Query | Control:
    """The message of an object, every field checked."""
    kind = Control if "action" in data else Query
    known = {field.name: field for field in fields(kind)}
    given = {key: value for key, value in data.items() if value is not None}
    for key, value in given.items():
        if key not in known:
            raise Wrong(f'There is no field "{key}"; there are {", ".join(known)}.', key)
        _check(key, value)
    for field in known.values():
        if field.default is MISSING and field.name not in given:
            raise Wrong(f'A message needs the field "{field.name}".', field.name)
    return kind(**given)


def _check(key: str, value: Any) -> None:
    if (words := _WORDS.get(key)) is not None:
        if value not in words:
            raise Wrong(f'"{key}" is one of {", ".join(words)}, not {_shown(value)}.', key)
        return
    types, told = _SHAPES[key]
    right = isinstance(value, types)
    if int in types:
        most = _MOST.get(key, 9999)
        right, told = right and not isinstance(value, bool) and 0 <= value <= most, f"{told} to {most}"
    if not right:
        raise Wrong(f'"{key}" is {told}, not {_shown(value)}.', key)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 80 else f"{text[:79]}…"
