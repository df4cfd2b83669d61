"""Where hidden cards are believed to be by worlds that are not uniform, against exact ones (Basel 2015, section 4).

Two draws of exact worlds differ too, by chance alone; that difference is given beside.
"""

from kibitz import Move, State
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings, Tally, each_deal, seated, watched


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """Positions of ``count`` deals of random play."""
    assert experiment.analysis
    settings = experiment.analysis.arguments()
    game = game_of(experiment.rules(column))
    names = (settings["worlds"], settings["exact"])
    biased, exact = (experiment.agents[name].spec(column) or "" for name in names)

    def watch(deal: int) -> Tally:
        tally, searches = Tally(), seated([biased, exact, exact], deal)
        plies = 0

        def see(state: State, seat: int, _move: Move) -> None:
            nonlocal plies
            plies += 1
            if seat != 0 or len(state.legal(seat)) < 2 or len(state.view(seat).hand) in (1, 12):
                return
            beliefs = [search.analyse(state.view(seat)).belief for search in searches]  # type: ignore[attr-defined]
            for name, belief in zip(names, beliefs[:2], strict=True):
                apart = [
                    abs(a - b)
                    for card, places in beliefs[2].items()
                    for a, b in zip(belief.get(card, places), places, strict=True)
                ]
                tally.add(f"{name}: distance of a card's place", sum(apart), len(apart))
                tally.add(f"{name}: greatest distance", max(apart))

        watched(game, seated(["healthy"] * game.seats, deal), deal, see)
        return tally

    return Findings(Tally.intervals(each_deal(count, watch)))
