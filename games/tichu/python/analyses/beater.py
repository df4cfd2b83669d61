"""How the table of Leiden 2017 settles while it learns, and how often its worlds are right. The count is of rounds."""

from kibitz import plots
from kibitz.experiments.record import Column, Record, game_of
from kibitz.experiments.watch import Findings
from kibitz.games.tichu import beater
from kibitz.stats import Interval, wilson

_CHECK = 20  # of so many learned rounds, one more is played to check

SAMPLE = 2000  # two portions


def run(record: Record, column: Column, count: int) -> Findings:
    """Learns from ``count`` rounds of random players, in the portions of the paper, and checks on other rounds."""
    game = game_of(record.rules(column))
    learned = beater.train(game, count, 1, "random")
    portions = {(number + 1) * beater.PORTION: change for number, change in enumerate(learned.changes)}
    quantities = {f"change after {rounds}": Interval(*[change] * 3) for rounds, change in portions.items()}
    right = beater.check(game, max(1, count // _CHECK), 2**63, "random", learned.table)
    quantities["random worlds"] = wilson(right.uniform, right.asked)
    quantities["table"] = wilson(right.beater, right.asked)
    # The first portion changes everything and would hide all others.
    line = [(float(rounds), Interval(*[change] * 3)) for rounds, change in portions.items() if rounds > beater.PORTION]
    title = "Mean change of the table's probabilities per 1000 rounds"
    return Findings(
        quantities, {"change": plots.curves({"change": line}, title=title, x="rounds", log=True, band=False)}
    )
