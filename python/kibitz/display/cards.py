"""Cards, hands and moves."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from kibitz.cli.cards import deck_of, paint
from kibitz.display.html import LINE, SOFT, painted, words

if TYPE_CHECKING:
    from kibitz._core import Move, Moves

_FACE = (
    f"display:inline-block;border:1px solid {LINE};border-radius:.3em;padding:0 .3em;margin:.06em;white-space:nowrap"
)
_LISTED = 24


def card(game: str, name: str, trumps: Collection[str] = ()) -> str:
    """A card as a small face."""
    deck = deck_of(game)
    face = words(name, "font-weight:bold") if deck is None else painted(deck.card(name, trumps))
    return f'<span style="{_FACE}">{face}</span>'


def row(game: str, cards: Iterable[str], trumps: Collection[str] = ()) -> str:
    """Cards side by side."""
    return "".join(card(game, name, trumps) for name in cards) or words("–", SOFT)


def move(made: Move, trumps: Collection[str] = ()) -> str:
    """A move: the cards it lays, or what it says."""
    if made.cards and made.kind in ("play", "call"):
        name = f"{words(made.combination, SOFT)} " if made.combination == "marriage" else ""
        if len(str(made).split()) == len(made.cards) and "=" not in str(made):
            return name + row(made.game, made.cards, trumps)
    return painted(paint(made, trumps=trumps))


def moves(made: Moves) -> str:
    """Moves to choose from."""
    shown = [move(each) for each in made[:_LISTED]]
    more = [words(f"and {len(made) - _LISTED:,} more", SOFT)] if len(made) > _LISTED else []
    return f"<div>{' · '.join([*shown, *more]) or words('no move', SOFT)}</div>"
