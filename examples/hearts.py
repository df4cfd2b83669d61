"""Hearts, a game written in Python: `kibitz play hearts:Hearts`. See docs/adding-a-game-in-python.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

import kibitz
from kibitz.python_game import deal_out, every_deal

Hand = tuple[int, ...]

CARDS = [suit + rank for suit in "CDSH" for rank in "23456789TJQKA"]
TWO_OF_CLUBS, QUEEN_OF_SPADES = CARDS.index("C2"), CARDS.index("SQ")
HEARTS = 3


def suit(card: int) -> int:
    return card // 13


def points(card: int) -> int:
    return 13 if card == QUEEN_OF_SPADES else int(suit(card) == HEARTS)


@dataclass(frozen=True, slots=True)
class Table:
    """A deal in progress. Everything in it is a number or a tuple, so that it never changes."""

    hands: tuple[Hand, ...]
    pass_to: int  # how many seats to the left cards are passed; 0 for no passing
    given: tuple[Hand, ...] = ((), (), (), ())  # what each seat passes on, or has passed on
    leader: int | None = None  # of the trick; None while cards are passed
    trick: Hand = ()
    played: Hand = ()  # in earlier tricks
    worth: int = 0  # points of the last trick
    taken: tuple[int, ...] = (0, 0, 0, 0)
    voids: tuple[Hand, ...] = ((), (), (), ())  # suits of which everybody knows that a seat has none
    totals: tuple[int, ...] = (0, 0, 0, 0)  # of the match, before this deal
    number: int = 0  # of the deal in the match

    @property
    def turn(self) -> int | None:
        """Whose turn it is to play a card."""
        return None if self.leader is None else (self.leader + len(self.trick)) % 4

    @property
    def broken(self) -> bool:
        """Whether hearts may be led."""
        return any(suit(card) == HEARTS for card in (*self.played, *self.trick))


class Seen(NamedTuple):
    """What a seat knows: its hand, and the table without what is hidden from it."""

    hand: Hand
    table: Table


def put(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    """The same with another value for one seat."""
    return (*values[:seat], value, *values[seat + 1 :])


class Hearts(kibitz.PythonGame[Table, Seen]):
    """Four players, each for themselves, 13 cards each.

    Three cards are passed to the left, in the next deal to the right, then across, then none. Who holds the two of
    clubs leads it. Suit must be followed; the highest card of the suit led takes the trick. Hearts may be led once one
    has been played, or by who has nothing else; in the first trick nobody plays a heart or the queen of spades who can
    help it. Each heart taken costs a point, the queen of spades 13; who takes all 26 gives 26 to everybody else. A
    match ends when somebody has 100 points; the lowest total wins.
    """

    seats = 4
    bounds = (-26, 0)
    unit = ("points", "deal", True)
    presets = {"usual": {"passing": True, "target": 0}}
    State = Table
    moves = (*CARDS, *(f"pass {card}" for card in CARDS))

    # --- The course of a deal

    def deal(self, rng: Random, before: Table | None) -> Table:
        cards = rng.sample(range(52), 52)
        hands = tuple(tuple(sorted(cards[13 * seat : 13 * seat + 13])) for seat in range(4))
        number = 0 if before is None else before.number + 1
        totals = (0, 0, 0, 0) if before is None else self.totals(before)
        pass_to = (1, 3, 2, 0)[number % 4] if self.rules["passing"] else 0
        table = Table(hands, pass_to, totals=totals, number=number)
        return table if pass_to else self.begun(table)

    def begun(self, table: Table) -> Table:
        """Who holds the two of clubs leads."""
        return replace(table, leader=next(seat for seat in range(4) if TWO_OF_CLUBS in table.hands[seat]))

    def to_act(self, table: Table) -> list[int | str]:
        if table.turn is None:
            return [seat for seat in range(4) if len(table.given[seat]) < 3]
        return [table.turn] if len(table.played) < 52 else []

    def legal(self, table: Table, seat: int) -> Iterable[int]:
        hand = table.hands[seat]
        if table.leader is None:  # from the lowest to the highest, so that the same three cards are one way to pass
            more, lowest = 2 - len(table.given[seat]), max(table.given[seat], default=-1)
            return [52 + card for card in hand[: 13 - more] if card > lowest]
        if not table.played and not table.trick:
            return [TWO_OF_CLUBS]
        if not table.trick:
            return [card for card in hand if suit(card) != HEARTS or table.broken] or hand
        follow = [card for card in hand if suit(card) == suit(table.trick[0])]
        harmless = [card for card in hand if not points(card) and not table.played]
        return follow or harmless or hand

    def play(self, table: Table, seat: int, move: int) -> Table:
        if table.leader is None:
            table = replace(table, given=put(table.given, seat, (*table.given[seat], move - 52)))
            return self.passed(table) if all(len(cards) == 3 for cards in table.given) else table
        void = set(table.voids[seat])
        if table.trick and suit(move) != suit(table.trick[0]):
            void.add(suit(table.trick[0]))
        if not table.trick and suit(move) == HEARTS and not table.broken:
            void |= {0, 1, 2}  # only who has nothing else may lead one
        table = replace(
            table,
            hands=put(table.hands, seat, tuple(card for card in table.hands[seat] if card != move)),
            trick=(*table.trick, move),
            voids=put(table.voids, seat, tuple(sorted(void))),
        )
        return self.taken(table, table.leader or 0) if len(table.trick) == 4 else table

    def passed(self, table: Table) -> Table:
        """All have put three cards aside: they change hands."""
        hands = []
        for seat, hand in enumerate(table.hands):
            kept = set(hand) - set(table.given[seat])
            hands.append(tuple(sorted(kept | set(table.given[(seat - table.pass_to) % 4]))))
        return self.begun(replace(table, hands=tuple(hands)))

    def taken(self, table: Table, leader: int) -> Table:
        """The trick is complete: its winner leads to the next."""
        led = suit(table.trick[0])
        best = max(range(4), key=lambda place: (suit(table.trick[place]) == led, table.trick[place]))
        winner, worth = (leader + best) % 4, sum(map(points, table.trick))
        return replace(
            table,
            leader=winner,
            trick=(),
            played=tuple(sorted(table.played + table.trick)),
            worth=worth,
            taken=put(table.taken, winner, table.taken[winner] + worth),
        )

    def returns(self, table: Table) -> list[int]:
        if 26 in table.taken:
            return [0 if taken == 26 else -26 for taken in table.taken]
        return [-taken for taken in table.taken]

    # --- What a seat may know

    def view(self, table: Table, seat: int) -> Seen:
        known = {seat} if table.leader is None else {seat, (seat - table.pass_to) % 4}
        given = tuple(cards if giver in known else () for giver, cards in enumerate(table.given))
        return Seen(table.hands[seat], replace(table, hands=(), given=given))

    def sample(self, seen: Seen, seat: int, rng: Random) -> Table:
        return self.world(seen, seat, deal_out(*self.hidden(seen, seat), rng))

    def hidden(self, seen: Seen, seat: int) -> tuple[list[int], list[int], Callable[[int, int], bool]]:
        """The cards that the seat does not see, how many of them each other seat holds, and which it may hold."""
        hand, table = seen
        cards = sorted(set(range(52)) - {*hand, *table.played, *table.trick})
        others = [(seat + place) % 4 for place in (1, 2, 3)]
        laid = {((table.leader or 0) + place) % 4 for place in range(len(table.trick))}
        sizes = [13 - len(table.played) // 4 - (other in laid) for other in others]

        def may_hold(place: int, card: int) -> bool:
            other = others[place]
            if table.leader is not None and card in table.given[seat]:
                return other == (seat + table.pass_to) % 4
            if table.leader is not None and card == TWO_OF_CLUBS:
                return other == table.leader
            return suit(card) not in table.voids[other]

        return cards, sizes, may_hold

    def world(self, seen: Seen, seat: int, hands: Sequence[Iterable[int]]) -> Table:
        """The table when the others hold these cards."""
        all_hands: tuple[Hand, ...] = put(((),) * 4, seat, seen.hand)
        for place, hand in enumerate(hands, 1):
            all_hands = put(all_hands, (seat + place) % 4, tuple(sorted(hand)))
        return replace(seen.table, hands=all_hands)

    def worlds(self, seen: Seen, seat: int, limit: int) -> list[Table] | None:
        all_hands = every_deal(*self.hidden(seen, seat), limit)
        return None if all_hands is None else [self.world(seen, seat, hands) for hands in all_hands]

    def shown(self, table: Table, mover: int, move: int, observer: int) -> bool:
        if move < 52 or mover == observer:
            return True
        return table.leader is not None and observer == (mover + table.pass_to) % 4

    def seen_as(self, move: int, mover: int, observer: int) -> int:
        return 52 if move >= 52 and mover != observer else move

    # --- Matches

    def match_options(self, target: int | None) -> Mapping[str, int]:
        return {"target": target or 100}

    def totals(self, table: Table) -> tuple[int, ...]:
        return tuple(total - points for total, points in zip(table.totals, self.returns(table), strict=True))

    def winners(self, table: Table) -> list[int] | None:
        totals = self.totals(table)
        if self.rules["target"] and max(totals) < self.rules["target"]:
            return None
        return [seat for seat in range(4) if totals[seat] == min(totals)]

    # --- What people and networks are shown

    def kind(self, move: int) -> str:
        return "play" if move < 52 else "exchange"

    def cards(self, move: int) -> list[str]:
        return [CARDS[move % 52]]

    def new_line(self, table: Table) -> bool:
        return table.leader is not None and not table.trick

    def hands(self, table: Table) -> list[list[str]]:
        return [[CARDS[card] for card in hand] for hand in table.hands]

    def hand(self, seen: Seen, seat: int) -> list[str]:
        return [CARDS[card] for card in seen.hand]

    def facts(self, table: Table) -> dict[str, Any]:
        won = {"trick_winner": table.leader, "trick_points": table.worth} if table.played and not table.trick else {}
        return {"phase": "pass" if table.leader is None else "play", "points": table.taken, **won}

    def view_facts(self, seen: Seen, seat: int) -> dict[str, Any]:
        table = seen.table
        laid = [[((table.leader or 0) + place) % 4, CARDS[card]] for place, card in enumerate(table.trick)]
        told = {"turn": table.turn, "table": laid, "points": table.taken, "scores": table.totals}
        return {"phase": "pass" if table.leader is None else "play", **told}

    features = {"hand": 52, "trick": 52, "played": 52, "given": 52, "voids": 16, "taken": 108}

    def observe(self, seen: Seen, seat: int) -> dict[str, Iterable[int]]:
        hand, table = seen
        around = [(seat + place) % 4 for place in range(4)]
        return {
            "hand": hand,
            "trick": table.trick,
            "played": table.played,
            "given": table.given[seat],
            "voids": [4 * place + suit for place, other in enumerate(around) for suit in table.voids[other]],
            "taken": [27 * place + table.taken[other] for place, other in enumerate(around)],
        }

    def check(self, table: Table) -> None:
        cards = [card for hand in (*table.hands, table.trick, table.played) for card in hand]
        if sorted(cards) != list(range(52)):
            raise ValueError("every card is once in a hand, in the trick or among those played")
        if any(suit(card) in table.voids[seat] for seat, hand in enumerate(table.hands) for card in hand):
            raise ValueError("a seat holds a suit of which it is known to have none")
