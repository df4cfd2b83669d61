"""Players whose cards a heuristic prefers (ETH 2022, chapter 4).

Of each rigged agent: its *mean*; its *performance*, the mean of the plain players at its tables over its own; its
*similarity*, how often the plain player would have chosen the same card; the *opportunity*, how often a close card was
there; and how often the plain player would have *played close* then. Only free choices count.
"""

import re
from collections.abc import Sequence

from kibitz import Move, State
from kibitz.experiments.experiment import Column, Experiment, game_of
from kibitz.experiments.watch import Findings, Tally, each_deal, seated, watched
from kibitz.games.six_nimmt.facts import ViewFacts
from kibitz.stats import Interval

_TABLE = ((4, 7), (8, 9), (10, 11), (12, 20))


def run(experiment: Experiment, column: Column, count: int) -> Findings:
    """``count`` deals of every rigged agent; its seat changes from deal to deal."""
    assert experiment.analysis
    settings = experiment.analysis.arguments()
    game = game_of(experiment.rules(column))
    specs = {name: spec for name, text in experiment.agents.items() if (spec := text.spec(column))}
    base, places = settings["base"], settings["seats"]
    quantities: dict[str, Interval] = {}
    for name in specs:
        if name in places and name != base:
            continue

        def watch(deal: int, name: str = name) -> Tally:
            turn = deal % game.seats
            table = [name if place == "rig" else place for place in places[turn:] + places[:turn]]
            seat = (places.index("rig") - turn) % game.seats
            [plain] = seated([specs[base]], deal, seed=2)
            tally, seen = Tally(), set[int]()

            def see(state: State, at: int, move: Move) -> None:
                rows = ViewFacts.of(state.view(at)).table
                seen.update(card for row in rows for card in row)
                if at == seat and len(state.legal(at)) > 1:
                    choice = state.canonical(at, plain.act(state.view(at)))
                    tally.add("similarity", choice == move)
                    _close(tally, name, rows, [int(card) for card in state.view(at).hand], seen, int(choice.cards[0]))

            returns = watched(game, seated([specs[who] for who in table], deal), deal, see).returns
            plains = [score for who, score in zip(table, returns, strict=True) if who == base]
            tally.add("mean", returns[seat])
            if plains:
                tally.add("performance", sum(plains) / len(plains), returns[seat])
            return tally

        found = Tally.intervals(each_deal(count, watch))
        quantities |= {f"{name} {what}": value for what, value in found.items()}
    return Findings(quantities)


def _close(
    tally: Tally, name: str, rows: Sequence[Sequence[int]], hand: list[int], seen: set[int], choice: int
) -> None:
    """Counts whether there was a close card, as the rig of this name has it, and whether it was chosen."""
    distance = int(found.group(1)) if (found := re.fullmatch(r"close(\d)", name)) else 0
    close = {card for card in hand if any(_safe(row, card, hand, seen, distance) for row in rows)}
    tally.add("opportunity", bool(close))
    if close:
        tally.add("played close", choice in close)
        laid = sum(map(len, rows))
        low, high = next(span for span in _TABLE if laid <= span[1])
        tally.add(f"played close with {low} to {high} cards", choice in close)


def _safe(row: Sequence[int], card: int, hand: list[int], seen: set[int], distance: int) -> bool:
    """Whether a card laid on the row cannot take it, even if every unseen card in between is laid first."""
    end = row[-1]
    between = sum(1 for other in range(end + 1, card) if other not in seen and other not in hand)
    return end < card and between <= 4 - len(row) + distance
