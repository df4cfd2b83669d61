"""The scales of the rigs of ETH 2022 that are not printed, each fitted to its printed similarities.

    python -m kibitz.games.six_nimmt.fit [scatter] [risk] [value] [--deals 300]

One number per rig: what multiplies τ of the scattering and of the risk rig, the deviation of the value rig. Minimised
is the sum of squared differences between the printed similarities of its table and those that the experiment itself
finds, on a grid of a logarithmic scale that becomes denser around the best. As in the experiment, every candidate
plays its own hands: a rig that has played the cards it likes is left with others than the plain agent would be, and
in the plain agent's positions it agrees with it more or less often. The close rig has no scale, and of the point rig
no similarity is printed.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

from kibitz import Spec
from kibitz.experiments.experiment import AgentText, Column, Experiment, load
from kibitz.games.six_nimmt.analyses.rigs import of_one

_GRID = 5
_ROUNDS = 4
_COLUMN: Column = "modern"


class Rig(NamedTuple):
    """Which table, which key of the specification, and where to look for its value."""

    table: str
    key: str
    low: float
    high: float


RIGS = {
    "scatter": Rig("table-4.3", "scale", 0.004, 1.0),
    "risk": Rig("table-4.4", "scale", 0.005, 50.0),
    "value": Rig("table-4.2", "sd", 5.0, 80.0),
}


def fit(rig: Rig, deals: int) -> float:
    """The value of the key that comes nearest to the printed similarities."""
    experiment = load(Path("experiments/eth2022") / f"{rig.table}.toml")
    step: float = (rig.high / rig.low) ** (1 / (_GRID - 1))
    best: float = (rig.low * rig.high) ** 0.5
    tried: dict[float, float] = {}
    for number in range(_ROUNDS):
        reach = _GRID // 2 if number == 0 else 1
        for value in [float(f"{best * step**place:.3g}") for place in range(-reach, reach + 1)]:
            if value not in tried:
                tried[value] = _squares(experiment, rig.key, value, deals)
        best, step = min(tried, key=tried.__getitem__), step**0.5
    return best


def _squares(experiment: Experiment, key: str, value: float, deals: int) -> float:
    squares, told = 0.0, []
    for name, text in experiment.agents.items():
        number = experiment.paper.numbers.get(f"{name} similarity")
        if number is None or number.value is None:
            continue
        spec = str(Spec(text.spec(_COLUMN) or "").with_(**{key: value}))
        changed = experiment.model_copy(update={"agents": experiment.agents | {name: AgentText(modern=spec)}})
        similarity = of_one(changed, _COLUMN, name, deals)["similarity"].mean
        squares += (similarity - number.value) ** 2
        told.append(f"{name} {similarity:.3f} ({number.value:.3f})")
    print(f"  {key}={value}: {', '.join(told)}; squares {squares:.4f}", flush=True)
    return squares


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
