"""Q-networks at one table (EPFL 2017, table 5.6). They see all hands and so play by themselves, outside the lab."""

from pathlib import Path

from kibitz.experiments.record import Column, Record, game_of
from kibitz.experiments.training import network_of
from kibitz.experiments.watch import Findings
from kibitz.stats import Interval, mean_interval


def run(record: Record, column: Column, count: int) -> Findings:
    """``count`` deals of every meeting, teams swapped. At least one of two is a network."""
    from kibitz.learning import dqn
    from kibitz.learning.order import Order

    assert record.analysis
    order = Order(game_of(record.rules(column)), Path(), deals=count)
    specs = {name: text.spec(column) or "" for name, text in record.agents.items()}
    found: dict[str, Interval] = {}
    for meeting in record.analysis.arguments()["meetings"]:
        one, other = sorted(meeting, key=lambda name: not specs[name].startswith("net("))  # a network first
        opponent = str(network_of(specs[other])) if specs[other].startswith("net(") else specs[other]
        differences = dqn.duel(order, *dqn.load(network_of(specs[one])), opponent)
        sign = 1 if one == meeting[0] else -1
        found[" v ".join(meeting)] = mean_interval([sign * value for value in differences])
    return Findings(found)
