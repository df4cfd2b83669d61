"""A server that is killed and started again has every table as it was."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conftest import Command
from kibitz import _core
from kibitz.server.store import LAYOUT
from server.playing import Host, Player, play_deal, running


def first(moves: list[str]) -> str:
    return moves[0]


@pytest.mark.parametrize("game", _core.game_names())
def test_a_table_is_restored_in_the_middle_of_a_deal(tmp_path: Path, game: str) -> None:
    seats = _core.Game(game).seats
    with running(tmp_path / "table.sqlite") as host:
        table = host.open(game, ["me", *["casual"] * (seats - 1)], name="Ada")
        with Player(host, table["table"], table["token"]) as player:
            play_deal(player, first)
            player.over = {}
            player.ask("deal", how="next")
            for _ in range(3):
                if not player.turn() or player.view["view"]["give"]:
                    break
                player.move(first)
            player.quiet()
        kept, sheet = player.view["view"], player.info["sheet"]
    with running(tmp_path / "table.sqlite") as host, Player(host, table["table"], table["token"]) as player:
        player.wait(lambda: player.view)
        assert player.view["view"] == kept
        assert player.info["sheet"] == sheet
        assert player.info["seats"][0] | {"name": "Ada", "you": True} == player.info["seats"][0]
        play_deal(player, first)


@contextmanager
def started(data: Path) -> Iterator[tuple["subprocess.Popen[str]", Any]]:
    """``kibitz serve`` as a process of its own; at the end it is killed, if it still runs."""
    command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            port = re.search(r":(\d+)", server.stderr.readline())
            assert port is not None
            host = SimpleNamespace(port=int(port[1]))
            host.request = lambda *arguments: Host.request(host, *arguments)  # type: ignore[arg-type]
            yield server, host
        finally:
            server.kill()


def test_a_killed_server_has_lost_nothing_it_acknowledged(tmp_path: Path) -> None:
    with started(tmp_path / "t.sqlite") as (server, host):
        table = Host.open(host, "schnapsen", ["me", "casual"])
        with Player(host, table["table"], table["token"]) as player:
            player.turn()
            move = player.view["view"]["moves"][0]
            assert player.ask("move", ply=player.view["ply"], move=move["text"])["type"] == "ack"
            server.kill()
    with started(tmp_path / "t.sqlite") as (_, host), Player(host, table["table"], table["token"]) as player:
        player.wait(lambda: player.view)
        assert {"seat": 0, "move": move} in [played for trick in player.view["view"]["tricks"] for played in trick]
        play_deal(player, first)


def test_a_file_has_one_server(tmp_path: Path, kibitz_command: Command) -> None:
    path = tmp_path / "t.sqlite"
    with running(path):
        refused = kibitz_command("serve", "--port", "0", "--data", str(path))
    assert refused.code == 2
    assert refused.err.startswith(f"{path} is in use by process {os.getpid()} on ")
    assert refused.err.endswith("; end that server, or give this one another file with --data.\n")
    with running(path):
        pass


def test_a_file_from_before_rows_had_checksums_is_served(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    with running(path) as host:
        table = host.open("schnapsen", ["me", "casual"])
        with Player(host, table["table"], table["token"]) as player:
            player.turn()
            player.move(first)
            player.quiet()
    with closing(sqlite3.connect(path)) as file:
        for name in LAYOUT.tables:
            rows = file.execute(f"SELECT * FROM {name}").fetchall()
            file.execute(f"DROP TABLE {name}")
            file.execute(f"CREATE TABLE {name} ({LAYOUT.tables[name].columns})")
            for row in rows:
                file.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * (len(row) - 1))})", row[:-1])
        file.commit()
        file.executescript("PRAGMA application_id = 0; PRAGMA user_version = 0")
    with running(path) as host, Player(host, table["table"], table["token"]) as again:
        again.wait(lambda: again.view)
        assert again.view["view"] == player.view["view"]
