"""The engine room: games, states, views, moves, records and agents, in Rust."""

from collections.abc import Iterator, Sequence
from os import PathLike
from threading import Event
from typing import Any, ClassVar, Final, Literal, TypeAlias, final, overload

from numpy.typing import NDArray

from kibitz.analysis import Analysis
from kibitz.facts import StateFacts, ViewFacts

__all__ = [
    "MOST_DEALS",
    "Agent",
    "AgentFailed",
    "AmbiguousMove",
    "Batch",
    "Game",
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
    "game_names",
    "match_seed",
    "measure",
    "network_names",
    "play_groups",
    "set_network_folder",
    "trials",
]

MOST_DEALS: Final = 1000
"""A match that is not over after so many deals is a draw: some players only ever lose points."""

class InvalidNotation(ValueError): ...

class InvalidRecord(InvalidNotation):
    """A record that cannot be read."""

    line: int | None
    """The line at fault, from 1; None when it is not one line."""

class IllegalMove(ValueError):
    """A move that the rules do not allow here."""

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
    """A move that can be read in more than one legal way."""

    move: Move | str | None
    """What was asked for."""
    seat: int | str | None
    """By whom."""
    legal: Moves | None
    """What the seat may do."""

class InvalidSpec(ValueError): ...

class AgentFailed(ValueError):
    """A Python agent inside an agent of the engine raised an exception, which is the cause of this one."""

class InvalidPosition(ValueError): ...

def game_names() -> list[str]:
    """The names of all games."""

def describe_game(name: str) -> dict[str, Any]:
    """What is known of a game: ``name``, ``title``, ``seats``, ``presets`` (name → options, the default first),
    ``bots`` (name → help) and ``rules_page``."""

def agent_parts() -> list[dict[str, Any]]:
    """Every agent: ``name``, ``usage``, ``help`` in one line, the ``game`` it belongs to (empty: any game) and its
    ``keys``, each a ``Parameter``."""

def set_network_folder(folder: str | PathLike[str]) -> None:
    """Says in which folder the networks are that have names: ``net(tichu)`` is ``tichu.safetensors`` there."""

def network_names() -> list[str]:
    """The names of the networks that come with the program."""

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
    @property
    def neutral(self) -> str | None:
        """Who fills the table when two agents are compared with one seat each, in a game whose two sides are no fair
        measure, since the cards decide who belongs together; elsewhere ``None``."""
    @property
    def best(self) -> list[str]:
        """The strongest players known here for about 20 ms, 200 ms and 2 s a move."""
    @property
    def levels(self) -> list[tuple[str, str, str]]:
        """Strengths to play against, the weakest first: name, specification, what to expect."""
    def seatings_of(self, players: Sequence[int]) -> list[list[int]]:
        """The meaningful seatings of these players, given one per seat by number."""
    @property
    def partners(self) -> list[list[int]]:
        """The seats that play together whatever the cards; empty where each plays alone or the cards decide it."""
    @property
    def unit(self) -> tuple[str, str, bool]:
        """What returns count: the noun, per what, and whether players want few of them (returns are then negative)."""
    def to_match(self, target: int | None = None) -> Game:
        """The same rules, with deals that add up to a match: to so many points, or for so many deals.
        Without a number, as long as is usual."""
    def cheats(self, spec: Spec | str) -> bool:
        """Whether the agent looks at the true cards; an error when it cannot play this game."""
    def cost(self, spec: Spec | str) -> float:
        """How long a decision of the agent takes, at most and roughly: milliseconds of one core."""
    def abilities(self, spec: Spec | str) -> set[str]:
        """What the agent can be asked beside its move: some of ``analyse``, ``value``, ``value to move`` and
        ``belief``."""
    def deal(self, seed: int, after: State | None = None) -> State:
        """A new deal; ``after`` a finished one, as the next deal of the same match."""
    def position(self, setup: dict[str, Any], seed: int | None = None) -> State:
        """A position of the conformance format. Without a seed, events of chance are left to the caller."""
    def replay(self, record: Record) -> State:
        """The state at the end of a record, every move checked."""
    def call(self, function: str, **arguments: object) -> Any:
        """A pure function of the rules, by the names of the conformance format."""
    def features(self) -> dict[str, Any]:
        """What networks see of this game, bit by bit.

        ``version`` (a hash of all that follows; a network and a batch must agree on it), ``state``, ``action`` and
        ``truth`` (lists of blocks, each with ``name``, ``word`` and ``bit`` of its first bit, number of ``bits`` and
        ``meaning``), ``state_words``, ``action_words``, ``truth_words``, and ``outcomes`` (the names of the numbers
        that say how a deal ended). Words have 64 bits; feature ``64 * word + bit`` is bit ``bit`` of word ``word``.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

_Kind: TypeAlias = Literal[
    "play", "pass", "decline", "call", "bid", "exchange", "wish", "gift", "close", "claim", "take"
]

@final
class Move:
    """A move of a game. It prints as its notation."""

    def __new__(cls, game: str, text: str, code: int) -> Move: ...
    @property
    def game(self) -> str: ...
    @property
    def code(self) -> int:
        """The move as one number, unique within its game."""
    @property
    def kind(self) -> _Kind:
        """What kind of thing it does."""
    @property
    def cards(self) -> tuple[str, ...]:
        """The cards it lays or gives."""
    @property
    def combination(self) -> str | None:
        """What its cards are together, where the game has a word for that: ``pair``, ``marriage``."""
    @property
    def to(self) -> tuple[int, ...]:
        """The seats that get something by it: a card each, or a trick."""
    @property
    def is_pass(self) -> bool:
        """Whether it lays no card in turn."""
    @property
    def is_decline(self) -> bool:
        """Whether it answers "no" to an open interrupt."""
    @property
    def is_call(self) -> bool:
        """Whether it announces something beside the play."""
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
        """The seats that owe a decision, interrupts included; ``("chance",)`` at a chance event."""
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
    @property
    def tricks(self) -> list[list[tuple[int | str, Move]]]:
        """The moves so far trick by trick, or as else the game divides its deals, each with the seat that made it.
        Declined interrupts are left out."""
    @property
    def last_trick(self) -> list[tuple[int | str, Move]]:
        """The last of ``tricks``; empty before the first move."""
    @property
    def parties(self) -> list[list[int]]:
        """The seats that play together as the cards lie, by their lowest seat."""
    @property
    def hands(self) -> list[list[str]]:
        """The cards that each seat holds."""
    @property
    def phase(self) -> str:
        """What is going on, in the game's own word."""
    def settled(self) -> State:
        """The state with every open interrupt declined."""
    def view(self, seat: int) -> View: ...
    @property
    def facts(self) -> StateFacts:
        """What an onlooker who sees everything can say, by the keys of the conformance format."""
    def setup(self) -> dict[str, Any]:
        """The position, as ``Game.position`` takes it."""
    def record(self, players: Sequence[str] = ()) -> Record: ...
    def history(self) -> list[tuple[int | str, Move]]: ...
    def perft(self, depth: int) -> int:
        """The number of move sequences of this length."""
    def play_on(
        self, policy: str, reward: str, *, times: int = 1, seed: int | None = None, stop: Event | None = None
    ) -> list[list[float]]:
        """What the deal brings each seat when ``policy`` plays on at all of them, each seeing its own cards: so many
        times, or once where nothing is left to chance. ``reward`` as in searches, such as ``"margin"``."""
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
    @property
    def facts(self) -> ViewFacts:
        """What the seat can say: hand, table, scores, counts and the game's own keys."""
    def sample(self, seed: int) -> State:
        """A world: a state that looks just like this to the seat, uniform over all that do."""
    def belief(
        self,
        *,
        all: int = 5000,  # noqa: A002
        drawn: int = 3000,
        seed: int | None = None,
    ) -> tuple[dict[str, tuple[float, ...]], int, bool]:
        """Where the hidden cards are when every world is equally likely: per card and seat the share of worlds in which
        the seat holds it (of a card that occurs twice, the mean number held), how many worlds were counted, and whether
        it was all of them: at most ``all`` are counted one by one, else so many are ``drawn``."""
    def features(self) -> list[int]:
        """The ``state`` words of ``Game.features``: a function of the view alone."""
    def move_features(self, move: Move) -> list[int]:
        """The ``action`` words of a legal move."""
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
    of it asks it."""

    def __new__(cls, text: str) -> Spec: ...
    @property
    def name(self) -> str:
        """The name in front of the parentheses."""
    @property
    def values(self) -> tuple[_Argument, ...]:
        """Values without a key, each a specification or a tuple of such."""
    @property
    def keys(self) -> dict[str, _Argument]:
        """Values by their keys."""
    @property
    def parts(self) -> list[Spec]:
        """The specifications that stand directly inside it, in order."""
    @property
    def arguments(self) -> dict[str | int, Any]:
        """Every argument by its name, as Python writes it: a number, a truth, a word, a tuple, or a ``Spec`` with
        arguments of its own. A value without a key goes by its name in the table of keys, or else by its place."""
    @property
    def parameters(self) -> list[Parameter]:
        """What this agent can be told; empty for players of one game and for Python agents."""
    def with_(self, **arguments: Any) -> Spec:
        """The same with other arguments: numbers, words, lists or specifications by their names; ``None`` is the
        default. An agent of the engine that would not be one is an error."""
    def cost(self, game: Game | str) -> float:
        """How long a decision takes in a game, at most and roughly: milliseconds of one core."""
    def may_take_long(self, game: Game | str) -> bool:
        """Whether a decision may take more than a few milliseconds in a game."""
    def abilities(self, game: Game | str) -> set[str]:
        """What the agent can be asked beside its move in a game, as ``Game.abilities`` has it."""
    @property
    def python_agents(self) -> list[str]:
        """Every Python agent it names, wherever it stands. Nothing is imported to find out."""
    def walk(self) -> list[Spec]:
        """This specification and every one inside it, from the outside in."""
    @property
    def networks(self) -> list[str]:
        """Every network it names, wherever it stands."""
    def canonical(self) -> Spec:
        """The canonical form: abbreviations spelled out, defaults left out."""
    def full(self) -> Spec:
        """The full form: abbreviations spelled out, every key written. What is left to the game is left out."""
    def timed(self, ms: int) -> Spec:
        """The same agent with so much time for its searches; what plays in their rollouts stays as it is."""
    def __hash__(self) -> int: ...

@final
class Agent:
    """A player made from its specification. The same seed makes the same moves."""

    def __new__(cls, spec: Spec | str, seed: int | None = None) -> Agent: ...
    @property
    def spec(self) -> str:
        """The canonical specification."""
    def act(self, view: View, *, ms: int | None = None, stop: Event | None = None) -> Move:
        """The move for the seat whose view it is; the best it knows of when ``ms`` milliseconds are over or the event
        ``stop`` is set."""
    def may_take_long(self, view: View) -> bool:
        """Whether a move in this view may take more than a few milliseconds."""
    def analyse(self, view: View, *, ms: int | None = None, stop: Event | None = None) -> Analysis:
        """What the agent knows of the decision; agents that only play say so. ``ms`` and ``stop`` as for ``act``."""

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
    def game(self) -> Game: ...
    @property
    def places(self) -> int:
        """Deals in progress at the same time in one group: ``deals``, or in a match ``deals`` times the seatings."""
    @property
    def groups(self) -> int: ...
    @property
    def threads(self) -> int: ...
    @property
    def reward(self) -> str:
        """The unit of the returns."""
    def shapes(self, rows: int, samples: int) -> dict[str, tuple[str, tuple[int, ...]]]:
        """NumPy type and shape of every buffer that ``bind`` takes, for so many rows and samples per step."""
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
        """
    @property
    def counts(self) -> dict[str, int]:
        """Since the beginning, all groups together: ``decisions``, ``explored``, ``plies``, ``deals``, ``samples``,
        ``steps``."""
    def results(self, group: int = 0) -> list[list[list[float]]]:
        """The points of a match that is done: ``[deal][seating][side]``, the mean over the seats of the side."""

# The inverses of __reduce__; chance is seat 15.
def _state(game: Game, beginning: str, log: Sequence[tuple[int, int]], settled: bool) -> State: ...
def _view(game: Game, world: str, seat: int, history: Sequence[tuple[int, int]]) -> View: ...
def _move(game: Game, code: int) -> Move: ...
