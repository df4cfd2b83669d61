"""How moves and cards look in a terminal: words and symbols in colour, or plain notation."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text

from kibitz.games import part

if TYPE_CHECKING:
    from kibitz import _core

_LOUD = "bold white on dark_red"


class Deck(ABC):
    """The look of a game's cards and moves; a game has its own in ``deck.py``, or is shown in its notation."""

    suits: ClassVar[Mapping[str, tuple[str, str, str]]]  # letter → symbol, style, name
    named: ClassVar[Mapping[str, tuple[str, str]]] = {}  # card → name, style
    quiet: ClassVar[Collection[str]] = ()  # bids that say nothing
    loud: ClassVar[Collection[str]] = ()  # bids that say as much as a call

    @abstractmethod
    def split(self, card: str) -> tuple[str, str]:
        """Rank and suit of a card."""

    @abstractmethod
    def join(self, rank: str, suit: str) -> str:
        """The card of a rank and a suit."""

    def read(self, text: str) -> str:
        """Cards in the notation, where they were typed as they are shown: by symbols and names, in either order."""
        for card, (name, _) in self.named.items():
            text = re.sub(re.escape(name), card, text, flags=re.IGNORECASE)
        text = text.replace("→", ">").replace(" >", ">").replace("> ", ">")
        return " ".join(map(self._word, text.split()))

    def _word(self, word: str) -> str:
        for letter, (symbol, _, _) in self.suits.items():
            if symbol in word:
                rank, _, rest = word.replace(symbol, "", 1).partition(">")
                card = self.join("T" if rank == "10" else rank.upper(), letter)
                return f"{card}>{rest}" if rest else card
        return word

    def card(self, card: str, trumps: Collection[str] = ()) -> Text:
        """A card; trumps are underlined."""
        if card in self.named:
            return Text.assemble(self.named[card])
        rank, suit = self.split(card)
        symbol, style, _ = self.suits[suit]
        shown = Text.assemble((rank, "bold"), (symbol, style))
        if card in trumps:
            shown.stylize("underline")
        return shown

    def move(self, move: _core.Move, trumps: Collection[str] = ()) -> Text:
        """A move: its cards, or what it says in words."""
        if move.is_call or move.kind in ("close", "claim") or str(move) in self.loud:
            return Text.assemble((f" {move} ", _LOUD))
        if move.cards:
            return Text(" ").join(self.card(card, trumps) for card in move.cards)
        return self.words(str(move))

    def words(self, text: str) -> Text:
        """A wish, a choice."""
        return Text.assemble((text.replace(":", " "), "italic"))


class French(Deck):
    """Cards written as suit and rank, ``CA`` for the ace of clubs."""

    suits: ClassVar[Mapping[str, tuple[str, str, str]]] = {
        "C": ("♣", "green", "clubs"),
        "S": ("♠", "bright_blue", "spades"),
        "H": ("♥", "red", "hearts"),
        "D": ("♦", "yellow", "diamonds"),
    }

    def split(self, card: str) -> tuple[str, str]:
        """Rank and suit of a card."""
        return card[1], card[0]

    def join(self, rank: str, suit: str) -> str:
        """The card of a rank and a suit."""
        return suit + rank


def deck_of(game: str) -> Deck | None:
    """The deck of a game; None for one that is shown in its notation."""
    found = part(game, "deck")
    deck: Deck | None = None if found is None else found.Deck()
    return deck


def paint(move: _core.Move, *, plain: bool = False, trumps: Collection[str] = ()) -> Text:
    """A move as it is shown; trumps are underlined."""
    deck = deck_of(move.game)
    if move.is_pass or (deck is not None and str(move) in deck.quiet):
        return Text.assemble((str(move), "dim"))
    return Text(str(move)) if plain or deck is None else deck.move(move, trumps)


def paint_cards(game: str, cards: Collection[str], *, plain: bool = False, trumps: Collection[str] = ()) -> Text:
    """A hand as it is shown; trumps are underlined."""
    deck = deck_of(game)
    if plain or deck is None:
        return Text(" ".join(cards))
    return Text(" ").join(deck.card(card, trumps) for card in cards)


def legend(game: str) -> Text | None:
    """Which symbol is which suit."""
    if (deck := deck_of(game)) is None:
        return None
    suits = (Text.assemble((symbol, style), " ", (name, "dim")) for symbol, style, name in deck.suits.values())
    return Text("   ").join(suits)
