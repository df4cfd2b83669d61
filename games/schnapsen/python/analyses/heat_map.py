"""Deals won by the first of two players over how often each plays a card that is no trump (VU 2019, figure 2)."""

from kibitz import plots
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings, Tally, each_deal, watched
from kibitz.games.schnapsen.bots import NoTrump


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """``count`` deals per cell, each in both seatings; all cells have the same deals."""
    assert experiment.analysis
    levels = experiment.analysis.arguments()["levels"]
    game = game_of(experiment.rules(column))

    def watch(deal: int) -> Tally:
        tally = Tally()
        for own in levels:
            for other in levels:
                for seat in (0, 1):
                    pair = [NoTrump(own, seed=4 * deal + seat), NoTrump(other, seed=4 * deal + seat + 2)]
                    returns = watched(game, pair if seat == 0 else pair[::-1], deal).returns
                    won = returns[seat] > returns[1 - seat]
                    for name in (f"own {own}", f"other {other}", f"own {own}, other {other}"):
                        tally.add(name, won)
        return tally

    found = Tally.intervals(each_deal(count, watch))
    cells = [[found[f"own {own}, other {other}"].mean for other in levels] for own in levels]
    title = "Deals won by the first player: rows its probability, columns the other's"
    names = [str(level) for level in levels]
    return Findings(found, {"map": plots.heat_map(cells, names, names, title=title)})
