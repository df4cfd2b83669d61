"""Curves of Q-learning (EPFL 2017, figure 4.5): reward of a round and mean Q, in fifths of the training.

Both are running means over about a hundred rounds or decisions; every fifth is looked at ten times.
"""

from pathlib import Path

from kibitz import plots
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings
from kibitz.stats import Interval, mean_interval

_PARTS, _LOOKS = 5, 10

SAMPLE = 0  # networks differ from machine to machine


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """Learns from ``count`` decisions per curve; a curve is the learner's settings that make it."""
    import torch

    from kibitz.games.tichu.learners.dqn import Learner, Settings
    from kibitz.learning.order import Order
    from kibitz.learning.run import linear

    assert experiment.analysis
    torch.set_num_threads(1)  # sums in another order are other sums
    quantities: dict[str, Interval] = {}
    drawings: dict[str, str] = {}
    for name, changes in experiment.analysis.arguments()["curves"].items():
        settings = Settings(**changes)
        learner = Learner(Order(game_of(experiment.rules(column)), Path(), seed=experiment.analysis.seed), settings)
        looks: list[tuple[float, float]] = []
        while learner.samples < count:
            learner.play(linear(settings.tau, settings.last_tau, learner.samples / count / 0.8))
            learner.learn()
            if learner.samples * _PARTS * _LOOKS >= (len(looks) + 1) * count:
                looks.append((learner.reward, learner.mean_q))
        parts = [looks[part * _LOOKS : (part + 1) * _LOOKS] for part in range(_PARTS)]
        for number, what in enumerate(("reward", "mean Q")):
            curve = [mean_interval([look[number] for look in part]) for part in parts]
            quantities |= {f"{name}: {what} {part}": value for part, value in enumerate(curve, 1)}
            drawings[f"{name}-{what}".replace(" ", "-")] = plots.curves(
                {name: list(enumerate(curve, 1))}, title=f"{name}: {what}", x="fifth of the training", y="points"
            )
    return Findings(quantities, drawings)
