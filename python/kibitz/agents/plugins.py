"""Python agents by name: ``package.module:Class``, or registered under the entry point group ``kibitz.agents``.

Loading one imports and runs its code, so such names are for the person at the keyboard, never for the network.
"""

import importlib
import inspect
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoints, entry_points
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
    return sorted(_registered(entry_points).names)


@cache
def _registered(find: Callable[..., EntryPoints]) -> EntryPoints:
    """Read once: every agent that is made asks for these, and to read them takes longer than many a decision."""
    return find(group=GROUP)


def names_python(spec: str | _core.Spec) -> bool:
    """Whether a specification is itself a Python agent, existing or not; those inside others are up to the engine."""
    try:
        spec = _core.Spec(spec) if isinstance(spec, str) else spec
    except _core.InvalidSpec:
        return False
    return spec.python_agents[:1] == [spec.name]


def load(spec: str | _core.Spec, seed: int | None) -> PythonAgent | None:
    """The Python agent of a specification; None when it is no Python agent."""
    spec = _core.Spec(spec) if isinstance(spec, str) else spec
    return PythonAgent(str(spec), maker(spec)(seed)) if names_python(spec) else None


def maker(spec: _core.Spec) -> Callable[[int | None], Any]:
    """Imports what a specification names and checks its arguments; what is returned makes the player from a seed."""
    factory = _imported(spec.name) if ":" in spec.name else _registered(entry_points)[spec.name].load()
    if spec.values:
        raise _core.InvalidSpec(f'"{spec}" is not an agent: "{spec.values[0]}" should be key=value.')
    arguments = {str(name): _listed(value) for name, value in spec.arguments.items()}
    signature = _signature(factory)
    takes_seed = signature is not None and "seed" in signature.parameters and "seed" not in arguments
    if signature is not None:
        try:
            signature.bind(**arguments)
        except TypeError as error:
            raise _core.InvalidSpec(f'"{spec}" cannot be made: {error}.') from error

    def make(seed: int | None) -> Any:
        try:
            player = factory(**arguments, **({"seed": seed} if takes_seed and seed is not None else {}))
        except TypeError as error:
            raise _core.InvalidSpec(f'"{spec}" cannot be made: {error}.') from error
        if not callable(getattr(player, "act", None)):
            raise _core.InvalidSpec(f'"{spec.name}" is no agent: it has no method act(view).')
        return player

    return make


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


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def _signature(factory: Callable[..., Any]) -> inspect.Signature | None:
    try:
        return inspect.signature(factory)
    except ValueError:  # some built-in callables have no signature
        return None
