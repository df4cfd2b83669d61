"""What an agent does at the table: rates, timing and help for the partner, with what is known of people beside it.

A game has its observer in its folder. It sees each decision of the watched seats and the end of the deal, and adds to a
tally; quantities are ratios with intervals over the deals.
"""

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import NamedTuple, Protocol

from kibitz import Move, State, _core
from kibitz.experiments.experiment import Claim
from kibitz.experiments.verdict import Judgement, judge
from kibitz.experiments.watch import Tally, each_deal, seated, watched
from kibitz.games import having, part
from kibitz.stats import Interval


class Observer(Protocol):
    """Watches one deal."""

    tally: Tally

    def see(self, state: State, seat: int, move: Move) -> None:
        """A decision of any seat, before it is made."""

    def end(self, state: State) -> None:
        """The deal is over."""


class Reference(NamedTuple):
    """What is known of people, and from where."""

    value: float
    source: str


class Report(NamedTuple):
    """Quantities of an agent, references by the same names, and statements with their verdicts."""

    quantities: dict[str, Interval]
    references: dict[str, Reference]
    statements: list[tuple[Claim, Judgement]]


def _home(game: _core.Game) -> ModuleType:
    if (found := part(game.name, "behaviour")) is None:
        known = ", ".join(having("behaviour"))
        raise _core.InvalidSpec(f"There are no behaviour statistics for {game.title}; there are some for {known}.")
    return found


def observe(game: _core.Game, players: Sequence[str], deals: int) -> dict[str, Interval]:
    """Watches deals. A single player takes and is watched in all seats; of several the first is watched, and the table
    turns from deal to deal.
    """
    home = _home(game)
    table = list(players) if len(players) > 1 else list(players) * game.seats

    def watch(deal: int) -> Tally:
        turn = deal % game.seats
        seats = {(-turn) % game.seats} if len(players) > 1 else set(range(game.seats))
        observer: Observer = home.Observer(seats)
        over = watched(game, seated(table[turn:] + table[:turn], deal), deal, observer.see)
        observer.end(over)
        return observer.tally

    return Tally.intervals(each_deal(deals, watch))


def report(game: _core.Game, players: Sequence[str], deals: int) -> Report:
    """The behaviour of the first player."""
    home = _home(game)
    quantities = observe(game, players, deals)
    statements = [(claim, judge(claim, quantities, claim.enough or 0.05)) for claim in home.STATEMENTS]
    return Report(quantities, references(game, quantities), statements)


def references(game: _core.Game, quantities: Iterable[str]) -> dict[str, Reference]:
    """What has been published of people, of these quantities."""
    home = part(game.name, "behaviour")
    people = {} if home is None else home.PEOPLE
    return {name: Reference(*people[name]) for name in quantities if name in people}
