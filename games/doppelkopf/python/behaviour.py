"""Behaviour in Doppelkopf: solos, announcements, and when the highest trumps go."""

from kibitz import Move, State
from kibitz.experiments.experiment import Claim, Less, More
from kibitz.experiments.watch import Tally
from kibitz.games.doppelkopf.facts import StateFacts

PEOPLE: dict[str, tuple[float, str]] = {}

STATEMENTS: list[Claim] = [
    More(
        says="It plays a solo in more than one game of ten (Basel 2015: 16 of 48).", check="more", of="solos", than=0.1
    ),
    Less(
        says="It wins fewer than three quarters of its solos (Basel 2015: 9 of 16).",
        check="less",
        of="solos won",
        than=0.75,
    ),
    More(says="It announces in solos (Basel 2015: always).", check="more", of="announced in solos", than=0.8),
    Less(
        says="In normal games it hardly ever announces before the others did (Basel 2015: never).",
        check="less",
        of="announced first in normal games",
        than=0.1,
    ),
    Less(
        says="It loses the games in which it announces after the others did (Basel 2015).",
        check="less",
        of="points after a counter-announcement",
    ),
]


class Observer:
    """Watches one deal."""

    def __init__(self, seats: set[int]) -> None:
        self.tally = Tally()
        self._seats = seats
        self._calls: list[int] = []
        self._cards = 0
        self._tens: list[int] = []

    def see(self, state: State, seat: int, move: Move) -> None:
        """Notes announcements, and the trick in which a heart ten is played."""
        if move.is_call:
            self._calls.append(seat)
        elif move.kind == "play":
            if seat in self._seats and move.cards == ("HT",):
                self._tens.append(self._cards // state.game.seats + 1)
            self._cards += 1

    def end(self, state: State) -> None:
        """Counts who played what and what came of it."""
        facts = StateFacts.of(state)
        assert facts.game is not None, "a deal ends after its game was chosen"
        solo, declarer, parties = facts.game.type.startswith("solo"), facts.game.declarer, set(facts.re or ())
        for seat in self._seats:
            mine, points = solo and declarer == seat, state.returns[seat]
            self.tally.add("points", points)
            self.tally.add("solos", mine)
            called = [number for number, who in enumerate(self._calls) if who == seat]
            if mine:
                self.tally.add("solos won", points > 0)
                self.tally.add("points per solo", points)
                self.tally.add("announced in solos", bool(called))
            elif not solo:
                others = [n for n, who in enumerate(self._calls) if (who in parties) != (seat in parties)]
                first = bool(called) and not (others and others[0] < called[0])
                self.tally.add("announced first in normal games", first)
                self.tally.add("announced after the others in normal games", bool(called) and not first)
                if called:
                    self.tally.add(
                        "points after announcing first" if first else "points after a counter-announcement", points
                    )
        if not solo:
            for trick in self._tens:
                self.tally.add("heart tens: trick", trick)
