"""What a Tichu decision is about, for puzzles."""

from typing import Literal, get_args

from kibitz._core import Move, View
from kibitz.games.tichu.facts import ViewFacts

Theme = Literal["endplay", "bombs", "calls", "exchange", "passing", "specials"]
THEMES: tuple[Theme, ...] = get_args(Theme)
_SPECIALS = {"Ma", "Do", "Ph", "Dr"}
_FEW = 5  # cards in some hand


def themes(view: View, best: Move) -> list[Theme]:
    """The themes of a decision with its best move."""
    now, found = ViewFacts.of(view), list[Theme]()
    if any("bomb" in (move.combination or "") for move in view.legal()):
        found.append("bombs")
    if best.kind in ("call", "bid") or now.phase == "grand":
        found.append("calls")
    if best.kind == "exchange":
        found.append("exchange")
    if best.kind == "pass":
        found.append("passing")
    if best.kind in ("wish", "gift") or _SPECIALS & set(best.cards):
        found.append("specials")
    if now.phase == "play" and min(count for count in now.counts if count) <= _FEW:
        found.append("endplay")
    return found
