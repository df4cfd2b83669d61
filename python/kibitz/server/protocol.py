"""The protocol of the table, version 2: every message between a browser (or any program) and the server.

Requests over HTTP open tables and fetch pages of data; a web socket per table carries the play. docs/protocol.md tells
the story; ``web/src/protocol.ts`` holds the same types for TypeScript, made from this file by
``tools/protocol_types.py``. Fields may be added within a version; none is removed or changes its meaning.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, PrivateAttr, TypeAdapter

from kibitz.facts import PlainState, PlainView, StateFacts, Structure, ViewFacts
from kibitz.server.names import Name

VERSION = 2
MAX_BYTES = 16_384  # of a message from a browser
MAX_RECORD = 200_000  # characters of a pasted record

Seat = Annotated[int, Field(ge=0, le=9)]
Seed = Annotated[int, Field(ge=0, lt=2**53)]  # what a JavaScript number holds exactly
Text = Annotated[str, Field(max_length=200)]
Spec = Annotated[str, Field(max_length=500)]


class Message(BaseModel):
    """Strict: an unknown field or a wrong type is refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Sent(BaseModel):
    """What the server sends; every field is always there."""

    model_config = ConfigDict(extra="forbid", frozen=True, json_schema_serialization_defaults_required=True)

    @property
    def text_sent(self) -> str:
        """The message as it is sent."""
        return self.model_dump_json()


class SentToMany(Sent):
    """What is written once, however many it goes to."""

    _text: str | None = PrivateAttr(None)

    @property
    def text_sent(self) -> str:
        """The message as it is sent."""
        if self._text is None:
            self._text = super().text_sent
        return self._text


# --- What a seat sees -------------------------------------------------------------------------------------------------


def _as_map(facts):  # type: ignore[no-untyped-def] # an annotation would take the place of the facts' own schema
    return facts.as_map()


# The schema names the keys of every game; each game adds its own, told by `facts_schema`.
SeatFacts = Annotated[ViewFacts, PlainSerializer(_as_map)]
DealFacts = Annotated[StateFacts, PlainSerializer(_as_map)]


def facts_schema(kind: type[ViewFacts] | type[StateFacts]) -> dict[str, Any]:
    """The JSON schema of a game's own facts."""
    schema = TypeAdapter(kind).json_schema(mode="serialization")
    schema["additionalProperties"] = issubclass(kind, PlainState | PlainView)
    for base in kind.__mro__[1:]:  # pydantic reads the docstrings of the class alone
        if issubclass(base, Structure):
            for key, field in TypeAdapter(base).json_schema(mode="serialization").get("properties", {}).items():
                if "description" in field:
                    schema["properties"][key].setdefault("description", field["description"])
    return schema


MoveKind = Literal["play", "pass", "decline", "call", "bid", "exchange", "wish", "gift", "close", "claim", "take"]


class MoveInfo(Sent):
    """A move: what is written to make it, and what it is."""

    text: str = Field(description="the notation, as `move` takes it")
    kind: MoveKind = Field(description="what it does; decline: says no to an open interrupt")
    cards: tuple[str, ...] = Field(description="the cards it lays or gives")
    combination: str | None = Field(description="what they are together, where the game has a word for it")
    to: tuple[int, ...] = Field(description="the seats that get something by it: a card each, or a trick")


class Played(Sent):
    """A move that was made."""

    seat: int = Field(description="-1: a chance event")
    move: MoveInfo


class Window(Sent):
    """A pause after a play in which seats may interrupt. It lasts the same whoever could."""

    ms: int
    left: int = Field(description="milliseconds left when this was sent")


class SeatView(Sent):
    """Everything one seat may see, and nothing else."""

    seat: int
    facts: SeatFacts
    moves: list[MoveInfo] = Field(description="every legal move of the seat, interrupts too; for gifts see give")
    calls: list[str] = Field(description="texts of those that are said beside the play, whoever is on turn")
    must: bool = Field(description="the deal waits for this seat, and declining is not all it can do")
    give: list[int] | None = Field(description="seats to give a card each; any cards of the hand are legal")
    tricks: list[list[Played]] = Field(description="what this seat has seen, a list per trick or phase")


# --- The table --------------------------------------------------------------------------------------------------------


class SeatInfo(Sent):
    """Who sits where."""

    seat: int
    kind: Literal["person", "agent", "open"]
    name: str
    agent: str | None = Field(description="specification of the agent that plays, or fills in")
    level: str | None
    online: bool = Field(description="agents always are")
    filled: bool = Field(description="an agent plays for a person who left")
    you: bool
    opening: bool = Field(description="the host frees the seat for a friend when the deal is over")
    consent: list[int] = Field(description="seats that have to agree if it shall open before; none: it cannot")


class SheetLine(Sent):
    """A finished deal of the match."""

    deal: int
    seed: int | None
    returns: list[int]
    totals: list[int]
    record: str = Field(description="id of the record, for /api/records/ID and /review/ID")


class TableInfo(Sent):
    """All that everyone at a table may know of it."""

    table: str
    game: str
    title: str
    rules: str
    options: dict[str, Any]
    partners: list[list[int]] = Field(description="seats that play together; empty where each plays alone")
    seats: list[SeatInfo]
    host: bool = Field(description="whether you opened the table: only the host changes it")
    deal: int = Field(description="number of the deal in the match, from 1")
    seeded: bool = Field(description="the seed of this deal was chosen")
    status: Literal["waiting", "playing", "paused", "over"] = Field(
        description="waiting: a seat is open; over: the deal has ended"
    )
    match: bool
    match_over: bool
    winners: list[int]
    sheet: list[SheetLine] = Field(description="the last fifty deals of the match; totals count them all")
    think_ms: int | None = Field(description="think time per move of the searching agents; none: as specified")
    pace_ms: int = Field(description="pause before an agent's move")
    window_ms: int
    clock_ms: int | None = Field(description="how long a person may take; then an agent makes the move")
    hints: bool = Field(description="whether hints are given: to one person alone, or where all agree")
    hints_agreed: list[int] = Field(description="seats of people who agree to hints for everybody")
    ready: list[int] = Field(description="seats that have asked for the next deal; it comes when all who are here have")
    open: bool = Field(description="agents alone play, and every hand is shown")
    undo: bool = Field(description="whether undo is possible now")
    spectators: int
    forked: str | None = Field(description="id of the record this table plays on from")


# --- From the browser, over the socket --------------------------------------------------------------------------------


class _Request(Message):
    id: Annotated[str, Field(min_length=1, max_length=40, description="own number of the message; never used twice")]


class Hello(_Request):
    """The first message: who you are. Without a token you watch, and where people play you see no hand meanwhile."""

    type: Literal["hello"]
    v: int
    token: Annotated[str, Field(max_length=100)] | None = Field(
        None, description="of your seat, or of a seat whose player lets you look over the shoulder"
    )
    watch: Seat | None = Field(None, description="where agents alone play: the seat to look at")


class Sit(_Request):
    """Take the open seat of an invitation."""

    type: Literal["sit"]
    invite: Annotated[str, Field(max_length=100)]
    name: Name = ""


class Move(_Request):
    """Make a move. ``ply`` is that of the view it answers, so that a late click cannot hit the wrong turn."""

    type: Literal["move"]
    ply: int
    move: Text


class Pause(_Request):
    """Halt the agents or let them go on."""

    type: Literal["pause"]
    on: bool


class Step(_Request):
    """While paused: one agent's move."""

    type: Literal["step"]


class Undo(_Request):
    """Take back your last move, and what agents did since."""

    type: Literal["undo"]


class Deal(_Request):
    """When the deal is over: the next one, as soon as everybody who is here has asked for the same."""

    type: Literal["deal"]
    how: Literal["next", "again", "seed", "rotate"] = Field(
        description="again: the same cards; rotate: the same, you at another seat; seed: that deal begins a new match"
    )
    seed: Seed | None = None
    seat: Seat | None = Field(None, description="rotate: your new seat (default: the next one)")


class Settings(_Request):
    """The host changes the pace or who plays at a seat; omitted fields keep their value."""

    type: Literal["settings"]
    think_ms: Annotated[int, Field(ge=0, le=60_000)] | None = Field(None, description="0: as specified")
    pace_ms: Annotated[int, Field(ge=0, le=60_000)] | None = None
    window_ms: Annotated[int, Field(ge=0, le=10_000)] | None = None
    clock_ms: Annotated[int, Field(ge=0, le=600_000)] | None = Field(None, description="0: no clock")
    seat: Seat | None = None
    agent: Spec | None = Field(None, description="a level or specification that plays at the seat from now on")
    open: bool | None = Field(
        None,
        description="true: free the seat for a friend, in a deal when it is over or when all agree; "
        "the answer brings an invitation; false: not after all",
    )


class Agree(_Request):
    """Agree that a seat which is ``opening`` opens before the deal is over. Its friend will see the cards there."""

    type: Literal["agree"]
    seat: Seat


class Hints(_Request):
    """Agree that everybody may ask for hints, or do not any more. Between people they are off until all have agreed."""

    type: Literal["hints"]
    on: bool


class Leave(_Request):
    """Get up; an agent fills in until you take the seat again."""

    type: Literal["leave"]


class Share(_Request):
    """Let others look over your shoulder; the answer brings the token for their link."""

    type: Literal["share"]


class Watch(_Request):
    """Look at the deal from another seat: where agents alone play, or when the deal is over."""

    type: Literal["watch"]
    seat: Seat


class Hint(_Request):
    """Ask what to play: numbers come at once and get better until the next move, ``Stop`` or the budget."""

    type: Literal["hint"]
    agent: Spec | None = Field(None, description="who is asked (default: the server's choice)")
    ms: Annotated[int, Field(ge=100, le=60_000)] = 5_000


class Stop(_Request):
    """Stop the hint, the belief and the review that are under way."""

    type: Literal["stop"]


class Belief(_Request):
    """Ask where the unseen cards are."""

    type: Literal["belief"]


class Ping(_Request):
    """Asks for an ``ack``."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Hello
    | Sit
    | Move
    | Pause
    | Step
    | Undo
    | Deal
    | Settings
    | Agree
    | Hints
    | Leave
    | Share
    | Watch
    | Hint
    | Stop
    | Belief
    | Ping,
    Field(discriminator="type"),
]
CLIENT: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# --- To the browser, over the socket ----------------------------------------------------------------------------------

RefusalCode = Literal[
    "malformed",  # not a message of the protocol
    "version",
    "hello",  # the first message must be hello, and only the first
    "too_big",
    "too_fast",
    "duplicate",  # the id was used before
    "token",  # no such seat or invitation
    "not_yours",  # only the host, or only a player, may do that
    "stale",  # the view has changed since
    "not_asked",
    "illegal",  # against the rules of the game, and the reason says why
    "ambiguous",  # the same cards could be two things
    "state",  # not possible now
    "agent",  # no agent, or none that the network may name
    "disk",  # the server cannot write; nothing has changed
]


# What a refusal is about, for those who say it in another language.
RefusalWord = Literal[
    "agreed",
    "alone",
    "ambiguous",
    "deal-over",
    "deal-runs",
    "everybody",
    "gone-on",
    "hands-later",
    "has-seat",
    "hints-off",
    "host-only",
    "invitation",
    "no-request",
    "no-seat",
    "no-table",
    "no-undo",
    "not-a-move",
    "nothing-asked",
    "own-seat",
    "pause-first",
    "paused",
    "players-deal",
    "players-only",
    "seat-later",
    "seat-open",
    "seat-taken",
    "seen",
    "turn",
]


class Ack(Sent):
    """The message with this id was accepted."""

    type: Literal["ack"] = "ack"
    id: str
    invite: str | None = Field(description="after freeing a seat or sharing yours: the token for a friend's link")


class Refused(Sent):
    """The message with this id was refused, and nothing has changed."""

    type: Literal["refused"] = "refused"
    id: str | None
    code: RefusalCode
    reason: str = Field(description="a sentence for people")
    word: RefusalWord | None = Field(description="the same in one word, where the table refuses")
    rule: str | None = Field(
        None, description="the rule in one word of the game (`Rule` in its facts), where that refuses"
    )
    about: str | None = Field(description="what the rule is about: a card, a number")


class Welcome(Sent):
    """The answer to hello."""

    type: Literal["welcome"] = "welcome"
    v: int
    table: str
    seat: int | None = Field(description="yours; none: you watch")
    watching: int | None


class Seated(Sent):
    """The answer to sit: keep the token, it is your seat."""

    type: Literal["seated"] = "seated"
    seat: int
    token: str


class TableNow(SentToMany):
    """The table has changed."""

    type: Literal["table"] = "table"
    info: TableInfo


class ViewNow(SentToMany):
    """The deal has changed, as your seat sees it."""

    type: Literal["view"] = "view"
    deal: int
    ply: int = Field(description="number of this view; it grows with every change of what the seat sees, undo included")
    view: SeatView
    last: list[Played] = Field(description="what was played since the view before this one, as the seat saw it")
    window: Window | None
    clock: Window | None = Field(description="the time that a person on turn has, with what is left of the window")
    queued: MoveInfo | None = Field(description="your move that is made when the window ends")
    others: list[SeatView] | None = Field(description="the other seats, at an open table only")


class Loss(Sent):
    """What a move gives away against the best one, with its 95 % interval."""

    value: float
    low: float = Field(description="at least so much")
    high: float


Verdict = Literal["best", "=", "?!", "?", "??", "unclear"]


class MoveValue(Sent):
    """What is known of a move."""

    move: MoveInfo
    visits: int = Field(description="in how many worlds it was tried; 0: not tried, and nothing is known of it")
    mean: float | None = Field(description="in the unit of the analysis, for the seat that moves")
    low: float | None
    high: float | None
    loss: Loss | None = Field(description="against the best move, in the worlds in which both were tried")
    verdict: Verdict | None = Field(description="by that; unclear: cannot be told apart from the best, or not yet")
    prior: float | None
    line: list[Played] = Field(description="how it may go on")


class Analysis(Sent):
    """Every legal move, the best first, those that were not tried last; of many hundred only some that were not."""

    agent: str
    seat: int
    unit: str
    iterations: int
    worlds: int
    best: MoveInfo
    moves: list[MoveValue]


class Decider(Sent):
    """A card that decides between the best move and the one it is compared with."""

    card: str
    holder: int = Field(description="-1: in no hand")
    share: float = Field(description="how often it is there")
    gain_if: float = Field(description="what the best move gains on the other where it is")
    gain_else: float


class Opinion(Sent):
    """What the strongest player would play."""

    agent: str
    move: MoveInfo


class HintNow(Sent):
    """How the hint stands."""

    type: Literal["hint"] = "hint"
    ply: int
    running: bool
    analysis: Analysis
    second: MoveInfo | None = Field(description="the move the deciding cards compare with")
    deciders: list[Decider]
    opinion: Opinion | None = Field(description="what the strongest player would do, where that is something else")


class BeliefNow(Sent):
    """For every unseen card the probability of each holder; of cards that occur twice, the mean number held."""

    type: Literal["belief"] = "belief"
    ply: int
    worlds: int = Field(description="that were looked at; 0: all are counted without listing them")
    exact: bool = Field(description="every world counts; else so many were drawn")
    cards: dict[str, list[float]] = Field(description="per seat; the rest up to 1 is the probability of no hand")
    sides: dict[str, list[float]] | None = Field(
        description="where the cards decide who plays together: for each side how likely each seat belongs to it"
    )
    before: dict[str, list[float]] | None = Field(description="the same before the last move of another seat")
    after: dict[str, list[float]] | None = Field(
        description="the same after it, if that seat plays like the agent `style`; compare with before"
    )
    changes: dict[str, list[float]] | None = Field(description="after minus before, 0 where not significant")
    style: str | None
    last: Played | None


class Lean(Sent):
    """How much an agent leaned to a move."""

    move: MoveInfo
    share: float = Field(description="of its tries, or the probability with which it plays it")


class Thought(Sent):
    """What an agent at an open table thought before it moved."""

    type: Literal["thought"] = "thought"
    ply: int
    seat: int
    move: MoveInfo = Field(description="what it then did")
    leans: list[Lean] = Field(description="the moves it weighed, best first; a single one: it plays by rules")
    analysis: Analysis | None = Field(description="none: it does not count what moves are worth")


class DealOver(SentToMany):
    """The deal has ended: from here on nothing is secret."""

    type: Literal["over"] = "over"
    deal: int
    returns: list[int]
    record: str = Field(description="id, for /api/records/ID and the review")
    text: str = Field(description="the record itself")
    hands: dict[str, list[str]] = Field(description="per seat the cards it was dealt")
    facts: DealFacts = Field(description="of the end: scores, sheets, what was left")


ClosedCode = Literal[
    "no_table",
    "left",  # you got up
    "given_away",  # the host has given your seat to somebody else
    "new_player",  # who looked over a shoulder needs a new link
    "too_many",
    "refused",  # too many messages were
    "shutdown",  # the table will be there when the server is back
]


class Closed(Sent):
    """The last message: why the server hangs up. Only after `shutdown` is it worth trying again."""

    type: Literal["closed"] = "closed"
    code: ClosedCode
    reason: str


ServerMessage = Annotated[
    Ack | Refused | Welcome | Seated | TableNow | ViewNow | HintNow | BeliefNow | Thought | DealOver | Closed,
    Field(discriminator="type"),
]

SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


# --- Over HTTP --------------------------------------------------------------------------------------------------------


class Level(Sent):
    """A strength to choose."""

    name: str
    spec: str
    help: str
    rating: float | None = None
    low: float | None = None
    high: float | None = None


class GameInfo(Sent):
    """GET /api/games: what can be played."""

    name: str
    title: str
    seats: list[int] = Field(description="how many may play")
    presets: dict[str, dict[str, Any]]
    levels: list[Level]
    bots: dict[str, str]
    unit: str = Field(description="what a deal is worth")


class About(Sent):
    """GET /api/about."""

    protocol: int
    version: str
    games: list[GameInfo]
    network: bool = Field(description="whether others can reach this server: links for friends work")
    addresses: list[str] = Field(description="where they reach it, for links: `http://192.168.0.7:8400`")


class SeatChoice(Message):
    """Who shall sit at a seat."""

    kind: Literal["me", "agent", "open"]
    agent: Spec | None = Field(None, description="a level or a specification (default: the level `casual`)")


class NewTable(Message):
    """POST /api/tables."""

    game: Annotated[str, Field(max_length=40)]
    rules: Annotated[str, Field(max_length=60)] | None = None
    options: dict[Annotated[str, Field(max_length=40)], bool | int | float | Text | None] = {}
    seats: Annotated[list[SeatChoice], Field(max_length=10)]
    name: Name = ""
    seed: Seed | None = None
    match: bool = True
    think_ms: Annotated[int, Field(ge=0, le=60_000)] | None = None
    pace_ms: Annotated[int, Field(ge=0, le=60_000)] = 700
    window_ms: Annotated[int, Field(ge=0, le=10_000)] = 1000
    clock_ms: Annotated[int, Field(ge=0, le=600_000)] | None = Field(None, description="how long a person may take")
    open: bool = Field(False, description="show every hand and the agents' thoughts; only where agents alone play")


class PlayOn(Message):
    """POST /api/records/ID/play: a table that plays on from a point of a record."""

    ply: Annotated[int, Field(ge=0, le=10_000)] = Field(description="how many moves of the record stand")
    move: Text | None = Field(None, description="then this one instead")
    seat: Seat
    agent: Spec | None = None
    name: Name = ""


class Opened(Sent):
    """The answer: the table, your seat and the tokens. Keep the tokens."""

    table: str
    seat: int | None
    token: str = Field(description="your seat; or, for a table you only watch, your right to change it")
    invites: dict[str, str] = Field(description="open seat → the token for a friend's link")


class Import(Message):
    """POST /api/records: keep a record, to review or to share."""

    text: Annotated[str, Field(max_length=MAX_RECORD)]


class RecordInfo(Sent):
    """GET /api/records/ID."""

    record: str
    game: str
    rules: str
    seed: int | None
    players: list[str]
    partners: list[list[int]]
    returns: list[int] | None
    text: str
    tricks: list[list[Played]] = Field(description="all moves, a list per trick or phase")
    positions: list["Position"]


class Position(Sent):
    """A point of a record with all cards open: before move number ``ply``, from 0."""

    ply: int
    seat: int | None = Field(description="who moved then; none at the end")
    move: MoveInfo | None
    views: list[SeatView] = Field(description="per seat; without `tricks`, which the record has once")


class OpenValue(Sent):
    """The same decision with all cards open."""

    best: MoveInfo
    loss: float
    low: float | None
    high: float | None


class Judged(Sent):
    """A decision in review."""

    ply: int = Field(description="number of the move in the record, from 0; the position of that number is before it")
    seat: int
    played: MoveInfo
    best: MoveInfo
    loss: float = Field(description="what the move gives away against the best one, given what the seat could know")
    low: float | None
    high: float | None
    verdict: Verdict = Field(
        description="by what was lost at least; =: as good as the best; unclear: cannot be told apart, or not yet"
    )
    final: bool = Field(description="false: a first look, which a later answer replaces")
    analysis: Analysis
    second: MoveInfo | None = Field(description="the move the deciding cards compare with the best: the one played")
    deciders: list[Decider]
    open: OpenValue | None


class GraphPoint(Sent):
    """Expected result per seat before a move."""

    ply: int
    known: list[float | None] = Field(description="given what the seat to move could know; for its side only")
    open: list[float] = Field(description="with all cards open")
    error: float = Field(description="half width of the 95 % interval of `open`")


class Split(Sent):
    """Where a seat's result comes from; the parts add up to the result."""

    seat: int
    result: float
    deal: float = Field(description="luck of the deal: what the cards were worth")
    play: float = Field(description="luck of the play: what is left")
    own: float = Field(description="own losses, noise left out")
    partner: float
    opponents: float = Field(description="what the opponents gave away")
    noise: float = Field(description="half width of the 95 % interval of the deal's worth")


class SeatSummary(Sent):
    """What the decisions of a seat come to."""

    seat: int
    choices: int
    inaccuracies: int = Field(description="?!")
    mistakes: int = Field(description="?")
    blunders: int = Field(description="??")
    unclear: int
    lost: float = Field(description="what they gave away, noise left out")
    lost_low: float
    lost_high: float
    accuracy: float = Field(description="0 to 100")


class ReviewNow(Sent):
    """GET /api/records/ID/review: how the review stands; ask again while it is running.

    First every decision is there with a first look, then one after the other with its judgement (`final`).
    """

    record: str
    agent: str
    unit: str
    running: bool
    done: int = Field(description="decisions that are final")
    total: int
    decisions: list[Judged]
    seats: list[SeatSummary]
    graph: list[GraphPoint]
    split: list[Split] = Field(description="complete when the review is")


class Others(Sent):
    """GET /api/records/ID/others: what agents make of the same deal, seat by seat."""

    record: str
    running: bool
    agent: str
    unit: str
    returns: list[list[int]] = Field(description="one list per game played, one number per seat")
    actual: list[int] | None


class LadderLine(Sent):
    """A rated agent."""

    agent: str
    rating: float
    low: float
    high: float
    deals: int


class Ladder(Sent):
    """GET /api/ladder/GAME."""

    game: str
    rules: str | None
    unit: str
    lines: list[LadderLine]


class PaperAgent(Sent):
    """A player of a paper who can be played against."""

    name: str = Field(description="as the paper calls it")
    agent: str


class Paper(Sent):
    """GET /api/papers: a table of a paper, played again; cells are text."""

    name: str
    title: str
    game: str
    rules: str | None
    heads: list[str]
    rows: list[list[str]]
    agents: list[PaperAgent]


class PuzzleLine(Sent):
    """A puzzle of the list."""

    id: str
    themes: list[str] = Field(description="words of the game's own; the page says what they mean")
    rating: int


class Puzzles(Sent):
    """GET /api/puzzles/GAME."""

    game: str
    puzzles: list[PuzzleLine]


class PuzzleInfo(Sent):
    """GET /api/puzzles/GAME/ID: a position as its seat saw it."""

    id: str
    game: str
    rules: str
    partners: list[list[int]]
    seats: int
    view: SeatView
    themes: list[str]
    rating: int


class PuzzleTry(Message):
    """POST /api/puzzles/GAME/ID: an answer."""

    move: Text | None = Field(None, description="none: show the solution")


class Solution(Sent):
    """The answer to a puzzle, and why."""

    best: MoveInfo
    second: MoveInfo | None
    gain: float = Field(description="what the best move gains on the second")
    deciders: list[Decider]
    line: list[Played]


class PuzzleAnswer(Sent):
    """What an answer is worth."""

    move: MoveInfo | None = Field(description="as it was understood")
    solved: bool
    loss: Loss | None = Field(description="what the move gives away, where it was compared")
    solution: Solution | None = Field(description="when it was found or asked for")


class DailyAgents(Sent):
    """Results of a level at the seat of the day."""

    level: str
    results: list[int]


class DailyOther(Sent):
    """Somebody who plays the deal of the day at this server."""

    name: str
    result: int | None = Field(description="none: still playing")
    you: bool


class Daily(Sent):
    """GET /api/daily/GAME?table=TABLE: the deal of the day; the comparison comes when that table has finished it."""

    game: str
    day: str = Field(description="in UTC; everybody gets the same cards on the same day")
    rules: str
    opponents: str = Field(description="the level at all other seats")
    result: int | None = Field(description="yours, when the deal is over")
    running: bool = Field(description="agents still play; ask again")
    agents: list[DailyAgents]
    others: list[DailyOther]


class DailyTry(Message):
    """POST /api/daily/GAME: a table for the deal of the day."""

    name: Name = ""


class Problem(Sent):
    """What every refused request answers, with the HTTP status that fits."""

    code: RefusalCode
    reason: str
    word: RefusalWord | None


HTTP: list[type[BaseModel]] = [
    About,
    NewTable,
    PlayOn,
    Opened,
    Import,
    RecordInfo,
    ReviewNow,
    Others,
    Ladder,
    Paper,
    Puzzles,
    PuzzleInfo,
    PuzzleTry,
    PuzzleAnswer,
    Daily,
    DailyTry,
    Problem,
]
