"""Hints, beliefs, reviews, what-if, and the same deal for others."""

import json
import random
from typing import Any

import pytest

from kibitz import _core
from kibitz.agents import sound
from kibitz.server import protocol
from server.playing import Host, Player, play_deal, texts

GAMES = _core.game_names()


def first(moves: list[str]) -> str:
    return moves[0]


def solo(host: Host, game: str, **more: Any) -> Player:
    table = host.open(game, ["me", *[sound(game)] * (_core.Game(game).seats - 1)], **more)
    return Player(host, table["table"], table["token"])


def finished(host: Host, game: str, seed: int = 11) -> dict[str, Any]:
    with solo(host, game, seed=seed) as player:
        return play_deal(player, random.Random(seed).choice)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_comes_at_once_and_gets_better(host: Host, game: str) -> None:
    with solo(host, game, seed=2) as player:
        player.turn()
        player.ask("hint", ms=4000)
        player.until(lambda message: message["type"] == "hint" and not message["running"])
        hints = [message for message in player.heard if message["type"] == "hint"]
        assert len(hints) > 2
        best = hints[-1]["analysis"]
        legal = texts(player.view)
        assert {move["move"]["text"] for move in best["moves"]} <= set(legal)
        assert best["best"] == best["moves"][0]["move"]
        for move in best["moves"]:
            assert move["low"] is None or move["low"] <= move["mean"] <= move["high"]
        means = [move["mean"] for move in best["moves"] if move["visits"]]
        assert means == sorted(means, reverse=True), "the ranking is that of the values"
        assert all((move["mean"] is None) == (move["visits"] == 0) for move in best["moves"])
        assert player.ask("hint", agent="os:system")["code"] == "agent"


def test_a_hint_on_an_exchange_compares_a_few_of_the_thousand_ways(host: Host) -> None:
    with solo(host, "tichu", seed=2) as player:
        player.turn()
        player.move(lambda _: "no-grand")
        player.wait(lambda: player.view["view"]["give"])
        player.ask("hint", ms=200)
        hint = player.until(lambda message: message["type"] == "hint" and not message["running"])
        player.move(lambda _: hint["analysis"]["best"]["text"])


@pytest.mark.parametrize("game", GAMES)
def test_where_a_network_plays_best_the_hint_says_when_it_would_do_something_else(host: Host, game: str) -> None:
    with solo(host, game, seed=2) as player:
        player.turn()
        player.ask("hint", ms=100)
        hint = player.until("hint")
        opinion, best = hint["opinion"], _core.Game(game).best[0]
        if opinion:
            assert "net(" in best
            assert opinion["move"] != hint["analysis"]["best"], "a second opinion only where it differs"
            assert opinion["agent"] == (best if best.startswith("net(") else "strongest")
            assert opinion["move"]["text"] in texts(player.view)


def test_a_hint_ends_when_the_deal_goes_on(host: Host) -> None:
    with solo(host, "schnapsen", seed=2) as player:
        player.turn()
        player.ask("hint", ms=60_000)
        player.until("hint")
        player.ask("move", ply=player.view["ply"], move=texts(player.view)[0])
        player.until(lambda message: message["type"] == "hint" and not message["running"])


@pytest.mark.parametrize("game", GAMES)
def test_beliefs_are_shares_of_worlds(host: Host, game: str) -> None:
    with solo(host, game, seed=2) as player:
        for _ in range(3):
            if not player.turn() or (view := player.view)["view"]["give"]:
                break
            player.ask("belief")
            belief = player.until("belief")
            own = set(map(str, view["view"]["facts"]["hand"]))
            copies = 2 if game == "doppelkopf" else 1
            for cards in (belief["cards"], belief["before"] or {}, belief["after"] or {}):
                for shares in cards.values():
                    assert shares[0] == 0
                    assert sum(shares) <= copies + 1e-9
            # A card that was drawn since the last move was unseen before it.
            assert copies == 2 or not own & belief["cards"].keys()
            player.move(first)


@pytest.mark.parametrize("game", GAMES)
def test_a_review_judges_every_decision_and_splits_the_result(host: Host, game: str) -> None:
    over = finished(host, game)
    path = f"/api/records/{over['record']}/review?effort=quick"
    review = host.finished(path)
    protocol.ReviewNow.model_validate(review)
    assert review["done"] == review["total"] == len(review["decisions"]) == len(review["graph"])
    for decision in review["decisions"]:
        clear = decision["low"] is not None and decision["low"] > 0
        assert decision["verdict"] in ("best", "=", "unclear") or clear
        assert decision["final"]
        assert decision["verdict"] != "best" or decision["played"] == decision["best"]
    assert sum(seat["choices"] for seat in review["seats"]) == review["total"]
    for split in review["split"]:
        parts = [split[key] for key in ("deal", "play", "own", "partner", "opponents")]
        assert sum(parts) == pytest.approx(split["result"])
        assert split["own"] <= 0
        assert split["partner"] <= 0
        assert split["opponents"] >= 0
    assert host.get(path) == review


def test_a_record_shows_every_position_with_every_hand(host: Host) -> None:
    over = finished(host, "schnapsen")
    record = host.get(f"/api/records/{over['record']}")
    assert record["returns"] == over["returns"]
    assert [position["ply"] for position in record["positions"]] == list(range(len(record["positions"])))
    for position in record["positions"][:-1]:
        assert position["move"] is not None
    assert all(len(position["views"]) == 2 for position in record["positions"])


def test_a_pasted_record_can_be_reviewed_and_shared(host: Host) -> None:
    text = finished(host, "six_nimmt")["text"]
    status, record = host.request("/api/records", {"text": text})
    assert status == 201
    assert host.get(f"/api/records/{record['record']}.txt") == text
    review = host.get(f"/api/records/{record['record']}/review?effort=quick")
    assert review["total"] > 0
    assert review["agent"].startswith("net")
    status, answer = host.request(f"/api/records/{record['record']}/review?effort=9")
    assert (status, answer["code"]) == (400, "malformed")


@pytest.mark.parametrize("game", GAMES)
def test_what_if_plays_on_from_a_point_of_a_record(host: Host, game: str) -> None:
    over = finished(host, game)
    record = host.get(f"/api/records/{over['record']}")
    at = next(
        position
        for position in record["positions"]
        if position["seat"] == 0 and len(position["views"][0]["moves"]) > 1 and position["ply"] > 4
    )
    moves = at["views"][0]["moves"]
    other = next(move for move in moves if move != at["move"] and move["kind"] != "decline")
    wanted = {"ply": at["ply"], "seat": 0, "move": other["text"]}
    status, table = host.request(f"/api/records/{over['record']}/play", wanted)
    assert status == 201, table
    with Player(host, table["table"], table["token"]) as player:
        player.ask("settings", pace_ms=0, window_ms=0)
        player.wait(lambda: player.view)
        played = [move for trick in player.view["view"]["tricks"] for move in trick]
        assert {"seat": 0, "move": other} in played
        again = _core.Record(play_deal(player, first)["text"])
        assert again.moves[: at["ply"]] == _core.Record(over["text"]).moves[: at["ply"]]


def test_agents_play_the_same_deal_for_comparison(host: Host) -> None:
    over = finished(host, "schnapsen")
    others = host.finished(f"/api/records/{over['record']}/others?agent=beginner")
    assert len(others["returns"]) == 24
    assert others["actual"] == over["returns"]


def test_pages_of_data_are_there_without_results(host: Host, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_RESULTS", str(tmp_path))
    about = host.get("/api/about")
    assert [game["name"] for game in about["games"]] == GAMES
    assert next(level["name"] for level in about["games"][0]["levels"]) == "beginner"
    assert host.get("/api/ladder/tichu")["lines"] == []
    assert host.get("/api/papers") == []
    assert host.get("/api/rules/tichu").startswith("#")
    assert host.get("/api/protocol.json")["version"] == protocol.VERSION
    assert "<html" in host.get("/")


def test_the_ladder_is_read_from_the_labs_summaries(host: Host, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ladder.json").write_text(
        '{"ladders": [{"title": "Schnapsen, tournament", "model": "Bradley–Terry", "ratings": ['
        '{"player": "random", "elo": 0, "low": 0, "high": 0, "tables": 9, "cheats": false},'
        '{"player": "rules", "elo": 120, "low": 100, "high": 140, "tables": 9, "cheats": false}]}]}'
    )
    monkeypatch.setenv("KIBITZ_RESULTS", str(tmp_path))
    ladder = host.get("/api/ladder/schnapsen")
    assert [line["agent"] for line in ladder["lines"]] == ["rules", "random"]
    levels = next(game for game in host.get("/api/about")["games"] if game["name"] == "schnapsen")["levels"]
    assert next(level for level in levels if level["name"] == "club")["rating"] == 120


def test_the_papers_are_read_from_the_results(host: Host, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = {"says": "A beats B.", "verdict": "replicated", "columns": {"paper": {"why": "A − B: 3 (1 to 5)"}}}
    record = {"id": "epfl2017/table-1", "title": "Who wins", "claims": [claim]}
    (tmp_path / "table-1.json").write_text(json.dumps({"quick": record}), encoding="utf-8")
    (tmp_path / "other.json").write_text('{"ladders": []}', encoding="utf-8")
    monkeypatch.setenv("KIBITZ_RESULTS", str(tmp_path))
    [paper] = host.get("/api/papers")
    assert paper["rows"] == [["A beats B.", "replicated", "A − B: 3 (1 to 5)"]]
    assert paper["agents"] == []


def test_the_players_of_a_paper_can_be_played_against(host: Host) -> None:
    """All but those who look into other hands, and those who take too long."""
    papers = {paper["name"]: paper for paper in host.get("/api/papers")}
    assert {one["name"] for one in papers["epfl2017/table-5.2"]["agents"]} == {"NoCheat"}
    ensemble = papers["basel2015/sec-5.3"]
    spec = next(one["agent"] for one in ensemble["agents"] if one["name"] == "Ensemble")
    table = host.open(ensemble["game"], ["me", spec, "healthy", "healthy"], rules=ensemble["rules"])
    with Player(host, table["table"], table["token"]) as player:
        assert player.info["seats"][1]["agent"] == _core.Agent(spec, 0).spec
