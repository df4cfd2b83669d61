"""How well a network of ETH 2022 foresees results and cards (figures 5.1 and 5.2), in games it has not learned from."""

from kibitz import _core
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.training import network_of
from kibitz.experiments.watch import Findings, Tally
from kibitz.stats import Interval

SAMPLE = 0  # networks differ from machine to machine


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """``count`` hands of each agent at all seats: the value's squared error in points, and −Σ log p over a hand.

    Of the error also what it would be if nothing but the number of cards in hand were known.
    """
    import torch

    from kibitz.games.six_nimmt import eth
    from kibitz.games.six_nimmt.learners import actor_critic
    from kibitz.learning import nets

    game, gamma = game_of(experiment.rules(column)), actor_critic.Settings().gamma
    found: dict[str, Interval] = {}
    for name, text in experiment.agents.items():
        spec = text.spec(column) or ""
        network = nets.load(network_of(spec), game)
        tallies, goals = list[Tally](), list[tuple[Tally, torch.Tensor]]()
        for deal in range(count):
            tally = Tally()
            for hand in actor_critic.play(game, spec, _core.deal_seed(2, deal)):
                turns, width, _ = hand.action.shape
                words = torch.cat([hand.state[:, None].expand(-1, width, -1), hand.action], 2).flatten(0, 1)
                blind = torch.cat([hand.state, torch.zeros_like(hand.action[:, 0])], 1)
                with torch.no_grad():
                    log_p = eth.masked(network(words)["policy"].view(turns, width), hand.legal)
                    value = network(blind)["v"].view(-1)
                goal = hand.to_come(gamma)
                goals.append((tally, goal))
                tally.add("value loss", 100 * float((value - goal).square().sum()), turns)  # it counts in tens of bulls
                tally.add("policy loss", -float(log_p.gather(1, hand.chosen[:, None]).sum()))
                tally.add("chance", float(hand.legal.sum(1).log().sum()))
            tallies.append(tally)
        usual = torch.stack([goal for _, goal in goals]).mean(0)  # hands are of one length
        for tally, goal in goals:
            tally.add("by cards alone", 100 * float((goal - usual).square().sum()), len(goal))
        found |= {f"{name} {what}": value for what, value in Tally.intervals(tallies).items()}
    return Findings(found)
