"""Puzzles show what their player saw and keep their answers; the deal of the day compares who has played it."""

import re
from pathlib import Path
from typing import get_args

import pytest

from kibitz import _core
from kibitz.analysis.positions import positions
from kibitz.games import having, part
from kibitz.lab.puzzles import shipped
from kibitz.server.views import seat_view
from server.playing import Host, Player, play_deal

GAMES = having("themes")
SOURCES = Path(__file__).parents[2] / "games"


@pytest.mark.parametrize("game", [game for game in GAMES if shipped(game)])
def test_a_puzzle_is_what_its_player_saw_and_nothing_else(host: Host, game: str) -> None:
    found = shipped(game)
    assert found is not None
    listed = host.get(f"/api/puzzles/{game}")["puzzles"]
    assert [one["id"] for one in listed] == [one.id for one in found.puzzles]
    assert all(set(one) == {"id", "themes", "rating"} for one in listed)
    for puzzle in found.puzzles:
        path = f"/api/puzzles/{game}/{puzzle.id}"
        told = host.get(path)
        at = next(at for at in positions(_core.Record(puzzle.record)) if at.ply == puzzle.ply + 1)
        assert set(told) == {"id", "game", "rules", "partners", "seats", "view", "themes", "rating"}
        assert told["view"] == seat_view(at.before, at.seat).model_dump(mode="json")
        brief = seat_view(at.before, at.seat, brief=True)
        for number in range(3):  # other cards in the other hands, and the seat sees the same
            assert seat_view(at.before.view(at.seat).sample(number), at.seat, brief=True) == brief

        status, wrong = host.request(path, {"move": puzzle.second})
        assert status == 200
        assert (wrong["solved"], wrong["solution"]) == (False, None)
        assert wrong["loss"]["low"] > 0
        status, right = host.request(path, {"move": puzzle.best})
        assert status == 200
        assert right["solved"]
        assert right["solution"]["best"]["text"] == puzzle.best
        status, given_up = host.request(path, {"move": None})
        assert (status, given_up["solved"], given_up["solution"]) == (200, False, right["solution"])


@pytest.mark.parametrize("game", GAMES)
def test_every_theme_has_a_name_in_every_language(game: str) -> None:
    module = part(game, "themes")
    assert module is not None
    text = (SOURCES / game / "web" / "learn.ts").read_text(encoding="utf-8")
    languages = re.findall(r"^    \w\w: \{(.*?)\},$", text[text.index("\n  themes: {") :], re.MULTILINE | re.DOTALL)
    assert len(languages) == 2
    for words in languages:
        assert re.findall(r"(\w+): \"", words) == list(get_args(module.Theme))


def test_the_deal_of_the_day_compares_those_who_have_played_it(host: Host) -> None:
    def daily(table: str) -> dict[str, object]:
        return dict(host.finished(f"/api/daily/schnapsen?table={table}"))

    tables, results = [], []
    for name in ("Ada", "Ben"):
        status, opened = host.request("/api/daily/schnapsen", {"name": name})
        assert status == 201
        before = daily(opened["table"])
        assert (before["result"], before["agents"], before["others"]) == (None, [], []), "told before it was played"
        with Player(host, opened["table"], opened["token"]) as player:
            results.append(play_deal(player, lambda moves: moves[0])["returns"][0])
        tables.append(opened["table"])
    told = daily(tables[1])
    assert told["result"] == results[1]
    agents = told["agents"]
    assert isinstance(agents, list)
    assert {len(one["results"]) for one in agents} == {12}
    assert told["others"] == [
        {"name": "Ada", "result": results[0], "you": False},
        {"name": "Ben", "result": results[1], "you": True},
    ]
    first = [host.states(table)[0].view(0).sample(0) for table in tables]
    assert sorted(map(str, first[0].hands[0])) == sorted(map(str, first[1].hands[0]))
