"""Kibitz plays hidden-information card games, measures how well, and shows why.

game = kibitz.Game(name)
state = game.deal(seed=7)
agent = kibitz.agent("rules")
while not state.over:
    seat = state.to_act[0]
    state = state.play(seat, agent.act(state.view(seat)))
print(state.returns)
"""

from typing import TYPE_CHECKING, Any

from kibitz import _installed  # chooses the engine that everything below imports

# isort: split
from kibitz import _core, display
from kibitz._core import (
    AgentFailed,
    AmbiguousMove,
    BrokenLaw,
    Game,
    GameFailed,
    IllegalMove,
    InvalidNotation,
    InvalidPosition,
    InvalidRecord,
    InvalidSpec,
    Move,
    Record,
    SelfPlay,
    Spec,
    State,
    View,
)
from kibitz.agents import Agent, Level, agent, levels
from kibitz.agents.best import best

if TYPE_CHECKING:
    from kibitz.lab.match import MatchResult, match
    from kibitz.python_game import PythonGame

_installed.find_networks()

display.attach()

__version__ = _core.VERSION

__all__ = [
    "Agent",
    "AgentFailed",
    "AmbiguousMove",
    "BrokenLaw",
    "Game",
    "GameFailed",
    "IllegalMove",
    "InvalidNotation",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSpec",
    "Level",
    "MatchResult",
    "Move",
    "PythonGame",
    "Record",
    "SelfPlay",
    "Spec",
    "State",
    "View",
    "__version__",
    "agent",
    "best",
    "levels",
    "match",
]


def __getattr__(name: str) -> Any:
    """What brings in much that those who only play should not wait for: NumPy, dataclasses."""
    if name == "PythonGame":
        from kibitz.python_game import PythonGame

        return PythonGame
    if name in ("MatchResult", "match"):
        from kibitz.lab import match

        return getattr(match, name)
    raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
