"""Agents: from a specification to a player."""

from typing import Protocol, runtime_checkable

from kibitz import _core
from kibitz.agents import plugins
from kibitz.agents.levels import Level, levels

__all__ = ["Agent", "Level", "agent", "levels", "sound"]


@runtime_checkable
class Agent(Protocol):
    """A player: any object that sees a view and makes a move (or writes one).

    >>> import kibitz
    >>> class First:
    ...     def act(self, view):
    ...         return view.legal()[0]
    >>> isinstance(First(), kibitz.Agent)
    True
    """

    def act(self, view: _core.View, /) -> _core.Move | str:
        """The move for the view's seat, which owes a decision.

        >>> First().act(kibitz.Game(name).deal(seed=7).view(0)).kind
        'play'
        """
        ...


def agent(spec: str | _core.Spec, seed: int | None = None) -> _core.Agent | plugins.PythonAgent:
    """The player of a specification; ``str()`` of it is the canonical form.

    ``rules`` or ``random(over=cards)`` names a player of the engine, ``package.module:Class`` one in Python,
    and so does any name registered under the entry point group ``kibitz.agents``. Python agents can stand inside those
    of the engine, wherever an agent can: ``decide(rules, call=package.module:Class)``.
    The same seed makes the same moves; without one, chance differs from run to run.

    >>> import kibitz
    >>> player = kibitz.agent("ismcts(100, tree=infoset)", seed=1)
    >>> str(player)
    'ismcts(100)'
    >>> view = kibitz.Game(name).deal(seed=7).view(0)
    >>> player.act(view) in view.legal()
    True
    """
    if not isinstance(spec, (str, _core.Spec)):
        raise TypeError(f'An agent is made from its specification, a text such as "rules", not from {spec!r}.')
    spec = plugins.read(spec)
    return plugins.load(spec, seed) or _core.Agent(spec, seed)


def sound(game: str) -> str:
    """The player that stands for sensible play of a game: the first of its own, or who plays any game."""
    return next(iter(_core.describe_game(game)["bots"]), "balanced")
