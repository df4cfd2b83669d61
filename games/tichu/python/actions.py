"""The action space of Tichu: combinations without their suits, the pass, then what rules with more than plays have.

Suits matter to straight flushes only. Where cards of one differ from others of their rank, plays look alike: the one
after which a straight flush is left has the number, the others are spares. The exchange is chosen card by card.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz import Game, View
from kibitz.envs.actions import Actions, Parts, bit_of

RANKS = "23456789TJQKA"
SPECIAL = ("Ma", "Do", "Ph", "Dr")
MAH_JONG, _, PHOENIX, _ = (1 << bit for bit in range(4))
SINGLE, PAIR, TRIPLE, STAIRS, FULL_HOUSE, STRAIGHT, BOMB, STRAIGHT_BOMB = range(8)
KINDS = ("single", "pair", "triple", "stairs", "full house", "straight", "bomb", "straight bomb")
Shape = tuple[int, tuple[int, ...], int | None]  # kind, height of every card, and of the one the Phoenix stands for

SPARES = 1536
"""The worst hand that a search for one found has 1,371 plays that look like others of it; in play there are few."""


def shapes() -> Iterator[Shape]:
    """Every combination of ranks 2 to 14 (1 is the Mah Jong), whole, and with the Phoenix for any of its cards."""
    ranks = range(2, 15)
    whole: list[tuple[int, tuple[int, ...]]] = [
        *((kind, (rank,) * size) for kind, size in ((PAIR, 2), (TRIPLE, 3)) for rank in ranks),
        *(
            (STAIRS, tuple(rank for rank in range(low, low + width) for _ in range(2)))
            for width in range(2, 8)
            for low in range(2, 16 - width)
        ),
        *((FULL_HOUSE, (three,) * 3 + (two,) * 2) for three in ranks for two in ranks),
        *((STRAIGHT, tuple(range(low, low + width))) for width in range(5, 15) for low in range(1, 16 - width)),
    ]
    for kind, cards in whole:
        if len(set(cards)) > 1 or kind != FULL_HOUSE:  # five of a rank are a full house with the Phoenix only
            yield kind, cards, None
        yield from ((kind, cards, rank) for rank in sorted(set(cards)) if rank > 1)
    yield from ((BOMB, (rank,) * 4, None) for rank in ranks)
    for width in range(5, 14):
        yield from ((STRAIGHT_BOMB, tuple(range(low, low + width)), None) for low in range(2, 16 - width))


def encoded(shape: Shape) -> tuple[int, int]:
    """The cards and the kind as the row has them, and the bit of the height."""
    kind, cards, stands_for = shape
    own = list(cards)
    if stands_for is not None:
        own.remove(stands_for)
    word = sum((1 << own.count(rank)) - 1 << 4 * (rank - 1) for rank in set(own) if rank > 1)
    word |= (MAH_JONG if 1 in own else 0) | (0 if stands_for is None else PHOENIX) | 1 << 56 + kind
    height = cards[0] if kind == FULL_HOUSE else cards[-1]
    return word, 1 << 2 * height


def named(shape: Shape) -> str:
    """``full house 7 7 Ph=7 2 2``."""
    kind, cards, stands_for = shape
    words = ["Ma" if rank == 1 else RANKS[rank - 2] for rank in cards]
    if stands_for is not None:
        last = len(cards) - 1 - cards[::-1].index(stands_for)
        words[last] = f"Ph={words[last]}"
    return " ".join((KINDS[kind], *words))


SHAPES = list(shapes())
SINGLES = {f"single {card}": 1 << bit | 1 << 56 for bit, card in enumerate(SPECIAL)}
SINGLES |= {f"single {rank}": 1 << 4 * place + 4 | 1 << 56 for place, rank in enumerate(RANKS)}
PLAYS = (*SINGLES, *map(named, SHAPES))
PASS = len(PLAYS)
EXCHANGED = (*SPECIAL, *RANKS)
SAID = (
    "no bomb", "Tichu", "Grand Tichu", "no Grand Tichu", "Dragon to the left", "Dragon to the right",
    "no wish", *(f"wish {rank}" for rank in RANKS),
    *(f"give {card} to the {seat}" for seat in ("left", "partner", "right") for card in EXCHANGED),
)  # fmt: skip
FLUSHES = [{rank + suit for rank in RANKS[low : low + 5]} for suit in "jspr" for low in range(len(RANKS) - 4)]
TO = 20  # so many of these come before the exchange

_U = np.uint64
_HEIGHT, _FACTOR = _U((1 << 32) - 1), _U(0x9E37_79B9_7F4A_7C15)


def _mixed(word: NDArray[np.uint64], height: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One word for cards and height; the height of a single card depends on the table and says nothing more."""
    return word ^ np.where(word >> _U(56) & _U(1), _U(0), height) * _FACTOR


_LOOKS = _mixed(*np.array([*((word, 0) for word in SINGLES.values()), *map(encoded, SHAPES)], _U).T)
_ORDER = np.argsort(_LOOKS)
_SORTED = _LOOKS[_ORDER]


def read(rows: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Plays by their cards, kind and height; all else by a bit of the fourth word."""
    numbers = np.full(len(rows), PASS, np.int64)
    plays = rows[:, 0] != 0
    look = _mixed(rows[plays, 0], rows[plays, 2] & _HEIGHT)
    at = np.searchsorted(_SORTED, look).clip(max=len(_SORTED) - 1)
    if (_SORTED[at] != look).any():
        raise ValueError("A play is none of the combinations in games/tichu/python/actions.py; add its shape there.")
    numbers[plays] = _ORDER[at]
    if rows.shape[1] > 3:
        word = rows[:, 3]
        card = bit_of(word >> _U(TO + 3))
        part = TO + len(EXCHANGED) * bit_of(word >> _U(TO) & _U(7)) + card
        said = word != 0
        numbers[said] = PASS + 1 + np.where(card < 64, part, bit_of(word))[said]
    return numbers


def flush_is_left(rows: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Whether a straight flush is left after the move: bit 62 of the second word."""
    return (rows[:, 1] >> _U(62) & _U(1)).astype(np.int64)


def _kind(card: str) -> int:
    return EXCHANGED.index(card if card in SPECIAL else card[0])


def next_cards(view: View, cards: Sequence[str]) -> list[str]:
    """All others of the hand."""
    return [card for card in view.hand if card not in cards]


def exchange(view: View, cards: Sequence[str]) -> str | None:
    """A card for the left, one for the partner, one for the right."""
    if len(cards) < 3:
        return None
    return " ".join(("give", *(f"{card}>{(view.seat + 1 + place) % 4}" for place, card in enumerate(cards))))


def begun(words: Sequence[int], cards: Sequence[str]) -> list[int]:
    """The words of the state with the first cards chosen: ``given left``, ``given partner``, ``chosen``."""
    state = list(words)
    for place, card in enumerate(cards):
        state[12] |= 1 << 17 * place + _kind(card)
    state[13] |= 1 << 61 + len(cards)
    return state


def part(view: View, cards: Sequence[str]) -> list[int]:
    """The words of giving the last of these cards: what is left in the hand, and what is given to whom."""
    rest = next_cards(view, cards)
    left = set(rest)
    held = [card[0] for card in rest if card not in SPECIAL]
    word = sum((1 << held.count(rank)) - 1 << 4 * place + 4 for place, rank in enumerate(RANKS))
    word |= sum(1 << SPECIAL.index(card) for card in rest if card in SPECIAL)
    flush = any(five <= left for five in FLUSHES)
    bomb = flush or any(held.count(rank) == 4 for rank in RANKS)
    given = 1 << TO + len(cards) - 1 | 1 << TO + 3 + _kind(cards[-1])
    return [0, word | bomb << 58 | flush << 62, 1 << 32 | 1 << 47 + len(rest), given]


def actions(game: Game) -> Actions:
    """Rules in which every decision is which cards to play have the first of the numbers only."""
    if game.features()["action_words"] == 3:
        return Actions((*PLAYS, "pass"), read, SPARES, flush_is_left)
    return Actions((*PLAYS, "pass", *SAID), read, SPARES, flush_is_left, Parts(next_cards, exchange, begun, part))
