"""The engine room: games, states, views, moves, records and agents, in Rust."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from threading import Event
from typing import Any, ClassVar, Final, Literal, TypeAlias, final, overload

from numpy.typing import NDArray

from kibitz.analysis import Analysis
from kibitz.facts import StateFacts, ViewFacts
from kibitz.python_game import PythonGame

__all__ = [
    "ENGINE",
    "MOST_DEALS",
    "VERSION",
    "Agent",
    "AgentFailed",
    "AmbiguousMove",
    "Batch",
    "BrokenLaw",
    "Game",
    "GameFailed",
    "IllegalMove",
    "InvalidNotation",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSpec",
    "Move",
    "Moves",
    "Parameter",
    "Record",
    "SelfPlay",
    "Spec",
    "State",
    "Trials",
    "View",
    "_move",
    "_state",
    "_view",
    "agent_parts",
    "agent_seed",
    "deal_seed",
    "describe_game",
    "first_deal",
    "game_class",
    "game_names",
    "match_seed",
    "measure",
    "network_names",
    "play_groups",
    "runs_v3",
    "set_network_folders",
    "trials",
]

MOST_DEALS: Final = 1000
"""A match that is not over after so many deals is a draw: some players only ever lose points."""

VERSION: Final[str]
"""The version of the program."""

ENGINE: Final[str]
"""The processors that this engine is for: ``baseline`` or ``x86-64-v3`` in wheels, ``native`` in other builds."""

def runs_v3() -> bool:
    """Whether this processor has what x86-64-v3 stands for."""

class InvalidNotation(ValueError):
    """A text that is no move, card or record.

    >>> import kibitz
    >>> kibitz.Game("schnapsen").deal(seed=7).play(0, "XX")
    Traceback (most recent call last):
        ...
    kibitz.InvalidNotation: "XX" is not a move; write a card like SA, marriage:HQ, exchange, close or claim.
    """

class InvalidRecord(InvalidNotation):
    """A record that cannot be read.

    >>> import kibitz
    >>> kibitz.Record("nonsense")
    Traceback (most recent call last):
        ...
    kibitz.InvalidRecord: A record begins with the line "kibitz 1", not with "nonsense".
    """

    line: int | None
    """The line at fault, from 1; None when it is not one line."""

class IllegalMove(ValueError):
    """A move that the rules do not allow here.

    >>> import kibitz
    >>> try:
    ...     kibitz.Game("schnapsen").deal(seed=7).play(1, "HQ")
    ... except kibitz.IllegalMove as error:
    ...     error.seat, error.move, list(error.legal)
    (1, 'HQ', [])
    """

    why: str | None
    """The rule that forbids it, in one word of the game."""
    about: str | None
    """What that is about: a card, a number."""
    move: Move | str | None
    """What was asked for."""
    seat: int | str | None
    """By whom."""
    legal: Moves | None
    """What the seat may do instead."""

class AmbiguousMove(ValueError):
    """A move that can be read in more than one legal way.

    >>> import kibitz
    >>> state = kibitz.Game("tichu").position({"hands": {"0": "7j 7s 9j 9p Ph"}, "turn": 0})
    >>> state.play(0, "7j 7s 9j 9p Ph")
    Traceback (most recent call last):
        ...
    kibitz.AmbiguousMove: "7j 7s 9j 9p Ph" can be read in several ways; write "7j 7s 9j 9p Ph=7" or "7j 7s 9j 9p Ph=9".
    """

    move: Move | str | None
    """What was asked for."""
    seat: int | str | None
    """By whom."""
    legal: Moves | None
    """What the seat may do."""

class InvalidSpec(ValueError):
    """An agent, a game or rules that do not exist or are written wrongly.

    >>> import kibitz
    >>> kibitz.Spec("ismcts(")
    Traceback (most recent call last):
        ...
    kibitz.InvalidSpec: "ismcts(" is not an agent: expected a name at character 8, found the end.
    """

class AgentFailed(ValueError):
    """An agent in Python raised an exception, which is the cause of this one, played what is illegal, or has ended.

    >>> import kibitz
    >>> issubclass(kibitz.AgentFailed, ValueError)
    True
    """

class GameFailed(ValueError):
    """A game written in Python raised an exception, which is the cause of this one.

    >>> import kibitz
    >>> issubclass(kibitz.GameFailed, ValueError)
    True
    """

class BrokenLaw(ValueError):
    """A game does not keep a law that every game must keep; see ``Game.check``.

    >>> import kibitz
    >>> issubclass(kibitz.BrokenLaw, ValueError)
    True
    """

class InvalidPosition(ValueError):
    """A position that contradicts the rules, or says too little.

    >>> import kibitz
    >>> kibitz.Game("schnapsen").position({})
    Traceback (most recent call last):
        ...
    kibitz.InvalidPosition: A position needs "trump": the letter of a suit.
    """

def game_names() -> list[str]:
    """The names of all games."""

def game_class(name: str) -> type[PythonGame[Any, Any]] | None:
    """The class of a game written in Python that is known by this name."""

def describe_game(name: str) -> dict[str, Any]:
    """What is known of a game: ``name``, ``title``, ``seats``, ``presets`` (name → options, the default first),
    ``bots`` (name → help) and ``rules_page``."""

def agent_parts() -> list[dict[str, Any]]:
    """Every agent: ``name``, ``usage``, ``help`` in one line, the ``game`` it belongs to (empty: any game) and its
    ``keys``, each a ``Parameter``."""

def set_network_folders(folders: Sequence[str | PathLike[str]], more: Sequence[str], how: str) -> None:
    """Says in which folder the networks are that have names: ``net(tichu)`` is ``tichu.safetensors`` there."""

def network_names() -> list[str]:
    """The names of the networks that come with the program."""

@final
class Game:
    """A game with its rules: ``Game("tichu", rules="official", target=500)``.

    >>> import kibitz
    >>> game = kibitz.Game("schnapsen")
    >>> game == kibitz.Game("schnapsen", rules="tournament")
    True
    """

    def __new__(cls, name: str | type[PythonGame[Any, Any]], rules: str | None = None, **options: object) -> Game: ...
    @property
    def name(self) -> str:
        """The name in commands and specifications.

        >>> game.name
        'schnapsen'
        """
    @property
    def title(self) -> str:
        """The name on a page.

        >>> kibitz.Game("six_nimmt").title
        '6 nimmt!'
        """
    @property
    def rules(self) -> str:
        """The canonical text of the rules: the preset and what was changed in it.

        >>> kibitz.Game("tichu", target=500).rules
        'official target=500'
        """
    @property
    def options(self) -> dict[str, Any]:
        """Every rule option with its value.

        >>> kibitz.Game("tichu", target=500).options["target"]
        500
        """
    @property
    def seats(self) -> int:
        """How many play.

        >>> game.seats
        2
        """
    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest return of a deal.

        >>> game.bounds
        (0, 3)
        """
    @property
    def seatings(self) -> list[list[int]]:
        """Which of two sides sits where, one list per table of a group.

        >>> kibitz.Game("tichu").seatings
        [[0, 1, 0, 1], [1, 0, 1, 0]]
        """
    @property
    def neutral(self) -> str | None:
        """Who fills the table when two agents are compared with one seat each, in a game whose two sides are no fair
        measure, since the cards decide who belongs together; elsewhere ``None``.

        >>> kibitz.Game("doppelkopf").neutral
        'rules'
        >>> game.neutral is None
        True
        """
    @property
    def best(self) -> list[str]:
        """The strongest players known here for about 20 ms, 200 ms and 2 s a move.

        >>> len(game.best)
        3
        """
    @property
    def levels(self) -> list[tuple[str, str, str]]:
        """Strengths to play against, the weakest first: name, specification, what to expect.

        >>> [name for name, spec, help in game.levels]
        ['beginner', 'casual', 'club', 'strong', 'strongest']
        """
    def seatings_of(self, players: Sequence[int]) -> list[list[int]]:
        """The meaningful seatings of these players, given one per seat by number.

        >>> game.seatings_of([0, 1])
        [[0, 1], [1, 0]]
        """
    @property
    def partners(self) -> list[list[int]]:
        """The seats that play together whatever the cards; empty where each plays alone or the cards decide it.

        >>> kibitz.Game("tichu").partners
        [[0, 2], [1, 3]]
        >>> kibitz.Game("doppelkopf").partners
        []
        """
    @property
    def unit(self) -> tuple[str, str, bool]:
        """What returns count: the noun, per what, and whether players want few of them (returns are then negative).

        >>> game.unit
        ('game points', 'deal', False)
        """
    def to_match(self, target: int | None = None) -> Game:
        """The same rules, with deals that add up to a match: to so many points, or for so many deals.
        Without a number, as long as is usual.

        >>> kibitz.Game("tichu").to_match(300).options["target"]
        300
        """
    def cheats(self, spec: Spec | str) -> bool:
        """Whether the agent looks at the true cards; an error when it cannot play this game.

        >>> game.cheats("rules"), kibitz.Game("tichu").cheats("ismcts(10, worlds=true)")
        (False, True)
        """
    def cost(self, spec: Spec | str) -> float:
        """How long a decision of the agent takes, at most and roughly: milliseconds of one core.

        >>> game.cost("random") < game.cost("ismcts(1000)")
        True
        """
    def abilities(self, spec: Spec | str) -> set[str]:
        """What the agent can be asked beside its move: some of ``analyse``, ``value``, ``value to move`` and
        ``belief``.

        >>> "analyse" in game.abilities("ismcts(100)")
        True
        """
    def deal(self, seed: int, after: State | None = None) -> State:
        """A new deal; ``after`` a finished one, as the next deal of the same match.

        >>> game.deal(seed=7).hands[0]
        ['HK', 'HQ', 'DA', 'DT', 'DK']
        """
    def position(self, setup: dict[str, Any], seed: int | None = None) -> State:
        """A position of the conformance format. Without a seed, events of chance are left to the caller.

        Cards that are named nowhere lie anywhere. A hand may be a number: so many hidden cards. Which ones these are
        says nothing; ``view(seat).sample(seed)`` deals them at random. A position that leaves a seat without cards is
        refused.

        >>> state = game.position({"trump": "S", "hands": {"0": "SA HT", "1": "ST CA"}, "points": [40, 30]})
        >>> [str(move) for move in state.legal(0)]
        ['SA', 'HT']
        >>> game.position({"trump": "S", "hands": {"0": "SA HT", "1": 2}}).view(0).sample(seed=1).hands[0]
        ['SA', 'HT']
        """
    def view(
        self, hand: str | Iterable[object], seat: int = 0, *, counts: Sequence[int] | None = None, **position: object
    ) -> View:
        """What a seat would know in a position in which it holds this hand and the others ``counts`` cards each: as
        many as it does where that is left out.

        >>> view = game.view("SA ST SK HQ CA", trump="S", talon="SJ")
        >>> view.hand, view.facts.as_map()["talon_size"]
        (['CA', 'SA', 'ST', 'SK', 'HQ'], 10)
        >>> view.sample(seed=1).hands[1]
        ['CQ', 'SQ', 'HA', 'HJ', 'DQ']
        >>> round(view.belief()[0]["SQ"][1], 2)  # how likely the other seat holds the queen of trumps
        0.35
        """
    def replay(self, record: Record) -> State:
        """The state at the end of a record, every move checked.

        >>> game.replay(game.deal(seed=7).record()) == game.deal(seed=7)
        True
        """
    def call(self, function: str, **arguments: object) -> Any:
        """A pure function of the rules, by the names of the conformance format.

        >>> game.call("card_points", cards="SA HT")
        [11, 10]
        """
    def check(self, deals: int, endgames: int, seed: int) -> None:
        """Checks the laws that every game must keep, in so many random deals: moves are exact and read back, views
        hide, worlds fit their views, positions and records read back, a seed has one result; and in so many endings
        that worlds are uniform over all there are. ``BrokenLaw`` says which is not kept.

        >>> game.check(deals=1, endgames=0, seed=1)
        """
    def features(self) -> dict[str, Any]:
        """What networks see of this game, bit by bit.

        ``version`` (a hash of all that follows; a network and a batch must agree on it), ``state``, ``action`` and
        ``truth`` (lists of blocks, each with ``name``, ``word`` and ``bit`` of its first bit, number of ``bits`` and
        ``meaning``), ``state_words``, ``action_words``, ``truth_words``, and ``outcomes`` (the names of the numbers
        that say how a deal ended). Words have 64 bits; feature ``64 * word + bit`` is bit ``bit`` of word ``word``.

        >>> game.features()["state"][0]["name"]
        'hand'
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

_Kind: TypeAlias = Literal[
    "play", "pass", "decline", "call", "bid", "exchange", "wish", "gift", "close", "claim", "take"
]

@final
class Move:
    """A move of a game. It prints as its notation.

    >>> import kibitz
    >>> move = kibitz.Game("schnapsen").deal(seed=7).canonical(0, "marriage:HQ")
    >>> str(move)
    'marriage:HQ'
    """

    def __new__(cls, game: str, text: str, code: int) -> Move: ...
    @property
    def game(self) -> str:
        """The name of its game.

        >>> move.game
        'schnapsen'
        """
    @property
    def code(self) -> int:
        """The move as one number, unique within its game.

        >>> move.code
        49
        """
    @property
    def kind(self) -> _Kind:
        """What kind of thing it does.

        >>> move.kind
        'play'
        """
    @property
    def cards(self) -> tuple[str, ...]:
        """The cards it lays or gives.

        >>> move.cards
        ('HQ',)
        """
    @property
    def combination(self) -> str | None:
        """What its cards are together, where the game has a word for that: ``pair``, ``marriage``.

        >>> move.combination
        'marriage'
        """
    @property
    def to(self) -> tuple[int, ...]:
        """The seats that get something by it: a card each, or a trick.

        >>> move.to
        ()
        """
    @property
    def is_pass(self) -> bool:
        """Whether it lays no card in turn.

        >>> move.is_pass
        False
        """
    @property
    def is_decline(self) -> bool:
        """Whether it answers "no" to an open interrupt.

        >>> move.is_decline
        False
        """
    @property
    def is_call(self) -> bool:
        """Whether it announces something beside the play.

        >>> move.is_call
        False
        """
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
    """A deal in progress, immutable. Only its views may reach a player.

    >>> import kibitz
    >>> state = kibitz.Game("schnapsen").deal(seed=7)
    >>> end = state
    >>> while not end.over:
    ...     seat = end.to_act[0]
    ...     end = end.play(seat, end.legal(seat)[0])
    """

    @property
    def game(self) -> Game:
        """The game.

        >>> state.game
        Game('schnapsen', 'tournament')
        """
    @property
    def over(self) -> bool:
        """Whether the deal has ended.

        >>> state.over, end.over
        (False, True)
        """
    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision, interrupts included; none at a chance event.

        >>> state.to_act
        (0,)
        """
    @property
    def chance(self) -> bool:
        """Whether chance is to act: one of ``legal("chance")`` is drawn and played.

        >>> state.chance
        False
        """
    @property
    def returns(self) -> list[int]:
        """The result per seat; an error while the deal goes on.

        >>> end.returns
        [1, 0]
        """
    @property
    def seed(self) -> int | None:
        """The seed of the deal; ``None`` of a position without one.

        >>> state.seed
        7
        """
    @property
    def match_over(self) -> bool:
        """Whether this finished deal has ended its match.

        >>> end.match_over
        False
        """
    @property
    def match_winners(self) -> list[int]:
        """The seats that have won the match; all of them in a draw, none while it goes on.

        >>> end.match_winners
        []
        """
    def legal(self, seat: int | str, *, cards: bool = False) -> Moves:
        """Every move the seat may make now; ``cards`` lists every choice of cards separately.

        >>> [str(move) for move in state.legal(0)]
        ['HQ', 'HK', 'DK', 'DT', 'DA', 'marriage:HQ', 'marriage:HK', 'close']
        """
    def play(self, seat: int | str, move: Move | str) -> State:
        """The state after a move, given as a move or its text.

        >>> state.play(0, "marriage:HQ").to_act
        (1,)
        """
    def canonical(self, seat: int | str, move: Move | str) -> Move:
        """The move of ``legal`` that stands for a move, given as a move or its text.

        >>> state.canonical(0, "HQ").cards
        ('HQ',)
        """
    @property
    def tricks(self) -> list[list[tuple[int | str, Move]]]:
        """The moves so far trick by trick, or as else the game divides its deals, each with the seat that made it.
        Declined interrupts are left out.

        >>> [str(move) for seat, move in end.tricks[0]]
        ['HQ', 'CQ']
        """
    @property
    def last_trick(self) -> list[tuple[int | str, Move]]:
        """The last of ``tricks``; empty before the first move.

        >>> end.last_trick == end.tricks[-1]
        True
        """
    @property
    def parties(self) -> list[list[int]]:
        """The seats that play together as the cards lie, by their lowest seat.

        >>> state.parties
        [[0], [1]]
        >>> kibitz.Game("tichu").deal(seed=7).parties
        [[0, 2], [1, 3]]
        """
    @property
    def hands(self) -> list[list[str]]:
        """The cards that each seat holds.

        >>> state.hands[0]
        ['HK', 'HQ', 'DA', 'DT', 'DK']
        """
    @property
    def phase(self) -> str:
        """What is going on, in the game's own word.

        >>> state.phase, end.phase
        ('play', 'over')
        """
    def settled(self) -> State:
        """The state with every open interrupt declined.

        >>> state.settled() == state  # nobody is asked anything
        True
        """
    def view(self, seat: int) -> View:
        """What a seat may know: its information set.

        >>> state.view(0).hand
        ['HK', 'HQ', 'DA', 'DT', 'DK']
        """
    @property
    def facts(self) -> StateFacts:
        """What an onlooker who sees everything can say, by the keys of the conformance format.

        >>> state.facts.as_map()["trump"]
        'S'
        """
    def setup(self) -> dict[str, Any]:
        """The position, as ``Game.position`` takes it.

        >>> state.game.position(state.setup()).hands == state.hands
        True
        """
    def record(self, players: Sequence[str] = ()) -> Record:
        """The record of the deal so far; ``players`` are names, one per seat.

        >>> end.record(["Ann", "Ben"]).players
        ['Ann', 'Ben']
        """
    def history(self) -> list[tuple[int | str, Move]]:
        """Every move so far with the seat that made it.

        >>> [(seat, str(move)) for seat, move in end.history()[:2]]
        [(0, 'HQ'), (1, 'CQ')]
        """
    def perft(self, depth: int) -> int:
        """The number of move sequences of this length.

        >>> state.perft(2)
        42
        """
    def play_on(
        self, policy: str, reward: str, *, times: int = 1, seed: int | None = None, stop: Event | None = None
    ) -> list[list[float]]:
        """What the deal brings each seat when ``policy`` plays on at all of them, each seeing its own cards: so many
        times, or once where nothing is left to chance. ``reward`` as in searches, such as ``"margin"``.

        >>> len(state.play_on("rules", "margin", times=3, seed=1))
        3
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class View:
    """Everything one seat may know, and nothing else.

    >>> import kibitz
    >>> view = kibitz.Game("schnapsen").deal(seed=7).view(0)
    """

    @property
    def game(self) -> Game:
        """The game.

        >>> view.game
        Game('schnapsen', 'tournament')
        """
    @property
    def seat(self) -> int:
        """Whose view it is.

        >>> view.seat
        0
        """
    @property
    def hand(self) -> list[str]:
        """The cards of the seat.

        >>> view.hand
        ['HK', 'HQ', 'DA', 'DT', 'DK']
        """
    @property
    def history(self) -> list[tuple[int | str, Move]]:
        """The moves this seat has seen.

        >>> view.history
        []
        """
    def legal(self, *, cards: bool = False) -> Moves:
        """The legal moves of the seat; ``cards`` lists every choice of cards separately.

        >>> [str(move) for move in view.legal()]
        ['HQ', 'HK', 'DK', 'DT', 'DA', 'marriage:HQ', 'marriage:HK', 'close']
        """
    @property
    def facts(self) -> ViewFacts:
        """What the seat can say: hand, table, scores, counts and the game's own keys.

        >>> view.facts.as_map()["talon_size"]
        10
        """
    def sample(self, seed: int) -> State:
        """A world: a state that looks just like this to the seat, uniform over all that do.

        >>> world = view.sample(seed=3)
        >>> world.view(0) == view, world.hands[0] == view.hand
        (True, True)
        """
    def belief(
        self,
        *,
        all: int = 5000,  # noqa: A002
        drawn: int = 3000,
        seed: int | None = None,
    ) -> tuple[dict[str, tuple[float, ...]], int, bool]:
        """Where the hidden cards are when every world is equally likely: per card and seat the share of worlds in which
        the seat holds it (of a card that occurs twice, the mean number held), how many worlds were counted, and whether
        it was all of them: at most ``all`` are counted one by one, else so many are ``drawn``.

        >>> shares, worlds, complete = view.belief(seed=1)
        >>> round(sum(share[1] for share in shares.values()))  # the other seat holds five cards
        5
        """
    def features(self) -> list[int]:
        """The ``state`` words of ``Game.features``: a function of the view alone.

        >>> len(view.features()) == view.game.features()["state_words"]
        True
        """
    def move_features(self, move: Move) -> list[int]:
        """The ``action`` words of a legal move.

        >>> len(view.move_features(view.legal()[0])) == view.game.features()["action_words"]
        True
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Record:
    """A deal as text: how it began, what was played, what it was worth.

    >>> import kibitz
    >>> state = kibitz.Game("schnapsen").deal(seed=7)
    >>> while not state.over:
    ...     seat = state.to_act[0]
    ...     state = state.play(seat, state.legal(seat)[0])
    >>> record = state.record(["Ann", "Ben"])
    >>> kibitz.Record(str(record)) == record
    True
    """

    def __new__(cls, text: str) -> Record: ...
    @staticmethod
    def from_json(text: str) -> Record:
        """A record from its line of a JSON-lines file.

        >>> kibitz.Record.from_json(record.to_json()) == record
        True
        """
    def to_json(self) -> str:
        """One line of a JSON-lines file.

        >>> record.to_json().startswith("{")
        True
        """
    @property
    def game(self) -> Game:
        """The game with its rules.

        >>> record.game
        Game('schnapsen', 'tournament')
        """
    @property
    def seed(self) -> int | None:
        """The seed of the deal, if it has one.

        >>> record.seed
        7
        """
    @property
    def players(self) -> list[str]:
        """The names of the players, one per seat, or none.

        >>> record.players
        ['Ann', 'Ben']
        """
    @property
    def moves(self) -> list[tuple[int | str, str]]:
        """Seat and text of every move; declined interrupts are left out.

        >>> record.moves[0]
        (0, 'HQ')
        """
    @property
    def result(self) -> list[int] | None:
        """What the deal was worth per seat; ``None`` when it was not finished.

        >>> record.result == state.returns
        True
        """
    def replay(self) -> State:
        """The state at the end, every move checked.

        >>> record.replay() == state
        True
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Parameter:
    """One thing that an agent can be told: an entry of the table of keys."""

    @property
    def name(self) -> str:
        """The key."""
    @property
    def place(self) -> int | None:
        """Where it may stand without its name."""
    @property
    def required(self) -> bool:
        """Whether it must be given."""
    @property
    def kinds(self) -> list[str]:
        """Its types: some of ``word``, ``whole``, ``number``, ``agent``, ``budget``, ``name`` (which the game decides),
        ``form`` (with arguments, as in ``values``) and ``part``."""
    @property
    def words(self) -> list[str]:
        """The words it takes."""
    @property
    def least(self) -> float | None:
        """The least number it takes."""
    @property
    def most(self) -> float | None:
        """The greatest number it takes."""
    @property
    def parts(self) -> list[tuple[str, list[Parameter]]]:
        """The parts it takes, each with what it can be told."""
    @property
    def default(self) -> str | None:
        """Its default, as it is written; ``None`` when that is left to the game or another key, or it is required."""
    @property
    def values(self) -> str:
        """What can be written, the default first."""
    @property
    def help(self) -> str:
        """What it is for, in one line."""
    @property
    def needs(self) -> list[str]:
        """What must hold for it, in sentences."""

_Argument: TypeAlias = Spec | tuple["_Argument", ...]

@final
class Spec:
    """The specification of an agent: a name with its values and keys. It is read once; whoever wants to know something
    of it asks it.

    >>> import kibitz
    >>> spec = kibitz.Spec("ismcts(1000, rollout=net(tichu))")
    >>> spec == kibitz.Spec(str(spec))
    True
    """

    def __new__(cls, text: str) -> Spec: ...
    @property
    def name(self) -> str:
        """The name in front of the parentheses.

        >>> spec.name
        'ismcts'
        """
    @property
    def values(self) -> tuple[_Argument, ...]:
        """Values without a key, each a specification or a tuple of such.

        >>> spec.values
        (Spec('1000'),)
        """
    @property
    def keys(self) -> dict[str, _Argument]:
        """Values by their keys.

        >>> spec.keys
        {'rollout': Spec('net(tichu)')}
        """
    @property
    def parts(self) -> list[Spec]:
        """The specifications that stand directly inside it, in order.

        >>> spec.parts
        [Spec('1000'), Spec('net(tichu)')]
        """
    @property
    def arguments(self) -> dict[str | int, Any]:
        """Every argument by its name, as Python writes it: a number, a truth, a word, a tuple, or a ``Spec`` with
        arguments of its own. A value without a key goes by its name in the table of keys, or else by its place.

        >>> spec.arguments
        {'budget': 1000, 'rollout': Spec('net(tichu)')}
        """
    @property
    def parameters(self) -> list[Parameter]:
        """What this agent can be told; empty for players of one game and for Python agents.

        >>> [tree] = [parameter for parameter in spec.parameters if parameter.name == "tree"]
        >>> tree.words
        ['infoset', 'state', 'root', 'trick']
        """
    def with_(self, **arguments: Any) -> Spec:
        """The same with other arguments: numbers, words, lists or specifications by their names; ``None`` is the
        default. An agent of the engine that would not be one is an error.

        >>> spec.with_(budget=500, rollout="rules")
        Spec('ismcts(500, rollout=rules)')
        """
    def cost(self, game: Game | str) -> float:
        """How long a decision takes in a game, at most and roughly: milliseconds of one core.

        >>> kibitz.Spec("random").cost("schnapsen") < kibitz.Spec("ismcts(1000)").cost("schnapsen")
        True
        """
    def may_take_long(self, game: Game | str) -> bool:
        """Whether a decision may take more than a few milliseconds in a game.

        >>> kibitz.Spec("random").may_take_long("schnapsen")
        False
        """
    def abilities(self, game: Game | str) -> set[str]:
        """What the agent can be asked beside its move in a game, as ``Game.abilities`` has it.

        >>> "analyse" in kibitz.Spec("ismcts(100)").abilities("schnapsen")
        True
        """
    @property
    def python_agents(self) -> list[str]:
        """Every Python agent it names, wherever it stands. Nothing is imported to find out.

        >>> kibitz.Spec("ismcts(100, rollout=mine.py:Agent)").python_agents
        ['mine.py:Agent']
        """
    def walk(self) -> list[Spec]:
        """This specification and every one inside it, from the outside in.

        >>> spec.walk()[-1]
        Spec('tichu')
        """
    @property
    def networks(self) -> list[str]:
        """Every network it names, wherever it stands.

        >>> spec.networks
        ['tichu']
        """
    def canonical(self) -> Spec:
        """The canonical form: abbreviations spelled out, defaults left out.

        >>> kibitz.Spec("ismcts(100, tree=infoset)").canonical()
        Spec('ismcts(100)')
        """
    def full(self) -> Spec:
        """The full form: abbreviations spelled out, every key written. What is left to the game is left out.

        >>> spec.full().keys["tree"]
        Spec('infoset')
        """
    def timed(self, ms: int) -> Spec:
        """The same agent with so much time for its searches; what plays in their rollouts stays as it is.

        >>> spec.timed(50)
        Spec('ismcts(50ms, rollout=net(tichu))')
        """
    def __hash__(self) -> int: ...

@final
class Agent:
    """A player made from its specification. The same seed makes the same moves.

    >>> import kibitz
    >>> agent = kibitz.agent("ismcts(100)", seed=1)
    >>> view = kibitz.Game("schnapsen").deal(seed=7).view(0)
    """

    def __new__(cls, spec: Spec | str, seed: int | None = None) -> Agent: ...
    @property
    def spec(self) -> str:
        """The canonical specification.

        >>> agent.spec
        'ismcts(100)'
        """
    def act(self, view: View, *, ms: int | None = None, stop: Event | None = None) -> Move:
        """The move for the seat whose view it is; the best it knows of when ``ms`` milliseconds are over or the event
        ``stop`` is set.

        >>> agent.act(view) in view.legal()
        True
        """
    def may_take_long(self, view: View) -> bool:
        """Whether a move in this view may take more than a few milliseconds.

        >>> kibitz.agent("random").may_take_long(view)
        False
        """
    def analyse(
        self,
        view: View,
        *,
        ms: int | None = None,
        stop: Event | None = None,
        report: Callable[[Analysis], None] | None = None,
        report_every_ms: int = 1000,
    ) -> Analysis:
        """What the agent knows of the decision; agents that only play say so. ``ms`` and ``stop`` as for ``act``.

        A tree search calls ``report`` with what it has found by then, every so many milliseconds, at most twenty times
        a second.

        >>> agent.analyse(view).iterations
        100
        """

@final
class Trials:
    """Moves that were tried in the same worlds with the same chance, in groups of worlds that share nothing."""

    @property
    def moves(self) -> Moves:
        """The moves that were tried."""
    @property
    def rewards(self) -> list[list[list[float]]]:
        """Per group and world what each move brought the viewer."""
    @property
    def weights(self) -> list[list[float]]:
        """Per group how much each world counts; they sum to 1."""
    @property
    def held(self) -> list[list[list[tuple[int, str]]]]:
        """Per group and world every card that another seat holds, with its holder, if that was wanted."""
    def line(self, group: int, world: int, move: int) -> list[tuple[int | str, Move]]:
        """How a trial went, as many moves as were kept; declined interrupts are left out."""
    @property
    def complete(self) -> bool:
        """Whether every group has all worlds there are."""
    @property
    def certain(self) -> bool:
        """Whether nothing is left to chance: another group would bring the same, and there is only one."""

def trials(
    view: View,
    moves: Sequence[Move],
    *,
    policy: str,
    reward: str,
    groups: int,
    each: int,
    seed: int,
    worlds: str = "uniform",
    first: int = 0,
    all: int = 0,  # noqa: A002
    line: int = 0,
    held: bool = False,
    threads: int = 1,
    stop: Event | None = None,
) -> Trials:
    """Tries any legal moves of a view, also those that no search would: ``policy`` plays on at all seats.

    Groups ``first`` to ``first + groups - 1`` each find ``each`` worlds of their own: ``uniform``, ``belief(AGENT)`` or
    ``inferred(BELIEVER, POLICY, …)``. When there are at most ``all`` worlds altogether, a group has every one, weighed
    by how likely it is; an ending in which two sides know all cards is solved. ``line`` moves of each trial are kept,
    and with ``held`` the cards of every world. When ``stop`` is set, only the groups that were finished. The same seed
    gives the same result on any number of ``threads``.
    """

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

def agent_seed(seed: int, seating: int, seat: int) -> int:
    """The seed of the agent in a seat, in seating ``seating`` of the group whose deal has the seed ``seed``."""

def match_seed(seed: int, number: int) -> int:
    """The seed of deal ``number`` (from 0) of the match that began with the deal of ``seed``."""

def measure(game: Game, what: str, slices: int = 15, seconds: float = 0.05) -> list[float]:
    """Rates per second of CPU time, one per slice: ``deals``, ``worlds``, ``playout-sampled``, ``playout-listed`` or
    ``playout-batched``."""

@final
class Batch:
    """What one step has left in the buffers of its group."""

    @property
    def rows(self) -> int:
        """Rows of ``action`` (and of ``values`` to be filled): ``offset[-1]``."""
    @property
    def decisions(self) -> int:
        """Places that have rows, that is a decision to be made."""
    @property
    def samples(self) -> int:
        """Finished samples written to ``samples``."""
    @property
    def waiting(self) -> int:
        """Finished samples that did not fit; they come first in the next step. None is ever lost."""
    @property
    def held(self) -> int:
        """Places whose rows did not fit; they come first in the next step."""
    @property
    def finished(self) -> int:
        """Deals that ended in this step."""
    @property
    def done(self) -> bool:
        """Whether every deal of the group has ended (never, when ``endless``)."""

@final
class SelfPlay:
    """Many deals advanced together to the next real decision, for learners and for matches of networks.

    A *place* is one deal in progress. ``deals`` places make a *group*; groups are stepped one at a time, so that with
    two of them the engine plays one while the network thinks about the other. Forced moves, events of chance and the
    seats of built-in agents are played inside. ``seats`` says who decides: one entry for all seats, two for the two
    sides of ``Game.seatings``, or one per seat; ``"learn"``, ``"learn1"`` … are the caller's networks 0, 1 …, anything
    else is an agent specification. ``seatings`` has, for every table of a deal, the entry of each seat, for any other
    number of entries or another order.

    With ``endless`` (self-play) a new deal begins wherever one has ended, and ``samples`` are collected of the learners
    in ``record`` (none named: all). Without it (a match) every group plays ``deals`` deals of ``seed`` in every
    seating, deal ``i`` in seating ``j`` at place ``i * len(seatings) + j``, group after group of deal numbers; the
    cards and all chance are those of ``play_groups``, and ``results`` has the points.

    A move that has parts, such as the three cards of Tichu's exchange, is chosen part by part: each is a decision.

    The same choices give the same batches on any number of ``threads``. ``reward`` is the unit of the returns, as in
    searches: ``"margin/100"``, ``"points"``, ``"win"``; by default the game's own.

    >>> import kibitz, numpy
    >>> play = kibitz.SelfPlay(kibitz.Game("schnapsen"), deals=4)
    """

    def __new__(
        cls,
        game: Game,
        deals: int,
        seats: Sequence[str] = "learn",
        seed: int = 0,
        threads: int = 1,
        groups: int = 1,
        endless: bool = True,
        reward: str | None = None,
        record: Sequence[int] | None = None,
        seatings: Sequence[Sequence[int]] | None = None,
    ) -> SelfPlay: ...
    @property
    def game(self) -> Game:
        """The game that is played.

        >>> play.game
        Game('schnapsen', 'tournament')
        """
    @property
    def places(self) -> int:
        """Deals in progress at the same time in one group: ``deals``, or in a match ``deals`` times the seatings.

        >>> play.places
        4
        """
    @property
    def groups(self) -> int:
        """How many groups there are.

        >>> play.groups
        1
        """
    @property
    def threads(self) -> int:
        """How many threads play.

        >>> play.threads
        1
        """
    @property
    def reward(self) -> str:
        """The unit of the returns.

        >>> kibitz.SelfPlay(kibitz.Game("schnapsen"), deals=4, reward="points").reward
        'points'
        """
    def shapes(self, rows: int, samples: int) -> dict[str, tuple[str, tuple[int, ...]]]:
        """NumPy type and shape of every buffer that ``bind`` takes, for so many rows and samples per step.

        >>> play.shapes(rows=64, samples=256)["returns"]
        ('float32', (256,))
        """
    def bind(
        self,
        group: int,
        *,
        state: NDArray[Any],
        action: NDArray[Any],
        offset: NDArray[Any],
        seat: NDArray[Any] | None = None,
        learner: NDArray[Any] | None = None,
        kind: NDArray[Any] | None = None,
        truth: NDArray[Any] | None = None,
        values: NDArray[Any] | None = None,
        chosen: NDArray[Any] | None = None,
        samples: NDArray[Any] | None = None,
        returns: NDArray[Any] | None = None,
        sample_learner: NDArray[Any] | None = None,
        sample_kind: NDArray[Any] | None = None,
        sample_truth: NDArray[Any] | None = None,
        sample_outcome: NDArray[Any] | None = None,
        sample_ticket: NDArray[Any] | None = None,
    ) -> None:
        """Gives a group the memory its steps write to and read from; nothing is copied or allocated later.

        Every buffer is C-contiguous and writable: a NumPy array, or ``tensor.numpy()`` of a (pinned) PyTorch tensor.
        64-bit words may be signed or unsigned. Binding again replaces all buffers of the group.

        Written by a step, one row per place *E*:

        - ``state`` u64 [E, state_words], ``seat`` u8 [E], ``learner`` u8 [E] (which network is asked), ``kind`` u8 [E]
          (what is decided: 0 play, 1 call, 2 exchange, 3 wish, 4 gift, 5 game type), ``truth`` u64 [E, truth_words]
          (what only the engine knows: for critics and for learners that cheat)
        - ``offset`` u32 or i32 [E + 1]: the rows of place ``i`` are ``offset[i]`` to ``offset[i + 1]`` (none when it
          has no decision now; its other entries are then stale)
        - ``action`` u64 [rows, action_words]: one row per choice

        Read by the next step: ``values`` f32 [rows], one per row; or ``chosen`` i32 [E], the index of a row within
        its place (ignored where a place has none).

        Finished samples *N* (self-play), in an order that does not depend on threads, all samples of a deal together:

        - ``samples`` u64 [N, state_words + action_words]: what was seen and what was done; ``returns`` f32 [N]
        - ``sample_learner``, ``sample_kind`` u8 [N]; ``sample_truth`` u64 [N, truth_words] at the time of the decision;
          ``sample_outcome`` f32 [N, len(outcomes)], seats counted from the sample's seat; ``sample_ticket`` u32 [N, 2]:
          number of the step (of this group, from 0) that offered the decision, and its place

        >>> buffers = {name: numpy.zeros(shape, kind) for name, (kind, shape) in play.shapes(64, 256).items()}
        >>> play.bind(0, **buffers)
        """
    def step(
        self,
        group: int = 0,
        choose: Literal["values", "chosen", "random"] = "values",
        *,
        epsilon: float = 0.0,
        explore: float = 0.0,
        temperature: float = 0.0,
    ) -> Batch:
        """Makes the choices of the last step, plays on to the next decision of every place and fills the buffers.

        The first step of a group only fills them. ``choose`` says how: the row with the highest of ``values`` (with a
        ``temperature`` above 0: drawn in proportion to exp(value / temperature)), the ``chosen`` row, or any at random.
        With probability ``epsilon`` any choice is made instead, and with probability ``explore`` a coin decides whether
        to bet wherever a bet (Tichu, an announcement, a closed talon …) is one of the choices. Other Python threads run
        meanwhile.

        >>> buffers = {name: numpy.zeros(shape, kind) for name, (kind, shape) in play.shapes(64, 256).items()}
        >>> play.bind(0, **buffers)
        >>> play.step(0, "random").decisions
        4
        """
    @property
    def counts(self) -> dict[str, int]:
        """Since the beginning, all groups together: ``decisions``, ``explored``, ``plies``, ``deals``, ``samples``,
        ``steps``.

        >>> sorted(play.counts)
        ['deals', 'decisions', 'explored', 'plies', 'samples', 'steps']
        """
    def results(self, group: int = 0) -> list[list[list[float]]]:
        """The points of a match that is done: ``[deal][seating][side]``, the mean over the seats of the side.

        >>> match = kibitz.SelfPlay(kibitz.Game("schnapsen"), deals=1, seats=["rules", "random"], endless=False)
        >>> names = ("state", "action", "offset", "values")
        >>> buffers = {name: numpy.zeros(*match.shapes(64, 8)[name][::-1]) for name in names}
        >>> match.bind(0, **buffers)
        >>> match.step().finished
        2
        >>> [len(sides) for sides in match.results()[0]]
        [2, 2]
        """

# The inverses of __reduce__; chance is seat 15.
def _state(game: Game, beginning: str, log: Sequence[tuple[int, int]], settled: bool) -> State: ...
def _view(game: Game, world: str, seat: int, history: Sequence[tuple[int, int]]) -> View: ...
def _move(game: Game, code: int) -> Move: ...
