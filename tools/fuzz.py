"""Inputs that nobody would write: each is right, or refused with a sentence; nothing else may happen.

    python tools/fuzz.py                          every law for five seconds
    python tools/fuzz.py --seconds 60 records     one law for a minute
    python tools/fuzz.py --corpus                 only the inputs that have failed once

Good inputs are mutated at random; the engine is not watched while it works, so that this is no coverage-guided fuzzing.
What fails is kept in tests/fuzz/LAW, and tried again first every time.
"""

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kibitz
from kibitz import _core

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "fuzz"

# What may come of a wrong input; of these `KeyError` and the like are no sentences.
REFUSED = (ValueError, TypeError)

ODD: list[Any] = [
    *(-1, 0, 1, 2, 255, 256, 2**31, 2**32, 2**53 + 1, 2**63, 2**64, -(2**63), -(2**64), 10**30),
    *(0.5, -1.5, 1e309, -1e309, float("nan"), 1e-320, None, True, "", "x", "chance", "é" * 9, "\0", "9" * 40),
    *([], [[]], {}, {"0": ""}, [0, 1], [-1], "[" * 200, "(" * 200, "random", "rules", "inf", "nan", "1e309"),
]

Rules = [(name, preset) for name in _core.game_names() for preset in _core.describe_game(name)["presets"]]


class Broken(Exception):
    """A law does not hold."""


def hold(law: bool, sentence: str) -> None:
    """Ends the input that breaks a law."""
    if not law:
        raise Broken(sentence)


# ------------------------------------------------------------------------------------ making inputs


def shaken(rng: random.Random, text: str, other: str) -> str:
    """A text with a few changes."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at, length = rng.randrange(len(text) + 1), rng.choice((0, 1, 1, 2, 5, 20))
        begin = rng.randrange(len(other) + 1)
        new = rng.choice(
            (
                "",
                other[begin : begin + rng.choice((1, 3, 10, 40))],
                str(rng.choice(ODD)),
                chr(rng.choice((0, 9, 10, 13, 34, 40, 41, 44, 61, 91, 92, 93, 123, 125, 0xE9, 0x1F0A1))),
                text[at : at + length] * rng.choice((2, 9)),
            )
        )
        text = text[:at] + new + text[at + length :]
    return text[:4000]


def bent(rng: random.Random, value: Any) -> Any:
    """Data with a few parts replaced, left out or repeated."""
    if rng.random() < 0.1:
        return rng.choice(ODD)
    if isinstance(value, dict) and value:
        key = rng.choice([*value])
        if rng.random() < 0.15:
            return {k: v for k, v in value.items() if k != key}
        return value | {key: bent(rng, value[key])}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        if rng.random() < 0.3:
            return value[:at] + value[at : at + 1] * rng.choice((0, 2, 9)) + value[at + 1 :]
        return [*value[:at], bent(rng, value[at]), *value[at + 1 :]]
    if isinstance(value, str) and rng.random() < 0.8:
        return shaken(rng, value, "0123 9 ,;:-Ph Dr 2j CQ HQ pass")
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 3))
    return rng.choice(ODD)


def midway(rng: random.Random) -> kibitz.State:
    """A deal of some game after some moves."""
    game = kibitz.Game(*rng.choice(Rules))
    state = game.deal(rng.randrange(2**32))
    for _ in range(rng.randrange(70)):
        if state.over:
            break
        seat = rng.choice(state.to_act)
        state = state.play(seat, rng.choice(state.legal(seat)))
    return state


def to_the_end(rng: random.Random, state: kibitz.State) -> kibitz.State:
    """Plays on: whoever owes a decision has one, and what is legal is accepted."""
    for _ in range(2000):
        if state.over:
            hold(len(state.returns) == len(state.hands), "a result is missing")
            return state
        seat = rng.choice(state.to_act)
        moves = state.legal(seat)
        hold(len(moves) > 0, f"{seat} has to act and cannot")
        state = state.play(seat, rng.choice(moves))
    raise Broken("the deal does not end")


# ------------------------------------------------------------------------------------ laws

LAWS: dict[str, tuple[Callable[[random.Random], str], Callable[[str], None]]] = {}


def law(made: Callable[[random.Random], str]) -> Callable[[Callable[[str], None]], Callable[[str], None]]:
    """Registers what must hold of an input, by its name."""

    def keep(check: Callable[[str], None]) -> Callable[[str], None]:
        LAWS[check.__name__.replace("_", "-")] = made, check
        return check

    return keep


SPECS = [
    *{level[1] for name in _core.game_names() for level in kibitz.Game(name).levels},
    *(
        "ismcts(1000, select=ucb(1.5), threads=root(4))",
        "decide(rules, call=mc(10))",
        "phase(a, b)",
        "split(x, y, hidden<=3)",
    ),
    *(
        "alphabeta(depth=3, nodes=500, leaf=ratio+trumps(0.5))",
        "engine(python, a.py)",
        "oneply(value(ismcts(5)), samples=2)",
    ),
]


@law(lambda rng: shaken(rng, rng.choice(SPECS), rng.choice(SPECS)))
def specifications(text: str) -> None:
    """What prints reads back, and canonical forms stay."""
    spec = kibitz.Spec(text)
    hold(kibitz.Spec(str(spec)) == spec, "a specification does not read back")
    canonical = spec.canonical()
    hold(str(canonical.canonical()) == str(canonical), "a canonical form has another")
    hold(kibitz.Spec(text).with_() == spec, "nothing was changed, and it is another")


@law(
    lambda rng: json.dumps([rng.randrange(2**32), [rng.choice(ODD) for _ in range(rng.randrange(6))], rng.choice(ODD)])
)
def calls(text: str) -> None:
    """Any method of any object with any arguments."""
    seed, arguments, more = json.loads(text)
    rng = random.Random(seed)
    state = midway(rng)
    objects = [state.game, state, state.view(0), state.record(), kibitz.Spec("ismcts(3)"), kibitz.agent("random", 1)]
    thing = rng.choice(objects)
    # Dunder methods are Python's own; those that work long by right are other laws' business.
    names = [name for name in dir(thing) if not name.startswith("_") and name not in ("perft", "play_on", "belief")]
    method = getattr(thing, rng.choice(names))
    if callable(method):
        method(
            *arguments[: rng.choice((1, 2, 6))],
            **({} if rng.random() < 0.7 else {rng.choice(("seed", "cards", "ms")): more}),
        )


@law(
    lambda rng: json.dumps(
        [seed := rng.randrange(2**32), shaken(rng, *(str(rng.choice(some_moves(seed))) for _ in "ab"))]
    )
)
def moves(text: str) -> None:
    """A text is a move that reads back, or is refused."""
    seed, move = json.loads(text)
    state = midway(random.Random(seed))
    for seat in range(state.game.seats):
        try:
            after = state.play(seat, move)
        except kibitz.IllegalMove:
            continue
        made = next(mv for who, mv in reversed(after.history()) if who == seat)
        hold(state.play(seat, str(made)) == after, "a move does not read back")


def some_moves(seed: int) -> list[kibitz.Move | str]:
    """Moves of the state that a seed leads to."""
    state = midway(random.Random(seed))
    return ["pass", *(move for seat in range(state.game.seats) for move in state.legal(seat, cards=True)[:30])]


def positions_made(rng: random.Random) -> str:
    """Changes of a position that was reached."""
    state = midway(rng)
    setup = bent(rng, state.setup())
    return json.dumps([state.game.name, state.game.rules, setup if isinstance(setup, dict) else {}])


@law(positions_made)
def positions(text: str) -> None:
    """A position is refused, or reads back and can be played to its end."""
    name, rules, setup = json.loads(text)
    state = kibitz.Game(name, rules).position(setup, 1)
    again = state.game.position(state.setup(), 1)
    hold(again == state, "a position does not read back")
    rng = random.Random(text)
    for seat in range(len(state.hands)):
        hold(state.view(seat).sample(1).view(seat) == state.view(seat), "a world does not fit")
    to_the_end(rng, state)


@law(lambda rng: shaken(rng, str(record := midway(rng).record()), rng.choice((str(record), record.to_json()))))
def records(text: str) -> None:
    """A record is refused, or reads back as text and as JSON and is replayed."""
    record = kibitz.Record.from_json(text) if text.startswith("{") else kibitz.Record(text)
    hold(kibitz.Record(str(record)) == record, "a record does not read back from its text")
    hold(kibitz.Record.from_json(record.to_json()) == record, "a record does not read back from JSON")
    record.replay()


@law(lambda rng: json.dumps(rng.randrange(2**64)))
def play(text: str) -> None:
    """Random play ends, and its record leads to the same end."""
    rng = random.Random(text)
    end = to_the_end(rng, midway(rng))
    hold(end.record().replay() == end.settled(), "a record leads elsewhere")


NETWORK = Path(kibitz.__file__).parent / "nets" / "tichu-epfl2017-small.safetensors"


def networks_made(rng: random.Random) -> str:
    """Changes of the shipped file: cuts and bytes."""
    size = NETWORK.stat().st_size
    places = (rng.randrange(8), rng.randrange(3000), rng.randrange(size))
    changes = [[rng.choice(places), rng.randrange(256)] for _ in range(rng.choice((1, 1, 2, 5)))]
    return json.dumps([changes, rng.choice((size, size, size, rng.randrange(size), rng.randrange(3000)))])


@law(networks_made)
def networks(text: str) -> None:
    """A damaged network is refused, or plays legal moves."""
    changes, length = json.loads(text)
    data = bytearray(NETWORK.read_bytes())
    for at, byte in changes:
        data[at % len(data)] = byte % 256
    with tempfile.NamedTemporaryFile(suffix=".safetensors") as file:
        file.write(data[:length])
        file.flush()
        view = kibitz.Game("tichu", "epfl2017").deal(1).view(0)
        for world in (view.sample(seed) for seed in range(3)):
            seat = world.to_act[0]
            seen = world.view(int(seat))
            hold(kibitz.agent(f"net({file.name})", 1).act(seen) in seen.legal(), "a network plays what is illegal")


MESSAGES = [
    {"type": "hello", "id": "m0", "v": 2, "token": "cOcE10c7wzShRoOQXNrF2EJ8"},
    {"type": "move", "id": "m5", "ply": 0, "move": "no-grand"},
    {"type": "hint", "id": "m17", "agent": "ismcts(100)", "ms": 200},
    {"type": "watch", "id": "m18", "seat": 2},
    {"type": "belief", "id": "m21"},
]


def messages_made(rng: random.Random) -> str:
    """Changes of what a browser sends."""
    message = json.dumps(bent(rng, rng.choice(MESSAGES)))
    return message if rng.random() < 0.5 else shaken(rng, message, '{"type": "')


@law(messages_made)
def table_messages(text: str) -> None:
    """A message of a browser is one of the protocol, or refused."""
    from kibitz.server import protocol

    message = protocol.CLIENT.validate_json(text)
    hold(protocol.CLIENT.validate_json(message.model_dump_json()) == message, "a message does not read back")


# ------------------------------------------------------------------------------------ running


def fault(check: Callable[[str], None], text: str) -> str | None:
    """What went wrong with an input, if anything did."""
    try:
        check(text)
    except KeyboardInterrupt:
        raise
    except REFUSED as refused:
        # Some of Python's own errors are ValueErrors without a sentence.
        return None if str(refused) or isinstance(refused, UnicodeError) else f"{type(refused).__name__} says nothing"
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    return None


def work(name: str, seconds: float, seed: int, note: Path) -> None:
    """One law, in a process that may die of an input: the last one is in the note."""
    made, check = LAWS[name]
    rng = random.Random(f"{name} {seed}")
    kept = os.open(note, os.O_CREAT | os.O_RDWR)
    tried, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        text = made(rng)
        data = text.encode("utf-8", "surrogatepass")
        os.ftruncate(kept, 0)
        os.pwrite(kept, data, 0)
        if wrong := fault(check, text):
            keep(name, text)
            print(f"{name}: {wrong}\n  {text[:300]!r}", file=sys.stderr)
            sys.exit(1)
        tried += 1
    print(f"{name}: {tried} inputs")


def keep(name: str, text: str) -> Path:
    """Writes down an input that failed."""
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    data = text.encode("utf-8", "surrogatepass")
    file = folder / hashlib.sha256(data).hexdigest()[:12]
    file.write_bytes(data)
    return file


def old(name: str) -> int:
    """The inputs that failed once; how many still do."""
    failed = 0
    for file in sorted((CORPUS / name).glob("*")):
        if wrong := fault(LAWS[name][1], file.read_bytes().decode("utf-8", "surrogatepass")):
            print(f"{name}: {file.name} fails again. {wrong}", file=sys.stderr)
            failed += 1
    return failed


def main() -> int:
    """Tries laws, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("laws", nargs="*", help=f"some of {', '.join(LAWS)}")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", action="store_true")
    parser.add_argument("--note", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if unknown := [name for name in given.laws if name not in LAWS]:
        parser.error(f"There is no law {unknown[0]}; laws are {', '.join(LAWS)}.")
    if given.note:
        work(given.laws[0], given.seconds, given.seed, given.note)
        return 0
    failed = 0
    for name in given.laws or LAWS:
        failed += old(name)
        if given.corpus:
            continue
        with tempfile.TemporaryDirectory() as folder:
            note = Path(folder) / "note"
            command = [sys.executable, __file__, name, "--seconds", str(given.seconds), "--seed", str(given.seed)]
            try:
                code = subprocess.run(
                    [*command, "--note", str(note)], timeout=3 * given.seconds + 60, check=False
                ).returncode
            except subprocess.TimeoutExpired:
                code = -1
            if code:
                failed += 1
            if code < 0 and note.exists():
                file = keep(name, note.read_bytes().decode("utf-8", "surrogatepass"))
                print(f"{name}: an input ended or stopped the process; it is {file.name}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
