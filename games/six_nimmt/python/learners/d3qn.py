"""D3QN on 6 nimmt!: dueling double deep Q-learning with priorities and noise, a baseline of the ETH thesis of 2022.

Q(state, card) = V(state) + A(state, card) - mean A. A target network values the card that the learning network prefers;
transitions that surprised most are drawn most; noise on the weights of the last layer explores instead of ε.

    kibitz train d3qn --game six_nimmt --rules papers --option players=4 --budget paper

After the printed 4000 hands, 45 seconds of CPU time, it beats random players by 1.02 bulls per hand (0.76 to 1.27) and
loses 5.27 (5.03 to 5.52) to ``mc(100, reward=bulls)``, 2000 deals each; the thesis' was about as good as random play.
"""

import copy
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from kibitz.games.six_nimmt import eth
from kibitz.learning.order import Order, setting
from kibitz.learning.run import Budget, Log, linear

HELP = "D3QN: dueling double deep Q-learning with priorities (a baseline of ETH 2022)."
GAMES, BUDGETS = eth.GAMES, eth.BUDGETS
_CARDS = 10


@dataclass(frozen=True, slots=True)
class Settings:
    """As published, where published."""

    sees: str = setting("paper", "paper: the thesis' 47 numbers; all: every feature")
    rate: float = setting(1e-3, "learning rate")
    memory: int = setting(50_000, "transitions remembered")
    batch: int = setting(256, "transitions per step of learning")
    priority: float = setting(0.6, "exponent of the priorities; 0 draws evenly")
    noise: float = setting(0.5, "size of the noise on the last layer, relative to its weights")
    follow: float = setting(0.02, "how fast the target network follows")


def defaults(device: str) -> Settings:  # noqa: ARG001 (small enough for any device)
    """The settings to start from."""
    return Settings()


def dueling(net: eth.Net, state: Tensor, action: Tensor, legal: Tensor) -> Tensor:
    """Q of every card; what is not legal is far below."""
    advantage = net.both(state, action)["q"][..., 0]
    mean = (advantage * legal).sum(1) / legal.sum(1).clamp(min=1)
    value: Tensor = net.alone(state)["v"][:, 0]
    return (value[:, None] + advantage - mean[:, None]).masked_fill(~legal, -1e9)


class Memory:
    """Transitions with their priorities."""

    def __init__(self, size: int, net: eth.Net) -> None:
        self.state, self.then = (torch.zeros(size, net.state_words, dtype=torch.long) for _ in range(2))
        self.action, self.next_action = (
            torch.zeros(size, _CARDS, net.action_words, dtype=torch.long) for _ in range(2)
        )
        self.legal, self.next_legal = (torch.zeros(size, _CARDS, dtype=torch.bool) for _ in range(2))
        self.chosen = torch.zeros(size, dtype=torch.long)
        self.reward, self.goes_on, self.priority = (torch.zeros(size) for _ in range(3))
        self.size, self.count = size, 0

    def add(self, hand: eth.Hand) -> None:
        """The transitions of a hand; the reward comes with its last card."""
        turns, width = hand.legal.shape
        at = (self.count + torch.arange(turns)) % self.size
        for own, given in ((self.action, hand.action), (self.legal, hand.legal)):
            own[at] = 0
            own[at, :width] = given
        self.state[at], self.chosen[at] = hand.state, hand.chosen
        self.then[at] = self.state[at].roll(-1, 0)
        self.next_action[at], self.next_legal[at] = self.action[at].roll(-1, 0), self.legal[at].roll(-1, 0)
        self.reward[at], self.goes_on[at] = 0.0, 1.0
        self.reward[at[-1]], self.goes_on[at[-1]] = hand.result, 0.0
        self.priority[at] = self.priority.max().clamp(min=1.0)  # everything is looked at once
        self.count += turns


def train(order: Order, settings: Settings) -> list[Path]:
    """Learns until the budget is spent and returns the network's file."""
    torch.manual_seed(order.seed)
    net, table = eth.Net(order.game, {"q": 1, "v": 1}, settings.sees), eth.Tables(order)
    target, memory = copy.deepcopy(net), Memory(settings.memory, net)
    optimiser = torch.optim.Adam(net.parameters(), lr=settings.rate)
    done_now = [0.0]

    def policy(state: Tensor, action: Tensor, legal: Tensor) -> Tensor:
        with torch.no_grad():
            last = net.heads["q"].weight
            assert isinstance(last, Tensor)
            quiet = last.clone()
            # one draw for all tables: noise on weights explores in a direction, where ε would jump about
            last += settings.noise * linear(1.0, 0.1, done_now[0]) * last.std() * torch.randn_like(last)
            best = dueling(net, state, action, legal).argmax(1)
            last.copy_(quiet)
        return torch.nn.functional.one_hot(best, legal.shape[1]).float()

    def learn(hands: list[eth.Hand], done: float) -> dict[str, float]:
        done_now[0] = done
        for hand in hands:
            memory.add(hand)
        filled = min(memory.count, memory.size)
        if filled < 4 * settings.batch:
            return {}
        weight = memory.priority[:filled].pow(settings.priority)
        at = torch.multinomial(weight, settings.batch, replacement=True)
        # likelier draws count less, so that the mean is that of all transitions
        even = (weight[at] * filled).reciprocal()
        even = even / even.max()
        with torch.no_grad():
            best = dueling(net, memory.then[at], memory.next_action[at], memory.next_legal[at]).argmax(1, keepdim=True)
            then = dueling(target, memory.then[at], memory.next_action[at], memory.next_legal[at]).gather(1, best)
            goal = memory.reward[at] + memory.goes_on[at] * then.view(-1)
        q = dueling(net, memory.state[at], memory.action[at], memory.legal[at])
        error = q.gather(1, memory.chosen[at][:, None]).view(-1) - goal
        loss = (even * error.square()).mean()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        memory.priority[at] = error.detach().abs() + 1e-3
        with torch.no_grad():
            for slow, fast in zip(target.parameters(), net.parameters(), strict=True):
                slow.lerp_(fast, settings.follow)
        return {"error": error.abs().mean().item()}

    def export(log: Log, budget: Budget, samples: int) -> list[Path]:
        # which card is best depends on the advantages alone
        return eth.export(order, settings, net, "d3qn", "q", table, log, budget, samples)

    return eth.run(order, table, policy, learn, ("error",), export)
