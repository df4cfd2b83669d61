"""REINFORCE on 6 nimmt!, one of the baselines of the ETH thesis of 2022.

A hand is played by drawing cards from the policy; in the end every card drawn becomes likelier in proportion to how
much better the hand went than the mean of late. Nothing else: no critic, no replay.

    kibitz train reinforce --game six_nimmt --rules papers --option players=4 --samples 144000

After these 144,000 decisions, the printed 4000 hands, it beats random players by 3.30 bulls per hand (3.05 to 3.54,
2000 deals). The thesis found its model-free learners no better than random play.
"""

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from kibitz.games.six_nimmt import eth
from kibitz.learning.order import Order, setting
from kibitz.learning.run import Budget, Log

HELP = "REINFORCE: the plain policy gradient (a baseline of ETH 2022)."
GAMES, BUDGETS = eth.GAMES, eth.BUDGETS


@dataclass(frozen=True, slots=True)
class Settings:
    """Few."""

    sees: str = setting("paper", "paper: the thesis' 47 numbers; all: every feature")
    rate: float = setting(1e-3, "learning rate")


def defaults(device: str) -> Settings:  # noqa: ARG001 (small enough for any device)
    """The settings to start from."""
    return Settings()


def train(order: Order, settings: Settings) -> list[Path]:
    """Learns until the budget is spent and returns the policy's file."""
    torch.manual_seed(order.seed)
    net, table = eth.Net(order.game, {"policy": 1}, settings.sees), eth.Tables(order)
    optimiser = torch.optim.Adam(net.parameters(), lr=settings.rate)
    usual = [0.0, 1.0]  # mean and spread of the results of late

    def policy(state: Tensor, action: Tensor, legal: Tensor) -> Tensor:
        with torch.no_grad():
            return eth.masked(net.both(state, action)["policy"][..., 0], legal).exp()

    def learn(hands: list[eth.Hand], done: float) -> dict[str, float]:  # noqa: ARG001 (nothing is scheduled)
        state, action, legal, chosen, _, result, _ = eth.join(hands)
        usual[0] += 0.02 * (float(result.mean()) - usual[0])
        usual[1] += 0.02 * (float((result - usual[0]).abs().mean()) - usual[1])
        log_p = eth.masked(net.both(state, action)["policy"][..., 0], legal)
        better = (result - usual[0]) / max(usual[1], 1e-3)
        loss = -(log_p.gather(1, chosen[:, None]).view(-1) * better).mean()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        return {"entropy": -(log_p.exp() * log_p * legal).sum(1).mean().item()}

    def export(log: Log, budget: Budget, samples: int) -> list[Path]:
        return eth.export(order, settings, net, "reinforce", "policy", table, log, budget, samples)

    return eth.run(order, table, policy, learn, ("entropy",), export)
