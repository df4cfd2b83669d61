"""Kibitz's games in OpenSpiel, for its algorithms in Python.

    game = kibitz.envs.openspiel.load(NAME, rules=None)
    game = pyspiel.load_game("kibitz_NAME")                the same, once this module is imported

The first node of a deal is chance: which deal of the series ``seed`` it is, one of ``deals`` that are equally likely.
Actions are the numbers of ``kibitz.envs``; moves without a choice are made without asking, and of seats that decide at
once one is asked after the other. An information state is the seat's view. Returns are the points of the game.

It needs ``pip install "kibitz[openspiel]"``. See docs/environments.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kibitz import _core, games
from kibitz.envs.actions import bits
from kibitz.envs.choices import whole
from kibitz.envs.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

try:
    import pyspiel
except ModuleNotFoundError as error:
    told = 'OpenSpiel is not installed; install it with pip install "kibitz[openspiel]".'
    raise ModuleNotFoundError(told, name=error.name) from error

__all__ = ["Game", "Player", "State", "load", "register"]

DEALS = 1000
LONGEST = 1000
"""Decisions of a deal, at most: more than any game has."""


def load(game: str, rules: str | None = None, *, seed: int = 1, deals: int = DEALS) -> Game:
    """The game as OpenSpiel's; one written in Python is named ``module:Class``."""
    parameters = {"rules": games.load(game, rules).rules, "seed": seed, "deals": deals}
    found: Game = pyspiel.load_game(register(game), parameters)
    return found


def register(game: str) -> str:
    """Tells OpenSpiel of a game, and returns the name it has there: ``kibitz_NAME``."""
    short = "kibitz_" + re.sub(r"\W", "_", game)
    if short not in pyspiel.registered_names():
        kind = pyspiel.GameType(
            short_name=short,
            long_name=_core.Game(game).title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=10,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={"rules": _core.Game(game).rules, "seed": 1, "deals": DEALS},
        )
        # OpenSpiel keeps what it is given beyond the end of Python, which a class survives.
        pyspiel.register_game(kind, type("Game", (Game,), {"kind": kind, "name": game}))
    return short


class Game(pyspiel.Game):  # type: ignore[misc,unused-ignore] # OpenSpiel has no types
    """A game of Kibitz under its rules."""

    kind: ClassVar[Any]
    name: ClassVar[str]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        said = {"rules": None, "seed": 1, "deals": DEALS} | dict(parameters or {})
        self.table = Table(_core.Game(self.name, said["rules"]), "points")
        self.seed, self.deals = int(said["seed"]), int(said["deals"])
        least, most = self.table.game.bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions.n,
            max_chance_outcomes=self.deals,
            num_players=self.table.game.seats,
            min_utility=float(least),
            max_utility=float(most),
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, dict(parameters or {}))

    def new_initial_state(self) -> State:
        """Before it is known which deal it is."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """What a seat sees, as numbers and as text."""
        del iig_obs_type, params
        return Observer(64 * self.table.game.features()["state_words"])


class State(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A deal in progress; ``table`` has it as Kibitz knows it, None before it is dealt."""

    def __init__(self, game: Game, table: Table | None = None) -> None:
        super().__init__(game)
        self._game, self.table = _Kept(game), table

    def current_player(self) -> int:
        """Who is asked."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.table.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, equally likely."""
        deals = self._game.kept.deals
        return [(number, 1 / deals) for number in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.table is not None
        return sorted(self.table.choices(player).numbers.tolist())

    def _apply_action(self, action: int) -> None:
        game = self._game.kept
        if self.table is None:
            self.table = game.table.copy()
            self.table.deal(_core.deal_seed(game.seed, action))
        else:
            self.table.take(self.current_player(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        name: str = self._game.kept.table.actions.name(action)
        return name

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.table is not None and self.table.seat is None

    def returns(self) -> list[float]:
        """The points of a finished deal."""
        done = self.table is not None and self.table.state.over
        return list(map(float, self.table.state.returns if done and self.table else [0] * self.num_players()))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A deal that looks just like this to the player, uniform over all that do. It has no history of actions."""
        assert self.table is not None
        return State(self._game.kept, self.table.world(player, int(sampler() * 2**53)))

    def clone(self) -> State:
        """The same deal, to be played on apart."""
        other: State = super().clone()
        return other

    def __str__(self) -> str:
        return "before the deal" if self.table is None else str(self.table.state)


class _Kept:
    """What stays the same in copies."""

    def __init__(self, kept: Any) -> None:
        self.kept = kept

    def __deepcopy__(self, memo: object) -> _Kept:
        return self


class Observer:
    """The view of a seat: the bits that networks see, and its facts as text."""

    def __init__(self, length: int) -> None:
        self.tensor = np.zeros(length, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Writes what the player sees."""
        self.tensor[:] = 0
        if state.table is not None:
            words = state.table.choices(player).state if state.current_player() == player else None
            seen = state.table.state.view(player).features() if words is None else words
            self.tensor[:] = bits(np.array(seen, np.uint64))

    def string_from(self, state: State, player: int) -> str:
        """What the player sees: the same text wherever it sees the same."""
        if state.table is None:
            return f"{player} before the deal"
        view, begun = state.table.state.view(player), state.table.begun.get(player, ())
        return f"{view}\n{hash(view):x} {' '.join(begun)}"


class Player:
    """A bot of OpenSpiel at any table of Kibitz: ``kibitz.match(game, Player(make), "random")``.

    ``make(game, seed)`` makes the bot, whose ``step(state)`` is asked. It is shown a deal drawn for the view, so that
    it cannot know more than the view does, and must draw its own by ``resample_from_infostate``.
    """

    def __init__(self, make: Callable[[Game, int], Any], seed: int = 1) -> None:
        self._make, self._seed = make, seed
        self._bots: dict[_core.Game, tuple[Game, Any]] = {}

    def act(self, view: _core.View, /) -> _core.Move | str:
        """The move of the bot; where there is no choice, it is not asked."""
        if view.game not in self._bots:
            game = load(view.game.name, view.game.rules)
            self._bots[view.game] = game, self._make(game, self._seed)
        game, bot = self._bots[view.game]
        table = game.table.seen(view, 0)
        while True:
            found = table.choices(view.seat)
            one = len(found.numbers) == 1
            what = found.whats[0] if one else found.what(int(bot.step(State(game, table))))
            assert what is not None
            if not isinstance(what, str):
                return what
            cards = (*table.begun.get(view.seat, ()), what)
            if (move := whole(view, cards)) is not None:
                return move
            table = game.table.seen(view, 0)
            table.begun[view.seat] = cards


for _name in _core.game_names():
    register(_name)
