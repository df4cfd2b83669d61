"""How many moves there are to choose from and how long a round of Tichu is, per agent (EPFL 2017, section 2.3.1)."""

from kibitz import Move, State
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings, Tally, each_deal, seated, watched
from kibitz.games.tichu.facts import ViewFacts
from kibitz.stats import Interval


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """Deals of each agent against itself."""
    game = game_of(experiment.rules(column))
    quantities: dict[str, Interval] = {}
    for name, text in experiment.agents.items():
        if not (spec := text.spec(column)):
            continue

        def watch(deal: int, spec: str = spec) -> tuple[Tally, int]:
            tally, plies, tricks = Tally(), 0, 0

            def see(state: State, seat: int, _move: Move) -> None:
                nonlocal plies, tricks
                moves, following = len(state.legal(seat)), ViewFacts.of(state.view(seat)).table is not None
                if following:
                    tally.add("moves when following", moves)
                    tally.add("share of following with more than 3", moves > 3)
                else:
                    tricks += 1
                    tally.add("moves when leading", moves)
                    tally.add("share of leads with 10 to 30", 10 <= moves <= 30)
                    if plies == 0:
                        tally.add("moves at the first lead", moves)
                plies += 1

            over = watched(game, seated([spec] * game.seats, deal), deal, see)
            tally.add("plies", plies)
            tally.add("tricks", tricks)
            tally.add("share of rounds with 8 to 15 tricks", 8 <= tricks <= 15)
            tally.add("double wins", 200 in over.returns)
            return tally, plies

        deals = each_deal(count, watch)
        found = Tally.intervals([tally for tally, _ in deals])
        longest = float(max(plies for _, plies in deals))
        found["longest"] = Interval(longest, longest, longest)
        quantities |= {f"{name}: {what}": value for what, value in found.items()}
    return Findings(quantities)
