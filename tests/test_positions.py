"""Positions: what they leave out is hidden or refused, never an empty hand by accident; views from a hand alone."""

import json
from pathlib import Path
from typing import Any

import pytest

import kibitz

ROWS = [[10], [20], [30], [40]]
HANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "tichu": ("2j 3j 4j 5j 9s 9p", {"turn": 0}),
    "doppelkopf": ("CQ SQ HT HT DA DA", {}),
    "schnapsen": ("SA ST SK HQ CA", {"trump": "S", "talon": "SJ"}),
    "six_nimmt": ("1 2 3 4 5", {"rows": ROWS}),
}


@pytest.mark.parametrize("game", HANDS)
def test_a_view_is_made_from_a_hand_alone(game: str) -> None:
    hand, more = HANDS[game]
    more = {"talon": "DJ", "trump": "D"} if game == "schnapsen" else more
    view = kibitz.Game(game).view(hand, **more)
    assert sorted(view.hand) == sorted(hand.split())
    assert view == kibitz.Game(game).view(view.hand, **more)
    assert view.legal()
    worlds = [view.sample(seed).hands for seed in range(5)]
    assert all([len(cards) for cards in world] == [len(view.hand)] * view.game.seats for world in worlds)
    assert all(sorted(world[0]) == sorted(view.hand) for world in worlds)
    assert worlds[0] != worlds[1]


@pytest.mark.parametrize("game", HANDS)
def test_a_hidden_hand_is_a_number_of_cards(game: str) -> None:
    hand, more = HANDS[game]
    more = {"trump": "S"} if game == "schnapsen" else more
    seats, size = kibitz.Game(game).seats, len(hand.split())
    others = {str(seat): size for seat in range(1, seats)}
    state = kibitz.Game(game).position({"hands": {"0": hand, **others}, **more})
    assert [len(cards) for cards in state.hands] == [size] * seats
    for wrong in (0, -1, 1.5, 99):
        with pytest.raises(kibitz.InvalidPosition, match="A hidden hand has 1 to"):
            kibitz.Game(game).position({"hands": {"0": hand, **(others | {"1": wrong})}, **more})


def test_the_others_may_hold_other_numbers() -> None:
    tichu = kibitz.Game("tichu")
    view = tichu.view("2j 3j", 2, counts=[5, 0, 2, 1], out=[1], turn=2)
    assert [len(cards) for cards in view.sample(seed=1).hands] == [5, 0, 2, 1]
    with pytest.raises(kibitz.InvalidPosition, match='"counts" has 3 numbers, but 4 play'):
        tichu.view("2j 3j", counts=[2, 2, 2], turn=0)
    with pytest.raises(kibitz.IllegalMove, match="There is no seat 4"):
        tichu.view("2j 3j", 4, turn=0)
    with pytest.raises(kibitz.InvalidPosition, match="cannot be out"):
        tichu.view("2j 3j", counts=[2, 2, 2, 2], out=[1], turn=0)


def test_grand_tichu_is_asked_with_eight_cards() -> None:
    view = kibitz.Game("tichu").view("Aj As Ar Ap Dr Ph Kj Ks", phase="grand")
    assert [str(move) for move in view.legal()] == ["grand", "no-grand"]
    assert view.sample(seed=1).view(0) == view


def test_schnapsen_needs_the_open_card_only() -> None:
    game = kibitz.Game("schnapsen")
    view = game.view("SA ST SK HQ CA", trump="D", talon="DJ")
    assert view.facts.as_map()["talon_size"] == 10
    assert view.facts.as_map()["face_up"] == "DJ"
    later = game.view("SA ST SK HQ CA", trump="D", talon="DJ", tricks=[1, 1], points=[20, 10])
    assert later.facts.as_map()["talon_size"] == 6
    with pytest.raises(kibitz.InvalidPosition, match="a talon of 1 cards"):
        game.view("SA ST", trump="D", talon="DJ")


def test_no_seat_is_left_without_cards() -> None:
    ranks, suits = "23456789TJQKA", "jspr"
    deck = [rank + suit for rank in ranks for suit in suits] + ["Ma", "Do", "Ph", "Dr"]
    pile = " ".join(card for card in deck if card not in ("Aj", "As", "Ar"))
    with pytest.raises(kibitz.InvalidPosition, match='No card is left for seat 2: "hands" must say what it holds'):
        kibitz.Game("tichu").position({"hands": {"0": "Aj"}, "piles": {"0": pile}, "turn": 0})
    with pytest.raises(kibitz.InvalidPosition, match="Only 3 cards are left for a hand of 9"):
        kibitz.Game("tichu").position(
            {"hands": {"0": "2j", "1": 9}, "piles": {"0": pile.removeprefix("2j ")}, "turn": 0}
        )


def test_chance_is_no_seat() -> None:
    setup = {"hands": {"0": "Ma 3j", "1": "4s 8s"}, "turn": 0}
    state = kibitz.Game("tichu", "epfl2017").position(setup).play(0, "Ma")
    assert (state.chance, state.to_act, state.over) == (True, (), False)
    after = state.play("chance", state.legal("chance")[0])
    assert (after.chance, after.to_act) == (False, (1,))


@pytest.mark.parametrize("file", sorted(Path("tests/conformance").glob("*.json")), ids=lambda file: file.stem)
def test_positions_of_the_rule_cases_have_cards_for_everybody(file: Path) -> None:
    """Who is in play has cards, unless the deal is over or his last one lies on the table."""
    for case in json.loads(file.read_text(encoding="utf-8"))["cases"]:
        if "setup" not in case:
            continue
        state = kibitz.Game(case["game"], case["rules"]["preset"], **case["rules"].get("options", {})).position(
            case["setup"], seed=1
        )
        facts = state.facts.as_map()
        gone = {seat for seat, _ in case["setup"].get("trick", [])} | set(facts.get("out", []))
        gone |= {int(seat) for seat in facts.get("chosen", {})}
        empty = {seat for seat, cards in enumerate(state.hands) if not cards}
        assert state.over or not state.to_act or empty <= gone, case["id"]
