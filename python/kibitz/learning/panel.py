"""Evaluation: a network against a frozen panel, on duplicate deals, all deals at once.

An opponent is a specification or the file of an earlier network. The deals are those of ``kibitz match`` with the same
seed, so that two networks that met the same opponent have held the same cards.
"""

from collections.abc import Sequence
from pathlib import Path

from kibitz import _core
from kibitz.learning import nets
from kibitz.learning.network import Values
from kibitz.learning.pool import Group
from kibitz.stats import Interval, mean_interval

_ROWS_PER_PLACE = 16  # rows that do not fit are offered again by the next step
_DEALS_AT_ONCE = 4096


def duel(
    game: _core.Game, network: Values, opponent: str, *, deals: int, seed: int, threads: int
) -> tuple[Interval, list[float]]:
    """How much better the network does than the opponent, per deal: the interval and every deal's difference."""
    networks, seats = [network], ["learn", opponent]
    if opponent.endswith(".safetensors"):
        networks.append(Values(nets.load(Path(opponent), game), network.device))
        seats[1] = "learn1"
    groups = -(-deals // _DEALS_AT_ONCE)
    pool = _core.SelfPlay(game, -(-deals // groups), seats, seed=seed, threads=threads, groups=groups, endless=False)
    differences = [difference for group in range(groups) for difference in _play(pool, group, networks)]
    return mean_interval(differences), differences


def _play(pool: _core.SelfPlay, index: int, networks: Sequence[Values]) -> list[float]:
    rows = max(pool.places * _ROWS_PER_PLACE, 4096)
    group = Group(pool, index, networks[0].device, rows, extra=("learner",))
    batch = group.step()
    while not batch.done:
        if batch.rows:
            group.think_among(networks, batch.rows)
        batch = group.step()
    return [sum(a - b for a, b in seatings) / len(seatings) for seatings in pool.results(index)]
