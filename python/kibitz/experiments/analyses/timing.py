"""CPU time per move, by agent and by turn, in positions of random play. Forced moves do not count.

An agent may search on threads of its own, so the time is that of the process, and nothing runs beside.
"""

import re
import time
from itertools import pairwise
from math import hypot

from kibitz import Move, State
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.verdict import difference
from kibitz.experiments.watch import Findings, Tally, seated, watched
from kibitz.stats import Interval

SAMPLE = 0  # times differ from run to run


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """``count`` deals of random players; every decision of one seat is made by each agent too, and timed."""
    game = game_of(experiment.rules(column))
    specs = {name: spec for name, text in experiment.agents.items() if (spec := text.spec(column))}
    assert experiment.analysis
    others = experiment.analysis.arguments().get("others", "random")

    def watch(deal: int) -> Tally:
        timed = dict(zip(specs, seated(specs.values(), deal), strict=True))
        tally, turns = Tally(), 0

        def see(state: State, seat: int, _move: Move) -> None:
            nonlocal turns
            if seat != 0:
                return
            turns += 1
            if len(state.legal(seat)) < 2:
                return
            view = state.view(seat)
            for name, player in timed.items():
                began = time.process_time()
                player.act(view)
                spent = 1000 * (time.process_time() - began)
                tally.add(f"{name}: time", spent)
                tally.add(f"{name}: turn {turns}", spent)

        watched(game, seated([others] * game.seats, deal), deal, see)
        return tally

    found = Tally.intervals([watch(deal) for deal in range(count)])
    return Findings(found | _growth(found))


def _growth(times: dict[str, Interval]) -> dict[str, Interval]:
    """What a further simulation costs in the upper half of a family's budgets, over what it costs in the lower half.

    In proportion is 1; what a move costs besides its simulations does not matter.
    """
    families: dict[str, list[tuple[int, Interval]]] = {}
    for name, value in times.items():
        if form := re.fullmatch(r"([A-Za-z]+)(\d+): time", name):
            families.setdefault(form[1], []).append((int(form[2]), value))
    found = {}
    for family, members in families.items():
        if len(members) >= 3:
            members.sort()
            (_, low), (_, middle), (_, high) = ends = members[0], members[len(members) // 2], members[-1]
            early, late = difference(middle, low), difference(high, middle)
            spans = [b - a for (a, _), (b, _) in pairwise(ends)]
            ratio = late.mean / spans[1] / (early.mean / spans[0])
            error = hypot((late.high - late.mean) / late.mean, (early.high - early.mean) / early.mean)
            half = abs(ratio) * error  # times of a busy machine may even seem to fall
            found[f"{family}: growth"] = Interval(ratio, ratio - half, ratio + half)
    return found
