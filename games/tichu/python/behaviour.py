"""Behaviour in Tichu: calls, when strong cards go, and what is left to the partner."""

from kibitz import Move, State
from kibitz.experiments.experiment import Claim, Less, More, Same
from kibitz.experiments.watch import Tally
from kibitz.games.tichu.facts import StateFacts, ViewFacts

_CALLS = {"tichu": "Tichu", "grand": "Grand Tichu"}
_BOMBS = ("bomb4", "bombstraight")
_SPECIAL = {"Dr": "Dragon", "Ph": "Phoenix"}
_EARLY, _LATE = 9, 5  # cards in hand: early above the first, late up to the second

# From public counts of the logs of Brettspielwelt.
PEOPLE = {
    "Tichu called": (0.150, "12 000 rounds of people on Brettspielwelt"),
    "Tichu made": (0.734, "2.27 million first rounds of people on Brettspielwelt"),
    "Grand Tichu called": (0.078, "12 000 rounds of people on Brettspielwelt"),
    "Grand Tichu made": (0.646, "2.27 million first rounds of people on Brettspielwelt"),
    "passes on an opponent": (0.306, "12 000 rounds of people on Brettspielwelt"),
    "wishes declined": (0.156, "12 000 rounds of people on Brettspielwelt"),
    "double wins": (0.234, "12 000 rounds of people on Brettspielwelt"),
    "bombs": (0.107, "people on Brettspielwelt, about the same at every strength"),
    "tricks": (11.0, "22 million rounds of people on Brettspielwelt"),
}

STATEMENTS: list[Claim] = [
    More(
        says="It plays the Dragon in the first three tricks (EPFL 2017).",
        check="more",
        of="Dragon in tricks 1 to 3",
        than=0.5,
    ),
    Less(
        says="Its aces come before its other cards (EPFL 2017).",
        check="less",
        of="aces: trick",
        than="other cards: trick",
        enough=0.2,
    ),
    More(
        says="Late in the round it leaves the trick to its partner more often than to an opponent (EPFL 2017).",
        check="more",
        of="passes on the partner, late",
        than="passes on an opponent, late",
    ),
    More(
        says="It helps its partner more late in the round than early (EPFL 2017).",
        check="more",
        of="passes on the partner, late",
        than="passes on the partner, early",
    ),
    Same(says="It calls Tichu about as often as people.", check="same", of="Tichu called", as_=0.15, within=0.05),
    Same(
        says="It passes on opponents about as often as people.",
        check="same",
        of="passes on an opponent",
        as_=0.306,
        within=0.1,
    ),
]


class Observer:
    """Watches one round."""

    def __init__(self, seats: set[int]) -> None:
        self.tally = Tally()
        self._seats = seats
        self._trick = 0
        self._calls: dict[int, str] = {}
        self._bombs = dict.fromkeys(seats, 0)

    def see(self, state: State, seat: int, move: Move) -> None:
        """Counts what the decision was and what it could have been."""
        facts = ViewFacts.of(state.view(seat))
        leads = facts.phase == "play" and _leads(state, seat, move, facts)
        self._trick += leads
        if seat not in self._seats:
            return
        if (call := str(move)) in _CALLS:
            self._calls[seat] = call
        elif move.kind == "wish":
            self.tally.add("wishes declined", call == "wish:-")
        elif facts.phase == "play":
            if not leads:
                self._passes(state, seat, move, facts)
            if move.kind == "play":
                self._cards(move)
                self._bombs[seat] += move.combination in _BOMBS

    def _passes(self, state: State, seat: int, move: Move, facts: ViewFacts) -> None:
        table = facts.table
        able = any(other.kind == "play" for other in state.legal(seat))
        if table is None or not able or table.owner == seat or state.to_act[0] != facts.turn:
            return
        holder = "the partner" if table.owner == seat ^ 2 else "an opponent"
        cards = len(state.view(seat).hand)
        self.tally.add(f"passes on {holder}", move.is_pass)
        if cards <= _LATE:
            self.tally.add(f"passes on {holder}, late", move.is_pass)
        elif cards > _EARLY:
            self.tally.add(f"passes on {holder}, early", move.is_pass)

    def _cards(self, move: Move) -> None:
        for card in move.cards:
            name = _SPECIAL.get(card) or ("aces" if card[0] == "A" else "other cards")
            self.tally.add(f"{name}: trick", self._trick)
            if card in _SPECIAL:
                self.tally.add(f"{name} in tricks 1 to 3", self._trick <= 3)
            if card == "Ph":
                self.tally.add("Phoenix as a single card", len(move.cards) == 1)
        if move.combination in _BOMBS:
            self.tally.add("bombs: trick", self._trick)

    def end(self, state: State) -> None:
        """Counts calls, bombs and the result."""
        out = StateFacts.of(state).out
        for seat in self._seats:
            self.tally.add("bombs", self._bombs[seat])
            if state.game.options["calls"]:
                for call, name in _CALLS.items():
                    called = self._calls.get(seat) == call
                    self.tally.add(f"{name} called", called)
                    if called:
                        self.tally.add(f"{name} made", out[0] == seat)
        self.tally.add("double wins", len(out) >= 2 and out[0] ^ 2 == out[1])
        self.tally.add("tricks", self._trick)


def _leads(state: State, seat: int, move: Move, facts: ViewFacts) -> bool:
    """Whether a move begins a trick. One lies on the table until the next begins, so an empty table does not tell."""
    if move.kind in ("call", "pass", "decline"):
        return False
    if facts.table is None or move.cards == ("Do",):
        return True
    after = state.play(seat, move)
    return len(ViewFacts.of(after.view(seat)).trick) == len(move.cards)
