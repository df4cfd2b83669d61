"""What several tests share: deals in progress, and the command line as a function."""

from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import settings
from hypothesis import strategies as st

import kibitz
from kibitz.cli import main

# Never by the clock; the same examples on every machine.
settings.register_profile("kibitz", deadline=None, derandomize=True, max_examples=30)
settings.load_profile("kibitz")

PRESETS = ("official", "bsw", "epfl2017", "epfl2017_compat", "mini")
SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def states(draw: st.DrawFn, presets: tuple[str, ...] = PRESETS, longest: int = 150) -> kibitz.State:
    """Deals in progress or over, reached by arbitrary moves."""
    state = kibitz.Game("tichu", draw(st.sampled_from(presets))).deal(draw(SEEDS))
    choices = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, longest))):
        if state.over:
            break
        seat = choices.choice(state.to_act)
        state = state.play(seat, choices.choice(state.legal(seat)))
    return state


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture
def kibitz_command(capsys: pytest.CaptureFixture[str]) -> Command:
    def run(*arguments: str) -> Outcome:
        code = main(arguments)
        return Outcome(code, *capsys.readouterr())

    return run
