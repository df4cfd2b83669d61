"""Whether two agents choose the same move once every card is known, and how long each takes (VU 2019, worksheet 1).

Time is that of the process, since an agent may search on threads of its own; nothing runs beside.
"""

import time

from kibitz import Move, State
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings, Tally, seated, watched
from kibitz.games.schnapsen.facts import ViewFacts

SAMPLE = 0  # times differ from run to run


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """Positions of ``count`` deals of random play in which the talon is used up."""
    assert experiment.analysis
    names = [experiment.analysis.arguments()[side] for side in ("a", "b")]
    specs = [experiment.agents[name].spec(column) or "" for name in names]
    game = game_of(experiment.rules(column))

    def watch(deal: int) -> Tally:
        tally, pair = Tally(), seated(specs, deal)

        def see(state: State, seat: int, _move: Move) -> None:
            view = state.view(seat)
            if ViewFacts.of(view).talon_size or len(state.legal(seat)) < 2:
                return
            chosen, spent = [], []
            for player in pair:
                began = time.process_time()
                chosen.append(state.canonical(seat, player.act(view)))
                spent.append(1000 * (time.process_time() - began))
            tally.add("agreement", chosen[0] == chosen[1])
            tally.add("ratio of times", spent[0], spent[1])
            for name, value in zip(names, spent, strict=True):
                tally.add(f"{name}: time", value)

        watched(game, seated(["random", "random"], deal), deal, see)
        return tally

    return Findings(Tally.intervals([watch(deal) for deal in range(count)]))
