"""Habits at a Tichu table beside those that ``behaviour`` counts: what is given away, and how long it takes."""

from kibitz import Move, State
from kibitz.experiments.watch import Tally

_BOMBS = ("bomb4", "bombstraight")
_SPECIAL = {"Do": "Dog", "Ma": "Mah Jong", "Ph": "Phoenix", "Dr": "Dragon"}
_RANKS = "..23456789TJQKA"
_RECEIVERS = ("the next seat", "the partner", "the seat before")


class Observer:
    """Watches one round."""

    def __init__(self, seats: set[int]) -> None:
        self.tally = Tally()
        self._seats = seats
        self._plays = self._passes = 0

    def see(self, state: State, seat: int, move: Move) -> None:
        """Counts what the decision was."""
        if move.kind == "play":
            self._plays += 1
            if seat in self._seats:
                self.tally.add("cards of a play", len(move.cards))
                if move.combination in _BOMBS:
                    self.tally.add("bombs: out of turn", seat not in state.settled().to_act)
        elif move.kind == "pass":
            self._passes += 1
        elif move.kind == "exchange" and seat in self._seats:
            self._exchange(state.hands[seat], move.cards)

    def _exchange(self, hand: list[str], given: tuple[str, ...]) -> None:
        ranks = [card[0] for card in hand if card not in _SPECIAL]
        for card in hand:
            if card in _SPECIAL:
                for to, gift in zip(_RECEIVERS, given, strict=True):
                    self.tally.add(f"{_SPECIAL[card]} to {to}", gift == card)
        if "A" in ranks:
            self.tally.add("ace to the partner", given[1][0] == "A")
        for to, card in zip(_RECEIVERS, given, strict=True):
            if card in _SPECIAL:
                continue
            self.tally.add(f"rank given to {'the partner' if to == 'the partner' else 'an opponent'}", _rank(card))
            if to != "the partner":
                self.tally.add(f"even rank to {to}", _rank(card) % 2 == 0)
                self.tally.add("pair broken for an opponent", ranks.count(card[0]) > 1)

    def end(self, _state: State) -> None:
        """Counts how long the round was."""
        self.tally.add("plays", self._plays)
        self.tally.add("passes", self._passes)


def _rank(card: str) -> int:
    return _RANKS.index(card[0])
