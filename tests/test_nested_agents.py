"""Python agents inside agents of the engine: slow, but right."""

import os
import random
import signal
import sys
import threading
import time
from typing import ClassVar

import pytest

import kibitz
from kibitz import _core, lab
from kibitz.play import play

GAME = kibitz.Game("schnapsen")


class Last:
    """Plays its last legal move, written out if it is asked to."""

    def __init__(self, text: bool = False) -> None:
        self.text = text

    def act(self, view: kibitz.View) -> kibitz.Move | str:
        move = view.legal()[-1]
        return str(move) if self.text else move


class Chance:
    """Plays any move, by its own random numbers."""

    def __init__(self, seed: int | None = None) -> None:
        self.random = random.Random(seed)

    def act(self, view: kibitz.View) -> kibitz.Move:
        return self.random.choice(list(view.legal()))


class Noting(Last):
    """Remembers what it was made with and what it was shown."""

    made: ClassVar[list["Noting"]] = []

    def __init__(self, **arguments: object) -> None:
        super().__init__()
        self.arguments, self.seen = arguments, []  # type: ignore[var-annotated]
        Noting.made.append(self)

    def act(self, view: kibitz.View) -> kibitz.Move | str:
        self.seen.append((type(view), view.history))
        return super().act(view)


class Broken:
    """Divides by nothing."""

    def act(self, _view: kibitz.View) -> kibitz.Move:
        raise ZeroDivisionError("no cards, no tricks")


class Wrong:
    """Makes moves that are none."""

    def __init__(self, move: str) -> None:
        self.move = move

    def act(self, _view: kibitz.View) -> object:
        return {"number": 7, "card": "XX"}[self.move]


def view() -> kibitz.View:
    state = GAME.deal(3)
    assert isinstance(state.to_act[0], int)
    return state.view(state.to_act[0])


NESTED = [
    "decide(rules, play=test_nested_agents:Last)",
    "split(test_nested_agents:Chance, random, hand<=1)",
    "phase(test_nested_agents:Last(text=true), random)",
    "rig(test_nested_agents:Chance, cards, 2)",
    "ismcts(20, rollout=test_nested_agents:Chance)",
    "ismcts(20, rollout=test_nested_agents:Chance, threads=root(2))",
    "ismcts(20, select=puct(2, prior=test_nested_agents:Chance))",
    "halving(test_nested_agents:Chance, 16)",
    "halving(random, 16, rollout=decide(random, play=test_nested_agents:Last))",
]


@pytest.mark.parametrize("spec", NESTED)
def test_a_python_agent_stands_wherever_an_agent_can(spec: str) -> None:
    look = view()
    player = kibitz.agent(spec, seed=1)
    assert str(player) == spec
    move = player.act(look)
    assert move in look.legal()
    assert kibitz.agent(spec, seed=1).act(look) == move, "the same seed makes the same moves"
    assert kibitz.Spec(spec).may_take_long(GAME), "somebody might want to stop it"


def test_inside_another_agent_it_makes_the_moves_it_makes_alone() -> None:
    alone, nested = "apart_agents:Last", "phase(apart_agents:Last, apart_agents:Last)"
    result = kibitz.match("schnapsen", nested, alone, deals=5, threads=1)
    assert set(result.differences) == {0}


@pytest.mark.parametrize(("executor", "workers"), [("threads", 2), ("processes", 2)])
def test_a_match_is_the_same_on_any_number_of_workers(executor: str, workers: int) -> None:
    a, b = "ismcts(3, rollout=apart_agents:Chance)", "decide(rules, play=apart_agents:Chance)"
    plan = lab.Plan("nested", (lab.head_to_head("schnapsen", a, b, deals=3, seed=5),))
    one, many = lab.run(plan, workers=1), lab.run(plan, executor=executor, workers=workers)
    assert list(one.contests[0].difference()) == list(many.contests[0].difference())


def test_it_is_told_how_the_deal_went_and_nothing_but_a_view() -> None:
    Noting.made.clear()
    players = [kibitz.agent(spec, 1) for spec in ("phase(test_nested_agents:Noting, random)", "random")]
    play(GAME.deal(3), [player.act for player in players])
    seen = [what for made in Noting.made for what in made.seen]
    assert {kind for kind, _ in seen} == {kibitz.View}
    assert max(len(history) for _, history in seen) > 4


def test_arguments_arrive_as_python_writes_them() -> None:
    Noting.made.clear()
    spec = "test_nested_agents:Noting(depth=3, hot=true, mood=wild, policy=mc(5, tree=root), share=0.5, who=[rules, 2])"
    kibitz.agent(f"phase({spec}, random)", seed=1).act(view())
    kibitz.agent(spec, seed=1)
    wanted = {
        "depth": 3,
        "hot": True,
        "mood": "wild",
        "policy": kibitz.Spec("mc(5, tree=root)"),
        "share": 0.5,
        "who": ["rules", 2],
    }
    assert [made.arguments for made in Noting.made] == [wanted, wanted]


@pytest.mark.parametrize(
    "spec",
    [
        "decide(test_nested_agents:Broken)",
        "ismcts(20, rollout=test_nested_agents:Broken)",
        "ismcts(20, rollout=test_nested_agents:Broken, threads=root(3))",
        "ismcts(20, select=puct(1, prior=test_nested_agents:Broken))",
    ],
)
def test_an_exception_of_a_nested_agent_is_an_error_that_names_it(spec: str) -> None:
    player = kibitz.agent(spec, seed=1)
    for _ in range(2):
        with pytest.raises(kibitz.AgentFailed, match=r'"test_nested_agents:Broken" failed: ZeroDivisionError') as error:
            player.act(view())
        assert isinstance(error.value.__cause__, ZeroDivisionError)
    with pytest.raises(kibitz.AgentFailed, match="Broken"):
        kibitz.match("schnapsen", spec, "random", deals=2)
    play = kibitz.SelfPlay(GAME, 4, ["learn", spec], threads=2, endless=False)
    with pytest.raises(kibitz.AgentFailed, match="Broken"):
        _play_out(play)


def _play_out(play: kibitz.SelfPlay) -> None:
    import numpy as np

    buffers = {
        name: np.zeros(shape, kind)
        for name, (kind, shape) in play.shapes(rows=4096, samples=64).items()
        if name in ("state", "action", "offset")
    }
    play.bind(0, **buffers)
    while not play.step(0, "random").done:
        pass


@pytest.mark.parametrize(("move", "reason"), [("number", "7, which is not a move"), ("card", '"XX" is not a move')])
def test_what_is_no_move_is_an_error_that_names_it(move: str, reason: str) -> None:
    with pytest.raises(kibitz.AgentFailed, match=reason):
        kibitz.agent(f"decide(test_nested_agents:Wrong(move={move}))").act(view())


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("decide(test_nested_agents:Nobody)", "There is no agent"),
        ("decide(no_such_module:Nobody)", "There is no agent"),
        ("decide(test_nested_agents:Last(size=3))", "unexpected keyword argument 'size'"),
        ("decide(test_nested_agents:Last(3))", "should be key=value"),
        ("ismcts(9, rollout=test_nested_agents:Last, threads=leaf(2))", "of threads only root"),
        ("ismcts(9, depth=1, leaf=value(test_nested_agents:Last))", "needs an agent that knows what a deal is worth"),
    ],
)
def test_what_cannot_be_made_is_refused(spec: str, reason: str) -> None:
    with pytest.raises(kibitz.InvalidSpec, match=reason):
        kibitz.agent(spec).act(view())


def test_a_search_with_a_nested_agent_stops_at_its_time_and_when_told() -> None:
    player = _core.Agent("ismcts(4000000000, rollout=test_nested_agents:Chance)", 1)
    look = view()
    assert player.act(look, ms=30) in look.legal()
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    began = time.monotonic()
    player.act(look, stop=stop)
    assert time.monotonic() - began < 30


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_ctrl_c_ends_a_search_with_a_nested_agent() -> None:
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        kibitz.agent("ismcts(4000000000, rollout=test_nested_agents:Chance)", 1).act(view())


def test_reading_a_specification_imports_nothing() -> None:
    sys.modules.pop("this", None)
    spec = kibitz.Spec("decide(this:s, call=ismcts(5, rollout=this:s(a=1)))")
    assert spec.canonical() == spec
    assert spec.full().python_agents == spec.python_agents == ["this:s", "this:s"]
    assert spec.with_(play="this:t").timed(50).walk()
    assert "this" not in sys.modules
