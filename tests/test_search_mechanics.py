"""Searches that are told to stop, by a clock or by a person."""

import signal
import time
from collections.abc import Iterator
from types import FrameType

import pytest

import kibitz


@pytest.fixture
def interrupt() -> Iterator[None]:
    """Ctrl-C, a little later, by what this process has done and not by the clock: the machine may be busy."""

    def press(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGVTALRM, press)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.2)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def first_view() -> kibitz.View:
    """The first decision of a deal."""
    state = kibitz.Game("tichu", rules="epfl2017").deal(seed=1)
    seat = state.to_act[0]
    return state.view(seat)


@pytest.mark.parametrize("threads", ["1", "root(2)", "leaf(2)", "tree(2)"])
@pytest.mark.usefixtures("interrupt")
def test_ctrl_c_ends_a_move_of_any_length(threads: str) -> None:
    agent = kibitz.agent(f"ismcts(4000000000, threads={threads})", seed=1)
    with pytest.raises(KeyboardInterrupt):
        agent.act(first_view())


@pytest.mark.usefixtures("interrupt")
def test_ctrl_c_ends_a_large_forest() -> None:
    with pytest.raises(KeyboardInterrupt):
        kibitz.agent("pimc(1000000, 1000000)", seed=1).analyse(first_view())


@pytest.mark.parametrize("spec", ["ismcts(50ms)", "pimc(7, 50ms)", "ismcts(50ms, threads=tree(2), exact=on)"])
def test_a_clock_is_kept_to(spec: str) -> None:
    agent = kibitz.agent(spec, seed=1)
    view = first_view()
    agent.act(view)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        agent.act(view)
        times.append(time.perf_counter() - start)
    # Generous: others may use the machine. Without a clock of its own it would be far off.
    assert 0.025 < min(times) < 0.5


@pytest.mark.parametrize("spec", ["ismcts(1000000000000)", "mc(10, draw=pool(2000000))", "mc(10, threads=tree(300))"])
def test_absurd_budgets_are_refused_in_a_sentence(spec: str) -> None:
    with pytest.raises(kibitz.InvalidSpec, match=r"[.?]$"):
        kibitz.agent(spec)
