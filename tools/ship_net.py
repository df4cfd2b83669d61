"""Puts a trained network beside the program: measures it, writes its file, and makes all model cards anew.

A small one becomes part of Kibitz, a larger one of kibitz-nets, and kibitz/nets/more.txt names it.

tools/ship_net.py runs/tichu/q.safetensors tichu-cardplay --against "mc(100)" --against "mc(1000)" --deals 2000
tools/ship_net.py            only makes the model cards anew
"""

import argparse
import json
from pathlib import Path

import kibitz
from kibitz import _core, _installed, nets

LARGEST = 5_000_000
SMALL = 1_000_000
CARDS = Path(__file__).parent.parent / "docs" / "nets"


def main() -> None:
    """Reads the command line and does it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("name", nargs="?")
    parser.add_argument("--against", action="append", default=[])
    parser.add_argument("--deals", type=int, default=2000)
    given = parser.parse_args()
    if given.file:
        if not given.name:
            parser.error("say under which name to ship it")
        ship(given.file, given.name, given.against, given.deals)
    CARDS.mkdir(exist_ok=True)
    for name in nets.names():
        (CARDS / f"{name}.md").write_text(nets.card(name), encoding="utf-8")


def ship(file: Path, name: str, against: list[str], deals: int) -> None:
    """Measures a network in the engine, as it will be used, and writes it with the result."""
    if file.stat().st_size > LARGEST:
        raise SystemExit(f"{file} has {file.stat().st_size / 1e6:.1f} MB; a network that is shipped has at most 5.")
    known = nets.metadata(file)
    game = _core.Game(known["game"], known["rules"])
    ratings = []
    for opponent in against:
        result = kibitz.match(game, f"net({file.resolve()})", opponent, deals=deals)
        print(result)
        ratings.append(
            {"against": opponent, "deals": deals, "mean": result.mean, "low": result.low, "high": result.high}
        )
    changes = {"ratings": json.dumps(ratings)} if ratings else {}
    package = _installed.HOME / "nets" if file.stat().st_size <= SMALL else _installed.HOME.parent / "kibitz_nets"
    nets.relabel(file, package / f"{name}.safetensors", {"name": name, **changes})


if __name__ == "__main__":
    main()
