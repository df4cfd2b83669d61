"""Python agents by name: ``package.module:Class``, or registered under the entry point group ``kibitz.agents``.

Loading one imports and runs its code, so such names are for the person at the keyboard, never for the network.
"""

import importlib
import inspect
import json
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from kibitz import _core

if TYPE_CHECKING:
    from threading import Event

    from kibitz.analysis import Analysis

GROUP = "kibitz.agents"


class PythonAgent:
    """A Python agent together with the specification it was made from."""

    def __init__(self, spec: str, player: Any) -> None:
        self.spec = spec
        self._player = player

    def act(self, view: _core.View, /, *, ms: int | None = None, stop: "Event | None" = None) -> _core.Move | str:
        """The player's move. It knows of no clock."""
        del ms, stop
        move: _core.Move | str = self._player.act(view)
        return move

    def analyse(self, view: _core.View, /, *, ms: int | None = None, stop: "Event | None" = None) -> "Analysis":
        """What the player knows of the decision, if it has a method ``analyse``. It knows of no clock."""
        del ms, stop
        analyse = getattr(self._player, "analyse", None)
        if not callable(analyse):
            raise _core.InvalidSpec(f'"{self.spec}" plays but does not analyse: it has no method analyse(view).')
        analysis: Analysis = analyse(view)
        return analysis

    def __str__(self) -> str:
        return self.spec


def names() -> list[str]:
    """The registered names."""
    return sorted(entry_points(group=GROUP).names)


def names_python(spec: str | _core.Spec) -> bool:
    """Whether a specification names a Python agent, existing or not."""
    try:
        name = (_core.Spec(spec) if isinstance(spec, str) else spec).name
    except _core.InvalidSpec:
        return False
    return ":" in name or name in names()


def load(spec: str | _core.Spec, seed: int | None) -> PythonAgent | None:
    """The Python agent of a specification; None when it names no Python agent."""
    if not names_python(spec):
        return None
    spec = _core.Spec(spec) if isinstance(spec, str) else spec
    factory = _imported(spec.name) if ":" in spec.name else entry_points(group=GROUP)[spec.name].load()
    if spec.values:
        raise _core.InvalidSpec(f'"{spec}" is not an agent: "{spec.values[0]}" should be key=value.')
    arguments = {key: _plain(value) for key, value in spec.keys.items()}
    if seed is not None and "seed" not in arguments and _takes_seed(factory):
        arguments["seed"] = seed
    try:
        player = factory(**arguments)
    except TypeError as error:
        raise _core.InvalidSpec(f'"{spec}" cannot be made: {error}.') from error
    if not callable(getattr(player, "act", None)):
        raise _core.InvalidSpec(f'"{spec.name}" is no agent: it has no method act(view).')
    return PythonAgent(str(spec), player)


def _imported(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise _core.InvalidSpec(f'There is no agent "{name}": {error}.') from error
    if not callable(found):
        raise _core.InvalidSpec(f'"{name}" is no agent: it is neither a class nor a function that makes one.')
    made: Callable[..., Any] = found
    return made


def _plain(value: _core.Spec | tuple[Any, ...]) -> Any:
    """An argument as Python writes it: a number, a word, a list, or the text of an agent inside this one."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    try:
        return json.loads(str(value))
    except ValueError:
        return str(value)


def _takes_seed(factory: Callable[..., Any]) -> bool:
    try:
        return "seed" in inspect.signature(factory).parameters
    except ValueError:  # some built-in callables have no signature
        return False
