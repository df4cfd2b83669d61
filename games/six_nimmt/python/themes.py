"""What a decision of 6 nimmt! is about, for puzzles."""

from typing import Literal, get_args

from kibitz._core import Move, View
from kibitz.games.six_nimmt.facts import ViewFacts

Theme = Literal["rows", "gap", "full", "low", "endplay"]
THEMES: tuple[Theme, ...] = get_args(Theme)
_ROOM = 5  # cards of a full row
_FEW = 4  # cards in the hand
_GAP = 4  # to the end of the row, at most


def themes(view: View, best: Move) -> list[Theme]:
    """The themes of a decision with its best move."""
    now, found = ViewFacts.of(view), list[Theme]()
    ends = [row[-1] for row in now.table]
    if now.phase == "row":
        found.append("rows")
    else:
        card = int(best.cards[0])
        if card < min(ends):
            found.append("low")
        elif card - max(end for end in ends if end < card) <= _GAP:
            found.append("gap")
    if any(len(row) == _ROOM for row in now.table):
        found.append("full")
    if now.count <= _FEW:
        found.append("endplay")
    return found
