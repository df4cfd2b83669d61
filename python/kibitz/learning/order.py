"""What a learner is asked to do: the game, the budget, the folder, and the learner's own settings."""

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import torch

from kibitz import _core

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Order:
    """A training run as ordered."""

    game: _core.Game
    out: Path
    minutes: float | None = None
    samples: int | None = None
    seed: int = 1
    threads: int = 1
    device: str = "cpu"
    against: tuple[str, ...] = ()
    deals: int = 1000
    evaluations: int = 4
    resume: bool = False
    quiet: bool = False
    command: str = ""

    @property
    def torch_device(self) -> torch.device:
        """Where the networks live."""
        return torch.device(self.device)

    def evaluation_times(self, done: float) -> list[float]:
        """The shares of the budget at which to evaluate before the end, from where the run is now."""
        times = [(i + 1) / self.evaluations for i in range(self.evaluations - 1)]
        return [time for time in times if time > done]


def setting(default: Any, meaning: str) -> Any:
    """A field of a learner's settings with the sentence that explains it."""
    return dataclasses.field(default=default, metadata={"meaning": meaning})


def changed(settings: S, changes: dict[str, str]) -> S:
    """Settings with texts from the command line put in, each read as what it replaces."""
    fields = {field.name: field for field in dataclasses.fields(cast(Any, settings))}
    values = {}
    for name, text in changes.items():
        if name not in fields:
            raise _core.InvalidSpec(f'There is no setting "{name}"; there are {", ".join(fields)}.')
        kind = type(getattr(settings, name))
        try:
            values[name] = _read(kind, text)
        except ValueError as error:
            raise _core.InvalidSpec(f'"{text}" is no value for {name}, which is {_article(kind)}.') from error
    return cast(S, dataclasses.replace(cast(Any, settings), **values))


def _read(kind: type, text: str) -> object:
    if kind is bool:
        if text.lower() not in _YES | _NO:
            raise ValueError
        return text.lower() in _YES
    return int(float(text)) if kind is int else kind(text)


_YES, _NO = {"on", "true", "yes"}, {"off", "false", "no"}


def _article(kind: type) -> str:
    return {int: "a whole number", float: "a number", bool: "on or off", str: "a text"}[kind]
