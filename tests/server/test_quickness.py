"""What stops everybody for a moment is kept short."""

import subprocess
import sys

from kibitz.server.quickness import _OFTEN_S, Sweeper

COUNTING = """
import gc
from kibitz.server.quickness import settle

settle()
assert gc.get_freeze_count() > 1000, "what is loaded is not searched again"
searched = []
gc.callbacks.append(lambda phase, info: searched.append(info["generation"]) if phase == "start" else None)
kept = []
for _ in range(100_000):
    kept.append([[]])
    circle = []
    circle.append(circle)
assert 0 in searched and 1 in searched, "what is young is"
assert 2 not in searched, "what has grown old waits"
"""


def test_only_young_objects_are_searched_while_people_play() -> None:
    subprocess.run([sys.executable, "-c", COUNTING], check=True)


def test_everything_is_searched_when_nobody_is_there_or_once_an_hour() -> None:
    sweeper = Sweeper()
    assert not sweeper.sweep(quiet=False)
    assert sweeper.sweep(quiet=True)
    sweeper.at -= _OFTEN_S
    assert sweeper.sweep(quiet=False)
    assert not sweeper.sweep(quiet=False)
