"""A server that is killed again and again, at random moments, while somebody plays."""

import multiprocessing
import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPException
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace

import pytest
from websockets.exceptions import WebSocketException

from server.playing import Host, Json, Player, choose

FORKS = multiprocessing.get_context("forkserver")  # a server is there in a moment, for all that it imports is there


def serve(path: Path, told: Connection) -> None:
    """A server that tells its port and runs until it is killed."""
    told.send(Host(path).port)
    time.sleep(3600)


class Person:
    """Somebody who plays on at one table, whatever becomes of the server, and remembers what was acknowledged."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.table: Json = {}
        self.moves: dict[int, list[str]] = {}  # of the deal in progress; a match that is over takes its deals with it
        self.results: dict[str, list[int]] = {}  # by the record of the deal
        self.acknowledged = 0

    def play(self, host: Host, kill: Callable[[], None]) -> None:
        """Plays until the connection is lost, some moments after it is there."""
        if not self.table:
            self.table = Host.open(host, "schnapsen", ["me", "casual"])
        with Player(host, self.table["table"], self.table["token"]) as player:
            threading.Timer(self.chance.uniform(0, 0.2), kill).start()
            answered = None
            while True:
                if player.over:
                    over, player.over = player.over, {}
                    assert self.results.setdefault(over["record"], over["returns"]) == over["returns"]
                    counted = [line["deal"] for line in player.info["sheet"]]
                    assert len(counted) == len(set(counted)), "no deal is counted twice"
                    self.moves = {}
                    player.ask("deal", how="next")
                view = player.view
                move = choose(view, self.chance.choice) if view and view["ply"] != answered else None
                if move is None:
                    player.receive()
                    continue
                answered = view["ply"]
                if player.ask("move", ply=answered, move=move)["type"] == "ack":
                    self.moves.setdefault(view["deal"], []).append(move)
                    self.acknowledged += 1

    def check(self, path: Path) -> None:
        """Whether everything that was acknowledged is in the file, once."""
        with closing(sqlite3.connect(path)) as base:
            rows = base.execute("SELECT deal, seat, move FROM moves ORDER BY deal, number").fetchall()
        for deal, moves in self.moves.items():
            kept = [move for number, seat, move in rows if number == deal and seat == "0" and move in moves]
            assert kept == moves


def killed(path: Path, person: Person, times: int) -> None:
    """Starts a server and kills it after a moment, so many times."""
    FORKS.set_forkserver_preload(["server.playing"])
    for _ in range(times):
        told, tells = FORKS.Pipe(duplex=False)
        process = FORKS.Process(target=serve, args=(path, tells))
        process.start()
        host = SimpleNamespace(port=told.recv())
        host.request = lambda *arguments: Host.request(host, *arguments)  # type: ignore[arg-type] # noqa: B023
        if person.chance.random() < 0.1:  # while it starts
            process.kill()
        with suppress(WebSocketException, HTTPException, OSError):
            person.play(host, process.kill)  # type: ignore[arg-type]
        process.join()
        if path.exists():
            person.check(path)


@pytest.mark.long
def test_a_server_killed_a_thousand_times_has_lost_nothing_and_doubled_nothing(tmp_path: Path) -> None:
    person = Person(2)
    killed(tmp_path / "t.sqlite", person, int(os.environ.get("KIBITZ_KILLS", "1000")))
    assert person.acknowledged
    print(person.acknowledged, "moves acknowledged,", len(person.results), "deals")
