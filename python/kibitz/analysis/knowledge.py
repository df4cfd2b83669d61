"""How much agents know of who holds the hidden cards, from one decision of a deal to the next.

An agent plays all seats of fresh deals. At the decisions of one seat, in turn from deal to deal, the agents look at
what it sees, as it saw it come; their beliefs (``agent.analyse(view).belief``) are compared with the hands by the log
loss per hidden card, in nats. A belief counts worlds, so that no world with the card there does not mean never: half a
world is added to every hand.
"""

import math
import time
from collections.abc import Mapping, Sequence

from kibitz import _core
from kibitz.agents import agent
from kibitz.analysis.beliefs import hands
from kibitz.experiments.watch import Tally, seated, watched
from kibitz.stats import Interval

_STEP = 6  # hidden cards in one line of the result
TIME = "CPU ms"


def measure(
    game: _core.Game, specs: Sequence[str], player: str, *, deals: int, most: int, seed: int = 1
) -> dict[str, dict[str, Interval]]:
    """For each agent the log loss over all decisions with at most ``most`` hidden cards, by their number, and its time
    per decision.
    """

    def watch(deal: int) -> dict[str, Tally]:
        tallies = {spec: Tally() for spec in specs}
        observers = {spec: agent(spec, _core.deal_seed(seed, deal)) for spec in specs}

        def see(state: _core.State, seat: int, _move: _core.Move) -> None:
            if seat != deal % game.seats or len(state.view(seat).legal()) < 2:
                return
            held = {other: cards for other, cards in hands(state).items() if other != seat}
            cards = sum(map(len, held.values()))
            if not 0 < cards <= most:
                return
            low = (cards - 1) // _STEP * _STEP + 1
            for spec, observer in observers.items():
                start = time.process_time()
                found = observer.analyse(state.view(seat))
                tallies[spec].add(TIME, 1000 * (time.process_time() - start))
                if not found.belief:
                    continue
                loss = log_loss(found.belief, found.worlds, held)
                for line in ("all", f"{low} to {low + _STEP - 1}"):
                    tallies[spec].add(line, loss, cards)

        watched(game, seated([player] * game.seats, deal, seed), deal, see, seed)
        return tallies

    found = [watch(deal) for deal in range(deals)]  # one after the other, or their times would be each other's
    told = {spec: Tally.intervals([tallies[spec] for tallies in found]) for spec in specs}
    for spec, lines in told.items():
        if "all" not in lines:
            raise _core.InvalidSpec(
                f"{spec} told of no belief with at most {most} hidden cards; a search does, such as ismcts(75)."
            )
    return told


def log_loss(belief: Mapping[str, Sequence[float]], worlds: int, held: Mapping[int, Sequence[str]]) -> float:
    """The log loss of a belief counted over sampled worlds, summed over the cards that the hidden hands hold."""
    half, all_ = 0.5 / worlds, 1 + 0.5 * len(held) / worlds
    return sum(
        -math.log((belief[card][seat] + half if card in belief else half) / all_)
        for seat, cards in held.items()
        for card in cards
    )
