"""How the table of Leiden 2017 settles while it learns, and how often its worlds are right. The count is of rounds."""

from kibitz import _core, plots
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings, Tally
from kibitz.games.tichu import beater
from kibitz.stats import Interval

_BLOCKS = 20  # of the rounds that check: questions of one round are not independent

SAMPLE = 2000  # two portions


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """Every agent of the experiment plays ``count`` rounds against itself, of which a table learns in the portions of
    the paper; every ``check``-th as many rounds more check it. Of several agents quantities begin with their names.
    """
    assert experiment.analysis
    game, every = game_of(experiment.rules(column)), experiment.analysis.arguments()["check"]
    quantities: dict[str, Interval] = {}
    lines: dict[str, list[tuple[float, Interval]]] = {}
    for name, text in experiment.agents.items():
        # The engine's own random player is the paper's, who chooses among cards.
        players = "random" if (spec := text.spec(column) or "") == "random(over=cards)" else spec
        learned = beater.train(game, count, 1, players)
        portions = {(number + 1) * beater.PORTION: change for number, change in enumerate(learned.changes)}
        found = {f"change after {rounds}": Interval(*[change] * 3) for rounds, change in portions.items()}
        found |= _right(game, max(2 * _BLOCKS, count // every), players, learned.table)
        quantities |= {
            what if len(experiment.agents) == 1 else f"{name}: {what}": value for what, value in found.items()
        }
        # The first portion changes everything and would hide all others.
        shown = {rounds: change for rounds, change in portions.items() if rounds > beater.PORTION}
        lines[name] = [(float(rounds), Interval(*[change] * 3)) for rounds, change in shown.items()]
    lines = {name: line for name, line in lines.items() if line}
    title = "Mean change of the table's probabilities per 1000 rounds"
    drawings = {"change": plots.curves(lines, title=title, x="rounds", log=True, band=False)} if lines else {}
    return Findings(quantities, drawings)


def _right(game: _core.Game, rounds: int, players: str, table: beater.BeaterTable) -> dict[str, Interval]:
    tallies = []
    for block in range(_BLOCKS):
        right, tally = beater.check(game, rounds // _BLOCKS, 2**63 + block, players, table), Tally()
        tally.add("random worlds", right.uniform, right.asked)
        tally.add("table", right.beater, right.asked)
        tally.add("gain of the table", right.beater - right.uniform, right.asked)
        tallies.append(tally)
    return Tally.intervals(tallies)
