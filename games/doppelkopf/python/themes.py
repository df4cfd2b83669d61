"""What a Doppelkopf decision is about, for puzzles."""

from typing import Literal, get_args

from kibitz._core import Move, View
from kibitz.games.doppelkopf.facts import ViewFacts

Theme = Literal["endplay", "solos", "marriage", "announcements", "fox", "leading"]
THEMES: tuple[Theme, ...] = get_args(Theme)
_FEW = 4  # cards in the hand
_FOX = "DA"


def themes(view: View, best: Move) -> list[Theme]:
    """The themes of a decision with its best move."""
    now, found = ViewFacts.of(view), list[Theme]()
    kind = now.game.type if now.game else ""
    if now.phase == "reservation" or kind.startswith("solo"):
        found.append("solos")
    if kind == "marriage" or str(best) == "hochzeit":
        found.append("marriage")
    if best.kind == "call":
        found.append("announcements")
    if _FOX in now.hand or _FOX in {card for _, card in now.table}:
        found.append("fox")
    if now.phase == "play" and len(now.hand) <= _FEW:
        found.append("endplay")
    if now.phase == "play" and not now.table:
        found.append("leading")
    return found
