"""When a move appears depends on what everybody knows, not on who was asked for a bomb."""

import asyncio
import selectors
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

import pytest

from kibitz import _core
from kibitz.server import protocol
from kibitz.server.lanes import Lanes
from kibitz.server.room import Client, Room
from kibitz.server.store import Store
from kibitz.server.table import Holder, Table, digest, questions
from kibitz.server.turns import Turns

Pick = Callable[[_core.View], _core.Move]
GAME = _core.Game("tichu", "official", exchange=False, calls=False)
BOMB = "2j 2s 2p 2r"


class _NoWait(selectors.DefaultSelector):
    """Where a loop would wait it looks once, and the time it wanted to wait has passed."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        assert timeout is not None, "nothing will ever happen"
        self.passed += max(timeout, 0.0)
        return super().select(0)


class Timeless(asyncio.SelectorEventLoop):
    """A loop whose clock goes as fast as the work is done, so that no machine is too slow for it."""

    def __init__(self) -> None:
        self.clock = _NoWait()
        super().__init__(self.clock)

    def time(self) -> float:
        return self.clock.passed


class Thinkers(Executor):
    """Threads in which agents take just the time that their specification and their clock say."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick

    def submit(self, work: Any, /, *_: Any, **__: Any) -> "Future[Any]":
        assert isinstance(work, partial)
        player, view = work.args[:2]
        took = min(int(str(_core.Spec(player.spec).values[0]).removesuffix("ms")), work.keywords["ms"])
        future: Future[Any] = Future()
        asyncio.get_running_loop().call_later(took / 1000, future.set_result, (self.pick(view), None))
        return future


class OneLane(Lanes):
    """Everybody thinks there."""

    def __init__(self, lane: Executor) -> None:
        self.lane = lane

    def of(self, game: _core.Game, spec: str) -> Executor:  # noqa: ARG002
        return self.lane


class Listener(Client):
    """A person's browser that notes when it was sent how much."""

    heard: list[tuple[float, int, protocol.Sent]]

    def send(self, message: protocol.Sent) -> None:
        self.heard.append((asyncio.get_running_loop().time(), len(message.text_sent), message))


def position(bomb_at: int | None) -> _core.State:
    """Seat 1 leads; the person at 0 and the seat on turn hold the same cards whoever has the four twos."""
    hands = {
        "0": "4j 4s 6p 8s Tj Jp Qj Ks Ap",
        "1": "5s 5r 6s 7s 9j 9s Tr Js Qp",
        "2": "3s 3p 8p 7p 8j 9r Ts Jj Jr",
        "3": "3j 3r 4r 6r 7j 7r 8r 9p Tp",
    }
    fours = {2: {"2": BOMB}, 3: {"3": BOMB}, None: {"2": "2j 2s", "3": "2p 2r"}}[bomb_at]
    others = {"2": "Qs Kp Kr As", "3": "Qr Kj Ar Aj"}
    halves = {2: {"3": others["3"]}, 3: {"2": others["2"]}, None: {"2": "Qs Kp", "3": "Qr Kj"}}[bomb_at]
    for seat in ("2", "3"):
        hands[seat] = " ".join(filter(None, (hands[seat], fours.get(seat), halves.get(seat))))
    return GAME.position({"phase": "play", "hands": hands, "turn": 1})


def quiet(view: _core.View) -> _core.Move:
    """Declines, passes, or leads the lowest card."""
    return next((move for move in view.legal() if move.is_decline or move.is_pass), view.legal()[0])


def bombing(view: _core.View) -> _core.Move:
    """Bombs whenever it is asked."""
    legal = list(view.legal())
    return next((move for move in legal if str(move) == BOMB), quiet(view))


def played(state: _core.State, pick: Pick, agent: str, window_ms: int) -> list[tuple[float, int, Any]]:
    """What a person is sent who passes at once whenever it is his turn, until the leader is nearly out or bombed."""

    async def play() -> list[tuple[float, int, Any]]:
        holders = [Holder("person", "Ada", "rules", token=digest("t"))]
        holders += [Holder("agent", "agent", agent) for _ in range(3)]
        table = Table("table", GAME, holders, digest("t"), pace_ms=100, window_ms=window_ms)
        table.starts, table.states = [{"seed": 1}], [state]
        room = Room(table, Store(None), OneLane(Thinkers(pick)), Turns(1, "helper"))
        ada = Listener()
        ada.heard = []
        room.join(ada, protocol.Hello(type="hello", id="1", v=protocol.VERSION, token="t", watch=None))
        while len(room.table.state.view(1).hand) > 2 and BOMB not in [str(move) for _, move in room.table.moves]:
            await asyncio.sleep(0.01)
            view = next(said for _, _, said in reversed(ada.heard) if isinstance(said, protocol.ViewNow))
            if view.view.must and view.queued is None:
                room.handle(ada, protocol.Move(type="move", id="2", ply=view.ply, move="pass"))
        room.close()
        return ada.heard

    with asyncio.Runner(loop_factory=Timeless) as runner:
        return runner.run(play())


def shape(heard: list[tuple[float, int, Any]]) -> list[tuple[float, int, str]]:
    """When how much of what."""
    return [(round(at, 3), size, said.type) for at, size, said in heard]


@pytest.mark.parametrize("agent", ["ismcts(1500ms)", "ismcts(300ms)", "ismcts(20ms)"])
@pytest.mark.parametrize("window_ms", [1000, 200])
def test_neither_times_nor_sizes_tell_of_a_hidden_bomb(agent: str, window_ms: int) -> None:
    without, *others = (played(position(at), quiet, agent, window_ms) for at in (None, 2, 3))
    assert len([said for _, _, said in without if isinstance(said, protocol.ViewNow)]) > 20
    for other in others:
        assert shape(other) == shape(without)


def test_an_agent_that_is_slower_than_the_window_bombs_when_it_ends() -> None:
    heard = played(position(3), bombing, "ismcts(1500ms)", 1000)
    views = [(at, said) for at, _, said in heard if isinstance(said, protocol.ViewNow)]
    plays = [(at, move.move.text) for at, view in views for move in view.last]
    (led, card), (bombed, bomb) = plays[:2]
    assert (card, bomb) == ("5s", BOMB)
    assert bombed - led == pytest.approx(1.0, abs=0.01)


def test_the_seat_on_turn_thinks_while_others_may_bomb() -> None:
    """The next move comes when its agent has thought, not a window later."""
    heard = played(position(3), quiet, "ismcts(1500ms)", 1000)
    times = [at for at, _, said in heard if isinstance(said, protocol.ViewNow) and said.last]
    assert times[1] - times[0] == pytest.approx(1.5, abs=0.01)


def deals() -> Iterator[tuple[_core.State, dict[int, _core.State]]]:
    """Every position with open questions in many deals that are played at random."""
    for game in _core.game_names():
        for seed in range(40):
            state, agent = _core.Game(game).deal(seed), _core.Agent("random", seed)
            while not state.over:
                if asked := questions(state):
                    yield state, asked
                shown = state.settled() if seed % 2 else state
                if shown.chance:
                    state = state.play("chance", state.legal("chance")[0])
                else:
                    state = state.play(shown.to_act[0], agent.act(shown.view(shown.to_act[0])))


def test_what_a_seat_thinks_about_is_what_it_sees_when_all_have_declined() -> None:
    found = 0
    for state, asked in deals():
        found += 1
        settled, declined = state.settled(), state
        for seat in asked:
            declined = declined.play(seat, "decline")
        assert declined == settled
        for seat in range(state.game.seats):
            assert settled.view(seat) == declined.view(seat)
            assert seat in asked or state.view(seat) == settled.view(seat)
        for turn in settled.to_act:
            move = settled.legal(turn)[0]
            assert state.play(turn, move) == settled.play(turn, move), "the next move declines for all"
    assert found > 10
