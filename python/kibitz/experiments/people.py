"""What people do at the table, from records of their deals, and how much an agent decides as they did.

Quantities are those of ``behaviour``, and habits that a game counts of people alone. All intervals are over deals.
"""

from collections.abc import Sequence

from kibitz import Move, Record, State, _core
from kibitz.agents import agent as make
from kibitz.analysis.positions import Position, positions
from kibitz.experiments.behaviour import Observer
from kibitz.experiments.watch import Tally, each_deal
from kibitz.games import part
from kibitz.stats import Interval

FIRST = 3  # so many moves of an agent's ranking are its first ones
_ELSE = {"exchange": "exchange", "wish": "wishes", "gift": "gifts"}  # decisions that are no plays


def habits(records: Sequence[Record]) -> dict[str, Interval]:
    """Shares and means over all seats of the deals."""
    return Tally.intervals([_watched(record) for record in records])


def _watched(record: Record) -> Tally:
    """A deal as the game's observers see it."""
    observers: list[Observer] = [
        home.Observer(set(range(record.game.seats)))
        for what in ("behaviour", "people")
        if (home := part(record.game.name, what)) is not None
    ]
    for at in positions(record):
        for observer in observers:
            observer.see(at.before, at.seat, at.played)
    tally = Tally()
    tally.add("moves", len(record.moves))
    for observer in observers:
        observer.end(record.replay())
        tally.join(observer.tally)
    return tally


def agreement(records: Sequence[Record], spec: str, seed: int = 1) -> dict[str, Interval]:
    """How often the agent would have done what was done, from what the seat knew: plays, exchange and calls apart.

    Agents that rank moves also say how often the move was among their first ones.
    """
    ranks = bool(records) and "analyse" in records[0].game.abilities(spec)

    def watch(number: int) -> Tally:
        tally, base = Tally(), _core.deal_seed(seed, number)
        for at in positions(records[number]):
            if at.owed and len(at.before.legal(at.seat)) > 1:
                _compare(tally, at, _ranking(at.before, at.seat, spec, (base + at.ply) % 2**64, ranks=ranks), ranks)
        return tally

    return Tally.intervals(each_deal(len(records), watch))


def _ranking(state: State, seat: int, spec: str, seed: int, *, ranks: bool) -> list[Move]:
    """The moves as the agent ranks them, or the one it would make.

    A call leaves the decision open: behind a call stands what the agent would do then.
    """
    view, player = state.view(seat), make(spec, seed)
    if ranks:
        return [info.move for info in player.analyse(view).ranked()]
    move = state.canonical(seat, player.act(view))
    return [move, *_ranking(state.play(seat, move), seat, spec, seed, ranks=False)] if move.is_call else [move]


def _compare(tally: Tally, at: Position, ranking: list[Move], ranks: bool) -> None:
    played, legal = at.played, at.before.legal(at.seat)
    if played.kind == "bid" or any(move.is_call for move in legal):
        same = ranking[0] == played if played.kind == "bid" else ranking[0].is_call == played.is_call
        said = str(played) if played.kind == "bid" or played.is_call else "nothing"
        tally.add("calls: the same", same)
        tally.add(f"calls: the same where people said {said}", same)
    if played.kind == "bid" or played.is_call or sum(not move.is_call for move in legal) < 2:
        return
    what = _ELSE.get(played.kind, "plays")
    first = [move for move in ranking if not move.is_call][:FIRST]
    tally.add(f"{what}: the same", first[0] == played)
    if ranks:
        tally.add(f"{what}: among the first {FIRST}", played in first)
