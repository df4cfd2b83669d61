"""Python agents of a match live where the true state is not, and no longer than the match."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import kibitz
from apart_agents import Last
from conftest import Command
from kibitz import lab
from kibitz.agents.apart import APART
from kibitz.lab import python_table

HERE = "apart_agents"


def test_no_state_is_near_an_agent_that_is_named() -> None:
    kibitz.match("schnapsen", f"{HERE}:Spy", "random", deals=2, threads=1)
    kibitz.match("schnapsen", f"decide({HERE}:Spy, call=never)", "random", deals=2, threads=1)
    state = kibitz.Game("schnapsen").deal(1)
    assert isinstance(state.to_act[0], int)
    with pytest.raises(kibitz.AgentFailed, match="a state around me"):  # here it finds one
        kibitz.agent(f"{HERE}:Spy").act(state.view(state.to_act[0]))


def test_partners_live_apart() -> None:
    kibitz.match("tichu", f"{HERE}:Alone", "random", deals=2, rules="mini", threads=1)


def test_it_plays_as_it_does_here() -> None:
    """The same agent, once by name and once as an object of this process."""
    game, spec = kibitz.Game("schnapsen"), f"{HERE}:Last"
    apart, here = (
        python_table.play(lab.head_to_head(game, agent, "ismcts(5)", seed=5), 0, 3) for agent in (spec, Last())
    )
    assert [group._replace(seconds=[]) for group in apart] == [group._replace(seconds=[]) for group in here]
    assert min(seconds for group in apart for seconds in group.seconds) > 0
    APART.close()


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("none", "not None"),
        ("wrong", 'it played "ZZ"'),
        ("ends", "its process ended with exit code 3"),
        ("exits", "SystemExit: enough"),
        ("raises", "KeyError: 'later' (apart_agents.py, line "),
    ],
)
def test_a_failure_names_agent_move_seat_and_deal(how: str, why: str, kibitz_command: Command) -> None:
    told = kibitz_command(
        "match", f"{HERE}:Faulty(how={how})", "random", "--game", "schnapsen", "-n", "2", "--threads", "1"
    )
    assert told.code == 2
    assert told.err.startswith(f'"{HERE}:Faulty(how={how})" failed at move 1, seat 0: ')
    assert why in told.err
    assert " The deal has the seed " in told.err


def test_it_hears_of_the_beginning_and_the_end_and_what_fails_there_is_named() -> None:
    heard = "schnapsen 0, hand of 5, 2 returns at seat 0 "
    with pytest.raises(kibitz.AgentFailed, match=f'^"{HERE}:Listening" failed in end_match: RuntimeError: {heard}'):
        kibitz.match("schnapsen", f"{HERE}:Listening", "random", deals=2, threads=1)


def test_what_it_prints_is_no_answer() -> None:
    assert kibitz.match("schnapsen", f"{HERE}:Faulty(how=prints)", "random", deals=2, threads=1).deals == 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_ctrl_c_does_not_wait_for_the_move(tmp_path: Path) -> None:
    note = tmp_path / "note"
    threading.Thread(target=_interrupted_at, args=[note]).start()
    with pytest.raises(lab.Interrupted):
        kibitz.match("schnapsen", f"{HERE}:Faulty(how=thinks, note={note})", "random", deals=2, threads=1)
    assert _gone(int(note.read_text()))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_nobody_is_left_when_the_match_is_killed(tmp_path: Path) -> None:
    note = tmp_path / "note"
    command = [
        sys.executable,
        "-m",
        "kibitz",
        "match",
        f"{HERE}:Faulty(how=thinks, note={note})",
        "random",
        "--game",
        "schnapsen",
        "-n",
        "2",
    ]
    match = subprocess.Popen([*command, "--game", "schnapsen", "-n", "2", "--threads", "1"], cwd=Path(__file__).parent)
    _written(note)
    match.kill()
    match.wait()
    assert _gone(int(note.read_text()))


def _interrupted_at(note: Path) -> None:
    _written(note)
    os.kill(os.getpid(), signal.SIGINT)


def _written(note: Path) -> None:
    """Waits until the agent thinks."""
    while not (note.exists() and note.read_text()):
        time.sleep(0.02)


def _gone(process: int) -> bool:
    """Waits until the process of an agent has ended; it would think for ever."""
    for _ in range(1000):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    os.kill(process, signal.SIGKILL)
    return False
