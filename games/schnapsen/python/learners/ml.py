"""``ml-X`` for Schnapsen as in the VU Amsterdam report of 2019: learn from X's games who wins, look one move ahead.

X plays itself; every position becomes an example with the outcome of its deal. A small network learns the probability
of winning from what a player can see after his move. ml-X then plays the move after which winning is likeliest. The
report printed that MCTS with 1000 iterations beats ml-random, ml-mybot, ml-bully and ml-rdeep in 74.8, 72.2, 81.8 and
71.6 % of the deals.

    kibitz train ml --game schnapsen --rules course --budget paper --set player=rdeep

The network sees state and move, which together tell the position after it; ``net(ml-rdeep.safetensors)`` is the player.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

import kibitz
from kibitz import _core
from kibitz.learning import nets, panel
from kibitz.learning.network import Network, Shape, Values
from kibitz.learning.order import Order, setting
from kibitz.learning.run import Budget, Log, line
from kibitz.play import play as play_out

HELP = "ml-X: who wins, learned from the games of player X, one move ahead (VU Amsterdam 2019)."
GAMES = tuple(_core.game_names())
# Decisions of X's games: about ten a deal; the report names 1000 deals, the course's default is 10,000.
BUDGETS = {"paper": 10_000, "fair": 100_000, "tiny": 2_000}


@dataclass(frozen=True, slots=True)
class Settings:
    """A small perceptron, as the course's."""

    player: str = setting("rdeep", "X, whose games are learned from: any agent")
    shape: str = setting("2x64", "the network: depth x width")
    rate: float = setting(1e-3, "learning rate")
    decay: float = setting(1e-4, "weight decay")
    epochs: int = setting(40, "passes over the games at most; it stops when held-out games are not better predicted")
    held_out: float = setting(0.1, "share of the games kept aside")


def defaults(device: str) -> Settings:  # noqa: ARG001 (small enough for any device)
    """The settings to start from."""
    return Settings()


def play(game: _core.Game, player: str, seed: int) -> list[tuple[list[int], float]]:
    """One deal of X against itself: state and move words of every real decision, and whether its seat won."""
    players = [kibitz.agent(player, _core.deal_seed(seed, seat)).act for seat in range(game.seats)]
    seen: list[tuple[int, list[int]]] = []

    def see(state: _core.State, seat: int, move: _core.Move) -> None:
        view = state.view(seat)
        if len(view.legal()) > 1:
            seen.append((seat, view.features() + view.move_features(move)))

    returns = play_out(game.deal(seed), players, see=see).returns
    return [(words, float(returns[seat] == max(returns))) for seat, words in seen]


def collect(order: Order, player: str, budget: Budget, log: Log) -> tuple[Tensor, Tensor, int]:
    """X's games until the budget is spent: words, outcomes, and how many deals."""
    words: list[list[int]] = []
    won: list[float] = []
    number = 0
    while (done := budget.done(len(words))) < 1:
        for example, outcome in play(order.game, player, _core.deal_seed(order.seed, number)):
            words.append(example)
            won.append(outcome)
        number += 1
        if number % 500 == 0:
            rates = {"decisions_per_s": len(words) / budget.seconds(), "deals_per_s": number / budget.seconds()}
            told = {"seconds": budget.seconds(), "samples": len(words), **rates}
            log.report(told, done, line(told, ()))
    return torch.from_numpy(np.array(words, dtype=np.uint64).view(np.int64)), torch.tensor(won), number


def fit(network: Network, words: Tensor, won: Tensor, settings: Settings, log: Log) -> None:
    """Log loss, with the weights that predicted held-out games best."""
    kept = int(len(words) * (1 - settings.held_out))  # whole deals at the end: no position of them was learned from
    optimiser = torch.optim.AdamW(network.parameters(), lr=settings.rate, weight_decay=settings.decay)
    best, best_weights, worse = float("inf"), network.state_dict(), 0
    for epoch in range(settings.epochs):
        for at in torch.randperm(kept).split(256):  # type: ignore[no-untyped-call]
            loss = functional.binary_cross_entropy_with_logits(network(words[at])["q"].view(-1), won[at])
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
        with torch.no_grad():
            guess = network(words[kept:])["q"].view(-1)
            held = float(functional.binary_cross_entropy_with_logits(guess, won[kept:]))
            right = float(((guess > 0) == (won[kept:] > 0.5)).float().mean())
        log.say(f"  pass {epoch + 1}: log loss on held-out games {held:.4f}, {100 * right:.1f} % right")
        if held < best - 1e-4:
            best, best_weights, worse = held, {k: v.clone() for k, v in network.state_dict().items()}, 0
        else:
            worse += 1
            if worse == 3:
                break
    network.load_state_dict(best_weights)


def train(order: Order, settings: Settings) -> list[Path]:
    """Watches X play, learns who wins, and returns the file of ml-X."""
    torch.manual_seed(order.seed)
    features = order.game.features()
    network = Network(features["state_words"], features["action_words"], Shape.parse(settings.shape), {"q": 1})
    budget, path = Budget(order.minutes, order.samples), order.out / f"ml-{_plain(settings.player)}.safetensors"
    with Log(order.out, ["seconds", "samples", "decisions_per_s", "deals_per_s"], order.quiet) as log:
        budget.start()
        words, won, deals = collect(order, settings.player, budget, log)
        log.say(f"{len(words)} decisions of {deals} deals by {settings.player}")
        fit(network, words, won, settings, log)
        budget.pause()
        ratings: list[dict[str, Any]] = panel.evaluate(
            order, Values(network, torch.device("cpu")), len(words), log, name=path.stem
        )
    known = nets.origin(order, path.stem, settings, budget, len(words), ratings)
    nets.save(path, network, dict(network.named_parameters()), known | {"reward": "win", "pick": "greedy"})
    return [path]


def _plain(spec: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in spec).strip("-")
