"""Python agents by name: ``package.module:Class``, or registered under the entry point group ``kibitz.agents``.

Loading one imports and runs its code, so such names are for the person at the keyboard, never for the network.
"""

import importlib
import os
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from kibitz import _core

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints
    from inspect import Signature
    from threading import Event

    from kibitz.analysis import Analysis

GROUP = "kibitz.agents"
OWN = {"engine": "kibitz.agents.engine:Engine"}
"""Names that come with the program."""


class PythonAgent:
    """A Python agent together with the specification it was made from."""

    def __init__(self, spec: str, player: Any) -> None:
        self.spec = spec
        self.player = player

    def act(self, view: _core.View, /, *, ms: int | None = None, stop: "Event | None" = None) -> _core.Move | str:
        """The player's move. It knows of no clock. What goes wrong is an ``AgentFailed`` and its cause."""
        del ms, stop
        try:
            move: _core.Move | str = self.player.act(view)
        except _core.AgentFailed:
            raise
        except Exception as error:
            raise failure(self.spec, view, said(error)) from error
        try:
            # The choices of a seat are the same in every world of its view, so any will do to check one.
            view.sample(0).canonical(view.seat, move)
        except (ValueError, TypeError) as error:
            raise failure(self.spec, view, f'it played "{move}". {error}') from error
        return move

    def analyse(
        self,
        view: _core.View,
        /,
        *,
        ms: int | None = None,
        stop: "Event | None" = None,
        report: "Callable[[Analysis], None] | None" = None,
        report_every_ms: int = 1000,
    ) -> "Analysis":
        """What the player knows of the decision, if it has a method ``analyse``. It has no clock."""
        del ms, stop, report, report_every_ms
        if not self.analyses:
            raise _core.InvalidSpec(f'"{self.spec}" plays but does not analyse: it has no method analyse(view).')
        analysis: Analysis = self.player.analyse(view)
        return analysis

    @property
    def analyses(self) -> bool:
        """Whether the player has a method ``analyse``."""
        return callable(getattr(self.player, "analyse", None))

    def __str__(self) -> str:
        return self.spec


def failure(spec: str, view: _core.View, why: str) -> _core.AgentFailed:
    """The error of an agent that does not play on; who plays the deal adds which one it was."""
    made = sum(not move.is_decline for _, move in view.history)
    return _core.AgentFailed(f'"{spec}" failed at move {made + 1}, seat {view.seat}: {why.rstrip(".")}.')


def failure_in(spec: str, hook: str, why: str) -> _core.AgentFailed:
    """The error of an agent that cannot be told something."""
    return _core.AgentFailed(f'"{spec}" failed in {hook}: {why.rstrip(".")}.')


def said(error: BaseException) -> str:
    """An exception in one line, with the place where it was raised, unless it is a sentence of ours."""
    if type(error).__module__.partition(".")[0] == "kibitz":
        return str(error)
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    at = f" ({frames[-1].filename.rpartition(os.sep)[2]}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{at}" if str(error) else f"{type(error).__name__}{at}"


def names() -> list[str]:
    """The registered names, and our own."""
    return sorted({*OWN, *registered().names})


def knows(name: str) -> bool:
    """Whether a word names a Python agent; for the engine, which asks about words that name none of its own."""
    return name in OWN or name in registered().names


@cache
def registered() -> "EntryPoints":
    """Read once, and not before somebody asks: to read what is installed takes longer than many a decision."""
    from importlib.metadata import entry_points

    return entry_points(group=GROUP)


def read(spec: str | _core.Spec) -> _core.Spec:
    """A specification that a person has written: the command in ``engine(…)`` may stand as in a shell."""
    if isinstance(spec, str) and "engine(" in spec:
        from kibitz.agents.engine import written

        spec = written(spec)
    return _core.Spec(spec) if isinstance(spec, str) else spec


def names_python(spec: str | _core.Spec) -> bool:
    """Whether a specification is itself a Python agent, existing or not; those inside others are up to the engine."""
    try:
        spec = read(spec)
    except _core.InvalidSpec:
        return False
    return spec.python_agents[:1] == [spec.name]


def lives_apart(spec: str) -> bool:
    """Whether an agent has Python in it that a process of its own can load; programs have one already."""
    python = [name for name in _core.Spec(spec).python_agents if name not in OWN]
    return bool(python) and not any(name.startswith("__main__:") for name in python)


def load(spec: str | _core.Spec, seed: int | None) -> PythonAgent | None:
    """The Python agent of a specification; None when it is no Python agent."""
    spec = read(spec)
    return PythonAgent(str(spec), maker(spec)(seed)) if names_python(spec) else None


def maker(spec: _core.Spec) -> Callable[[int | None], Any]:
    """Imports what a specification names and checks its arguments; what is returned makes the player from a seed."""
    name = OWN.get(spec.name, spec.name)
    factory = _imported(name) if ":" in name else registered()[name].load()
    signature = _signature(factory)
    # Values without a key are words for who takes any number of them.
    words = [str(value) for value in spec.values]
    if words and not (signature and any(it.kind is it.VAR_POSITIONAL for it in signature.parameters.values())):
        raise _core.InvalidSpec(f'"{spec}" is not an agent: "{words[0]}" should be key=value.')
    arguments = {name: _listed(value) for name, value in spec.arguments.items() if isinstance(name, str)}
    takes_seed = signature is not None and "seed" in signature.parameters and "seed" not in arguments
    if signature is not None:
        try:
            signature.bind(*words, **arguments)
        except TypeError as error:
            raise _core.InvalidSpec(f'"{spec}" cannot be made: {error}.') from error

    def make(seed: int | None) -> Any:
        try:
            player = factory(*words, **arguments, **({"seed": seed} if takes_seed and seed is not None else {}))
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


def _signature(factory: Callable[..., Any]) -> "Signature | None":
    from inspect import signature  # takes long to load

    try:
        return signature(factory)
    except ValueError:  # some built-in callables have no signature
        return None
