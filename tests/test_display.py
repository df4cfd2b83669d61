"""In a notebook everything shows itself: well formed, escaped, without scripts, on light and on dark ground."""

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import _core, display
from kibitz.analysis import judge, review
from kibitz.display.html import COLOURS
from kibitz.lab import round_robin, run

EVIL = "<script>alert(1)</script>"
GAMES = _core.game_names()


def drawn(thing: Any) -> str:
    """What a notebook shows, which must be well formed and run nothing."""
    html: str = thing._repr_html_()
    ElementTree.fromstring(f"<body>{html}</body>")
    assert not re.search(r"<script|<style|\son\w+=|href=|src=|url\(", html)
    return html


def words(html: str) -> str:
    return "".join(ElementTree.fromstring(f"<body>{html}</body>").itertext())


@cache
def played(game: str) -> tuple[kibitz.State, ...]:
    state, agent = kibitz.Game(game).deal(seed=7), kibitz.agent("random", seed=1)
    states = [state]
    while not state.over:
        seat = state.to_act[0]
        states.append(state := state.play(seat, agent.act(state.view(seat))))
    return tuple(states)


@pytest.mark.parametrize("game", GAMES)
def test_every_state_view_and_move_of_a_deal_shows_itself(game: str) -> None:
    states = played(game)
    for state in states[:: max(1, len(states) // 15)]:
        shown = drawn(state)
        assert state.phase in words(shown)
        for seat in state.to_act:
            assert drawn(state.view(seat))
            assert drawn(state.legal(seat))
    assert all(drawn(move) for _, move in states[-1].history())


@pytest.mark.parametrize("game", GAMES)
def test_a_view_shows_no_card_that_its_seat_cannot_see(game: str) -> None:
    state = played(game)[0]
    seat = state.to_act[0]
    shown = drawn(state.view(seat))
    for seed in range(3):
        assert drawn(state.view(seat).sample(seed).view(seat)) == shown


@pytest.mark.parametrize("game", GAMES)
def test_a_record_shows_its_players_and_what_they_won(game: str) -> None:
    end = played(game)[-1]
    players = [EVIL, *(f"player {seat}" for seat in range(1, end.game.seats))]
    said = words(drawn(end.record(players)))
    assert EVIL in said
    assert all(f"{points:+}" in said for points in end.returns)


def test_decisions_show_every_move_with_its_interval() -> None:
    view = kibitz.Game("schnapsen").deal(seed=7).view(0)
    analysis = kibitz.agent("ismcts(200)", seed=1).analyse(view)
    assert drawn(analysis).count("<svg") == len(analysis.moves)
    judgement = judge(view, played=view.legal()[0], effort="quick")
    assert "played" in words(drawn(judgement))
    first = next(review(played("schnapsen")[-1].record(), effort="quick"))
    assert first.grade in words(drawn(first))


def test_contests_show_ladders_and_who_met_whom() -> None:
    game = kibitz.Game("schnapsen")
    match = kibitz.match(game, "rules", "random", deals=20)
    assert str(match) in words(drawn(match))
    results = run(round_robin(game, ["rules", "random", "bully"], deals=20, seed=1, name=EVIL))
    assert EVIL in words(drawn(results))
    assert drawn(results).count("<svg") == 6
    [ladder] = results.ladders()
    assert drawn(ladder) in drawn(display.ladder(results))


def test_cards_show_themselves() -> None:
    assert words(drawn(display.hand("tichu", ["Aj", "Ph"]))) == "A●Phoenix"
    assert words(drawn(display.hand("six_nimmt", ["7"]))) == "7"


def test_every_colour_can_be_read_on_white_and_on_black() -> None:
    def light(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for colour in COLOURS.values():
        assert 1.05 / (light(colour) + 0.05) > 4
        assert (light(colour) + 0.05) / (light("#111111") + 0.05) > 4
