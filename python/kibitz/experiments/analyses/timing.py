"""CPU time per move, by agent and by turn, in positions of random play. Forced moves do not count."""

import re
import time
from math import log

from kibitz import Move, State
from kibitz.experiments.record import Column, Record, game_of
from kibitz.experiments.verdict import change
from kibitz.experiments.watch import Findings, Tally, each_deal, play, seated
from kibitz.stats import Interval


def run(record: Record, column: Column, count: int) -> Findings:
    """``count`` deals of random players; every decision of one seat is made by each agent too, and timed."""
    game = game_of(record.rules(column))
    specs = {
        name: spec
        for name, text in record.agents.items()
        if (spec := text.spec(column)) and not _missing(text.needs, spec)
    }
    others = "healthy" if game.name == "doppelkopf" else "random"

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
                began = time.thread_time()
                player.act(view)
                spent = 1000 * (time.thread_time() - began)
                tally.add(f"{name}: time", spent)
                tally.add(f"{name}: turn {turns}", spent)

        play(game, seated([others] * game.seats, deal), deal, see)
        return tally

    found = Tally.intervals(each_deal(count, watch))
    return Findings(found | _growth(found))


def _missing(needs: str | None, spec: str) -> bool:
    return needs is not None and "net(" in spec


def _growth(times: dict[str, Interval]) -> dict[str, Interval]:
    """The power of the budget with which the time of a family grows: 1 is in proportion."""
    families: dict[str, list[tuple[float, Interval]]] = {}
    for name, value in times.items():
        if form := re.fullmatch(r"([A-Za-z]+)(\d+): time", name):
            families.setdefault(form[1], []).append((log(float(form[2])), value))
    found = {}
    for family, members in families.items():
        if len(members) >= 3:
            members.sort()
            logs = [Interval(log(v.mean), log(max(v.low, v.mean / 100)), log(v.high)) for _, v in members]
            span = members[-1][0] - members[0][0]
            found[f"{family}: growth"] = Interval(*(end / span for end in change(logs, [at for at, _ in members])))
    return found
