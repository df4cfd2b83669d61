"""Playing at the table: people, agents, seats, matches, windows."""

import random
import re
import socket
import threading
import time
from typing import Any

import pytest

from kibitz import _core
from kibitz.agents import sound
from server.playing import Host, Json, Player, play_deal, texts

GAMES = _core.game_names()
CARDS = re.compile(r"(?:(?:[2-9TJQKA][jspr]|Ma|Ph|Dr)(?:=\w)? ?)+")  # a play in Tichu that can be bombed


def first(moves: list[str]) -> str:
    return moves[0]


def seats(game: str) -> int:
    return _core.Game(game).seats


def solo(host: Host, game: str, **more: Any) -> Player:
    table = host.open(game, ["me", *[sound(game)] * (seats(game) - 1)], **more)
    return Player(host, table["table"], table["token"])


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_a_deal_and_its_record_can_be_read(host: Host, game: str) -> None:
    with solo(host, game, seed=3, name="Ada") as player:
        over = play_deal(player, random.Random(3).choice)
        player.wait(lambda: player.info["status"] == "over")
    record = _core.Record(over["text"])
    assert record.replay().returns == over["returns"] == player.info["sheet"][0]["returns"]
    assert record.players[0] == "Ada"
    assert over["hands"].keys() == {str(seat) for seat in range(seats(game))}
    assert host.get(f"/api/records/{over['record']}.txt") == over["text"]


@pytest.mark.parametrize("players", [2, 10])
def test_six_nimmt_is_played_by_two_to_ten(host: Host, players: int) -> None:
    table = host.open("six_nimmt", ["me", *["casual"] * (players - 1)], options={"players": players})
    with Player(host, table["table"], table["token"]) as player:
        assert len(play_deal(player, first)["returns"]) == players


def test_a_match_goes_on_with_its_scores(host: Host) -> None:
    with solo(host, "schnapsen", seed=1) as player:
        totals = [0, 0]
        for deal in (1, 2, 3):
            over = play_deal(player, first)
            totals = [total + points for total, points in zip(totals, over["returns"], strict=True)]
            player.wait(lambda: player.info["status"] == "over")
            assert player.info["sheet"][deal - 1]["totals"] == totals
            if player.info["match_over"]:
                assert player.info["winners"]
                return
            player.over = {}
            assert player.ask("deal", how="next")["type"] == "ack"
            player.wait(lambda: player.view["deal"] == deal + 1)  # noqa: B023
            assert player.view["view"]["facts"]["scores"] == totals


def test_the_same_deal_again_and_from_another_seat(host: Host) -> None:
    with solo(host, "doppelkopf") as player:
        player.until("view")
        hand = player.view["view"]["facts"]["hand"]
        over = play_deal(player, first)
        player.over = {}
        player.ask("deal", how="again")
        player.until("view")
        assert player.view["view"]["facts"]["hand"] == hand
        assert player.info["seeded"]
        play_deal(player, first)
        player.over = {}
        player.ask("deal", how="rotate", seat=2)
        player.until("view")
        welcome = next(message for message in reversed(player.heard) if message["type"] == "welcome")
        assert welcome["seat"] == 2
        assert sorted(player.view["view"]["facts"]["hand"]) == sorted(over["hands"]["2"])
        play_deal(player, first)


def test_a_deal_by_its_seed_is_the_one_the_command_line_deals(host: Host) -> None:
    with solo(host, "schnapsen", seed=7) as player:
        player.until("view")
        assert player.view["view"]["facts"]["hand"] == _core.Game("schnapsen").deal(7).view(0).hand


def test_undo_takes_back_the_own_move_and_what_agents_did_since(host: Host) -> None:
    with solo(host, "schnapsen", seed=5) as player:
        player.until("view")
        before = player.view
        player.ask("move", ply=before["ply"], move=texts(before)[0])
        player.until(lambda message: message["type"] == "view" and message["view"]["must"])
        assert player.info["undo"]
        assert player.ask("undo")["type"] == "ack"
        player.until("view")
        assert player.view["view"] == before["view"]
        assert player.view["ply"] > before["ply"]
        assert player.ask("undo")["code"] == "state"


def test_a_view_does_not_wait_for_the_message_before_it(host: Host) -> None:
    with solo(host, "schnapsen"):
        sockets = [one.transport.get_extra_info("socket") for one in host.server.server_state.connections]
        assert sockets
        assert all(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for one in sockets)


def test_two_people_share_a_table(host: Host) -> None:
    table = host.open("tichu", ["me", "casual", "open", "casual"])
    with Player(host, table["table"], table["token"]) as ada, Player(host, table["table"]) as bo:
        assert ada.info["status"] == "waiting"
        assert ada.ask("move", ply=0, move="no-grand")["code"] == "state"
        bo.send("sit", invite=table["invites"]["2"], name="Bo")
        token = bo.until("seated")["token"]
        ada.wait(lambda: ada.info["status"] == "playing")
        assert ada.info["seats"][2]["name"] == "Bo"
        playing = threading.Thread(target=play_deal, args=(bo, first))
        playing.start()
        over = play_deal(ada, first)
        playing.join()
        assert bo.over == over
        with Player(host, table["table"], token) as again:
            assert [seat["you"] for seat in again.info["seats"]] == [False, False, True, False]


def test_an_invitation_works_once(host: Host) -> None:
    table = host.open("schnapsen", ["me", "open"])
    with Player(host, table["table"]) as bo, Player(host, table["table"]) as eve:
        assert bo.ask("sit", invite=table["invites"]["1"])["type"] == "ack"
        assert eve.ask("sit", invite=table["invites"]["1"])["code"] == "token"


def test_coming_back_restores_the_seat_and_the_view(host: Host) -> None:
    table = host.open("doppelkopf", ["me", "casual", "casual", "casual"])
    with Player(host, table["table"], table["token"]) as player:
        player.until(lambda message: message["type"] == "view" and message["view"]["must"])
        seen = player.view["view"]
    with Player(host, table["table"], table["token"]) as player:
        player.until("view")
        assert player.view["view"] == seen
        play_deal(player, first)


def test_an_agent_fills_in_for_who_leaves_and_gets_up_when_he_is_back(host: Host) -> None:
    table = host.open("schnapsen", ["me", "open"])
    with Player(host, table["table"], table["token"]) as ada, Player(host, table["table"]) as bo:
        bo.send("sit", invite=table["invites"]["1"])
        token = bo.until("seated")["token"]
        bo.send("leave")
        bo.until("closed")
        ada.wait(lambda: ada.info["seats"][1]["filled"])
        play_deal(ada, first)
        with Player(host, table["table"], token):
            ada.wait(lambda: not ada.info["seats"][1]["filled"])


def test_an_agent_fills_in_for_who_is_gone_for_long(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.server.room.seats.GRACE_S", 0.0)
    table = host.open("schnapsen", ["me", "open"])
    with Player(host, table["table"], table["token"]) as ada:
        with Player(host, table["table"]) as bo:
            bo.ask("sit", invite=table["invites"]["1"])
        play_deal(ada, first)
        assert ada.info["seats"][1]["filled"]


def test_who_plays_alone_is_waited_for(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.server.room.seats.GRACE_S", 0.0)
    table = host.open("schnapsen", ["me", "casual"])
    with Player(host, table["table"], table["token"]) as player:
        player.until("view")
    with Player(host, table["table"], table["token"]) as player:
        assert not player.info["seats"][0]["filled"]


def test_pause_halts_the_agents_and_step_lets_one_move(host: Host) -> None:
    table = host.open("schnapsen", ["casual", "casual"], open=True)
    with Player(host, table["table"], table["token"]) as player:
        player.ask("pause", on=True)
        player.wait(lambda: player.info["status"] in ("paused", "over"))
        if player.info["status"] == "paused":
            moves = len(host.states(table["table"]))
            player.ask("step")
            player.wait(lambda: len(host.states(table["table"])) > moves)
            assert len(host.states(table["table"])) == moves + 1


def test_an_open_table_shows_every_hand_and_the_thoughts(host: Host) -> None:
    table = host.open("schnapsen", ["ismcts(50)", "ismcts(50)"], open=True)
    with Player(host, table["table"], table["token"], watch=1) as player:
        player.until("over")
        views = [message for message in player.heard if message["type"] == "view"]
        assert views[0]["view"]["seat"] == 1
        assert [other["seat"] for other in views[0]["others"]] == [0]
        assert any(message["type"] == "thought" for message in player.heard)


def test_hands_are_not_shown_where_people_play(host: Host) -> None:
    seats = [{"kind": "me"}, {"kind": "agent"}]
    status, answer = host.request("/api/tables", {"game": "schnapsen", "seats": seats, "open": True})
    assert (status, answer["code"]) == (400, "malformed")


def test_the_host_changes_seats_and_pace(host: Host) -> None:
    table = host.open("schnapsen", ["me", "casual"])
    with Player(host, table["table"], table["token"]) as player:
        player.ask("settings", seat=1, agent="club", pace_ms=5, think_ms=20)
        player.wait(lambda: player.info["pace_ms"] == 5)
        assert player.info["seats"][1]["level"] == "club"
        play_deal(player, first)
        invite = player.ask("settings", seat=1, open=True)["invite"]
        with Player(host, table["table"]) as friend:
            assert friend.ask("settings", pace_ms=1)["code"] == "not_yours"
            assert friend.ask("sit", invite=invite)["type"] == "ack"


def test_a_window_is_as_long_whoever_holds_a_bomb(host: Host) -> None:
    """With windows on, the next play comes no sooner after a play than the window is long, and shows in every view."""
    table = host.open("tichu", ["me", "casual", "casual", "casual"], window_ms=30, seed=4)
    with Player(host, table["table"], table["token"]) as player:
        began = time.monotonic()
        play_deal(player, first)
        took = time.monotonic() - began
        views = [m for m in player.heard if m["type"] == "view"]
        plays = [m for m in views if m["last"] and CARDS.fullmatch(m["last"][-1]["move"]["text"])]
        shown = [m for m in plays if m["view"]["facts"]["phase"] == "play"]
        assert shown
        assert all(m["window"] and m["window"]["ms"] == 30 for m in shown)
        assert took > 0.03 * len(shown)


def test_a_move_in_a_window_is_made_when_it_ends(host: Host) -> None:
    table = host.open("tichu", ["me", "casual", "casual", "casual"], rules="bsw", window_ms=150, seed=4)
    with Player(host, table["table"], table["token"]) as player:

        def queued() -> list[Json]:
            return [m for m in player.heard if m["type"] == "view" and m["queued"]]

        play_deal(player, first, lambda: len(queued()) > 3)
    assert queued()
    assert all(m["window"] for m in queued())


def test_a_bomb_out_of_turn_is_accepted(host: Host) -> None:
    """Of many deals, one in which the person may bomb while another seat is on turn, and does."""
    for seed in range(200):
        state = _core.Game("tichu", "official", exchange=False, calls=False).deal(seed)
        hand = state.view(0).hand
        if any(all(rank + suit in hand for suit in "jspr") for rank in "23456789TJQKA") and "Ma" not in hand:
            break
    options = {"exchange": False, "calls": False}
    table = host.open("tichu", ["me", "casual", "casual", "casual"], options=options, seed=seed, window_ms=3_000)
    with Player(host, table["table"], table["token"]) as player:
        view = player.until(lambda m: m["type"] == "view" and "decline" in texts(m))
        bomb = next(move for move in texts(view) if move != "decline")
        assert view["view"]["facts"]["turn"] != 0
        assert not view["view"]["must"]
        assert player.ask("move", ply=view["ply"], move=bomb)["type"] == "ack"
        player.until("view")
        table_now = player.view["view"]["facts"]["table"]
        assert table_now == {"owner": 0, "play": bomb}
