"""Which agents a browser may seat or ask. Everything is decided by the specification as the engine has read it."""

from typing import NamedTuple

from kibitz import _core
from kibitz.agents import levels
from kibitz.agents.best import TIMES
from kibitz.server.refusal import Refusal

FILL_IN = "casual"
LONGEST_MS = 10_000
"""What a decision may cost; a clock of twice that ends what was estimated wrongly."""


class Admitted(NamedTuple):
    """An agent that may sit down: its specification, and its level if it was named by one."""

    spec: str
    level: str | None

    @property
    def name(self) -> str:
        """What it is called at the table."""
        return self.level or self.spec


def admit(game: _core.Game, wanted: str | None) -> Admitted:
    """The agent that a browser names: one of the engine, for this game, and none that costs too much."""
    wanted = wanted or FILL_IN
    for level in levels(game.name):
        if level.name == wanted:
            return Admitted(level.spec, level.name)
    try:
        spec = _core.Spec(wanted)
        # Before anything is made of it: to load a Python agent is to run what somebody else has written.
        if spec.python_agents:
            raise Refusal("agent", "At a table only agents of the engine play, none written in Python.")
        # Likewise: a network that is not ours would be a file that somebody else has chosen.
        if {*spec.networks} - {*_core.network_names()}:
            raise Refusal("agent", f"At a table only these networks play: {', '.join(_core.network_names())}.")
        spec = spec.canonical()
        if game.cheats(spec):
            raise Refusal("agent", "Agents that see hidden cards may not play at a table.")
        # The best players know by themselves when to stop.
        if str(spec) not in TIMES.values() and game.cost(spec) > LONGEST_MS:
            longest = f"{LONGEST_MS // 1000} seconds"
            raise Refusal("agent", f'"{wanted}" is too slow for a table: a move might take more than {longest}.')
    except Refusal:
        raise
    except ValueError as error:
        raise Refusal("agent", str(error)) from error
    return Admitted(str(spec), None)


def timed(spec: str, think_ms: int | None) -> str:
    """The agent with another think time, if it has one."""
    return str(_core.Spec(spec).timed(think_ms)) if think_ms else spec
