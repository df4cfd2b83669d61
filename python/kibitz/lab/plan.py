"""What is to be played: contests, and the plans made of them.

A contest is some agents at one kind of table: which of them sits where, how many deal groups, from which seed. A deal
group is the unit of everything: one deal (or one whole match) in every seating of its contest. A plan is a list of
contests; it is plain data, goes into the store as JSON, and says everything on which the results depend.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from kibitz import _core, games
from kibitz.agents import Agent, plugins
from kibitz.agents import agent as make_agent

AgentLike = str | Agent
GameLike = str | _core.Game


@dataclass(frozen=True)
class Contest:
    """Agents that meet at one kind of table.

    ``seatings`` has one tuple per table of a group: for every seat the index of its agent. ``agents`` are canonical
    specifications; an object with ``act(view)`` may stand in place of one, and then the contest cannot be stored.
    """

    game: str
    rules: str
    agents: tuple[AgentLike, ...]
    seatings: tuple[tuple[int, ...], ...]
    groups: int  # with sprt, at most this many
    seed: int = 1
    whole: bool = False  # a group is one whole match (to the rules' target) per seating, not one deal
    sprt: tuple[float, float] | None = None  # normalised Elo of agent 0 over agent 1: see stats.sprt
    name: str = ""  # for the reader; empty: the agents' names

    @cached_property
    def table(self) -> _core.Game:
        """The game with its rules."""
        return games.load(self.game, self.rules)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What the agents are called in tables; equal ones are told apart."""
        names = [label(agent) for agent in self.agents]
        return tuple(
            name if names.count(name) == 1 else f"{name} #{names[:i].count(name) + 1}" for i, name in enumerate(names)
        )

    @cached_property
    def cheats(self) -> tuple[bool, ...]:
        """Which agents look at the true cards."""
        return tuple(self._cheats(agent) for agent in self.agents)

    @cached_property
    def in_python(self) -> bool:
        """Whether Python plays the deals: it does so where one of its agents sits, so that views are all it sees.

        One within an agent of the engine is shown no more by the engine's own loop, which can show the cards to cheats.
        """
        if any(not isinstance(agent, str) or plugins.names_python(agent) for agent in self.agents):
            return True
        return any(plugins.lives_apart(str(agent)) for agent in self.agents) and not any(self.cheats)

    @property
    def title(self) -> str:
        """The name, or who meets."""
        if self.name:
            return self.name
        if self.beside and len(self.agents) > 2:
            return f"{' v '.join(self.labels[:2])} beside {self.beside}"
        return " v ".join(self.labels)

    @property
    def two_sides(self) -> bool:
        """Whether the game's two sides meet, one agent each."""
        return len(self.agents) == 2 and list(map(list, self.seatings)) == self.table.seatings

    @cached_property
    def beside(self) -> str:
        """Who fills the tables at which the first two agents have one seat each; empty where it is not so.

        It may be one of the two itself: the other then sits alone among its like.
        """
        counts = {tuple(seating.count(agent) for agent in range(len(self.agents))) for seating in self.seatings}
        if len(counts) != 1 or self.two_sides:
            return ""
        match counts.pop():
            case (1, many) | (many, 1) | (1, 1, many) as seats if many > 1:
                return self.labels[seats.index(many)]
        return ""

    def _cheats(self, agent: AgentLike) -> bool:
        return isinstance(agent, str) and not plugins.names_python(agent) and self.table.cheats(agent)


@dataclass(frozen=True)
class Plan:
    """Contests that are played and told together."""

    name: str
    contests: tuple[Contest, ...]

    def to_json(self) -> str:
        """The plan as text: equal plans, equal texts."""
        if any(not isinstance(agent, str) for contest in self.contests for agent in contest.agents):
            raise _core.InvalidSpec("A stored plan needs agents by name; give module:Class instead of an object.")
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> Plan:
        """The inverse of ``to_json``."""
        data = json.loads(text)
        return Plan(data["name"], tuple(_contest(fields) for fields in data["contests"]))


def head_to_head(
    game: GameLike,
    a: AgentLike,
    b: AgentLike,
    *,
    others: AgentLike | Sequence[AgentLike] | None = None,
    deals: int = 1000,
    seed: int = 1,
    whole: bool = False,
    sprt: tuple[float, float] | None = None,
    name: str = "",
) -> Contest:
    """A meets B: as the game's two sides, or, with ``others``, one seat each and the others in the remaining seats.

    One other takes all remaining seats; with others, the seatings are those of ``panel``. By default it is the game's
    neutral player where the game has one; ``()`` asks for two sides there too.
    """
    table = _game(game)
    agents, seatings = meeting(table, _canonical(table, a), _canonical(table, b), others)
    return replace(_made(table, agents, seatings, deals, seed, whole, name), sprt=_bounds(sprt))


def meeting(
    table: _core.Game, a: AgentLike, b: AgentLike, others: AgentLike | Sequence[AgentLike] | None = None
) -> tuple[list[AgentLike], list[list[int]]]:
    """The agents at the tables of ``head_to_head``, A and B first, and who of them sits where."""
    if others is None and (neutral := table.neutral) is not None:
        # Where one of the two is the neutral player itself, more of it at a table would only be told apart by number.
        like = [label(agent) == neutral for agent in (a, b)]
        if sum(like) == 1:
            return [a, b], table.seatings_of([0, 1, *[like.index(True)] * (table.seats - 2)])
        others = neutral
    return _filled(table, [a, b], others) if others else ([a, b], table.seatings)


def panel(
    game: GameLike,
    agents: Sequence[AgentLike],
    *,
    others: AgentLike | Sequence[AgentLike] = (),
    deals: int = 1000,
    seed: int = 1,
    whole: bool = False,
    name: str = "",
) -> Contest:
    """Every agent has one seat at the same table, in all seatings the game holds meaningful; others fill it up.

    These are all permutations where neighbours and partners matter, else all rotations.
    Others that are written alike are one agent: swapping them is no new seating.
    """
    table = _game(game)
    everyone, seatings = _filled(table, agents, others)
    return _made(table, everyone, seatings, deals, seed, whole, name)


def _filled(
    table: _core.Game, agents: Sequence[AgentLike], others: AgentLike | Sequence[AgentLike]
) -> tuple[list[AgentLike], list[list[int]]]:
    """The agents, and the others that fill the table, each kind once; and all meaningful seatings of them."""
    empty = table.seats - len(agents)
    rest = [others] * max(0, empty) if isinstance(others, str) or not isinstance(others, Sequence) else list(others)
    if len(rest) != empty:
        seated = f"{len(agents)} agents" + (f" and {len(rest)} others" if rest else "")
        raise _core.InvalidSpec(
            f"{table.title} is played by {table.seats} under these rules, not by {seated}; `others` fill the table."
        )
    seats = [*range(len(agents)), *(len(agents) + _distinct(rest).index(label(other)) for other in rest)]
    everyone = [*agents, *dict(zip(map(label, rest), rest, strict=True)).values()]
    return everyone, table.seatings_of(seats)


def teams(
    game: GameLike,
    a: Sequence[AgentLike],
    b: Sequence[AgentLike],
    *,
    deals: int = 1000,
    seed: int = 1,
    whole: bool = False,
    name: str = "",
) -> Contest:
    """Mixed teams: the players of A and of B sit in turn, in every rotation, and partners stay partners."""
    table = _game(game)
    everyone = [agent for pair in zip(a, b, strict=True) for agent in pair]
    if len(everyone) != table.seats:
        raise _core.InvalidSpec(f"{table.title} is played by {table.seats} under these rules, not by {len(everyone)}.")
    names = _distinct(everyone)
    seats = [names.index(label(agent)) for agent in everyone]
    rotations = dict.fromkeys(tuple(seats[by:] + seats[:by]) for by in range(len(seats)))
    agents = dict(zip(map(label, everyone), everyone, strict=True))
    return _made(table, list(agents.values()), list(map(list, rotations)), deals, seed, whole, name)


def round_robin(game: GameLike, agents: Sequence[AgentLike], *, name: str = "round robin", **settings: Any) -> Plan:
    """Everyone meets everyone, with the settings of ``head_to_head``. All contests play the same deals."""
    if len(agents) < 2:
        raise _core.InvalidSpec(f"A round robin needs at least two agents, not {len(agents)}.")
    return Plan(name, tuple(head_to_head(game, a, b, **settings) for a, b in combinations(agents, 2)))


def gauntlet(
    game: GameLike,
    champions: Sequence[AgentLike],
    opponents: Sequence[AgentLike],
    *,
    name: str = "gauntlet",
    **settings: Any,
) -> Plan:
    """Each of the first meets each of the second, with the settings of ``head_to_head``."""
    pairs = [(a, b) for a in champions for b in opponents if label(a) != label(b)]
    if not pairs:
        raise _core.InvalidSpec("A gauntlet needs a champion and an opponent.")
    return Plan(name, tuple(head_to_head(game, a, b, **settings) for a, b in pairs))


def _made(
    table: _core.Game,
    agents: Sequence[AgentLike],
    seatings: Sequence[Sequence[int]],
    deals: int,
    seed: int,
    whole: bool,
    name: str,
) -> Contest:
    if not isinstance(deals, int) or deals < 2:
        raise _core.InvalidSpec(f"A contest needs at least 2 deals to have an interval, not {deals}.")
    canonical = tuple(_canonical(table, agent) for agent in agents)
    contest = Contest(table.name, table.rules, canonical, tuple(map(tuple, seatings)), deals, seed, whole, None, name)
    python = [agent for agent in canonical if not isinstance(agent, str) or plugins.names_python(agent)]
    if python and any(contest.cheats):
        raise _core.InvalidSpec(
            f"{canonical[contest.cheats.index(True)]} looks at the true cards, which cannot be shown at a table with "
            f"{label(python[0])}, an agent written in Python; let it meet agents of the engine."
        )
    return contest


def _canonical(table: _core.Game, agent: AgentLike) -> AgentLike:
    """How the agent is written, once it is known that it can play this game; an object stays itself."""
    if isinstance(agent, str):
        made = make_agent(agent)
    elif isinstance(agent, _core.Agent):
        made = agent
    else:
        return agent
    if isinstance(made, _core.Agent):
        table.cheats(str(made))
    return str(made)


def _game(game: GameLike) -> _core.Game:
    return games.load(game) if isinstance(game, str) else game


def _distinct(agents: Iterable[AgentLike]) -> list[str]:
    return list(dict.fromkeys(map(label, agents)))


def _bounds(sprt: tuple[float, float] | None) -> tuple[float, float] | None:
    if sprt is not None and not -math.inf < sprt[0] < sprt[1] < math.inf:
        wrong = f"{sprt[0]:g},{sprt[1]:g} do not"
        raise _core.InvalidSpec(f"The bounds of an SPRT must be finite and increase, as in 0,5; {wrong}.")
    return sprt


def label(agent: AgentLike) -> str:
    """What an agent is called."""
    own = isinstance(agent, str) or type(agent).__str__ is not object.__str__
    return str(agent) if own else type(agent).__name__


def _contest(fields: dict[str, Any]) -> Contest:
    return Contest(
        **fields
        | {
            "agents": tuple(fields["agents"]),
            "seatings": tuple(map(tuple, fields["seatings"])),
            "sprt": tuple(fields["sprt"]) if fields["sprt"] else None,
        }
    )
