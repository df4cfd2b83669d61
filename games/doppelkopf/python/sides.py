"""Who is Re: what everybody at the table would like to know."""

from collections.abc import Mapping, Sequence

from kibitz._core import View
from kibitz.analysis.counting import weights
from kibitz.games.doppelkopf.facts import ViewFacts
from kibitz.games.doppelkopf.hidden import QUEEN, hidden


def sides(view: View) -> Mapping[str, Sequence[float]]:
    """How likely each seat is Re, once it is settled what is played: counted over all deals, not drawn."""
    now = ViewFacts.of(view)
    if now.game is None:
        return {}
    if now.game.type != "normal":  # the declarer, and a partner when he is found: everybody knows
        known = None not in now.parties
        return {"re": [float(party == "re") for party in now.parties]} if known else {}
    unseen = hidden(view)
    ways = weights(unseen)
    shown = {seat for seat in range(4) if QUEEN in now.played[seat]}
    own = {view.seat} if QUEEN in now.hand else set()

    def chance(seat: int) -> float:
        return sum(way for case, way in zip(unseen.cases, ways, strict=True) if seat in {*case, *shown, *own}) / sum(
            ways
        )

    return {"re": [chance(seat) for seat in range(4)]}
