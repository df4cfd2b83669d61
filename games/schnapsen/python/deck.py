"""The look of Schnapsen's cards."""

from collections.abc import Collection

from rich.text import Text

from kibitz import Move
from kibitz.cli.cards import French


def is_card(move: Move) -> bool:
    """Whether a move lays a card and says nothing besides."""
    return move.kind == "play" and move.combination is None


class Deck(French):
    """A French deck without its low cards."""

    def move(self, move: Move, trumps: Collection[str] = ()) -> Text:
        """A move; a marriage is named before the card it leads."""
        shown = super().move(move, trumps)
        return Text.assemble(("marriage ", "italic"), shown) if move.combination == "marriage" else shown
