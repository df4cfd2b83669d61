"""The look of Doppelkopf's cards."""

from kibitz.cli.cards import French


class Deck(French):
    """Two decks of the same cards."""

    quiet = ("gesund",)
