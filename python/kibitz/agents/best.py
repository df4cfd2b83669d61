"""The strongest player of a game for a time per move."""

from kibitz import _core

__all__ = ["TIMES", "best"]

TIMES = {"20ms": "fast", "200ms": "strong", "2s": "strongest"}
"""The times there are players for, and the specifications that name them in every game."""


def best(game: str, time: str = "200ms", *, rules: str | None = None, seed: int | None = None) -> _core.Agent:
    """The strongest player known for about so much time per move on one core; ``str()`` of it says how it is made.

    How they were found is in ``docs/methods/best-players.md``. The names ``fast``, ``strong`` and ``strongest`` are
    the same players and can stand wherever a specification can.

    >>> import kibitz
    >>> kibitz.best(name, "20ms").spec == str(kibitz.Spec(kibitz.Game(name).best[0]).canonical())
    True
    """
    if time not in TIMES:
        known = ", ".join(f'"{name}"' for name in TIMES)
        raise ValueError(f'There is no player tuned for "{time}" a move; there are players for {known}.')
    specs = _core.Game(game, rules).best
    return _core.Agent(specs[list(TIMES).index(time)], seed)
