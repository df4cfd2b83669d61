"""What was acknowledged is on disk; what cannot be written has not happened."""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from kibitz import _core
from kibitz.games.tichu.facts import ViewFacts
from kibitz.server.refusal import Refusal
from kibitz.server.room import Client, driver
from kibitz.server.store import Store
from server.playing import Host, Json, Player, choose, play_deal, running, texts
from server.test_restart import started


def first(moves: list[str]) -> str:
    return moves[0]


@contextmanager
def no_disk(host: Host) -> Iterator[None]:
    """Nothing can be written meanwhile."""
    base = host.app.state.house.store._base
    base.execute("PRAGMA query_only=ON")
    try:
        yield
    finally:
        base.execute("PRAGMA query_only=OFF")


def stored(path: Path, table: str) -> list[str]:
    """The moves that a new server would find."""
    with sqlite3.connect(path) as base:
        return [move for (move,) in base.execute("SELECT move FROM moves WHERE of = ? ORDER BY deal, number", (table,))]


def kept(host: Host, table: str) -> tuple[str, int, dict[int, str]]:
    """What a table is, in memory."""
    now = host.app.state.house.room(table).table
    return now.to_json(), len(now.moves), dict(now.queued)


def test_every_commit_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(tmp_path / "t.sqlite")
    assert store._base.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert store._base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    store.close()


def test_a_move_is_on_disk_before_anybody_hears_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, heard = tmp_path / "t.sqlite", []
    with running(path) as host:
        table = host.open("schnapsen", ["me", "casual"])
        send = Client.send

        def noting(client: Client, message: Any) -> None:
            """Looks into the file, as another process does, whenever a view leaves."""
            if getattr(message, "type", "") == "view":
                heard.append((len(stored(path, table["table"])), sum(map(len, message.view.tricks))))
            send(client, message)

        monkeypatch.setattr(Client, "send", noting)
        with Player(host, table["table"], table["token"]) as player:
            play_deal(player, first)
    assert len(heard) > 5
    assert all(on_disk >= shown for on_disk, shown in heard)


def test_a_move_that_cannot_be_written_is_refused_and_made_later(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite") as host:
        table = host.open("schnapsen", ["me", "casual"])
        with Player(host, table["table"], table["token"]) as player:
            player.turn()
            player.quiet()
            before, view = kept(host, table["table"]), player.view
            with no_disk(host):
                for _ in range(2):
                    answer = player.ask("move", ply=view["ply"], move=texts(view)[0])
                    assert (answer["type"], answer["code"]) == ("refused", "disk")
                    assert answer["reason"].startswith("The server cannot write to its disk; nothing was changed")
                assert kept(host, table["table"]) == before
                assert player.view == view, "nobody was shown anything"
            play_deal(player, first)
            moves = [str(move) for _, move in host.app.state.house.room(table["table"]).table.moves]
        assert stored(tmp_path / "t.sqlite", table["table"]) == moves


def test_an_agents_move_that_cannot_be_written_is_tried_again(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_RETRY_S", 0.05)
    tries, transaction = [], Store.transaction

    def counted(store: Store) -> AbstractContextManager[None]:
        tries.append(1)
        return transaction(store)

    monkeypatch.setattr(Store, "transaction", counted)
    table = host.open("doppelkopf", ["me", "casual", "casual", "casual"], pace_ms=200, rules="cardplay")
    with Player(host, table["table"], table["token"]) as player:
        assert player.turn()
        player.move(first)
        with no_disk(host):
            said = player.until(lambda message: message["type"] == "refused")
            assert (said["id"], said["code"]) == (None, "disk")
            before = kept(host, table["table"])
            shown, tried, began = player.view, len(tries), time.monotonic()
            with pytest.raises(TimeoutError):
                player.receive(0.5)
            assert player.view == shown, "it is said once, and nothing moves"
            assert kept(host, table["table"]) == before
            assert 0 < len(tries) - tried <= (time.monotonic() - began) / 0.05 + 2, "it is tried again, now and then"
        player.ask("settings", pace_ms=0)
        play_deal(player, first)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("pause", {"on": True}),
        ("settings", {"pace_ms": 5, "think_ms": 7, "window_ms": 9}),
        ("settings", {"seat": 2, "agent": "beginner"}),
        ("settings", {"seat": 2, "open": True}),
        ("share", {}),
        ("leave", {}),
        ("undo", {}),
        ("deal", {"how": "again"}),
        ("deal", {"how": "rotate"}),
        ("deal", {"how": "seed", "seed": 5}),
    ],
)
def test_a_request_that_cannot_be_written_changes_nothing(host: Host, kind: str, fields: Json) -> None:
    table = host.open("schnapsen", ["me", "casual"], seed=5) if kind == "undo" else None
    table = table or host.open("six_nimmt", ["me", "casual", "casual", "casual"])
    with Player(host, table["table"], table["token"]) as player:
        player.turn()
        if kind == "undo":
            player.move(first)
            player.turn()
        player.quiet()
        before, view, info = kept(host, table["table"]), player.view, player.info
        with no_disk(host):
            assert player.ask(kind, **fields)["code"] == "disk"
            assert player.ask("ping")["type"] == "ack"
        assert kept(host, table["table"]) == before
        assert (player.view, player.info) == (view, info)
        assert player.ask(kind, **fields)["type"] == "ack"


def test_a_seat_that_cannot_be_written_stays_free(host: Host) -> None:
    table = host.open("schnapsen", ["me", "open"])
    with Player(host, table["table"]) as bo:
        with no_disk(host):
            assert bo.ask("sit", invite=table["invites"]["1"])["code"] == "disk"
            seats = [{"kind": "me"}, {"kind": "agent"}]
            status, answer = host.request("/api/tables", {"game": "schnapsen", "seats": seats})
            assert (status, answer["code"]) == (503, "disk")
        assert not bo.view
        assert bo.ask("sit", invite=table["invites"]["1"])["type"] == "ack"


def test_who_comes_back_finds_the_table_without_a_disk_too(host: Host) -> None:
    table = host.open("schnapsen", ["me", "casual"])
    with Player(host, table["table"], table["token"]) as player:
        player.turn()
    with no_disk(host), Player(host, table["table"], table["token"]) as player:
        player.wait(lambda: player.view)


def test_a_full_disk_loses_nothing_that_was_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file may grow no further in the middle of the play; then it may again."""
    monkeypatch.setattr(driver, "_RETRY_S", 0.05)
    path, chance = tmp_path / "t.sqlite", random.Random(1)
    with running(path) as host:
        table = host.open("tichu", ["me", "casual", "casual", "casual"])
        base = host.app.state.house.store._base
        most = base.execute("PRAGMA max_page_count").fetchone()[0]
        with Player(host, table["table"], table["token"]) as player:
            player.wait(lambda: player.view)
            base.execute(f"PRAGMA max_page_count={base.execute('PRAGMA page_count').fetchone()[0]}")
            answered: Json = {}
            while not any(message.get("code") == "disk" for message in player.heard):
                view, move = player.view, choose(player.view, chance.choice)
                if player.over:
                    player.over = {}
                    player.ask("deal", how="next")
                elif move is not None and view is not answered:
                    answered = view
                    player.ask("move", ply=view["ply"], move=move)
                else:
                    player.receive()
            player.quiet()
            moves = [str(move) for _, move in host.app.state.house.room(table["table"]).table.moves]
            kept = stored(path, table["table"])
            assert kept[len(kept) - len(moves) :] == moves
            base.execute(f"PRAGMA max_page_count={most}")
            over = play_deal(player, chance.choice)
            player.wait(lambda: player.info["status"] == "over")
    with running(path) as host, Player(host, table["table"], table["token"]) as again:
        again.wait(lambda: again.over)
        assert again.over["text"] == over["text"]
        assert again.info["sheet"] == player.info["sheet"]


def test_the_end_of_a_deal_is_written_whole_or_not_at_all(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last move, the record and the line of the sheet: without one of them there is none."""
    monkeypatch.setattr(driver, "_RETRY_S", 0.05)
    table = host.open("schnapsen", ["me", "casual"])
    store = host.app.state.house.store
    save, broken = store.save_table, [True]

    def fails(key: str, data: str) -> None:
        if broken[0]:
            raise Refusal("disk", "The server cannot write to its disk; nothing was changed, try again later.")
        save(key, data)

    monkeypatch.setattr(store, "save_table", fails)
    with Player(host, table["table"], table["token"]) as player:
        while not any(message.get("code") == "disk" for message in player.heard):
            if player.view and player.view["view"]["must"]:
                player.ask("move", ply=player.view["ply"], move=texts(player.view)[0])
            else:
                player.receive()
        room = host.app.state.house.room(table["table"])
        while room.table.state.over:  # the server is just trying again
            time.sleep(0.01)
        now = room.table.snapshot()
        assert not now.state.over
        assert not now.sheet
        assert len(store.load_table(table["table"])[1][1]) == len(now.moves)
        broken[0] = False
        play_deal(player, first)


def in_window(host: Host) -> tuple[Json, Player]:
    """A person who has just been asked in a long window, and whose move waits."""
    table = Host.open(
        host,
        "tichu",
        ["me", "casual", "casual", "casual"],
        options={"exchange": False, "calls": False},
        window_ms=10_000,
        pace_ms=0,
        seed=next(seed for seed in range(100) if turn(seed) == 3),
    )
    player = Player(host, table["table"], table["token"])
    player.turn()
    return table, player


def turn(seed: int) -> int:
    return ViewFacts.of(_core.Game("tichu", "official", exchange=False, calls=False).deal(seed).view(0)).turn


def test_a_move_that_waits_survives_a_killed_server(tmp_path: Path) -> None:
    with started(tmp_path / "t.sqlite") as (server, host):
        table, player = in_window(host)
        with player:
            move = player.view["view"]["moves"][-1]
            assert player.ask("move", ply=player.view["ply"], move=move["text"])["type"] == "ack"
            server.kill()
    with started(tmp_path / "t.sqlite") as (_, host), Player(host, table["table"], table["token"]) as player:
        player.wait(lambda: player.view)
        assert player.view["queued"] == move
        player.ask("settings", window_ms=0)
        for on in (True, False):  # a table that stood still opens its window anew
            player.ask("pause", on=on)
        played = {"seat": 0, "move": move}
        player.wait(lambda: any(played in trick for trick in player.view["view"]["tricks"]))


def test_a_move_that_waits_is_forgotten_when_the_deal_is_another(host: Host) -> None:
    table, player = in_window(host)
    with player:
        load = host.app.state.house.store.load_table
        assert player.ask("move", ply=player.view["ply"], move=texts(player.view)[-1])["type"] == "ack"
        assert load(table["table"])[2]
        assert player.ask("deal", how="again")["type"] == "ack"
        assert not load(table["table"])[2]
        assert not host.app.state.house.room(table["table"]).table.queued
