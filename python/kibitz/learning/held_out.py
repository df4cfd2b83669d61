"""How well belief heads know who holds the hidden cards, on deals they have not learned from.

The network plays every seat of fresh deals. At each of its decisions the log loss of its belief is taken over the
hidden cards, in nats per card: as the head says it (``belief``), and fitted to what the seat knows for certain
(``fitted``), as ``worlds=belief(…)`` does by drawing only worlds that are possible. Three guesses to compare it with
know nothing of how the others played:

- ``thirds``: every card is in each of the hidden hands with the same probability
- ``sizes``: in proportion to the cards that each hand still has
- ``facts``: the shares over all deals that fit what the seat knows for certain, the worlds of ``worlds=uniform``.
  Where cards are given and ranks wished for, that is besides the sizes the card that was given to a hand and not yet
  played, and who has been shown to hold no card of the wished rank. Of other games only the sizes are counted.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kibitz import _core
from kibitz.learning import nets
from kibitz.learning.kernels import spread
from kibitz.learning.network import Network, Values
from kibitz.learning.pool import Group
from kibitz.stats import Interval
from kibitz.stats.ratio import ratio_interval

GUESSES = ("thirds", "sizes", "facts")
_STEP = 6  # hidden cards in one line of the result
_PORTION = 2048  # samples at a time
_ROUNDS = 30  # of fitting; the sizes then hold to a thousandth of a card


class Hidden:
    """Where the hidden cards of samples are, and what may be said of them without having seen anybody play."""

    def __init__(self, game: _core.Game) -> None:
        features = game.features()
        own, *hands = [block for block in features["truth"] if block["name"].startswith("cards ")] or [None]
        if own is None or len(hands) < 2:
            raise _core.InvalidSpec(f"{game.title} has no hidden hands to tell apart.")
        self._hands, self._state = hands, {block["name"]: block for block in features["state"]}

    def owners(self, truth: Tensor) -> Tensor:
        """[samples, hands, cards]: 1 where the hand holds the card."""
        bits = spread(truth, torch.float32)
        return torch.stack([_block(bits, block) for block in self._hands], 1)

    def possible(self, state: Tensor, owners: Tensor) -> Tensor:
        """[samples, hands, cards]: 1 where the seat knows nothing that rules it out."""
        open_ = owners.sum(1, keepdim=True).expand_as(owners).clone()
        if "still holds" not in self._state:
            return open_
        bits = spread(state, torch.float32)
        wished = functional.pad(_block(bits, self._state["wish"]).repeat_interleave(4, 1), (4, 0))
        without = _block(bits, self._state["without wished"])
        open_ *= 1 - without[:, :, None] * wished[:, None]
        # Of a given card the rank is told: of the cards of this rank in that hand, one is known.
        given = torch.stack([_block(bits, self._state[f"given {seat}"]) for seat in ("left", "partner", "right")], 1)
        ranks = torch.cat([given[:, :, :4], given[:, :, 4:].repeat_interleave(4, 2)], 2)
        held = owners * ranks * _block(bits, self._state["still holds"])[:, :, None]
        known = held * (held.cumsum(2) == 1)
        return open_ * (1 - known.sum(1, keepdim=True)) + known

    def losses(self, logits: Tensor, state: Tensor, owners: Tensor) -> dict[str, Tensor]:
        """The log loss of the belief and of every guess, summed over the hidden cards of each sample."""
        belief, sizes = functional.softmax(logits.view(owners.shape), 1), owners.sum(2)
        possible = self.possible(state, owners)
        guesses = {
            "belief": belief,
            "fitted": fitted(belief.clamp(min=1e-4) * possible, sizes),
            "thirds": torch.ones_like(owners) / owners.shape[1],
            "sizes": (sizes / sizes.sum(1, keepdim=True).clamp(min=1))[:, :, None].expand_as(owners),
            "facts": fitted(possible, sizes),
        }
        return {name: -torch.xlogy(owners, share.clamp(min=1e-9)).sum((1, 2)) for name, share in guesses.items()}


def fitted(shares: Tensor, sizes: Tensor) -> Tensor:
    """Shares scaled until every card is somewhere and every hand has its size."""
    for _ in range(_ROUNDS):
        shares = shares * (sizes / shares.sum(2).clamp(min=1e-9))[:, :, None]
        shares = shares / shares.sum(1, keepdim=True).clamp(min=1e-9)
    return shares


def _block(bits: Tensor, block: Mapping[str, Any]) -> Tensor:
    start = 64 * block["word"] + block["bit"]
    return bits[:, start : start + block["bits"]]


def samples(game: _core.Game, network: Network, deals: int, seed: int) -> dict[str, Tensor]:
    """Every decision of a number of deals: ``samples``, ``sample_truth`` and ``deal``, the number of its deal."""
    cpu = torch.device("cpu")
    pool = _core.SelfPlay(game, deals, seed=seed)
    group = Group(
        pool, 0, cpu, rows=1024 + 16 * deals, samples=1024 + 64 * deals, extra=("sample_truth", "sample_ticket")
    )
    values = Values(network, cpu)
    parts: dict[str, list[Tensor]] = {"samples": [], "sample_truth": [], "deal": []}
    # The first deals of self-play start at random; the second of each place are the network's own.
    # Later ones do not count, or there would be more of the short deals.
    finished = torch.zeros(deals, dtype=torch.long)
    while (finished < 2).any():
        batch = group.step()
        if batch.samples:
            place = group.host["sample_ticket"][: batch.samples, 1].long()
            own = finished[place] == 1
            for name in ("samples", "sample_truth"):
                parts[name].append(group.host[name][: batch.samples][own].clone())
            parts["deal"].append(place[own])
            finished += torch.bincount(place, minlength=deals).clamp(max=1)
        group.think(values, batch.rows)
    return {name: torch.cat(found) for name, found in parts.items()}


@torch.no_grad()
def measure(path: Path, deals: int, seed: int) -> dict[str, dict[str, Interval]]:
    """Over all decisions, and by the number of hidden cards: the loss of the belief and of the guesses per card, and by
    how much of a guess's loss the fitted belief is better.
    """
    known = nets.metadata(path)
    game = _core.Game(known["game"], known["rules"])
    network = nets.load(path, game)
    if "belief" not in network.heads:
        raise _core.InvalidSpec(f"{path.stem} has no belief head.")
    hidden, found = Hidden(game), samples(game, network, deals, seed)
    parts: list[dict[str, Tensor]] = []
    for start in range(0, len(found["deal"]), _PORTION):
        words, truth = (found[name][start : start + _PORTION] for name in ("samples", "sample_truth"))
        owners = hidden.owners(truth)
        loss = hidden.losses(network(words)["belief"], words[:, : network.state_words], owners)
        parts.append(loss | {"cards": owners.sum((1, 2))})
    whole = {name: torch.cat([part[name] for part in parts]).double() for name in parts[0]}
    cards = whole.pop("cards")
    lines = {"all": cards > 0}
    for low in range(1, int(cards.max()) + 1, _STEP):
        lines[f"{low} to {low + _STEP - 1}"] = (low <= cards) & (cards < low + _STEP)
    return {name: _told(whole, cards, found["deal"], here, deals) for name, here in lines.items() if here.any()}


def _told(loss: Mapping[str, Tensor], cards: Tensor, deal: Tensor, here: Tensor, deals: int) -> dict[str, Interval]:
    def per_deal(values: Tensor) -> NDArray[np.float64]:
        return torch.zeros(deals).double().index_add(0, deal[here], values[here]).numpy()

    sums, counts = {name: per_deal(values) for name, values in loss.items()}, per_deal(cards)
    told = {name: ratio_interval(values.tolist(), counts.tolist()) for name, values in sums.items()}
    for name in GUESSES:
        told[f"better than {name}"] = ratio_interval((sums[name] - sums["fitted"]).tolist(), sums[name].tolist())
    return told
