"""Whatever may take long ends when it is told to, and lets others go on meanwhile. Each of these would take years."""

import subprocess
import sys

SCRIPT = """
import signal, threading, time
import kibitz
from kibitz import _core

tichu, schnapsen = kibitz.Game("tichu", "mini"), kibitz.Game("schnapsen")
view, state = tichu.deal(1).view(tichu.deal(1).to_act[0]), schnapsen.deal(1)
endless = "ismcts(2000000000)"

def acts(spec):
    return lambda: kibitz.agent(spec, 1).act(view)

works = {
    "a search": acts(endless),
    "a search on threads": acts("ismcts(2000000000, threads=tree(2))"),
    "a search by a clock": acts("ismcts(20000s)"),
    "a search in a search": acts(f"oneply(value({endless}))"),
    "a search in a rollout": acts(f"ismcts(9, rollout={endless})"),
    "a determinization": acts("pimc(1000, budget=1000000000)"),
    "an analysis": lambda: kibitz.agent(endless, 1).analyse(view),
    "a contest": lambda: _core.play_groups(tichu, [endless], [[0] * 4], 0, 9, 1),
    "a deal": lambda: _core.first_deal(tichu, [endless], [[0] * 4], 0, 0, 1),
    "a match": lambda: kibitz.match(tichu, endless, "random", deals=4),
    "trials": lambda: _core.trials(
        view, view.legal()[:2], policy="random", reward=tichu.unit[0], groups=2**40, each=9, seed=1
    ),
    "a count of moves": lambda: state.perft(90),
    "a policy": lambda: tichu.deal(1).play_on("random", "points", times=2**40),
    "a belief": lambda: view.belief(all=0, drawn=2**32 - 1),
    "a function of the rules": lambda: tichu.call("count_beaters", players="random", rounds=2**40, seed=1),
    "a measurement": lambda: _core.measure(tichu, "deals", slices=1000000, seconds=3600.0),
}
beats = 0

def beat():
    global beats
    while True:
        beats += 1
        time.sleep(0.001)

threading.Thread(target=beat, daemon=True).start()
for name, work in works.items():
    before = beats
    threading.Timer(0.15, signal.raise_signal, [signal.SIGINT]).start()
    try:
        work()
    except KeyboardInterrupt:
        assert beats > before + 5, f"{name} let nobody else go on"
        print(name, flush=True)
    else:
        raise AssertionError(f"{name} ended by itself")
# What only says something of an agent does not search.
for tell in (tichu.cheats, tichu.cost, tichu.abilities):
    tell(f"oneply(value({endless}))")
"""


def test_whatever_may_take_long_ends_when_it_is_told_to() -> None:
    ran = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, f"after {ran.stdout.splitlines()[-1:]}: {ran.stderr}"
    assert len(ran.stdout.splitlines()) == 16
