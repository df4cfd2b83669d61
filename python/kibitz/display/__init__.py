"""How things look in a notebook: one module per kind of thing, tables and small pictures as HTML.

Everything is escaped, nothing is a script, and every colour can be read on light and on dark ground. What a game's
cards look like comes from its own ``deck.py`` and ``sheet.py``, as in the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kibitz import _core
from kibitz.display.html import Html

if TYPE_CHECKING:
    from kibitz.lab.results import Results

__all__ = ["Html", "hand", "ladder"]

# Where the drawing of a type of the engine is: nothing is imported before something is shown.
_DRAWN = {
    _core.Move: ("cards", "move"),
    _core.Moves: ("cards", "moves"),
    _core.State: ("deals", "state"),
    _core.View: ("deals", "view"),
    _core.Record: ("deals", "record"),
}


def attach() -> None:
    """Gives the types of the engine, which knows nothing of notebooks, their ``_repr_html_``."""
    for kind in _DRAWN:
        kind._repr_html_ = _drawn  # type: ignore[attr-defined]


def _drawn(thing: Any) -> str:
    module, function = _DRAWN[type(thing)]
    return str(getattr(import_module(f"{__name__}.{module}"), function)(thing))


def hand(game: str, cards: Iterable[str]) -> Html:
    """Cards side by side, such as those of ``State.hands``."""
    from kibitz.display.cards import row

    return Html(row(game, cards))


def ladder(results: Results) -> Html:
    """The ladders of results: every agent with its rating and interval."""
    from kibitz.display.contests import ladders

    return Html(ladders(results))
