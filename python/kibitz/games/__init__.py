"""What each game adds above the engine, from its own folder: ``games/NAME/python`` is ``kibitz.games.NAME``.

A game without such a folder plays all the same: its profile is the default, and whatever draws or watches it knows
nothing special of it. Nothing outside a game's folder knows its name.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from types import ModuleType

    from kibitz._core import Game

__all__ = ["Bench", "Judging", "Profile", "SearchBench", "Surprises", "having", "load", "part", "parts", "profile"]


@dataclass(frozen=True, slots=True)
class SearchBench:
    """A search whose speed ``kibitz bench search`` measures."""

    name: str
    rules: str
    agent: str
    cards: int | None = None
    """In positions with at most this many cards left (default: right after the deal)."""
    unit: str = "iterations/s"
    """Or ``ms``, for the time of a move."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What ``kibitz bench`` measures of a game."""

    engine: list[str] = field(default_factory=list)
    """Quantities of the engine, those of a preset as ``PRESET/QUANTITY``."""
    selfplay: list[str] = field(default_factory=list)
    """Presets whose self-play is measured."""
    search: list[SearchBench] = field(default_factory=list)
    reference: dict[str, float] = field(default_factory=dict)
    """Rates per second of docs/methods/speed.md, beside which ``kibitz doctor`` puts those of this machine."""


@dataclass(frozen=True, slots=True)
class Surprises:
    """Interrupts with cards that nobody else knows of. A table then pauses after every play alike, whoever could."""

    rules: dict[str, Any] = field(default_factory=dict)
    """The options of the rules with which the game has them; empty: it never has."""
    phases: list[str] = field(default_factory=list)
    """In which phases of a deal they may come."""

    def under(self, options: dict[str, Any]) -> bool:
        """Whether a game with these options has them."""
        return bool(self.rules) and all(options.get(key) == value for key, value in self.rules.items())


@dataclass(frozen=True, slots=True)
class Judging:
    """How much a judgement looks at, in worlds: the same on every machine. See docs/methods/judgements.md."""

    policy: str = "random"
    """Who plays on in trials where the strongest player is no network."""
    top: int = 5
    """The most moves that are tried."""
    within: float = 0.3
    """Only moves that the network thinks at most so far behind its best, as a share of the scale."""
    each: int = 16
    """Worlds of a group."""
    look: int = 2
    """Groups of a round that says which moves are tried further."""
    weigh: int = 10
    """The most groups that weigh the move played against the best."""
    hint: int = 4
    """How many times as many a hint takes at most."""
    all: int = 150
    """Up to so many worlds each is looked at, instead of some."""
    trust: float = 1.0
    """How much of a difference in trials is realised (``kibitz lab realised``): so much of it is claimed."""
    doubt: float = 0.0
    """Half the 95 % interval of that: how much less may be realised, for all that was measured."""
    fine: float = 0.06
    """Half an interval of a loss need not be smaller than this share of the scale,"""
    share: float = 0.35
    """nor than this share of the loss."""
    rare: float = 0.5
    """What may happen in one world that was not met, as a share of the scale."""


@dataclass(frozen=True, slots=True)
class Profile:
    """The plain facts of a game that the engine does not need: its ``profile.toml``."""

    reward: str = "margin"
    """What hints and reviews count."""
    scale: int = 1
    """How large that usually is."""
    unit: str = "points ahead"
    """What people call it."""
    judging: Judging = field(default_factory=Judging)
    """How decisions are judged."""
    learning_reward: str | None = None
    """The unit of the returns that learners see, where it is not the game's own: with a spread of about 1."""
    match_target: str | None = None
    """The rule option that says to how many points two sides play a match; None where no such match is played."""
    surprises: Surprises = field(default_factory=Surprises)
    """When seats may interrupt with cards nobody knows of."""
    bench: Bench = field(default_factory=Bench)


_T = TypeVar("_T", SearchBench, Bench, Surprises, Judging, Profile)


def load(name: str, rules: str | None = None, **options: object) -> Game:
    """The game of a name that a person has written, with its rules. ``module:Class``, a game written in Python, is
    imported, which runs its code: such names are never for the network, and ``Game`` knows them only afterwards.
    """
    from kibitz import _core

    module, sign, attribute = name.partition(":")
    if not sign:
        return _core.Game(name, rules, **options)
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise _core.InvalidSpec(f'There is no game "{name}": {error}.') from error
    if not isinstance(found, type):
        raise _core.InvalidSpec(f'"{name}" is no game: it is no class.')
    return _core.Game(found, rules, **options)


def profile(name: str) -> Profile:
    """The profile of a game."""
    from kibitz import _core

    written = _core.game_class(name)
    return _profile(name) if written is None else written.profile


@cache
def _profile(name: str) -> Profile:
    found = _home(name)
    if found is None or not (path := resources.files(found) / "profile.toml").is_file():
        return Profile()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    where = f"The profile of {name}"
    if "bench" in data:
        bench = data["bench"]
        searches = [_filled(SearchBench, each, where) for each in bench.get("search", ())]
        data["bench"] = _filled(Bench, bench | {"search": searches}, where)
    if "judging" in data:
        data["judging"] = _filled(Judging, data["judging"], where)
    if "surprises" in data:
        data["surprises"] = _filled(Surprises, data["surprises"], where)
    return _filled(Profile, data, where)


def _filled(kind: type[_T], data: dict[str, Any], where: str) -> _T:
    if unknown := data.keys() - kind.__dataclass_fields__.keys():
        raise ValueError(f"{where} has unknown keys: {', '.join(sorted(unknown))}.")
    return kind(**data)


@cache
def part(name: str, what: str) -> ModuleType | None:
    """The module ``what`` of a game, such as ``behaviour`` or ``learners.dqn``; None when the game has none."""
    home = _home(name)
    if home is None or not _has(home, what):
        return None
    return import_module(f"{home.__name__}.{what}")


def parts(name: str, folder: str) -> list[str]:
    """The names of the modules in a folder of a game, such as ``learners``; nothing is imported."""
    home = _home(name)
    if home is None or not (there := resources.files(home) / folder).is_dir():
        return []
    return sorted(
        file.name.removesuffix(".py")
        for file in there.iterdir()
        if file.name.endswith(".py") and not file.name.startswith("_")
    )


def having(what: str) -> list[str]:
    """The games that have a module ``what``; nothing is imported."""
    from kibitz import _core

    return [name for name in _core.game_names() if (home := _home(name)) is not None and _has(home, what)]


def _has(home: ModuleType, what: str) -> bool:
    file: Traversable = resources.files(home)
    *folders, last = what.split(".")
    for folder in folders:
        file = file / folder
    return (file / f"{last}.py").is_file()


def _home(name: str) -> ModuleType | None:
    if not name.isidentifier():  # a game written in Python
        return None
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        return None
