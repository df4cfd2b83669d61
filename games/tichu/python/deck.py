"""The look of Tichu's cards, with our own symbols."""

from collections.abc import Collection
from typing import ClassVar

from rich.text import Text

from kibitz import Move
from kibitz.cli import cards


class Deck(cards.Deck):
    """Cards written as rank and suit, ``Aj`` for the ace of jade, and four with names."""

    suits: ClassVar = {
        "j": ("●", "green", "jade"),
        "s": ("◆", "bright_blue", "sword"),
        "p": ("▲", "yellow", "pagoda"),
        "r": ("★", "red", "star"),
    }
    named: ClassVar = {
        "Ma": ("Mah Jong", "bold cyan"),
        "Do": ("Dog", "bold cyan"),
        "Ph": ("Phoenix", "bold magenta"),
        "Dr": ("Dragon", "bold magenta"),
    }
    quiet = ("no-grand",)
    loud = ("grand",)

    def split(self, card: str) -> tuple[str, str]:
        """Rank and suit of a card."""
        return card[0], card[1]

    def join(self, rank: str, suit: str) -> str:
        """The card of a rank and a suit."""
        return rank + suit

    def move(self, move: Move, trumps: Collection[str] = ()) -> Text:
        """A move, with what the Phoenix stands for (``Ph=8``) and who gets a card (``2j>1``)."""
        if not move.cards:
            return super().move(move)
        words = str(move).split()[-len(move.cards) :]  # an exchange has a verb before its cards
        return Text(" ").join(
            self.card(card, trumps) + self._note(word.removeprefix(card))
            for card, word in zip(move.cards, words, strict=True)
        )

    def _note(self, note: str) -> Text:
        sign, rest = note[:1], note[1:]
        return Text.assemble(({"": "", ">": f"→{rest}", "=": f" as {rest}"}[sign], "dim"))

    def words(self, text: str) -> Text:
        """A wish, or who gets the Dragon."""
        return super().words(text.replace(">", " → "))
