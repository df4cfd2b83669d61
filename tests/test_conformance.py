"""The rule cases hold, and the runner notices when they do not."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from kibitz import conformance

FILES = sorted((Path(__file__).parent / "conformance").glob("*.json"))
CASES = [case for path in FILES for case in conformance.load(path)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any]) -> None:
    assert conformance.run_case(case) is None


def case(name: str) -> dict[str, Any]:
    found: dict[str, Any] = copy.deepcopy(next(case for case in CASES if case["id"] == name))
    return found


def test_a_wrong_expectation_is_a_failure() -> None:
    wrong = case("tichu.bomb.013")
    wrong["expect"]["to_act"] = [3]
    failure = conformance.run_case(wrong)
    assert failure == conformance.Failure("tichu.bomb.013", 1, "to_act", [3], [2])


def test_a_legal_move_in_rejects_is_a_failure() -> None:
    wrong = case("tichu.bomb.013")
    wrong["expect"]["rejects"] = [[2, "5p"]]
    failure = conformance.run_case(wrong)
    assert failure is not None
    assert failure.found == "the move was accepted"


def test_text_that_is_no_move_does_not_count_as_rejected() -> None:
    wrong = case("tichu.bomb.013")
    wrong["expect"]["rejects"] = [[2, "hokuspokus"]]
    assert conformance.run_case(wrong) is not None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("legal", {"2": ["5p"]}),
        ("legal", {"2": ["5p", "6p", "pass"]}),
        ("calls", {"2": ["tichu"]}),
        ("includes", {"2": ["pass"]}),
        ("excludes", {"2": ["5p"]}),
        ("hands", {"2": "5p 6p 7p"}),
        ("mood", "good"),
    ],
)
def test_every_key_is_really_compared(key: str, value: object) -> None:
    wrong = case("tichu.bomb.013")
    wrong["expect"] = {key: value}
    failure = conformance.run_case(wrong)
    assert failure is not None
    assert failure.key.startswith(key)


@pytest.mark.parametrize(
    "change",
    [
        {"rules": {"preset": "nonsense"}},
        {"rules": {"preset": "official", "options": {"nonsense": 1}}},
        {"setup": {"hands": {"0": "Zz"}}},
        {"steps": [[3, "Do"]]},
        {"steps": [[9, "Do"]]},
    ],
)
def test_what_the_engine_cannot_express_is_a_failure(change: dict[str, Any]) -> None:
    failure = conformance.run_case(case("tichu.bomb.013") | change)
    assert failure is not None
    assert failure.expected == "no error"


def test_an_unknown_function_is_a_failure() -> None:
    wrong = case("tichu.classify.001")
    wrong["call"]["function"] = "nonsense"
    assert conformance.run_case(wrong) is not None


def suite(*cases: object) -> str:
    return json.dumps({"format": conformance.FORMAT, "game": "tichu", "cases": cases})


GOOD = {"id": "x", "rules": {}, "setup": {}, "expect": {}}


@pytest.mark.parametrize(
    "text",
    [
        "not JSON",
        "[]",
        '{"format": "other/1", "game": "tichu", "cases": []}',
        '{"format": "kibitz-conformance/1", "game": "tichu"}',
        suite(7),
        suite({}),
        *(suite({key: value for key, value in GOOD.items() if key != left_out}) for left_out in GOOD),
        suite(GOOD | {"steps": [[0]]}),
        suite(GOOD | {"steps": [["north", "pass"]]}),
        suite(GOOD | {"steps": "pass"}),
        suite({"id": "x", "rules": {}, "call": {}, "expect": {"value": 1}}),
        suite({"id": "x", "rules": {}, "call": {"function": "classify"}, "expect": {}}),
        suite(GOOD | {"game": "whist"}),
    ],
)
def test_a_bad_file_is_a_sentence(text: str, tmp_path: Path, kibitz_command: Command) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text, encoding="utf-8")
    outcome = kibitz_command("conformance", str(path))
    assert outcome.code == 2
    assert outcome.err.endswith(".\n")
    assert not outcome.out


def test_the_command_counts_by_area_and_speaks_json(tmp_path: Path, kibitz_command: Command) -> None:
    good, wrong = case("tichu.bomb.013"), case("tichu.bomb.015")
    wrong["expect"]["to_act"] = [3]
    path = tmp_path / "cases.json"
    path.write_text(suite(good, wrong), encoding="utf-8")
    outcome = kibitz_command("conformance", str(path))
    assert outcome.code == 1
    assert outcome.out.startswith("tichu.bomb.015: after step 3, to_act: expected [3], found [0]\n")
    assert "1 of 2" in outcome.out
    report = json.loads(kibitz_command("conformance", str(path), "--json").out)
    failure = {"id": "tichu.bomb.015", "step": 3, "key": "to_act", "expected": [3], "found": [0]}
    assert report == {"passed": 1, "failed": 1, "failures": [failure]}


def test_the_command_is_content_when_all_cases_hold(kibitz_command: Command) -> None:
    assert kibitz_command("conformance", *map(str, FILES)).code == 0


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "\0", "[]"])
def test_what_is_no_suite_is_told_in_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "suite.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=r"suite\.json .*\.$"):
        conformance.load(file)
