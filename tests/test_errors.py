"""Wrong input of every kind is refused with the right error and a sentence, and changes nothing."""

import json
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import kibitz
from kibitz import _core

GAME = kibitz.Game("tichu", rules="epfl2017")
STATE = GAME.position({"hands": {"0": "2j 3j Ph", "1": "4s 4p 9s", "2": "5p", "3": "6p 7p"}, "turn": 0})


def refused(kind: type[Exception] | tuple[type[Exception], ...], action: Callable[[], object]) -> str:
    """The sentence an action is refused with."""
    with pytest.raises(kind) as caught:
        action()
    sentence = str(caught.value)
    assert " " in sentence
    assert sentence.endswith((".", "?")), sentence
    return sentence


@pytest.mark.parametrize(
    ("seat", "move", "error"),
    [
        (0, "Zz", kibitz.InvalidNotation),
        (0, "", kibitz.InvalidNotation),
        (0, "2j 2j", ValueError),
        (0, "2j 3j", kibitz.IllegalMove),
        (0, "9s", kibitz.IllegalMove),
        (0, "pass", kibitz.IllegalMove),
        (0, "tichu", kibitz.IllegalMove),
        (0, "dragon>1", kibitz.IllegalMove),
        (1, "4s 4p", kibitz.IllegalMove),
        (1, "pass", kibitz.IllegalMove),
        (4, "pass", kibitz.IllegalMove),
        (-1, "pass", kibitz.IllegalMove),
        (2**70, "pass", kibitz.IllegalMove),
        ("chance", "wish:8", kibitz.IllegalMove),
        ("north", "pass", (TypeError, ValueError)),
        (0.0, "pass", TypeError),
        (math.nan, "pass", TypeError),
        (None, "pass", TypeError),
        (True, "pass", TypeError),
        (0, None, TypeError),
        (0, 17, TypeError),
    ],
)
def test_a_wrong_move_leaves_the_state_as_it_was(seat: Any, move: Any, error: type[Exception]) -> None:
    before = (str(STATE), hash(STATE), STATE.facts, STATE.record())
    refused(error, lambda: STATE.play(seat, move))
    assert (str(STATE), hash(STATE), STATE.facts, STATE.record()) == before


def test_an_illegal_move_is_told_with_seat_reason_and_legal_moves() -> None:
    sentence = refused(kibitz.IllegalMove, lambda: STATE.play(0, "9s"))
    assert "Seat 0" in sentence
    assert "9s" in sentence
    assert "2j" in sentence


def test_a_move_with_two_readings_is_ambiguous() -> None:
    state = GAME.position({"hands": {"0": "3j 3s 4p 4r Ph 9j", "1": "5s"}, "turn": 0})
    refused(kibitz.AmbiguousMove, lambda: state.play(0, "3j 3s 4p 4r Ph"))


def test_a_move_of_a_finished_deal_is_illegal() -> None:
    state = GAME.deal(1)
    while not state.over:
        seat = state.to_act[0]
        state = state.play(seat, state.legal(seat)[0])
    refused(kibitz.IllegalMove, lambda: state.play(0, "pass"))


def test_a_deal_that_goes_on_has_no_returns() -> None:
    refused(ValueError, lambda: STATE.returns)


@pytest.mark.parametrize("seed", [-1, 2**128, 10**60])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    refused(ValueError, lambda: GAME.deal(seed))
    refused(ValueError, lambda: kibitz.agent("random", seed=seed))
    refused(ValueError, lambda: STATE.view(0).sample(seed))
    refused(ValueError, lambda: kibitz.match(GAME, "random", "random", deals=2, seed=seed))


@pytest.mark.parametrize("seed", [math.nan, 1.0, "7", None, True, [1]])
def test_a_seed_that_is_no_whole_number_is_refused(seed: Any) -> None:
    refused(TypeError, lambda: GAME.deal(seed))
    refused(TypeError, lambda: STATE.view(0).sample(seed))


@pytest.mark.parametrize(
    ("name", "rules", "options"),
    [
        ("whist", None, {}),
        ("Tichu", None, {}),
        ("", None, {}),
        ("tichu", "offical", {}),
        ("tichu", "", {}),
        ("tichu", "official target", {}),
        ("tichu", "official", {"tarjet": 500}),
        ("tichu", "official", {"target": "many"}),
        ("tichu", "official", {"target": -500}),
        ("tichu", "official", {"bombs": "never"}),
        ("tichu", "official", {"calls": 1}),
        ("tichu", "official", {"calls": None}),
    ],
)
def test_a_wrong_game_or_rule_is_refused(name: str, rules: str | None, options: dict[str, object]) -> None:
    refused(kibitz.InvalidSpec, lambda: kibitz.Game(name, rules, **options))


def test_a_near_miss_is_pointed_out() -> None:
    assert 'did you mean "official"?' in refused(kibitz.InvalidSpec, lambda: kibitz.Game("tichu", "offical"))


@pytest.mark.parametrize(
    "setup",
    [
        {"hands": {"0": "2j 2j"}},
        {"hands": {"0": "2j", "1": "2j"}},
        {"hands": {"0": "Zz"}},
        {"hands": {"7": "2j"}},
        {"hands": {"north": "2j"}},
        {"hands": 7},
        {"hands": {"0": "2j"}, "phase": "tea"},
        {"hands": {"0": "2j"}, "turn": 9},
        {"hands": {"0": "2j"}, "turn": math.nan},
        {"hands": {"0": "2j"}, "out": [0]},
        {"hands": {"0": "2j"}, "out": [0, 0]},
        {"hands": {"0": "2j"}, "wish": "Z"},
        {"hands": {"0": "2j"}, "trick": [[1, "2j"]]},
        {"hands": {"0": "2j"}, "trick": [[1, "pass"]]},
        {"hands": {"0": "2j"}, "nonsense": 1},
        {"hands": {"0": "2j", "1": "3j"}, "phase": "exchange"},
        {"hands": {"0": "2j"}, "asked": [1], "turn": 0},
        {"hands": {"0": "2j"}, "asked": 1, "turn": 0},
        {"hands": {"0": "2j"}, "given": {"0": "3j 3j 3p"}, "turn": 0},
    ],
)
def test_an_impossible_position_is_refused(setup: dict[str, Any]) -> None:
    refused(ValueError, lambda: GAME.position(setup))


@pytest.mark.parametrize("given", ["2j 3j 4j", "2j 2j 3j", "- 2j 3j", "2j 3j", "Zz 2j 3j"])
def test_nobody_gives_away_what_it_does_not_hold(given: str) -> None:
    game = kibitz.Game("tichu")
    state = game.deal(3)
    while state.phase == "grand":
        state = state.play(state.to_act[0], "no-grand")
    setup = state.setup()
    (card, *_), own = state.hands[1], " ".join(state.hands[0][:3])
    assert game.position(setup | {"given": {"0": own}, "turn": [1, 2, 3]}).to_act == (1, 2, 3)
    for broken in (given, f"{own[:5]} {card}"):
        wrong = setup | {"given": {"0": broken}, "turn": [1, 2, 3]}
        with pytest.raises(kibitz.InvalidPosition):
            game.position(wrong)


@pytest.mark.parametrize("setup", [None, 7, "hands", [], math.nan])
def test_a_position_is_a_dictionary(setup: Any) -> None:
    with pytest.raises(TypeError):
        GAME.position(setup)


def record() -> kibitz.Record:
    state = GAME.deal(3)
    while not state.over:
        seat = state.to_act[0]
        state = state.play(seat, state.legal(seat)[-1])
    return state.record()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("kibitz 1", "kibitz 2"),
        ("game: tichu", "game: whist"),
        ("game: tichu\n", ""),
        ("rules: epfl2017", "rules: nonsense"),
        ("seed: 3", "seed: three"),
        ("seed: 3", "seed: -3"),
        ("seed: 3", "nonsense: 3"),
        ("deal:", "deal"),
        ("Dr", "Ph"),
        ("Dr", ""),
        ("moves:\n  ", "moves:\n  nonsense\n  "),
        ("moves:\n  ", "moves:\n  0 Zz; "),
        ("result: ", "result: 7 "),
        ("result: ", "result: x"),
    ],
)
def test_a_broken_record_is_refused(old: str, new: str) -> None:
    text = str(record())
    assert old in text
    refused(ValueError, lambda: kibitz.Record(text.replace(old, new, 1)).replay())


def test_a_record_that_stops_early_has_no_result() -> None:
    data = json.loads(record().to_json())
    data["moves"] = data["moves"][:3]
    refused(ValueError, lambda: kibitz.Record.from_json(json.dumps(data)).replay())


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "{", '{"game": 7}'])
def test_text_that_is_no_json_record_is_refused(text: str) -> None:
    refused(ValueError, lambda: kibitz.Record.from_json(text))


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "randum",
        "random(",
        "random)",
        "random(over=nonsense)",
        "random(nonsense=1)",
        "random(over=cards, over=cards)",
        "rules(1)",
        "no.such.module:Agent",
        "json:no_such_agent",
        "json:__doc__",
        "json:JSONDecoder",
        "json:JSONDecoder(nonsense=1)",
        "json:JSONDecoder(nonsense)",
        "ünicode",
        "(" * 1000,
    ],
)
def test_a_wrong_agent_is_refused(spec: str) -> None:
    refused(kibitz.InvalidSpec, lambda: kibitz.agent(spec))


@pytest.mark.parametrize("deals", [1, 0, -5, math.nan, "many", None])
def test_a_match_needs_deals(deals: Any) -> None:
    refused(kibitz.InvalidSpec, lambda: kibitz.match(GAME, "random", "random", deals=deals))


def test_an_agent_that_plays_illegally_is_told_so() -> None:
    class Wrong:
        def act(self, _view: kibitz.View) -> str:
            return "Dr Do"

    refused(ValueError, lambda: kibitz.match(GAME, Wrong(), "random", deals=2))


def test_a_move_of_nothing_is_no_agent() -> None:
    with pytest.raises((TypeError, AttributeError)):
        kibitz.match(GAME, object(), "random", deals=2)  # type: ignore[arg-type]


SEAT = STATE.view(0)


@pytest.mark.parametrize("number", [-1, 2**64, 2**200, -(2**63)])
def test_a_number_out_of_range_is_refused_everywhere(number: int) -> None:
    refused(ValueError, lambda: SEAT.belief(all=number))
    refused(ValueError, lambda: SEAT.belief(drawn=number))
    refused(ValueError, lambda: GAME.seatings_of([number] * 4))
    refused(ValueError, lambda: GAME.to_match(number))
    refused(ValueError, lambda: kibitz.Spec("ismcts(10)").timed(number))
    refused(ValueError, lambda: STATE.play_on("random", "points", times=number))
    refused(ValueError, lambda: _core.agent_seed(1, number, 0))
    refused(ValueError, lambda: _core.agent_seed(1, 0, number))
    refused(ValueError, lambda: _core.first_deal(GAME, ["random"], [[0] * 4], 0, number, 1))
    refused(ValueError, lambda: _core.play_groups(GAME, ["random"], [[number] * 4], 0, 1, 1))
    refused(ValueError, lambda: kibitz.Move("tichu", "pass", number))
    moves = SEAT.legal()
    for numbers in ({"groups": number}, {"each": number}, {"threads": number}, {"all": number}, {"line": number}):
        given: dict[str, Any] = {"groups": 1, "each": 1, **numbers}
        tried = partial(_core.trials, SEAT, moves, policy="random", reward="points", seed=1, **given)
        refused(ValueError, tried)
    with pytest.raises(IndexError, match="There is no move"):
        moves[number if abs(number) > 1 else 99]
    assert moves.index(moves[0], 0, 2**200) == 0


def test_no_time_is_no_time_to_think() -> None:
    refused(ValueError, lambda: kibitz.Spec("ismcts(10)").timed(0))


def test_lists_without_end_cannot_stand_in_a_specification() -> None:
    nested: list[Any] = []
    for _ in range(10_000):
        nested = [nested]
    refused(kibitz.InvalidSpec, lambda: kibitz.Spec("split(a, b)").with_(c=nested))
    refused(ValueError, lambda: GAME.position({"hands": nested}))


def test_a_deal_says_what_a_seat_holds_once() -> None:
    text = str(record())
    (line,) = (line for line in text.splitlines() if line.startswith("  1:"))
    refused(kibitz.InvalidRecord, lambda: kibitz.Record(text.replace(line, f"{line}\n{line}")))


def test_text_that_no_record_prints_is_no_record() -> None:
    data = json.loads(record().to_json())
    refused(kibitz.InvalidRecord, lambda: kibitz.Record.from_json(json.dumps(data | {"rules": "epfl2017\nmoves:"})))
    refused(
        kibitz.InvalidRecord, lambda: kibitz.Record.from_json(json.dumps(data | {"players": ["a|b", "c", "d", "e"]}))
    )
