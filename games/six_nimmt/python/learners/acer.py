"""ACER on 6 nimmt!: actor-critic with experience replay (Wang et al. 2017), a baseline of the ETH thesis of 2022.

The network has two heads over state and card, policy and Q. Hands are learned from once as they end and then again from
memory; because they were played by older policies, returns are corrected by Retrace and the policy's gradient by
truncated importance weights with the bias term. A trust region is left out: with policies this small it was not needed.

    kibitz train acer --game six_nimmt --rules papers --option players=4 --budget paper

After the printed 4000 hands, 61 seconds of CPU time, it beats random players by 3.64 bulls per hand (3.39 to 3.89) and
loses 3.12 (2.87 to 3.36) to ``mc(100, reward=bulls)``, 2000 deals each; the thesis' was about as good as random play.
"""

import random
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from kibitz.games.six_nimmt import eth
from kibitz.learning.order import Order, setting
from kibitz.learning.run import Budget, Log

HELP = "ACER: actor-critic with experience replay (a baseline of ETH 2022)."
GAMES, BUDGETS = eth.GAMES, eth.BUDGETS
_TRUNCATE = 10.0  # importance weights above this are cut, and the bias term makes up for it


@dataclass(frozen=True, slots=True)
class Settings:
    """As published, where published."""

    sees: str = setting("paper", "paper: the thesis' 47 numbers; all: every feature")
    rate: float = setting(1e-3, "learning rate")
    replay: int = setting(4, "how often as many hands are drawn from memory as have ended")
    memory: int = setting(5000, "hands remembered")
    entropy: float = setting(0.01, "weight of the entropy")


def defaults(device: str) -> Settings:  # noqa: ARG001 (small enough for any device)
    """The settings to start from."""
    return Settings()


def retrace(q: Tensor, value: Tensor, ratio: Tensor, result: Tensor, to_come: Tensor) -> Tensor:
    """Targets for Q of the cards played: from the last turn of each hand back, corrected for who played it."""
    target, after = torch.zeros_like(q), 0.0
    for i in range(len(q) - 1, -1, -1):
        target[i] = result[i] if to_come[i] == 0 else after  # all reward comes at the end
        after = float(ratio[i].clamp(max=1) * (target[i] - q[i]) + value[i])
    return target


def train(order: Order, settings: Settings) -> list[Path]:
    """Learns until the budget is spent and returns the policy's file."""
    torch.manual_seed(order.seed)
    chance = random.Random(order.seed)
    net, table = eth.Net(order.game, {"policy": 1, "q": 1}, settings.sees), eth.Tables(order)
    optimiser = torch.optim.Adam(net.parameters(), lr=settings.rate)
    memory: deque[eth.Hand] = deque(maxlen=settings.memory)

    def policy(state: Tensor, action: Tensor, legal: Tensor) -> Tensor:
        with torch.no_grad():
            return eth.masked(net.both(state, action)["policy"][..., 0], legal).exp()

    def improve(hands: list[eth.Hand]) -> dict[str, float]:
        state, action, legal, chosen, behaved, result, to_come = eth.join(hands)
        out = net.both(state, action)
        log_p, q = eth.masked(out["policy"][..., 0], legal), out["q"][..., 0].masked_fill(~legal, 0)
        p, pick = log_p.exp(), chosen[:, None]
        with torch.no_grad():
            value = (p * q).sum(1)
            ratio = p / behaved.clamp(min=1e-6)
            played = ratio.gather(1, pick).view(-1)
            target = retrace(q.gather(1, pick).view(-1), value, played, result, to_come)
            advantage = target - value
            scale = advantage.abs().mean().clamp(min=1e-3)
            rest = (1 - _TRUNCATE / ratio.clamp(min=1e-6)).clamp(min=0) * p * (q - value[:, None])
        gain = played.clamp(max=_TRUNCATE) * log_p.gather(1, pick).view(-1) * advantage + (rest * log_p * legal).sum(1)
        entropy = -(p * log_p * legal).sum(1).mean()
        critic = functional.mse_loss(q.gather(1, pick).view(-1), target)
        loss = -gain.mean() / scale + 0.5 * critic / scale.square() - settings.entropy * entropy
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        return {"entropy": entropy.item(), "critic": critic.item()}

    def learn(hands: list[eth.Hand], done: float) -> dict[str, float]:  # noqa: ARG001 (nothing is scheduled)
        figures = improve(hands)
        memory.extend(hands)
        for _ in range(settings.replay):
            improve(chance.sample(memory, min(len(hands), len(memory))))
        return figures

    def export(log: Log, budget: Budget, samples: int) -> list[Path]:
        return eth.export(order, settings, net, "acer", "policy", table, log, budget, samples)

    return eth.run(order, table, policy, learn, ("entropy", "critic"), export)
