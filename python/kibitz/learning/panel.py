"""Evaluation: a network against a frozen panel, on duplicate deals, all deals at once.

An opponent is a specification or the file of an earlier network. The deals are those of ``kibitz match`` with the same
seed, so that two networks that met the same opponent have held the same cards.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

import kibitz
from kibitz import _core
from kibitz.lab.plan import meeting
from kibitz.learning import nets
from kibitz.learning.network import Values
from kibitz.learning.order import Order
from kibitz.learning.pool import Group
from kibitz.learning.run import Log
from kibitz.stats import Interval, mean_interval

_ROWS_PER_PLACE = 16  # rows that do not fit are offered again by the next step
_DEALS_AT_ONCE = 4096


def evaluate(
    order: Order, network: Values, samples: int, log: Log, *, name: str, temperature: float = 0.0
) -> list[dict[str, Any]]:
    """Meets every opponent of the order; what came of it goes to the log and, in the end, into the network's file."""
    ratings = []
    for opponent in order.against:
        result, differences = duel(
            order.game, network, opponent, deals=order.deals, threads=order.threads, temperature=temperature
        )
        log.evaluated(samples, name, opponent, len(differences), result)
        ratings.append({"against": opponent, "deals": len(differences), **result._asdict()})
    return ratings


def meet(order: Order, spec: str, samples: int, log: Log, *, name: str) -> list[dict[str, Any]]:
    """As ``evaluate``, for what plays by its specification: a search, or a network that the engine alone plays."""
    ratings = []
    for opponent in order.against:
        other = f"net({opponent})" if opponent.endswith(".safetensors") else opponent
        found = kibitz.match(order.game, spec, other, deals=order.deals, threads=order.threads)
        result = Interval(found.mean, found.low, found.high)
        log.evaluated(samples, name, opponent, found.deals, result)
        ratings.append({"against": opponent, "deals": found.deals, **result._asdict()})
    return ratings


def duel(
    game: _core.Game,
    network: Values,
    opponent: str,
    *,
    deals: int,
    seed: int = 1,
    threads: int = 1,
    temperature: float = 0.0,
) -> tuple[Interval, list[float]]:
    """How much better the network does than the opponent, per deal: the interval and every deal's difference.

    With a temperature the network draws its moves, by its logits; a network from a file does as its file says.
    """
    networks = [network]
    if opponent.endswith(".safetensors"):
        networks.append(_from_file(Path(opponent), game, network.device, temperature))
        opponent = "learn1"

    def ask(group: Group, batch: _core.Batch) -> None:
        group.think_among(networks, batch.rows)

    differences = play(
        game, opponent, ask, deals=deals, seed=seed, threads=threads, device=network.device, temperature=temperature
    )
    return mean_interval(differences), differences


def play(
    game: _core.Game,
    opponent: str,
    ask: Callable[[Group, _core.Batch], None],
    *,
    deals: int,
    seed: int = 1,
    threads: int = 1,
    device: torch.device,
    temperature: float = 0.0,
) -> list[float]:
    """By how much network 0 did better than the opponent on every deal, seated as in ``kibitz match``.

    ``ask`` fills in the answers to the decisions at hand.
    """
    agents, seatings = meeting(game, "learn", opponent)
    groups = -(-deals // _DEALS_AT_ONCE)
    each = -(-deals // groups)
    pool = _core.SelfPlay(
        game, each, list(map(str, agents)), seed=seed, threads=threads, groups=groups, endless=False, seatings=seatings
    )
    differences = []
    for index in range(groups):
        rows = max(pool.places * _ROWS_PER_PLACE, 4096)
        group = Group(pool, index, device, rows, extra=("learner",))
        batch = group.step("values")
        while not batch.done:
            if batch.rows:
                ask(group, batch)
            batch = group.step("values", temperature=temperature)
        differences += [sum(a - b for a, b, *_ in tables) / len(tables) for tables in pool.results(index)]
    return differences


def _from_file(path: Path, game: _core.Game, device: torch.device, temperature: float) -> Values:
    samples = nets.metadata(path)["pick"] == "sample"
    if samples and not temperature:
        raise _core.InvalidSpec(f"{path} plays a mixed policy; it can only meet another mixed-policy network.")
    network = Values(nets.load(path, game), device, "policy" if samples else "q")
    # in a table where moves are drawn, values this far apart are as good as greedy
    network.scale = 1.0 if samples or not temperature else 1e4
    return network
