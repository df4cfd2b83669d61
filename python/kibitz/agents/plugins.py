"""Python agents by name: ``package.module:Class``, or registered under the entry point group ``kibitz.agents``.

Loading one imports and runs its code, so such names are for the person at the keyboard, never for the network.
"""

import importlib
import inspect
import json
import re
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from kibitz import _core

if TYPE_CHECKING:
    from kibitz.analysis import Analysis

GROUP = "kibitz.agents"

# name, or module:Class, then perhaps (key=value, …)
_FORM = re.compile(r"\s*(?P<name>[\w.-]+(?P<path>:\w+)?)\s*(?:\((?P<arguments>.*)\)\s*)?", re.DOTALL)


class PythonAgent:
    """A Python agent together with the specification it was made from."""

    def __init__(self, spec: str, player: Any) -> None:
        self.spec = spec
        self._player = player

    def act(self, view: _core.View, /) -> _core.Move | str:
        """The player's move."""
        move: _core.Move | str = self._player.act(view)
        return move

    def analyse(self, view: _core.View, /) -> "Analysis":
        """What the player knows of the decision, if it has a method ``analyse``."""
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


def names_python(spec: str) -> bool:
    """Whether a specification names a Python agent, existing or not."""
    form = _FORM.fullmatch(spec)
    return form is not None and (form["path"] is not None or form["name"] in names())


def load(spec: str, seed: int | None) -> PythonAgent | None:
    """The Python agent of a specification; None when it names no Python agent."""
    form = _FORM.fullmatch(spec)
    if form is None:
        return None
    name = form["name"]
    if form["path"]:
        factory = _imported(name)
    elif name in names():
        factory = entry_points(group=GROUP)[name].load()
    else:
        return None
    arguments = _arguments(form["arguments"] or "", spec)
    canonical = name
    if arguments:
        canonical += f"({', '.join(f'{key}={_plain(value)}' for key, value in sorted(arguments.items()))})"
    if seed is not None and "seed" not in arguments and _takes_seed(factory):
        arguments["seed"] = seed
    try:
        player = factory(**arguments)
    except TypeError as error:
        raise _core.InvalidSpec(f'"{spec}" cannot be made: {error}.') from error
    if not callable(getattr(player, "act", None)):
        raise _core.InvalidSpec(f'"{name}" is no agent: it has no method act(view).')
    return PythonAgent(canonical, player)


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


def _arguments(text: str, spec: str) -> dict[str, Any]:
    arguments: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, sign, value = (word.strip() for word in part.partition("="))
        if not (sign and key.isidentifier() and value):
            raise _core.InvalidSpec(f'"{spec}" is not an agent: "{part}" should be key=value.')
        try:
            arguments[key] = json.loads(value)
        except ValueError:
            arguments[key] = value
    return arguments


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _takes_seed(factory: Callable[..., Any]) -> bool:
    try:
        return "seed" in inspect.signature(factory).parameters
    except ValueError:  # some built-in callables have no signature
        return False
