"""Spread of the mean over a number of games, with and without rotated seats (ETH 2022, figure 3.1)."""

from math import sqrt
from statistics import fmean, stdev

from kibitz import lab, plots
from kibitz.agents import agent
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings
from kibitz.stats import Interval

SAMPLE = 300


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """The first agent of the experiment against the second, its seat fixed and in all seats of the same deals."""
    assert experiment.analysis
    settings = experiment.analysis.arguments()
    game = game_of(experiment.rules(column))
    specs = [str(agent(text.spec(column) or "")) for text in experiment.agents.values()]
    seatings = tuple(tuple(int(seat != at) for seat in range(game.seats)) for at in range(game.seats))
    contest = lab.Contest(game.name, game.rules, tuple(specs), seatings, count // game.seats)
    groups = lab.run(lab.Plan("", (contest,))).contests[0].groups
    deals = [[table[seat] for seat, table in enumerate(group.returns)] for group in groups]
    scores = [score for deal in deals for score in deal]
    single, several = stdev(scores), stdev([fmean(deal) for deal in deals])
    quantities = {}
    for games in settings["games"]:
        quantities[f"half-width after {games}"] = _width(single, games, len(scores))
        quantities[f"half-width after {games}, rotated"] = _width(several, games // game.seats, len(deals))
    title = f"{next(iter(experiment.agents))} and four random players: running means"
    runs = _runs([deal[0] for deal in deals], settings["repetitions"])
    return Findings(quantities, {"means": plots.curves(runs, title=title, x="games", y="points", log=True, band=False)})


def _width(deviation: float, games: int, observed: int) -> Interval:
    half = 1.96 * deviation / sqrt(games)
    error = 1.96 / sqrt(2 * observed)  # of a standard deviation, relative
    return Interval(half, half * (1 - error), half * (1 + error))


def _runs(scores: list[int], repetitions: int) -> dict[str, list[tuple[float, Interval]]]:
    length = len(scores) // repetitions
    marks = [n for n in (10, 30, 100, 300, 1000, 3000, 10000, 30000) if n <= length]
    runs = {}
    for number in range(repetitions):
        part = scores[number * length : (number + 1) * length]
        runs[f"run {number + 1}"] = [(float(n), Interval(*[fmean(part[:n])] * 3)) for n in marks]
    return runs
