"""The engine room: games, states, views, moves, records and agents, in Rust."""

from collections.abc import Iterator, Sequence
from threading import Event
from typing import Any, ClassVar, Final, final, overload

from kibitz.analysis import Analysis

__all__ = [
    "MOST_DEALS",
    "Agent",
    "AmbiguousMove",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidPosition",
    "InvalidSpec",
    "Move",
    "Moves",
    "Record",
    "State",
    "View",
    "_move",
    "_state",
    "_view",
    "agent_parts",
    "deal_seed",
    "describe_game",
    "expand_spec",
    "first_deal",
    "game_names",
    "match_seed",
    "measure",
    "play_groups",
]

MOST_DEALS: Final = 1000
"""A match that is not over after so many deals is a draw: some players only ever lose points."""

class InvalidNotation(ValueError): ...
class IllegalMove(ValueError): ...
class AmbiguousMove(ValueError): ...
class InvalidSpec(ValueError): ...
class InvalidPosition(ValueError): ...

def game_names() -> list[str]:
    """The names of all games."""

def describe_game(name: str) -> dict[str, Any]:
    """What is known of a game: ``name``, ``title``, ``seats``, ``presets`` (name → options, the default first),
    ``bots`` (name → help) and ``rules_page``."""

def agent_parts() -> list[dict[str, Any]]:
    """Every agent: ``name``, ``usage``, ``help`` in one line, the ``game`` it belongs to (empty: any game) and its
    ``keys``, each with ``name``, ``values`` and ``help``."""

def expand_spec(spec: str) -> str:
    """The full form of a specification: abbreviations spelled out, every key written.
    What is left to the game is left out."""

@final
class Game:
    """A game with its rules: ``Game("tichu", rules="official", target=500)``."""

    def __new__(cls, name: str, rules: str | None = None, **options: object) -> Game: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rules(self) -> str:
        """The canonical text of the rules: the preset and what was changed in it."""
    @property
    def options(self) -> dict[str, Any]:
        """Every rule option with its value."""
    @property
    def seats(self) -> int: ...
    @property
    def seatings(self) -> list[list[int]]:
        """Which of two sides sits where, one list per table of a group."""
    def seatings_of(self, players: Sequence[int]) -> list[list[int]]:
        """The meaningful seatings of these players, given one per seat by number."""
    @property
    def unit(self) -> tuple[str, str, bool]:
        """What returns count: the noun, per what, and whether players want few of them (returns are then negative)."""
    def to_match(self, target: int | None = None) -> Game:
        """The same rules, with deals that add up to a match: to so many points, or for so many deals.
        Without a number, as long as is usual."""
    def cheats(self, spec: str) -> bool:
        """Whether the agent looks at the true cards; an error when it cannot play this game."""
    def deal(self, seed: int, after: State | None = None) -> State:
        """A new deal; ``after`` a finished one, as the next deal of the same match."""
    def position(self, setup: dict[str, Any], seed: int | None = None) -> State:
        """A position of the conformance format. Without a seed, events of chance are left to the caller."""
    def replay(self, record: Record) -> State:
        """The state at the end of a record, every move checked."""
    def call(self, function: str, **arguments: object) -> Any:
        """A pure function of the rules, by the names of the conformance format."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    """A move of a game. It prints as its notation."""

    @property
    def game(self) -> str: ...
    @property
    def code(self) -> int:
        """The move as one number, unique within its game."""
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Moves(Sequence[Move]):
    """Legal moves in order; like a list, but each move is made when it is asked for."""

    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Move: ...
    @overload
    def __getitem__(self, index: slice, /) -> Moves: ...
    def __iter__(self) -> Iterator[Move]: ...
    def __contains__(self, value: object, /) -> bool: ...
    def index(self, value: object, start: int = 0, stop: int = 9223372036854775807) -> int:
        """The first place of a move, as for a list."""
    def count(self, value: object) -> int:
        """How often a move occurs: once or never."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class State:
    """A deal in progress, immutable. Only its views may reach a player."""

    @property
    def game(self) -> Game: ...
    @property
    def over(self) -> bool: ...
    @property
    def to_act(self) -> tuple[int | str, ...]:
        """The seats that owe a decision, interrupts included; ``("chance",)`` when lots are drawn."""
    @property
    def returns(self) -> list[int]:
        """The result per seat; an error while the deal goes on."""
    @property
    def seed(self) -> int | None: ...
    @property
    def match_over(self) -> bool:
        """Whether this finished deal has ended its match."""
    @property
    def match_winners(self) -> list[int]:
        """The seats that have won the match; all of them in a draw, none while it goes on."""
    def legal(self, seat: int | str, *, cards: bool = False) -> Moves:
        """Every move the seat may make now; ``cards`` lists every choice of cards separately."""
    def play(self, seat: int | str, move: Move | str) -> State:
        """The state after a move, given as a move or its text."""
    def canonical(self, seat: int | str, move: Move | str) -> Move:
        """The move of ``legal`` that stands for a move, given as a move or its text."""
    def settled(self) -> State:
        """The state with every open interrupt declined."""
    def view(self, seat: int) -> View: ...
    def facts(self) -> dict[str, Any]:
        """What an onlooker who sees everything can say, by the keys of the conformance format."""
    def setup(self) -> dict[str, Any]:
        """The position, as ``Game.position`` takes it."""
    def record(self, players: Sequence[str] = ()) -> Record: ...
    def history(self) -> list[tuple[int | str, Move]]: ...
    def perft(self, depth: int) -> int:
        """The number of move sequences of this length."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class View:
    """Everything one seat may know, and nothing else."""

    @property
    def game(self) -> Game: ...
    @property
    def seat(self) -> int: ...
    @property
    def hand(self) -> list[str]: ...
    @property
    def history(self) -> list[tuple[int | str, Move]]:
        """The moves this seat has seen."""
    def legal(self, *, cards: bool = False) -> Moves: ...
    def facts(self) -> dict[str, Any]:
        """What the seat can say: hand, table, scores, counts and the game's own keys."""
    def sample(self, seed: int) -> State:
        """A world: a state that looks just like this to the seat, uniform over all that do."""
    def features(self) -> list[float]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Record:
    """A deal as text: how it began, what was played, what it was worth."""

    def __new__(cls, text: str) -> Record: ...
    @staticmethod
    def from_json(text: str) -> Record: ...
    def to_json(self) -> str:
        """One line of a JSON-lines file."""
    @property
    def game(self) -> Game: ...
    @property
    def seed(self) -> int | None: ...
    @property
    def players(self) -> list[str]: ...
    @property
    def moves(self) -> list[tuple[int | str, str]]: ...
    @property
    def result(self) -> list[int] | None: ...
    def replay(self) -> State:
        """The state at the end, every move checked."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Agent:
    """A player made from its specification. The same seed makes the same moves."""

    def __new__(cls, spec: str, seed: int | None = None) -> Agent: ...
    @property
    def spec(self) -> str:
        """The canonical specification."""
    def act(self, view: View) -> Move: ...
    def analyse(self, view: View) -> Analysis:
        """What the agent knows of the decision; agents that only play say so."""

def play_groups(
    game: Game,
    agents: Sequence[str],
    seatings: Sequence[Sequence[int]],
    first: int,
    count: int,
    seed: int,
    *,
    whole: bool = False,
    stop: Event | None = None,
) -> list[tuple[int, list[list[int]], list[list[int]], list[int], list[int], list[float]]]:
    """Plays groups ``first`` to ``first + count - 1`` of a contest, in order: number, returns, winners, deals,
    decisions and seconds of each, as ``kibitz.lab.Group`` has them. When the event ``stop`` is set, only those that
    were finished.

    A seating has the number of an agent for each seat; a group is one deal, or one whole match, in every seating.
    """

def first_deal(
    game: Game, agents: Sequence[str], seatings: Sequence[Sequence[int]], number: int, seating: int, seed: int
) -> State:
    """The state at the end of a group's first deal in one of its seatings: what ``play_groups`` played, with its
    history."""

def deal_seed(seed: int, number: int) -> int:
    """The seed of deal ``number`` of the series ``seed``: ``Game.deal`` deals the cards of ``play_groups`` with it."""

def match_seed(seed: int, number: int) -> int:
    """The seed of deal ``number`` (from 0) of the match that began with the deal of ``seed``."""

def measure(game: Game, what: str, slices: int = 15, seconds: float = 0.05) -> list[float]:
    """Rates per second of CPU time, one per slice: ``deals``, ``worlds``, ``playout-sampled``, ``playout-listed`` or
    ``playout-batched``."""

# The inverses of __reduce__; chance is seat 15.
def _state(game: Game, beginning: str, log: Sequence[tuple[int, int]], settled: bool) -> State: ...
def _view(game: Game, world: str, seat: int, history: Sequence[tuple[int, int]]) -> View: ...
def _move(game: Game, code: int) -> Move: ...
