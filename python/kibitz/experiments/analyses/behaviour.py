"""What an agent does at the table, as quantities of a record: see ``kibitz.experiments.behaviour``."""

from kibitz.experiments.behaviour import observe
from kibitz.experiments.record import Column, Record, game_of
from kibitz.experiments.watch import Findings


def run(record: Record, column: Column, count: int) -> Findings:
    """``count`` deals at which the named players sit; one alone takes all seats. The first is observed."""
    assert record.analysis
    players = [record.agents[name].spec(column) or "" for name in record.analysis.arguments()["players"]]
    return Findings(observe(game_of(record.rules(column)), players, count))
