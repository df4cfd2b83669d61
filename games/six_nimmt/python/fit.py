"""The scales of the rigs of ETH 2022 that are not printed, each fitted to its printed similarities.

    python -m kibitz.games.six_nimmt.fit [rig …] [--deals 300]

One number per rig: what multiplies τ of the scattering and of the risk rig, the deviation of the value rig. Minimised is
the sum of squared differences from the similarities of its table, by halving a grid on a logarithmic scale, with the same
deals and the same chance for every candidate. The performance is told beside the printed one: it is not fitted. The
close rig has no scale, and of the point rig no similarity is printed.
"""

import argparse
from pathlib import Path
from typing import NamedTuple

from kibitz import Spec
from kibitz.experiments.record import AgentText, Record, load
from kibitz.games.six_nimmt.analyses import rigs

_STEPS = 5  # candidates left and right of the best one, then twice as dense


class Rig(NamedTuple):
    """Which table, which key of the specification, and where to look."""

    table: str
    key: str
    low: float
    high: float


RIGS = {
    "scatter": Rig("table-4.3", "scale", 0.002, 1.0),
    "risk": Rig("table-4.4", "scale", 0.0005, 1.0),
    "value": Rig("table-4.2", "sd", 3.0, 100.0),
}


def fit(name: str, deals: int, rounds: int = 4) -> float:
    """The scale that comes nearest to the printed similarities."""
    rig = RIGS[name]
    record = load(Path("experiments/eth2022") / f"{rig.table}.toml")
    low, high, tried = rig.low, rig.high, dict[float, float]()
    for _ in range(rounds):
        ratio = (high / low) ** (1 / (_STEPS - 1))
        for scale in (float(f"{low * ratio**step:.3g}") for step in range(_STEPS)):
            if scale not in tried:
                tried[scale] = _distance(record, rig.key, scale, deals)
        best = min(tried, key=tried.__getitem__)
        low, high = best / ratio, best * ratio
    print(f"{name}: {rig.key}={best}")
    _distance(record, rig.key, best, deals, tell=True)
    return best


def _distance(record: Record, key: str, scale: float, deals: int, *, tell: bool = False) -> float:
    found = rigs.run(_scaled(record, key, scale), "modern", deals).quantities
    printed = {what: number.value for what, number in record.paper.numbers.items() if number.value is not None}
    off = sum((found[what].mean - value) ** 2 for what, value in printed.items() if what.endswith("similarity"))
    print(f"  {key}={scale}: sum of squares {off:.4f}", flush=True)
    for what, value in printed.items() if tell else ():
        print(f"  {what}: {found[what].mean:.3f} ({found[what].low:.3f} to {found[what].high:.3f}), printed {value}")
    return off


def _scaled(record: Record, key: str, scale: float) -> Record:
    """The record with another scale in every rig."""

    def changed(text: str | None) -> str | None:
        if not text or (spec := Spec(text)).name != "rig":
            return text
        keys = {name: str(value) for name, value in spec.keys.items()} | {key: str(scale)}
        return f"rig({', '.join([*map(str, spec.values), *(f'{name}={value}' for name, value in keys.items())])})"

    agents = {name: AgentText(modern=changed(text.spec("modern"))) for name, text in record.agents.items()}
    return record.model_copy(update={"agents": agents})


def main() -> None:
    """Fits the rigs that are named, or all."""
    parser = argparse.ArgumentParser(description="Fits the scales of the rigs to the printed similarities.")
    parser.add_argument("rigs", nargs="*", choices=[*RIGS, []], default=list(RIGS))
    parser.add_argument("--deals", type=int, default=300)
    told = parser.parse_args()
    for name in told.rigs:
        fit(name, told.deals)


if __name__ == "__main__":
    main()
