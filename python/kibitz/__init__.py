"""Kibitz plays hidden-information card games, measures how well, and shows why.

game = kibitz.Game("tichu", rules="official")
state = game.deal(seed=7)
agent = kibitz.agent("rules")
while not state.over:
    seat = state.to_act[0]
    state = state.play(seat, agent.act(state.view(seat)))
print(state.returns)
"""

from importlib.metadata import version as _version

from kibitz._core import (
    AmbiguousMove,
    Game,
    IllegalMove,
    InvalidNotation,
    InvalidPosition,
    InvalidSpec,
    Move,
    Record,
    State,
    View,
)
from kibitz.agents import Agent, Level, agent, levels
from kibitz.lab.match import MatchResult, match

__version__ = _version("kibitz")

__all__ = [
    "Agent",
    "AmbiguousMove",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidPosition",
    "InvalidSpec",
    "Level",
    "MatchResult",
    "Move",
    "Record",
    "State",
    "View",
    "__version__",
    "agent",
    "levels",
    "match",
]
