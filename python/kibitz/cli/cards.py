"""How moves and cards look in a terminal: words and symbols in colour, or plain notation."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rich.text import Text


@dataclass(frozen=True, slots=True)
class Deck:
    """The look of a game's cards: a pattern that finds rank and suit, the suits, and the cards with names."""

    card: re.Pattern[str]
    suits: Mapping[str, tuple[str, str, str]]  # letter → symbol, style, name
    named: Mapping[str, tuple[str, str]]  # text → name, style


_FRENCH = Deck(
    card=re.compile(r"(?P<suit>[CSHD])(?P<rank>[ATKQJ9])"),
    suits={
        "C": ("♣", "green", "clubs"),
        "S": ("♠", "bright_blue", "spades"),
        "H": ("♥", "red", "hearts"),
        "D": ("♦", "yellow", "diamonds"),
    },
    named={},
)

# Our own symbols. A game that is not listed is shown in its notation.
DECKS = {
    "tichu": Deck(
        card=re.compile(r"(?P<rank>[2-9TJQKA])(?P<suit>[jspr])"),
        suits={
            "j": ("●", "green", "jade"),
            "s": ("◆", "bright_blue", "sword"),
            "p": ("▲", "yellow", "pagoda"),
            "r": ("★", "red", "star"),
        },
        named={
            "Ma": ("Mah Jong", "bold cyan"),
            "Do": ("Dog", "bold cyan"),
            "Ph": ("Phoenix", "bold magenta"),
            "Dr": ("Dragon", "bold magenta"),
        },
    ),
    "doppelkopf": _FRENCH,
    "schnapsen": _FRENCH,
}

_QUIET = {"pass", "no-grand", "gesund"}
_LOUD = {"tichu", "grand", "close", "claim", "re", "kontra", "no90", "no60", "no30", "schwarz"}


def paint(game: str, move: str, *, plain: bool = False, trumps: Collection[str] = ()) -> Text:
    """A move or a hand as it is shown; trumps are underlined."""
    deck = DECKS.get(game)
    if move in _QUIET:
        return Text.assemble((move, "dim"))
    if plain or deck is None:
        return Text(move)
    if move in _LOUD:
        return Text.assemble((f" {move} ", "bold white on dark_red"))
    return Text(" ").join(_word(deck, word, trumps) for word in move.removeprefix("give ").split())


def legend(game: str) -> Text | None:
    """Which symbol is which suit."""
    if (deck := DECKS.get(game)) is None:
        return None
    suits = (Text.assemble((symbol, style), " ", (name, "dim")) for symbol, style, name in deck.suits.values())
    return Text("   ").join(suits)


def _word(deck: Deck, word: str, trumps: Collection[str]) -> Text:
    """One card, perhaps with what it stands for (``Ph=8``) or who gets it (``2j>1``)."""
    text, sign, rest = re.fullmatch(r"([^=>]*)([=>]?)(.*)", word).groups()  # type: ignore[union-attr]
    if card := deck.card.fullmatch(text):
        symbol, style, _ = deck.suits[card["suit"]]
        shown = Text.assemble((card["rank"], "bold"), (symbol, style))
        if text in trumps:
            shown.stylize("underline")
    elif text in deck.named:
        shown = Text.assemble(deck.named[text])
    elif deck.card.fullmatch(word.partition(":")[2]):  # a marriage and the card it leads
        verb, _, led = word.partition(":")
        return Text.assemble((f"{verb} ", "italic"), _word(deck, led, trumps))
    else:  # a wish, a choice
        return Text.assemble((word.replace(":", " ").replace(">", " → "), "italic"))
    if sign:
        shown.append("→" + rest if sign == ">" else f" as {rest}", style="dim")
    return shown
