"""Logs of Brettspielwelt, ``.tch``: rounds of people as records.

A log says less than a record. Who won the trick writes a pass that means "I take it"; a refused wish and a gift of the
Dragon that no longer counts are not written; nor is what the Phoenix stands for. All readings are followed at once, and
those that break a rule later or miss the logged score are dropped.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from kibitz import _core
from kibitz._core import Record, State
from kibitz.games.tichu import log_lines as says
from kibitz.games.tichu.log_lines import Line
from kibitz.logs import Fault, Round

SUFFIXES = (".tch",)
PRESET = "bsw"
_TARGET = _core.Game("tichu", PRESET).options["target"]
_FAR = 30_000  # points; the engine does not count much further
_BOMBS = ("bomb4", "bombstraight")
_GRAND, _TICHU, _WISH, _DRAGON, _RESULT = "Grosses Tichu:", "Tichu:", "Wunsch:", "Drache an:", "Ergebnis:"
_REMARK = "BOMBE:"  # who holds a bomb; the cards say so


def recognises(data: bytes) -> bool:
    """Whether this looks like such a log."""
    head = f"---{says.FIRST}---"
    return head.encode() in data or head.encode("utf-16-le") in data


def read(data: bytes, *, names: bool = False) -> Iterator[Round | Fault]:
    """Every round of a log, in order: a file is a match, and a round knows the score before it."""
    totals: tuple[int, int] | None = (0, 0)
    for part in _parts(says.lines(data)):
        try:
            yield _imported(part, totals or (0, 0), names=names)
        except Fault as fault:
            yield fault
        if part[-1].text.startswith(_RESULT):
            totals = _added(totals, part[-1])


def _added(totals: tuple[int, int] | None, line: Line) -> tuple[int, int] | None:
    """The score of the match after a round; None once a result cannot be read."""
    try:
        points = says.result(line)
    except Fault:
        return None
    if totals is None:
        return None
    after = (totals[0] + points[0], totals[1] + points[1])
    if min(after) < -_FAR:
        return None
    return after if max(after) < _TARGET else (0, 0)  # several matches in one file


def _parts(lines: list[Line]) -> Iterator[list[Line]]:
    """The lines of each round: from its head to its result, or to the next head. What lies between is a part, too."""
    part: list[Line] = []
    for line in lines:
        if part and says.section(line.text) == says.FIRST:
            yield part
            part = []
        part.append(line)
        if line.text.startswith(_RESULT):
            yield part
            part = []
    if part:
        yield part


class Event(NamedTuple):
    """Something that happened in the play. The wish and the gift are of whoever owes them."""

    line: Line
    kind: Literal["play", "pass", "tichu", "wish", "dragon"]
    seat: int
    text: str


@dataclass
class _Told:
    """What the lines of one round say."""

    first: dict[int, list[str]] = field(default_factory=dict)
    hands: dict[int, list[str]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    grand: set[int] = field(default_factory=set)
    called: set[int] = field(default_factory=set)
    given: dict[int, list[str]] = field(default_factory=dict)
    before: list[tuple[Line, int, str]] = field(default_factory=list)
    """Calls and gifts before the play, in order."""
    events: list[Event] = field(default_factory=list)

    def take(self, line: Line, section: str | None) -> None:
        """Takes a line of a section."""
        text = line.text
        if text.startswith(_REMARK):
            return
        if text.startswith((_GRAND, _TICHU)):
            self._call(line, section)
        elif section == says.PLAY:
            self._event(line)
        elif section == says.EXCHANGE:
            seat, cards = says.gifts(line)
            self._once(self.given, seat, cards, line)
            to = " ".join(f"{card}>{(seat + step) % 4}" for step, card in enumerate(cards, 1))
            self.before.append((line, seat, f"give {to}"))
        elif section == says.DEAL:
            seat, name, cards = says.hand(line, 14)
            self._once(self.hands, seat, cards, line)
            self.names[seat] = name
            if missing := set(self.first.get(seat, ())) - set(cards):
                raise line.fault(f"lacks {missing.pop()}, which seat {seat} had among its first eight cards.")
        else:
            seat, _, cards = says.hand(line, 8)
            self._once(self.first, seat, cards, line)

    def _call(self, line: Line, section: str | None) -> None:
        seat, _ = says.seated(line, line.text.partition(":")[2])
        grand = line.text.startswith(_GRAND)
        if grand and section == says.PLAY:
            raise line.fault("comes too late; Grand Tichu is called before the ninth card.")
        if seat in self.called:
            return  # clicked twice
        self.called.add(seat)
        if grand:
            self.grand.add(seat)
        elif section == says.PLAY:
            self.events.insert(self._called_at(seat), Event(line, "tichu", seat, "tichu"))
        else:
            self.before.append((line, seat, "tichu"))

    def _called_at(self, seat: int) -> int:
        """Where a call in the play belongs: who plays the first card and calls at once has called with it."""
        for place in reversed(range(len(self.events))):
            event = self.events[place]
            if event.kind in ("play", "pass"):
                first = not any(other.kind == "play" and other.seat == seat for other in self.events[:place])
                return place if first and event.kind == "play" and event.seat == seat else len(self.events)
        return 0

    def _event(self, line: Line) -> None:
        if line.text.startswith(_WISH):
            self.events.append(Event(line, "wish", -1, f"wish:{says.wished(line)}"))
        elif line.text.startswith(_DRAGON):
            to, _ = says.seated(line, line.text.partition(":")[2])
            self.events.append(Event(line, "dragon", -1, f"dragon>{to}"))
        else:
            seat, cards = says.laid(line)
            self.events.append(
                Event(line, "pass", seat, "pass") if cards is None else Event(line, "play", seat, " ".join(cards))
            )

    @staticmethod
    def _once(found: dict[int, list[str]], seat: int, cards: list[str], line: Line) -> None:
        if seat in found:
            raise line.fault(f"is there twice: seat {seat} has had such a line.")
        if twice := {card for other in found.values() for card in other} & set(cards):
            raise line.fault(f"has {twice.pop()}, which another seat has.")
        found[seat] = cards


def _told(lines: list[Line]) -> _Told:
    told, section = _Told(), None
    for line in lines:
        if head := says.section(line.text):
            section = head
        else:
            told.take(line, section)
    return told


def _imported(part: list[Line], totals: tuple[int, int], *, names: bool) -> Round:
    head, last = part[0], part[-1]
    if says.section(head.text) != says.FIRST:
        raise head.fault(f'is not part of a round; a round begins with "---{says.FIRST}---".')
    if not last.text.startswith(_RESULT):
        raise Fault(
            last.number, f'the round that began in line {head.number} breaks off here; it ends with "{_RESULT} …".'
        )
    told, points = _told(part[:-1]), says.result(last)
    found = _followed(told, head, last, totals, points)
    players = [_plain(told.names[seat]) for seat in range(4)] if names else []
    return Round(head.number, tuple(state.record(players) for state in found))


def _plain(name: str) -> str:
    """A name as a record can hold it: on one line, without what stands between the players there."""
    seen = "".join(letter if letter.isprintable() else " " for letter in name.replace("|", "/"))
    return " ".join(seen.split())


# --- Following what was played ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Reading:
    """One way to read a round, so far."""

    state: State
    owner: int | None = None
    """Who laid the last cards."""
    taken: bool = True
    """Whether the trick was taken that all others have left to its owner."""
    before: State | None = None
    """The state before the last pass."""


def _followed(told: _Told, head: Line, last: Line, totals: tuple[int, int], points: tuple[int, int]) -> list[State]:
    """Every reading that keeps the rules and comes to the logged score."""
    start = _after_exchange(told, head, totals)
    try:
        return _ends(_played(start, told.events, reopen=False), last, points)
    except Fault as fault:
        try:
            return _ends(_played(start, told.events, reopen=True), last, points)
        except Fault:
            raise fault from None


def _after_exchange(told: _Told, head: Line, totals: tuple[int, int]) -> State:
    """The cards as they lie when the play begins."""
    for what, found in ((says.FIRST, told.first), (says.DEAL, told.hands), (says.EXCHANGE, told.given)):
        if missing := [str(seat) for seat in range(4) if seat not in found]:
            raise Fault(head.number, f'the round that begins here has no "{what}" line of seat {", ".join(missing)}.')
    deal = {
        str(seat): " ".join([*told.first[seat], "|", *(card for card in hand if card not in told.first[seat])])
        for seat, hand in told.hands.items()
    }
    if totals != (0, 0):
        deal["totals"] = f"{totals[0]} {totals[1]}"
    record = {"game": "tichu", "rules": PRESET, "deal": deal, "moves": []}
    state = Record.from_json(json.dumps(record)).replay()
    for seat in range(4):
        state = state.play(seat, "grand" if seat in told.grand else "no-grand")
    for line, seat, move in told.before:
        state = _made(state, seat, move, line)
    return state


def _played(start: State, events: list[Event], *, reopen: bool) -> list[_Reading]:
    """The readings that are left when all has been played; at least one."""
    readings = [_Reading(start)]
    for event in events:
        following: list[_Reading] = []
        fault: Fault | None = None
        for reading in readings:
            try:
                following += _next(reading, event, reopen=reopen)
            except Fault as found:
                fault = fault or found
        if not following and fault is not None:
            raise fault
        readings = following
    return readings


def _next(reading: _Reading, event: Event, *, reopen: bool) -> list[_Reading]:
    """What a reading becomes by an event."""
    line, kind, seat, text = event
    state = reading.state.settled()
    if state.phase == "wish" and kind in ("play", "pass", "dragon"):
        state = state.play(state.to_act[0], "wish:-").settled()  # a refused wish is not written
    if state.over:
        if kind in ("play", "tichu"):
            raise line.fault("comes after the end of the round.")
        return [reading]  # who takes the trick, or would give it away, or wishes
    if kind == "play":
        return _laid(reading, state, event, reopen=reopen)
    if kind == "pass":
        if seat == reading.owner and state.to_act == (seat,):
            return [replace(reading, state=state, taken=True)]
        return [replace(reading, state=_made(state, seat, text, line), taken=False, before=state)]
    if kind == "tichu":
        return [replace(reading, state=_made(state, seat, text, line))]
    if state.phase != kind:
        raise line.fault(f"is out of place; {'no wish is due' if kind == 'wish' else 'no Dragon has won a trick'}.")
    (owing,) = state.to_act
    return [replace(reading, state=_made(state, owing, text, line), taken=True)]


def _laid(reading: _Reading, state: State, event: Event, *, reopen: bool) -> list[_Reading]:
    """Cards are played; where the Phoenix is among them, in every way it can be meant."""
    line, _, seat, text = event
    try:
        after = [_made(state, seat, text, line)]
    except _core.AmbiguousMove:
        cards = set(text.split())
        ways = [move for move in state.legal(seat, cards=True) if set(move.cards) == cards]
        after = [state.play(seat, move) for move in ways]
    # Until the trick is taken a bomb lies on it, also that of its owner or of the next to lead (§4.7 has a lead there).
    # The two differ only when that bomb is beaten, so it is tried where nothing else comes to the logged score.
    bomb = after[0].history()[-1][1].combination in _BOMBS
    if reopen and bomb and not reading.taken and reading.before is not None and _leads(state, seat):
        with suppress(Fault):
            after.append(_made(reading.before, seat, text, line))
    owner = None if text == "Do" else seat
    return [_Reading(each, owner) for each in after]


def _leads(state: State, seat: int) -> bool:
    return seat in state.to_act and not any(move.is_pass for move in state.legal(seat))


def _made(state: State, seat: int | str, move: str, line: Line) -> State:
    """The state after a move; what the rules forbid is a fault of the line."""
    try:
        return state.settled().play(seat, move)
    except _core.AmbiguousMove:
        raise
    except (_core.IllegalMove, _core.InvalidNotation) as error:
        raise line.fault(f"cannot be: {error}") from error


def _ends(readings: list[_Reading], last: Line, points: tuple[int, int]) -> list[State]:
    """The ends of the readings that come to the logged score."""
    ends = [end for reading in readings for end in _given_away(reading.state.settled())]
    over = [end for end in ends if end.over]
    if not over:
        holding = [seat for seat, hand in enumerate(ends[0].hands) if hand]
        raise last.fault(f"comes too early; the seats {', '.join(map(str, holding))} still hold cards.")
    if found := [end for end in over if tuple(end.returns[:2]) == points]:
        return found
    ours, theirs = over[0].returns[:2]
    raise last.fault(f"is not what was played, which comes to {ours} - {theirs}.")


def _given_away(state: State) -> list[State]:
    """The end of a round whose last card was the Dragon: if the log does not say who got the trick, either did."""
    if state.phase != "dragon" or sum(map(bool, state.hands)) > 1:
        return [state]
    (giver,) = state.to_act
    return [state.play(giver, move) for move in state.legal(giver) if move.kind == "gift"]
