"""Long work is done in turn: nobody's queue keeps anybody else waiting."""

import os
import sys
import threading
from collections.abc import Iterator
from functools import partial

import pytest

from kibitz.server.refusal import Refusal
from kibitz.server.turns import _MOST, Turns


@pytest.fixture
def busy() -> Iterator[tuple[Turns, threading.Event]]:
    """One thread, at work until it is let go."""
    turns, free = Turns(1, "test"), threading.Event()
    began = threading.Event()

    def first() -> None:
        began.set()
        free.wait()

    turns.submit("first", first)
    began.wait()
    yield turns, free
    free.set()
    turns.shutdown()


def test_visitors_are_served_in_turn(busy: tuple[Turns, threading.Event]) -> None:
    turns, free = busy
    done: list[str] = []
    waiting = [turns.submit(visitor, partial(done.append, visitor)) for visitor in "aaaabbc"]
    free.set()
    for each in waiting:
        each.result()
    assert done == list("abcabaa")


def test_what_takes_many_steps_lets_others_through_between_them(busy: tuple[Turns, threading.Event]) -> None:
    turns, free = busy
    done: list[str] = []

    def steps(visitor: str, many: int) -> Iterator[None]:
        for number in range(many):
            done.append(f"{visitor}{number}")
            yield

    long, short = turns.carry("a", steps("a", 5)), turns.carry("b", steps("b", 2))
    free.set()
    long.result()
    short.result()
    assert done == ["a0", "b0", "a1", "b1", "a2", "a3", "a4"]


def test_errors_reach_whoever_waits(busy: tuple[Turns, threading.Event]) -> None:
    turns, free = busy

    def fails() -> Iterator[None]:
        yield
        raise ValueError("no")

    waiting = turns.submit("a", lambda: int("no")), turns.carry("a", fails())
    free.set()
    for each in waiting:
        with pytest.raises(ValueError, match="no"):
            each.result()


def test_nobody_lines_up_without_end(busy: tuple[Turns, threading.Event]) -> None:
    turns, _ = busy
    for _ in range(_MOST):
        turns.submit("a", int)
    with pytest.raises(Refusal, match="wait for some of it"):
        turns.submit("a", int)
    turns.submit("b", int)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows it of a thread")
def test_background_work_steps_back_and_nothing_else_does() -> None:
    turns = Turns(1, "test", yields=7)
    before = os.getpriority(os.PRIO_PROCESS, 0)
    mine = turns.submit("a", lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())).result()
    turns.shutdown()
    assert (mine, os.getpriority(os.PRIO_PROCESS, 0)) == (min(19, before + 7), before)
