"""Runs rule conformance files (format ``kibitz-conformance/1``) against the engine.

A case sets up a position, makes moves and compares what the engine says with what is written; or it calls a pure
function of the rules. What a case needs and the engine does not know is a failure, never a skip.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kibitz import _core
from kibitz.reading import json_of

FORMAT = "kibitz-conformance/1"

# Lists whose order carries no meaning; every other list is compared as it stands.
_SETS = {"to_act", "re", "winners"}
# Seat → several values, of which a case names the seats it cares for.
_BY_SEAT = {"hands", "legal", "calls", "includes", "excludes"}


class BadFile(ValueError):
    """A file that is not a conformance file; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What a case expected and what it found, after how many steps."""

    id: str
    step: int
    key: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        expected, found = _show(self.expected), _show(self.found)
        return f"{self.id}: after step {self.step}, {self.key}: expected {expected}, found {found}"


@dataclass(slots=True)
class Report:
    """The outcome of some cases: per area how many passed and how many there were, and every failure."""

    areas: dict[str, tuple[int, int]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    @property
    def failed(self) -> int:
        """Number of cases that failed."""
        return len(self.failures)

    @property
    def passed(self) -> int:
        """Number of cases that hold."""
        return sum(passed for passed, _ in self.areas.values())

    def add(self, area: str, failure: Failure | None) -> None:
        """Counts one case."""
        passed, total = self.areas.get(area, (0, 0))
        self.areas[area] = (passed + (failure is None), total + 1)
        if failure:
            self.failures.append(failure)

    def to_json(self) -> str:
        """The report as the format asks for it."""
        failures = [asdict(failure) for failure in self.failures]
        return json.dumps({"passed": self.passed, "failed": self.failed, "failures": failures}, ensure_ascii=False)


def load(path: Path) -> list[dict[str, Any]]:
    """The cases of a file, their form checked."""
    suite = json_of(path)
    if not isinstance(suite, dict) or suite.get("format") != FORMAT:
        raise BadFile(f'{path} is not a conformance file: it should contain "format": "{FORMAT}".')
    cases = suite.get("cases")
    if not isinstance(cases, list):
        raise BadFile(f'{path} has no list of "cases".')
    for number, case in enumerate(cases, 1):
        if problem := _malformed(case):
            name = case.get("id", f"number {number}") if isinstance(case, dict) else f"number {number}"
            raise BadFile(f"{path}: case {name} {problem}.")
        case.setdefault("game", suite.get("game"))
        if case["game"] not in _core.game_names():
            raise BadFile(
                f'{path}: case {case["id"]} is about "{case["game"]}"; games are {", ".join(_core.game_names())}.'
            )
    return cases


def run(cases: Iterable[Mapping[str, Any]]) -> Report:
    """Runs cases and counts."""
    report = Report()
    for case in cases:
        report.add(case.get("area", ""), run_case(case))
    return report


def run_case(case: Mapping[str, Any]) -> Failure | None:
    """The first thing of a case that does not hold, or None."""
    step, key = 0, "rules"
    try:
        rules = case["rules"]
        game = _core.Game(case["game"], rules.get("preset"), **rules.get("options", {}))
        if "call" in case:
            key = "call"
            arguments = dict(case["call"])
            found = game.call(arguments.pop("function"), **arguments)
            expected = case["expect"]["value"]
            return None if found == expected else Failure(case["id"], step, "value", expected, found)
        key = "setup"
        state = game.position(case["setup"]).settled()
        for step, (seat, move, *expect) in enumerate(case.get("steps", []), 1):
            key = f"[{seat}, {move!r}]"
            state = state.play(seat, move).settled()
            for key, expected in (expect[0] if expect else {}).items():
                if failure := _check(case["id"], step, state, key, expected):
                    return failure
        for key, expected in case["expect"].items():
            if failure := _check(case["id"], step, state, key, expected):
                return failure
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # whatever the engine stumbles over, a panic too, fails the case and not the run
        return Failure(case["id"], step, key, "no error", f"{type(error).__name__}: {error}")
    return None


def _check(case_id: str, step: int, state: _core.State, key: str, expected: Any) -> Failure | None:
    def failure(expected: Any, found: Any, at: str = key) -> Failure:
        return Failure(case_id, step, at, expected, found)

    if key == "rejects":
        for seat, move in expected:
            if problem := _accepted(state, seat, move):
                return failure("IllegalMove", problem, f"rejects [{seat}, {move!r}]")
        return None
    if key in _BY_SEAT:
        look, holds = _LOOKS[key]
        for seat, values in expected.items():
            wanted, found = _sorted(values), look(state, seat)
            if not holds(wanted, found):
                return failure(wanted, found, f"{key} of seat {seat}")
        return None
    facts = state.facts.as_map()
    if key not in facts:
        return failure(expected, "nothing of that name")
    return None if _same(key, expected, facts[key]) else failure(expected, facts[key])


def _done(state: _core.State, seat: str) -> list[_core.Move]:
    """Everything the seat may do, at card level; declining an interrupt is not doing anything."""
    legal = state.legal("chance" if seat == "chance" else int(seat), cards=True)
    return sorted((move for move in legal if not move.is_decline), key=str)


def _moves(state: _core.State, seat: str) -> list[str]:
    return [str(move) for move in _done(state, seat)]


def _ordinary(state: _core.State, seat: str) -> list[str]:
    return [str(move) for move in _done(state, seat) if not move.is_call]


def _calls(state: _core.State, seat: str) -> list[str]:
    return [str(move) for move in _done(state, seat) if move.is_call]


def _hand(state: _core.State, seat: str) -> list[str]:
    return _sorted([] if seat == "chance" else state.hands[int(seat)])


Look = Callable[[_core.State, str], list[str]]
Holds = Callable[[list[str], list[str]], bool]
_LOOKS: dict[str, tuple[Look, Holds]] = {
    "hands": (_hand, lambda wanted, found: wanted == found),
    "legal": (_ordinary, lambda wanted, found: wanted == found),
    "calls": (_calls, lambda wanted, found: wanted == found),
    "includes": (_moves, lambda wanted, found: set(wanted) <= set(found)),
    "excludes": (_moves, lambda wanted, found: not set(wanted) & set(found)),
}


def _accepted(state: _core.State, seat: int | str, move: str) -> str | None:
    """What went wrong with the refusal of a move; None when it was refused properly."""
    before = (str(state), state.facts)
    try:
        state.play(seat, move)
    except _core.IllegalMove:
        return None if (str(state), state.facts) == before else "a changed state"
    except ValueError as error:
        return f"{type(error).__name__}: {error}"
    return "the move was accepted"


def _same(key: str, expected: Any, found: Any) -> bool:
    if isinstance(expected, dict) and isinstance(found, dict):
        return expected.keys() == found.keys() and all(_same(k, v, found[k]) for k, v in expected.items())
    if key in _SETS and isinstance(expected, list) and isinstance(found, list):
        return sorted(map(str, expected)) == sorted(map(str, found))
    return bool(expected == found)


def _sorted(values: str | list[Any]) -> list[str]:
    """A set of moves, or a hand as text or as a list of numbers, in one comparable form."""
    return sorted(values.split() if isinstance(values, str) else map(str, values))


def _malformed(case: object) -> str | None:
    """What is wrong with the form of a case, as the end of a sentence."""
    if not isinstance(case, dict):
        return "is not an object"
    for key, kind in (("id", str), ("rules", dict), ("expect", dict)):
        if not isinstance(case.get(key), kind):
            return f'has no proper field "{key}"'
    if isinstance(call := case.get("call"), dict):
        if not isinstance(call.get("function"), str):
            return 'has a call without a "function"'
        return None if "value" in case["expect"] else 'has a call, but expects no "value"'
    if not isinstance(case.get("setup"), dict):
        return 'has neither a "setup" nor a "call"'
    steps = case.get("steps", [])
    if not isinstance(steps, list) or not all(_is_step(step) for step in steps):
        return "has a step that is not [seat, move] or [seat, move, expect]"
    return None


def _is_step(step: object) -> bool:
    match step:
        case [int() | "chance", str()]:
            return True
        case [int() | "chance", str(), dict()]:
            return True
    return False


def _show(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
