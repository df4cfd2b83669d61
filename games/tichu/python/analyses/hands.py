"""What is held with so many cards left: people's hands (EPFL 2017, figure 4.3 and appendix) and those of our own play.

A hand contributes each rank it holds once, as the study counts combinations. Compared are the shares of the 17 single
cards among all singles of hands of one size.
"""

import csv
from collections import defaultdict
from functools import cache
from math import comb
from pathlib import Path

from kibitz import Move, State, _core, plots
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings, Tally, each_deal, seated, watched
from kibitz.stats import Interval

CARDS = ("Dog", "Mah Jong", "Phoenix", *"23456789TJQKA", "Dragon")
_HEIGHTS = dict(zip(CARDS, ("0", "1", "1.5", *map(str, range(2, 15)), "15"), strict=True))
_SPECIALS = {"Do": "Dog", "Ma": "Mah Jong", "Ph": "Phoenix", "Dr": "Dragon"}
SIZES = range(1, 15)


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """The human table, and ``count`` deals of the agent ``own`` against itself."""
    spec = experiment.agents["own"].spec(column)
    assert spec
    assert experiment.analysis
    hands = {
        "human": _human(Path(experiment.analysis.arguments()["table"])),
        "own": _own(game_of(experiment.rules(column)), spec, count),
    }
    quantities: dict[str, Interval] = {}
    drawings = {}
    for who, shares in hands.items():
        for size in SIZES:
            known = {card: shares[f"{size}: {card}"] for card in CARDS if f"{size}: {card}" in shares}
            if known:
                quantities |= {f"{who} {size}: {card}": share for card, share in known.items()}
                quantities[f"{who} {size}: distance from a uniform deal"] = _distance(known, size)
    for size in SIZES:
        for who in hands:
            shown = {card: quantities[name] for card in CARDS if (name := f"{who} {size}: {card}") in quantities}
            if shown:
                title = f"Single cards in hands of {size} ({who}); circles: a uniform deal"
                drawings[f"{who}-{size}"] = plots.bars(shown, title=title, y="share", marks=uniform(size))
    return Findings(quantities, drawings)


@cache
def uniform(size: int) -> dict[str, float]:
    """The shares when every hand of this size is equally likely."""
    rank, special = 1 - comb(52, size) / comb(56, size), size / 56
    total = 13 * rank + 4 * special
    return {card: (rank if len(card) == 1 else special) / total for card in CARDS}


def _distance(shares: dict[str, Interval], size: int) -> Interval:
    """Total variation: half the sum of the differences. Noise makes it greater, never smaller; the interval says by how
    much at most.
    """
    distance = sum(
        abs(shares[card].mean - uniform(size)[card]) if card in shares else uniform(size)[card] for card in CARDS
    )
    noise = sum((share.high - share.low) / 2 for share in shares.values()) / 2
    return Interval(distance / 2, max(0.0, distance / 2 - noise), distance / 2 + noise)


def _human(path: Path) -> dict[str, Interval]:
    by_height = {height: card for card, height in _HEIGHTS.items()}
    found: dict[str, dict[str, float]] = defaultdict(dict)
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for row in csv.DictReader(lines):
        if row["kind"] == "single":
            found[row["cards"]][by_height[row["height"]]] = float(row["share"])
    # Of twelve million combinations: the shares are taken as known.
    return {
        f"{size}: {card}": Interval(*[share / sum(cards.values())] * 3)
        for size, cards in found.items()
        for card, share in cards.items()
    }


def _own(game: _core.Game, spec: str, count: int) -> dict[str, Interval]:
    def watch(deal: int) -> Tally:
        tally = Tally()

        def see(state: State, seat: int, move: Move) -> None:
            if not move.is_pass:
                left = state.play(seat, move).view(seat).hand
                held = {_SPECIALS.get(card) or card[0] for card in left}
                for card in CARDS if held else ():
                    tally.add(f"{len(left)}: {card}", float(card in held), len(held))

        watched(game, seated([spec] * game.seats, deal), deal, see)
        return tally

    return Tally.intervals(each_deal(count, watch))
