"""How fast random hands and the moves of the record's agents are, per core (ETH 2022, section 4)."""

from kibitz import _core
from kibitz.experiments.analyses import timing
from kibitz.experiments.record import Column, Record, game_of
from kibitz.experiments.watch import Findings
from kibitz.stats import mean_interval

SAMPLE = 0  # times differ from run to run


def run(record: Record, column: Column, count: int) -> Findings:
    """Hands per second of CPU time, and milliseconds per move in ``count`` deals."""
    hands = mean_interval(_core.measure(game_of(record.rules(column)), "playout-sampled"))
    return Findings({"random hands": hands} | timing.run(record, column, count).quantities)
