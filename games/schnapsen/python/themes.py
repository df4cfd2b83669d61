"""What a Schnapsen decision is about, for puzzles."""

from typing import Literal, get_args

from kibitz._core import Move, View
from kibitz.games.schnapsen.facts import ViewFacts

Theme = Literal["endplay", "closing", "marriage", "counting", "trumps"]
THEMES: tuple[Theme, ...] = get_args(Theme)
_NEAR = 46  # points from which 66 is in sight


def themes(view: View, best: Move) -> list[Theme]:
    """The themes of a decision with its best move."""
    now, found = ViewFacts.of(view), list[Theme]()
    if now.closed_by is not None or best.kind == "close":
        found.append("closing")
    if best.combination == "marriage" or any(move.combination == "marriage" for move in view.legal()):
        found.append("marriage")
    if max(now.points) >= _NEAR:
        found.append("counting")
    if now.talon_size == 0:
        found.append("endplay")
    if any(card.startswith(now.trump) for card in best.cards):
        found.append("trumps")
    return found
