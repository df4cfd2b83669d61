"""How fast random hands and the moves of the experiment's agents are, per core (ETH 2022, section 4)."""

from kibitz import _core
from kibitz.experiments.analyses import timing
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings
from kibitz.stats import mean_interval

SAMPLE = 0  # times differ from run to run


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """Hands per second of CPU time, and milliseconds per move in ``count`` deals."""
    hands = mean_interval(_core.measure(game_of(experiment.rules(column)), "playout-sampled"))
    return Findings({"random hands": hands} | timing.run(experiment, column, count).quantities)
