"""What each game adds above the engine, from its own folder: ``games/NAME/python`` is ``kibitz.games.NAME``.

A game without such a folder plays all the same: its profile is the default, and whatever draws or watches it knows
nothing special of it. Nothing outside a game's folder knows its name.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["Profile", "Surprises", "part", "profile"]


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
class Profile:
    """The plain facts of a game that the engine does not need: its ``profile.toml``."""

    reward: str = "margin"
    """What the searches behind hints and reviews maximise."""
    scale: int = 1
    """How large that usually is: searches weigh rewards of about one."""
    unit: str = "points ahead"
    """What people call it."""
    rollout: str = "random"
    """Who plays on in those searches."""
    surprises: Surprises = field(default_factory=Surprises)
    """When seats may interrupt with cards nobody knows of."""
    bench: dict[str, Any] = field(default_factory=dict)
    """What ``kibitz bench`` measures, by kind of benchmark."""


@cache
def profile(name: str) -> Profile:
    """The profile of a game."""
    found = _home(name)
    if found is None or not (path := resources.files(found) / "profile.toml").is_file():
        return Profile()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if unknown := data.keys() - {each.name for each in fields(Profile)}:
        raise ValueError(f"The profile of {name} has unknown keys: {', '.join(sorted(unknown))}.")
    return Profile(**data | {"surprises": Surprises(**data.get("surprises", {}))})


@cache
def part(name: str, what: str) -> ModuleType | None:
    """The module ``what`` of a game, such as ``behaviour`` or ``sheet``; None when the game has none."""
    home = _home(name)
    if home is None or not (resources.files(home) / f"{what}.py").is_file():
        return None
    return import_module(f"{home.__name__}.{what}")


def _home(name: str) -> ModuleType | None:
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        return None
