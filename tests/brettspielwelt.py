"""Writes records as logs of Brettspielwelt, by the grammar of their lines."""

from collections.abc import Iterable, Iterator, Sequence

from kibitz import Record, State
from kibitz.analysis.positions import beginning

NAMES = ("anna", "bob", "carla", "dora")
_RANKS = {"T": "10", "J": "B", "Q": "D"}
_SUITS = {"r": "R", "j": "G", "p": "B", "s": "S"}
_NAMED = {"Do": "Hu", "Ma": "Ma", "Ph": "Ph", "Dr": "Dr"}


def their(card: str) -> str:
    """A card of ours as they write it."""
    return _NAMED.get(card) or _SUITS[card[1]] + their_rank(card[0])


def their_rank(rank: str) -> str:
    return _RANKS.get(rank, rank)


def log(record: Record, names: Sequence[str] = NAMES, *, gift: bool = True) -> str:
    """A round as text. Without ``gift`` the last gift of the Dragon is not written."""
    written = list(lines(record, names))
    if not gift:
        del written[max(place for place, line in enumerate(written) if line.startswith("Drache an:"))]
    return "".join(f"{line}\n" for line in written)


def lines(record: Record, names: Sequence[str] = NAMES) -> Iterator[str]:
    who = [f"({seat}){name}" for seat, name in enumerate(names)]
    state = beginning(record)
    yield "---------------Gr.Tichukarten------------------"
    yield from _hands(state, who)
    moves = iter(record.moves)
    grand = []
    for seat, move in [next(moves) for _ in range(4)]:
        if move == "grand":
            grand.append(f"Grosses Tichu: {who[int(seat)]}")
        state = state.play(seat, move)
    yield "---------------Startkarten------------------"
    yield from _hands(state, who)
    yield from grand
    giving = False
    while state.phase == "exchange":
        seat, move = next(moves)
        if move == "tichu":
            yield f"Tichu: {who[int(seat)]}"
        else:
            if not giving:
                yield "Schupfen:"
                giving = True
            gifts = (gift.split(">") for gift in move.split()[1:])
            yield f"{who[int(seat)]} gibt: " + "".join(f"{names[int(to)]}: {their(card)} - " for card, to in gifts)
        state = state.play(seat, move)
    yield f"BOMBE: {who[0]} "  # a remark that nothing depends on
    yield "---------------Rundenverlauf------------------"
    yield from _play(state, moves, who)
    assert record.result is not None
    ours, theirs, *_ = record.result
    yield f"Ergebnis: {ours} - {theirs}"


def _hands(state: State, who: Sequence[str]) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        yield f"{who[seat]} {' '.join(map(their, reversed(hand)))} "


def _play(state: State, moves: Iterable[tuple[int | str, str]], who: Sequence[str]) -> Iterator[str]:
    owner, won = -1, False
    for mover, move in moves:
        seat, before = int(mover), state.settled()
        state = before.play(seat, move)
        kind = state.history()[-1][1].kind
        takes = won and before.to_act == (owner,) and seat == owner and kind in ("play", "gift")
        if takes and before.hands[owner]:
            yield f"{who[owner]} passt."  # collects the trick
        if kind == "pass":
            yield f"{who[seat]} passt."
            after = state.settled()
            won = after.phase == "dragon" or not any(move.is_pass for move in after.legal(after.to_act[0]))
            won = won and (after.to_act == (owner,) or not after.hands[owner])
        elif kind == "call":
            yield f"Tichu: {who[seat]}"
        elif kind == "wish" and move != "wish:-":
            yield f"Wunsch:{their_rank(move[-1])}"
        elif kind == "gift":
            yield f"Drache an: {who[int(move[-1])]}"
        elif kind == "play":
            cards = [their(word.partition("=")[0]) for word in reversed(move.split())]
            yield f"{who[seat]}: {' '.join(cards)} "
            owner, won = seat, False
