"""The scales of the rigs of ETH 2022 that are not printed, each fitted to its printed similarities.

    python -m kibitz.games.six_nimmt.fit [scatter] [risk] [value] [--deals 300]

One number per rig: what multiplies τ of the scattering and of the risk rig, the deviation of the value rig. Minimised
is the sum of squared differences between the printed similarities of its table and how often the rigged agent plays the
plain one's card, on a grid of a logarithmic scale that becomes denser around the best. All candidates decide in the
same positions, those of the plain agent at the table of the experiment, and with the same chance. The close rig has no
scale, and of the point rig no similarity is printed.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

from kibitz import Move, Spec, View, _core
from kibitz.experiments.experiment import Experiment, game_of, load
from kibitz.experiments.watch import each_deal, seated
from kibitz.games.six_nimmt.analyses.rigs import chosen
from kibitz.play import Choose, play

_GRID = 5
_ROUNDS = 4


class Rig(NamedTuple):
    """Which table, which key of the specification, and where to look for its value."""

    table: str
    key: str
    low: float
    high: float


class Decision(NamedTuple):
    """A free choice of the plain agent."""

    view: View
    chance: int
    choice: Move


RIGS = {
    "scatter": Rig("table-4.3", "scale", 0.004, 1.0),
    "risk": Rig("table-4.4", "scale", 0.0005, 0.5),
    "value": Rig("table-4.2", "sd", 5.0, 80.0),
}


def fit(rig: Rig, deals: int) -> float:
    """The value of the key that comes nearest to the printed similarities."""
    experiment = load(Path("experiments/eth2022") / f"{rig.table}.toml")
    decisions = _decisions(experiment, deals)
    step: float = (rig.high / rig.low) ** (1 / (_GRID - 1))
    best: float = (rig.low * rig.high) ** 0.5
    tried: dict[float, float] = {}
    for number in range(_ROUNDS):
        reach = _GRID // 2 if number == 0 else 1
        for value in [float(f"{best * step**place:.3g}") for place in range(-reach, reach + 1)]:
            if value not in tried:
                tried[value] = _squares(experiment, decisions, rig.key, value)
        best, step = min(tried, key=tried.__getitem__), step**0.5
    return best


def _decisions(experiment: Experiment, deals: int) -> list[Decision]:
    """The free choices of the plain agent in the rigged one's place."""
    assert experiment.analysis
    settings, game = experiment.analysis.arguments(), game_of(experiment.rules("modern"))
    names = [settings["base"] if place == "rig" else place for place in settings["seats"]]
    specs = [experiment.agents[name].spec("modern") or "" for name in names]

    def watch(deal: int) -> list[Decision]:
        made: list[Decision] = []

        def act(view: View) -> Move:
            chance = _core.deal_seed(_core.deal_seed(3, deal), len(view.hand))
            move = chosen(specs[seat], chance, view)
            if len(view.hand) > 1:
                made.append(Decision(view, chance, move))
            return move

        seat = settings["seats"].index("rig")
        players: list[Choose] = [player.act for player in seated(specs, deal)]
        players[seat] = act
        play(game.deal(_core.deal_seed(1, deal)), players)
        return made

    return [decision for made in each_deal(deals, watch) for decision in made]


def _squares(experiment: Experiment, decisions: list[Decision], key: str, value: float) -> float:
    printed = {name: experiment.paper.numbers.get(f"{name} similarity") for name in experiment.agents}
    squares, told = 0.0, []
    for name, number in printed.items():
        if number is None or number.value is None:
            continue
        spec = str(Spec(experiment.agents[name].spec("modern") or "").with_(**{key: value}))
        similarity = _similarity(spec, decisions)
        squares += (similarity - number.value) ** 2
        told.append(f"{name} {similarity:.3f} ({number.value:.3f})")
    print(f"  {key}={value}: {', '.join(told)}; squares {squares:.4f}", flush=True)
    return squares


def _similarity(spec: str, decisions: list[Decision]) -> float:
    def is_alike(at: int) -> bool:
        view, chance, choice = decisions[at]
        return chosen(spec, chance, view) == choice

    alike = each_deal(len(decisions), is_alike)
    return sum(alike) / len(alike)


def main() -> None:
    """Fits the rigs that are named, or all."""
    parser = argparse.ArgumentParser(description="Fits the scales of the rigs to the printed similarities.")
    parser.add_argument("rigs", nargs="*", help=f"{', '.join(RIGS)} (default: all)")
    parser.add_argument("--deals", type=int, default=300)
    told = parser.parse_args()
    for name in told.rigs or RIGS:
        print(f"{name}: similarities, in parentheses as printed", flush=True)
        print(f"{name}: {RIGS[name].key}={fit(RIGS[name], told.deals)}", flush=True)


if __name__ == "__main__":
    main()
