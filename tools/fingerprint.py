"""Whether this engine makes the moves that were written down: every game and preset, its players, searches, networks.

python tools/fingerprint.py                  compare every deal; exit 1 and say what differs
python tools/fingerprint.py --deals 1        only the first deal of each
python tools/fingerprint.py --threads 16     many deals at a time, which changes nothing
python tools/fingerprint.py --engine FILE    another build of the engine
python tools/fingerprint.py --write          behaviour has changed, and is to
"""

import argparse
import hashlib
import importlib.machinery
import importlib.util
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parent.parent / "tests" / "fingerprints.json"
DEALS = 4
SEED = 19

SEARCHES = (
    "ismcts(20)",
    "ismcts(20, exact=on, select=puct(1, prior=rules))",
    "ismcts(20, threads=tree(2))",
    "mc(20)",
    "pimc(trees=2, budget=10)",
    "oneply(value(ismcts(2)))",
)


def load(engine: Path) -> None:
    """Puts another build in the place of the engine."""
    loader = importlib.machinery.ExtensionFileLoader("kibitz._core", str(engine.resolve()))
    spec = importlib.util.spec_from_file_location("kibitz._core", engine, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["kibitz._core"] = module
    loader.exec_module(module)


def cases() -> Iterator[tuple[Any, str]]:
    """Games with an agent each."""
    from kibitz import _core

    for name in _core.game_names():
        described = _core.describe_game(name)
        for preset in described["presets"]:
            for agent in ("random", *described["bots"]):
                yield _core.Game(name, preset), agent
        for agent in SEARCHES:
            yield _core.Game(name), agent
    for network in _core.network_names():
        game = next(game for game in games() if plays(game, f"net({network})"))
        for agent in (f"net({network})", f"net({network}, pick=boltzmann(0.1))"):
            yield game, agent


def games() -> Iterator[Any]:
    """Every game under every preset."""
    from kibitz import _core

    for name in _core.game_names():
        for preset in _core.describe_game(name)["presets"]:
            yield _core.Game(name, preset)


def plays(game: Any, agent: str) -> bool:
    """Whether the agent can play it."""
    try:
        game.abilities(agent)
    except ValueError:
        return False
    return True


def fingerprint(game: Any, agent: str, number: int) -> str:
    """What becomes of a deal when the agent plays every seat."""
    from kibitz import _core

    end = _core.first_deal(game, [agent], [[0] * game.seats], number, 0, SEED)
    return hashlib.sha256(str(end.record()).encode()).hexdigest()[:8]


def main() -> int:
    """Compares or writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=DEALS, choices=range(1, DEALS + 1))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--engine", type=Path)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.engine:
        load(given.engine)
    deals = DEALS if given.write else given.deals
    with ThreadPoolExecutor(given.threads) as pool:
        asked = {
            f"{game.name} {game.rules}: {agent}": [pool.submit(fingerprint, game, agent, n) for n in range(deals)]
            for game, agent in cases()
        }
        found = {case: " ".join(deal.result() for deal in each) for case, each in asked.items()}
    if given.write:
        given.file.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        return 0
    wanted = json.loads(given.file.read_text(encoding="utf-8"))
    wrong = [case for case in {**wanted, **found} if wanted.get(case, "")[: 9 * deals - 1] != found.get(case)]
    for case in wrong:
        print(f"{case}: {found.get(case)} instead of {wanted.get(case)}", file=sys.stderr)
    if wrong:
        print(f"{len(wrong)} of {len(found)} differ; --write takes them for right.", file=sys.stderr)
    else:
        print(f"{len(found)} fingerprints, {deals} deals each: the same.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
