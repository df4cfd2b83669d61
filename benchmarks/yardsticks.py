"""How fast the engine is beside programs written for speed alone.

    python benchmarks/yardsticks.py FOLDER --passes 5

FOLDER has one single-file program per game (``tichu.rs`` and so on), which are not part of Kibitz. They are built for
the CPU at hand in a temporary folder. Every pass runs each of them and right after it what it is compared with, so that
both meet the machine in the same state. Printed are the medians of the passes, per second of CPU time, the median of
the ratios of each pass, and the lowest and the highest of these.
"""

import argparse
import re
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

from kibitz import _core
from kibitz.cli import bench, bench_search

FLAGS = ["-O", "-Ctarget-cpu=native", "-Ccodegen-units=1", "-Cpanic=abort"]

# A program's arguments, and for each line of its output what is compared with it.
RUNS: list[tuple[str, list[str], list[tuple[str, str]]]] = [
    (
        "tichu",
        ["bench", "8000"],
        [
            ("playout sampled", "tichu/epfl2017/playout-sampled"),
            ("playout list", "tichu/epfl2017/playout-listed"),
            ("playout sampled", "tichu/official/playout-sampled"),
        ],
    ),
    (
        "tichu",
        ["ismcts", "20000", str(bench_search.POSITIONS)],
        [
            ("ISMCTS initial", "search/tichu/ismcts-deal"),
            ("ISMCTS mid", "search/tichu/ismcts-mid"),
            ("ISMCTS late", "search/tichu/ismcts-late"),
        ],
    ),
    ("doko", [], [("playout with full scoring", "doppelkopf/cardplay/playout-sampled")]),
    ("schnapsen", [], [("playout ", "schnapsen/tournament/playout-sampled")]),
    (
        "nimmt",
        [],
        [
            ("playout SSE rows, random pick", "six_nimmt/papers/playout-sampled"),
            ("SIMD batch of 32 games incl. scalar deal", "six_nimmt/papers/playout-batched"),
        ],
    ),
]


def build(folder: Path, into: Path) -> None:
    """Builds every program that is there."""
    for name in {name for name, _, _ in RUNS if (folder / f"{name}.rs").exists()}:
        command = ["rustc", *FLAGS, str(folder / f"{name}.rs"), "-o", str(into / name)]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)


def rate(output: str, line: str) -> float:
    """The median in the line of an output that begins so."""
    found = next(text for text in output.splitlines() if text.startswith(line))
    number = re.search(r"median\s+(\d+)", found)
    assert number, found
    return float(number[1])


def ours(names: list[str]) -> dict[str, float]:
    """The same rates as ``kibitz bench``."""
    if names[0].startswith("search/"):
        game = names[0].split("/")[1]
        return {found.name: found.median for found in bench_search.benchmarks(game)}
    rates = {}
    for name in names:
        game, preset, what = name.split("/")
        rates[name] = median(_core.measure(_core.Game(game, preset), what, bench.SLICES, bench.SECONDS))
    return rates


def main() -> None:
    """Builds, measures, prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--passes", type=int, default=3)
    arguments = parser.parse_args()
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as into:
        build(arguments.folder, Path(into))
        for _ in range(arguments.passes):
            for program, options, lines in RUNS:
                path = Path(into) / program
                if not path.exists():
                    continue
                output = subprocess.run([path, *options], check=True, capture_output=True, text=True).stdout
                own = ours([name for _, name in lines])
                for line, name in lines:
                    found[name].append((own[name], rate(output, line)))
    print(f"{'':40}{'Kibitz':>12}{'yardstick':>12}{'ratio':>8}  lowest to highest")
    for name, pairs in found.items():
        own, yardstick = (median(column) for column in zip(*pairs, strict=True))
        ratios = [a / b for a, b in pairs]
        print(f"{name:40}{own:12,.0f}{yardstick:12,.0f}{median(ratios):8.2f}  {min(ratios):.2f} to {max(ratios):.2f}")


if __name__ == "__main__":
    main()
