"""What is in a player's hand? The 14 models of Pestalozzi's thesis of 2017, one for each number of cards.

From the cards nobody has shown and the cards a player has played, a model says how the player's N cards are spread over
the 17 ranks. The thesis trained such models on human games, counted a card as right or wrong, and found nothing better
than chance; it suggested a loss for which a ten instead of a nine is a small mistake. ``loss=rank`` is that loss: the
squared distance between the two distributions summed up from the Dog to the Dragon. ``loss=card`` is the thesis' own.

    kibitz train hands --rules epfl2017 --minutes 2 --set loss=rank --set players=runs/tichu/q.safetensors

The log compares every model with dealing at random from the unseen cards, on deals it has not learned from:
``gain`` is by how much its loss is lower, in per cent.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from kibitz import _core, saving
from kibitz.learning import nets
from kibitz.learning.kernels import spread
from kibitz.learning.network import Values
from kibitz.learning.order import Order, setting
from kibitz.learning.pool import Group
from kibitz.learning.run import Budget, Log, Speed, line

HELP = "The contents of a hand from the cards played, one model per hand size (EPFL 2017)."
GAMES = ("tichu",)
BUDGETS = {"paper": 2_000_000, "fair": 20_000_000, "tiny": 50_000}

SIZES, RANKS = 14, 17
_PLACES, _BATCH = 256, 512


@dataclass(frozen=True, slots=True)
class Settings:
    """What is learned from, and what is minimised."""

    loss: str = setting("rank", "card (right or wrong) or rank (how far off)")
    players: str = setting("random", "who plays the deals: random, or the file of a network")
    width: int = setting(128, "units of the hidden layer")
    rate: float = setting(1e-3, "learning rate")


def defaults(device: str) -> Settings:  # noqa: ARG001 (small enough for any device)
    """The settings to start from."""
    return Settings()


def ranks(cards: Tensor) -> Tensor:
    """Words of card sets, suits collapsed or not, as counts: Mah Jong, Dog, Phoenix, Dragon, then 2 to ace."""
    bits = spread(cards.reshape(-1, 1), torch.float32)[:, :56]
    return torch.cat([bits[:, :4], bits[:, 4:].reshape(-1, 13, 4).sum(2)], 1).view(*cards.shape, RANKS)


# In the order of strength, so that neighbours are near: Dog, Mah Jong, 2 … ace, Phoenix, Dragon.
_ORDER = torch.tensor([1, 0, *range(4, 17), 2, 3])


def card_loss(guess: Tensor, hand: Tensor) -> Tensor:
    """How surprising the hand is: log loss of a card drawn from it."""
    return -(hand * guess.clamp(min=1e-6).log()).sum(-1)


def rank_loss(guess: Tensor, hand: Tensor) -> Tensor:
    """How far off the guess is: the squared distance of the sums from the lowest rank up."""
    return (guess[..., _ORDER].cumsum(-1) - hand[..., _ORDER].cumsum(-1)).square().sum(-1)


class Models(nn.Module):
    """Fourteen small networks, applied to their own hand sizes at once."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Parameter(torch.randn(SIZES, 2 * RANKS, width) * (1 / (2 * RANKS)) ** 0.5)
        self.first_bias = nn.Parameter(torch.zeros(SIZES, width))
        self.last = nn.Parameter(torch.zeros(SIZES, width, RANKS))

    def forward(self, size: int, unseen: Tensor, played: Tensor) -> Tensor:
        """The share of every rank in hands of a size."""
        x = torch.cat([unseen, played], -1)
        hidden = torch.relu(x @ self.first[size - 1] + self.first_bias[size - 1])
        # the network says how much likelier than by chance; what is not unseen cannot be held
        by_chance = unseen.clamp(min=1e-9).log()
        return torch.softmax(hidden @ self.last[size - 1] + by_chance, -1)


class Deals:
    """Deals played by somebody, as examples: unseen cards, cards a player has played, his hand."""

    def __init__(self, order: Order, players: str, seed: int) -> None:
        self.pool = _core.SelfPlay(order.game, _PLACES, seed=seed, threads=order.threads)
        self._group = Group(self.pool, 0, torch.device("cpu"), rows=24 * _PLACES, extra=("truth",))
        self._values = None
        if players != "random":
            self._values = Values(nets.load(Path(players), order.game), torch.device("cpu"))

    def next(self) -> tuple[Tensor, Tensor, Tensor]:
        """The examples of one step: three other players at every table."""
        batch = self._group.step("values" if self._values else "random", epsilon=0.02)
        if self._values is not None:
            self._group.think(self._values, batch.rows)
        host = self._group.host
        unseen, played, hand = (ranks(words) for words in (
            host["state"][:, 1:2].expand(-1, 3) & _CARDS, host["state"][:, 2:5] & _CARDS, host["truth"][:, 1:4],
        ))  # fmt: skip
        return unseen.flatten(0, 1), played.flatten(0, 1), hand.flatten(0, 1)


_CARDS = (1 << 56) - 1


def train(order: Order, settings: Settings) -> list[Path]:
    """Learns until the budget is spent; the log and the file say how much better than chance each model is."""
    losses = {"card": card_loss, "rank": rank_loss}
    if settings.loss not in losses:
        raise _core.InvalidSpec(f'There is no loss "{settings.loss}"; there are card and rank.')
    torch.manual_seed(order.seed)
    loss, models = losses[settings.loss], Models(settings.width)
    optimiser = torch.optim.Adam(models.parameters(), lr=settings.rate)
    deals, fresh = (Deals(order, settings.players, _core.deal_seed(order.seed, part)) for part in range(2))
    budget, speed, samples = Budget(order.minutes, order.samples), Speed(), 0
    columns = ["seconds", "samples", "decisions_per_s", "deals_per_s", "gain", *(f"gain_{n}" for n in range(1, 15))]
    path = order.out / "hands.safetensors"
    with Log(order.out, columns, order.quiet) as log:
        budget.start()
        while (done := budget.done(samples)) < 1:
            unseen, played, hand = deals.next()
            samples += len(hand)
            optimiser.zero_grad()
            for size, rows in _by_size(hand):
                guess = models(size, unseen[rows], played[rows])
                (loss(guess, hand[rows] / size).sum() / _BATCH).backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            if speed.due() or budget.done(samples) >= 1:
                gains = compare(models, fresh, loss)
                figures = {"seconds": budget.seconds(), "samples": samples, **speed.since(deals.pool.counts), **gains}
                log.report(figures, done, line(figures, ("gain",)))
        budget.pause()
        _save(path, models, order, settings, samples, gains)
    return [path]


def _by_size(hand: Tensor) -> list[tuple[int, Tensor]]:
    count = hand.sum(-1).long()
    found = [(size, (count == size).nonzero().view(-1)) for size in range(1, SIZES + 1)]
    return [(size, rows) for size, rows in found if len(rows)]


@torch.no_grad()
def compare(models: Models, deals: Deals, loss: object, steps: int = 60) -> dict[str, float]:
    """By how many per cent the loss is lower than that of dealing at random, per hand size and over all cards."""
    assert callable(loss)
    mine, chance = torch.zeros(SIZES + 1), torch.zeros(SIZES + 1)
    for _ in range(steps):
        unseen, played, hand = deals.next()
        for size, rows in _by_size(hand):
            truth = hand[rows] / size
            mine[size] += loss(models(size, unseen[rows], played[rows]), truth).sum()
            chance[size] += loss(unseen[rows] / unseen[rows].sum(-1, keepdim=True), truth).sum()
    gain = 100 * (1 - mine / chance.clamp(min=1e-9))
    overall = 100 * (1 - float(mine.sum() / chance.sum()))
    return {"gain": overall, **{f"gain_{size}": float(gain[size]) for size in range(1, SIZES + 1)}}


def _save(path: Path, models: Models, order: Order, settings: Settings, samples: int, gains: dict[str, float]) -> None:
    from safetensors.torch import save_file

    known = {
        "format": "kibitz-hands 1",
        "settings": json.dumps(asdict(settings)),
        "command": order.command,
        "samples": str(samples),
        "gains": json.dumps(gains),
    }
    with saving.replacing(path) as fresh:
        save_file({name: tensor.detach().contiguous() for name, tensor in models.named_parameters()}, str(fresh), known)
