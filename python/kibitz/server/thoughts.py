"""What an agent at an open table thought before it moved, as far as it can say."""

from kibitz._core import Move
from kibitz.analysis import Analysis
from kibitz.server import protocol, told
from kibitz.server.views import move_info

_SHOWN = 8


def thought(ply: int, seat: int, move: Move, found: Analysis | None, game: str) -> protocol.Thought:
    """Which moves it weighed, and how much it leaned to each; one that plays by rules leans to a single one."""
    leans = [protocol.Lean(move=move_info(move), share=1.0)]
    if found is not None:
        tries = sum(info.visits for info in found.moves)
        shares = ((info.move, info.visits / tries if tries else info.prior) for info in found.moves)
        known = sorted(((share, each) for each, share in shares if share is not None), key=lambda one: -one[0])
        leans = [protocol.Lean(move=move_info(each), share=share) for share, each in known[:_SHOWN]]
    return protocol.Thought(
        ply=ply,
        seat=seat,
        move=move_info(move),
        leans=leans,
        analysis=None if found is None else told.analysis(found, game),
    )
