"""What an agent does at the table, as quantities of an experiment: see ``kibitz.experiments.behaviour``."""

from kibitz.experiments.behaviour import observe
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """``count`` deals at which the named players sit; one alone takes all seats. The first is observed."""
    assert experiment.analysis
    players = [experiment.agents[name].spec(column) or "" for name in experiment.analysis.arguments()["players"]]
    return Findings(observe(game_of(experiment.rules(column)), players, count))
