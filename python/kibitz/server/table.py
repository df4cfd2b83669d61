"""A table without its network: who sits where, the deal, the match. It can be written down and built up again."""

import hashlib
import json
import secrets
from contextlib import suppress
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from kibitz import _core
from kibitz.analysis.positions import beginning
from kibitz.games import profile
from kibitz.server.admission import admit
from kibitz.server.names import mended
from kibitz.server.protocol import NewTable
from kibitz.server.refusal import Refusal


def new_token() -> str:
    """A secret that cannot be guessed."""
    return secrets.token_urlsafe(18)


def digest(token: str) -> str:
    """What is kept of a token: whoever reads the file can sit down nowhere."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass
class Holder:
    """Who holds a seat. Tokens are kept as digests."""

    kind: Literal["person", "agent", "open"]
    name: str = ""
    agent: str = ""
    level: str | None = None
    token: str | None = None
    invite: str | None = None
    share: str | None = None
    filled: bool = False
    opening: str | None = None  # the invitation that holds once the seat is open
    agreed: list[int] = field(default_factory=list)  # who would open it before the deal is over
    hints: bool = False  # agrees to hints for everybody

    @property
    def plays_itself(self) -> bool:
        """Whether an agent makes the moves."""
        return self.kind == "agent" or self.filled


@dataclass
class Line:
    """A finished deal of the match."""

    deal: int
    seed: int | None
    returns: list[int]
    totals: list[int]
    record: str


@dataclass
class Table:
    """Everything that is kept of a table."""

    id: str
    game: _core.Game
    holders: list[Holder]
    host: str
    match: bool = True
    think_ms: int | None = None
    pace_ms: int = 700
    window_ms: int = 1000
    clock_ms: int | None = None
    open: bool = False
    paused: bool = False
    forked: str | None = None
    looked: bool = False  # somebody without a seat has seen a hand of this deal
    sheet: list[Line] = field(default_factory=list)
    starts: list[dict[str, Any]] = field(default_factory=list)  # how each deal of the match began
    states: list[_core.State] = field(default_factory=list)  # of the deal, first to last
    moves: list[tuple[int | str, _core.Move]] = field(default_factory=list)  # between them
    queued: dict[int, _core.Move] = field(default_factory=dict)  # moves that wait for the end of a window

    def snapshot(self) -> "Table":
        """The table as it is now, whatever is done to this one."""
        same = copy(self)
        same.holders = [replace(holder, agreed=list(holder.agreed)) for holder in self.holders]
        same.sheet, same.starts = list(self.sheet), list(self.starts)
        same.states, same.moves, same.queued = list(self.states), list(self.moves), dict(self.queued)
        return same

    @property
    def state(self) -> _core.State:
        """The deal as it stands."""
        return self.states[-1]

    @property
    def deal(self) -> int:
        """The number of the deal in the match, from 1."""
        return len(self.starts)

    @property
    def people(self) -> list[int]:
        """The seats that people hold or may take."""
        return [seat for seat, holder in enumerate(self.holders) if holder.kind != "agent"]

    @property
    def seated(self) -> list[int]:
        """The seats that people hold."""
        return [seat for seat, holder in enumerate(self.holders) if holder.kind == "person"]

    @property
    def hints(self) -> bool:
        """Whether hints are given: to one person alone, or when all agree who have not left."""
        here = [self.holders[seat] for seat in self.seated if not self.holders[seat].filled]
        return len(here) < 2 or all(holder.hints for holder in here)

    @property
    def waiting(self) -> bool:
        """Whether a seat is still open."""
        return any(holder.kind == "open" for holder in self.holders)

    @property
    def seeded(self) -> bool:
        """Whether somebody may know the cards: the seed was chosen, or the deal is an old one."""
        return any(self.starts[-1].get(why) for why in ("chosen", "again", "record"))

    @property
    def seed(self) -> int | None:
        """The seed of the deal if somebody chose it. Any other is the server's own, and nobody's to know."""
        start = self.starts[-1]
        return int(start["seed"]) if start.get("chosen") else None

    @property
    def secret_interrupts(self) -> bool:
        """Whether seats may interrupt with cards that nobody else knows of."""
        return profile(self.game.name).surprises.under(self.game.options)

    def begin(self, start: dict[str, Any]) -> None:
        """The next deal: by its seed, or from a point of a record."""
        after = self.states[-1] if self.states and start.get("after") else None
        if "record" in start:
            state = point(_core.Record.from_json(start["record"]), start["ply"])
        else:
            state = self.game.deal(start["seed"], after=after)
        self.starts.append(start)
        self.states, self.moves, self.queued, self.looked = [state], [], {}, False

    def consent(self, seat: int) -> list[int]:
        """The seats that have yet to agree if this one shall open before the deal is over; none if it cannot."""
        holder = self.holders[seat]
        if holder.opening is None or self.looked:
            return []
        return [each for each in self.seated if each not in holder.agreed]

    def free(self, seat: int, invite: str) -> None:
        """Opens a seat for whoever has the invitation, of which the digest is given."""
        if self.holders[seat].kind == "person" and not self.state.over:
            self.looked = True  # who gets up has seen a hand, and may sit down nowhere else
        spec, level = admit(self.game, None)
        self.holders[seat] = Holder("open", "", spec, level, invite=invite)
        self.open = False

    def free_wanted(self) -> None:
        """Opens the seats for which that was asked during the deal."""
        for seat, holder in enumerate(self.holders):
            if holder.opening is not None:
                self.free(seat, holder.opening)

    def play(self, seat: int | str, move: str | _core.Move) -> None:
        """Makes a move, or refuses it with the reason."""
        try:
            after = self.state.play(seat, move)
        except ValueError as error:
            raise Refusal.of(error) from error
        self.moves.append((seat, made(self.state, after)))
        self.states.append(after)

    def can_undo(self) -> int | None:
        """How many moves would stand after an undo; None when there is nothing to take back."""
        if len(self.people) != 1 or self.state.over:
            return None
        for number in range(len(self.moves) - 1, -1, -1):
            seat, move = self.moves[number]
            if seat == self.people[0] and not move.is_decline:
                return number
        return None

    def undo(self) -> int:
        """Takes back the last move of the only person, and all since; how many moves stand."""
        if (stand := self.can_undo()) is None:
            raise Refusal(
                "state", "There is nothing to undo: undo is only for one person playing against agents.", "no-undo"
            )
        del self.moves[stand:], self.states[stand + 1 :]
        self.queued = {}
        return stand

    def totals(self) -> list[int]:
        """The sum of the match per seat."""
        return self.sheet[-1].totals if self.sheet else [0] * self.game.seats

    @property
    def finished(self) -> bool:
        """Whether the deal is over and in the sheet."""
        if not self.state.over or not self.sheet:
            return False
        line = self.sheet[-1]
        return (line.deal, line.seed, line.returns) == (self.deal, self.seed, self.state.returns)

    def finish(self, record: str) -> Line:
        """Writes the finished deal into the sheet."""
        returns = self.state.returns
        totals = [total + points for total, points in zip(self.totals(), returns, strict=True)]
        line = Line(self.deal, self.seed, returns, totals, record)
        self.sheet.append(line)
        self.free_wanted()
        return line

    def record(self) -> _core.Record:
        """The record of the deal so far; it has the seed if somebody chose it."""
        record = self.state.record(self.players())
        if self.seed is not None:
            return record
        data = json.loads(record.to_json())
        return _core.Record.from_json(json.dumps({key: value for key, value in data.items() if key != "seed"}))

    def players(self) -> list[str]:
        """Names for the record."""
        # A person without a name is not the agent that would fill in.
        return [holder.name or (holder.agent if holder.kind == "agent" else "") or "?" for holder in self.holders]

    def to_json(self) -> str:
        """All but the moves, which are kept one by one."""
        data = {
            "game": [self.game.name, self.game.rules, self.game.options],
            "holders": [asdict(holder) for holder in self.holders],
            "sheet": [asdict(line) for line in self.sheet],
        }
        plain = "host match think_ms pace_ms window_ms clock_ms open paused forked looked starts"
        return json.dumps(data | {name: getattr(self, name) for name in plain.split()})

    @classmethod
    def from_json(
        cls, key: str, text: str, moves: dict[int, list[tuple[int | str, str]]], queued: dict[int, str]
    ) -> "Table":
        """The table as it was; ``moves`` are those of each deal of the match."""
        data = json.loads(text)
        looked = data.pop("looked", False)
        name, _, options = data.pop("game")
        starts = data.pop("starts")
        holders = [Holder(**holder) for holder in data.pop("holders")]
        for holder in holders:
            holder.name = mended(holder.name)  # it may be from before names were checked
        sheet = [Line(**line) for line in data.pop("sheet")]
        table = cls(id=key, game=game_with(name, options), holders=holders, sheet=sheet, **data)
        for number, start in enumerate(starts, 1):
            table.begin(start)
            for seat, move in moves.get(number, []):
                table.play(seat, move)
        table.looked = looked
        waits = ((seat, meant(table.state, seat, text)) for seat, text in queued.items())
        table.queued = {seat: move for seat, move in waits if move is not None}
        return table


def game_with(name: str, options: dict[str, Any]) -> _core.Game:
    """The game with all its options; the preset they are nearest to names it."""
    presets = _core.describe_game(name)["presets"]
    nearest = min(presets, key=lambda preset: sum(options[key] != value for key, value in presets[preset].items()))
    changed = {key: value for key, value in options.items() if presets[nearest].get(key) != value}
    return _core.Game(name, nearest, **changed)


def questions(state: _core.State) -> dict[int, _core.State]:
    """The seats that may interrupt, in their order, each with the state in which all before it have declined.

    Nobody may learn who else is asked: every seat is shown its own question at once, and those not asked the settled
    state. The seat on turn may play in any of these states, which declines for all.
    """
    found: dict[int, _core.State] = {}
    settled = state.settled()
    while state != settled:
        [seat] = state.to_act
        found[seat] = state
        state = state.play(seat, next(move for move in state.legal(seat) if move.is_decline))
    return found


def meant(state: _core.State, seat: int, text: str) -> _core.Move | None:
    """The move a seat writes: an answer to its question, or what it does when nobody interrupts; None if neither."""
    for asked in (questions(state).get(seat), state.settled()):
        if asked is not None:
            with suppress(ValueError):
                return made(asked, asked.play(seat, text))
    return None


def made(before: _core.State, after: _core.State) -> _core.Move:
    """The move that led from one state to the other; lots that were drawn then come after it."""
    return after.history()[len(before.history())][1]


def point(record: _core.Record, ply: int) -> _core.State:
    """The state of a record after so many of its moves."""
    state = beginning(record)
    for seat, move in record.moves[:ply]:
        state = state.settled().play(seat, move)
    return state


def new_table(wanted: NewTable) -> tuple[Table, int | None, str, dict[int, str]]:
    """A table as it was asked for, with the first seat of its maker, the maker's token and the invitations."""
    try:
        options: dict[str, Any] = dict(wanted.options)
        game = _core.Game(wanted.game, wanted.rules, **options)
    except (ValueError, TypeError) as error:
        raise Refusal("malformed", str(error)) from error
    if len(wanted.seats) != game.seats:
        raise Refusal("malformed", f"{game.title} with these rules has {game.seats} seats, not {len(wanted.seats)}.")
    if sum(choice.kind == "me" for choice in wanted.seats) > 1:
        raise Refusal("malformed", "You can sit at one seat only; the others are for agents or friends.")
    if wanted.open and any(choice.kind != "agent" for choice in wanted.seats):
        raise Refusal(
            "malformed", "Hands are shown only when all players are agents; this table has a seat for people."
        )
    token, invites, holders, mine = new_token(), {}, [], None
    for seat, choice in enumerate(wanted.seats):
        if choice.kind == "agent":
            spec, level = admit(game, choice.agent)
            holders.append(Holder("agent", level or spec, spec, level))
            continue
        spec, level = admit(game, None)
        if choice.kind == "me":
            mine = seat
            holders.append(Holder("person", wanted.name, spec, level, token=digest(token)))
        else:
            invites[seat] = new_token()
            holders.append(Holder("open", "", spec, level, invite=digest(invites[seat])))
    table = Table(
        id=secrets.token_urlsafe(8),
        game=game,
        holders=holders,
        host=digest(token),
        match=wanted.match,
        think_ms=wanted.think_ms or None,
        pace_ms=wanted.pace_ms,
        window_ms=wanted.window_ms,
        clock_ms=wanted.clock_ms or None,
        open=wanted.open,
    )
    table.begin(seed_start(wanted.seed))
    return table, mine, token, invites


def seed_start(seed: int | None, *, after: bool = False) -> dict[str, Any]:
    """The start of a deal. Unless it was chosen, the seed is too large to be found by trying."""
    return {"seed": secrets.randbits(128) if seed is None else seed, "chosen": seed is not None, "after": after}
