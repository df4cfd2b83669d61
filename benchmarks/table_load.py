"""How quickly the server answers a move while many tables play: real sockets, loopback only.

    python benchmarks/table_load.py --tables 200 --seconds 20 --reviews 2

Starts ``kibitz serve`` on a free port, opens the tables, seats a person at each who moves like a quick player, has so
many finished deals reviewed at a time, and prints the time from a move to its ``ack``: median, 95th and 99th
percentile. Exits 1 if the 99th is above the limit. Every person comes from an address of his own, as behind a proxy.
"""

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from kibitz.server import protocol

GAMES = {"tichu": 4, "doppelkopf": 4, "schnapsen": 2, "six_nimmt": 4}


def address(number: int) -> dict[str, str]:
    """Where a person comes from, as a proxy would say it."""
    return {"x-forwarded-for": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}


def open_table(port: int, number: int, game: str, agent: str, pace: int) -> dict[str, Any]:
    """A table with one person."""
    seats = [{"kind": "me"}, *[{"kind": "agent", "agent": agent}] * (GAMES[game] - 1)]
    body = {"game": game, "seats": seats, "pace_ms": pace, "window_ms": pace}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables",
        json.dumps(body).encode(),
        {"content-type": "application/json"} | address(number),
    )
    with urllib.request.urlopen(request) as answer:
        opened: dict[str, Any] = json.load(answer)
    return opened


class Reviews:
    """Finished deals that are reviewed, so many at a time."""

    def __init__(self, port: int, most: int) -> None:
        self.port, self.most, self.done = port, most, 0
        self.under_way: set[str] = set()

    async def add(self, record: str, number: int) -> None:
        """Has a deal reviewed, if there is a place, and asks now and then how far it is."""
        if len(self.under_way) >= self.most:
            return
        self.under_way.add(record)
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/records/{record}/review", headers=address(number)
        )
        while (await asyncio.to_thread(self._ask, asked))["running"]:
            await asyncio.sleep(1)
        self.done += 1
        self.under_way.discard(record)

    @staticmethod
    def _ask(asked: urllib.request.Request) -> dict[str, Any]:
        with urllib.request.urlopen(asked) as answer:
            found: dict[str, Any] = json.load(answer)
        return found


async def play(
    port: int,
    number: int,
    table: dict[str, Any],
    think: float,
    until: float,
    waited: list[float],
    reviews: Reviews,
) -> int:
    """Plays deal after deal until the time is over; how many."""
    deals, messages, chance = 0, 0, random.Random(table["table"])
    sent: dict[str, float] = {}
    await asyncio.sleep(chance.uniform(0, 3))  # people do not all come in the same moment
    url = f"ws://127.0.0.1:{port}/api/tables/{table['table']}/socket"
    reviewing: set[asyncio.Task[None]] = set()
    async with connect(url, max_size=None, additional_headers=address(number)) as socket:

        async def send(kind: str, **fields: Any) -> None:
            nonlocal messages
            messages += 1
            if kind == "move":
                sent[f"m{messages}"] = time.perf_counter()
            await socket.send(json.dumps({"type": kind, "id": f"m{messages}"} | fields))

        async def later(seconds: float, ply: int, move: str) -> None:
            await asyncio.sleep(seconds)
            await send("move", ply=ply, move=move)

        thinking: asyncio.Task[None] | None = None
        await send("hello", v=protocol.VERSION, token=table["token"])
        answered = None
        while time.monotonic() < until:
            try:
                message = json.loads(await asyncio.wait_for(socket.recv(), 1))
            except TimeoutError:
                continue
            if message["type"] == "ack" and (at := sent.pop(message["id"], None)):
                waited.append(time.perf_counter() - at)
            elif message["type"] == "over":
                deals += 1
                answered = None
                reviewing.add(asyncio.create_task(reviews.add(message["record"], number)))
                await send("deal", how="next")
            elif (
                message["type"] == "view" and message["view"]["must"] and (message["deal"], message["ply"]) != answered
            ):
                answered = message["deal"], message["ply"]
                view = message["view"]
                move = chance.choice(view["moves"])["text"] if view["moves"] else ""
                if view["give"]:
                    pairs = zip(view["facts"]["hand"][:3], view["give"], strict=True)
                    move = "give " + " ".join(f"{card}>{seat}" for card, seat in pairs)
                thinking = asyncio.create_task(later(chance.uniform(0.5, 1.5) * think, message["ply"], move))
        for task in (*reviewing, *([thinking] if thinking else [])):
            task.cancel()
    return deals


async def load(port: int, arguments: argparse.Namespace) -> tuple[list[float], int, int]:
    """All tables at once: how long moves waited, deals, reviews."""
    games = [game for game in GAMES if arguments.game in (game, "all")]
    tables = [
        await asyncio.to_thread(open_table, port, number, games[number % len(games)], arguments.agent, arguments.pace)
        for number in range(arguments.tables)
    ]
    waited: list[float] = []
    until, reviews = time.monotonic() + arguments.seconds, Reviews(port, arguments.reviews)
    played = await asyncio.gather(
        *(
            play(port, number, table, arguments.think / 1000, until, waited, reviews)
            for number, table in enumerate(tables)
        )
    )
    return waited, sum(played), reviews.done


def main() -> int:
    """Runs the load and prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", default="all", choices=["all", *GAMES])
    parser.add_argument("--agent", default="casual", help="who plays at the other seats")
    parser.add_argument("--pace", type=int, default=700, help="ms before an agent's move, and of a window")
    parser.add_argument("--think", type=int, default=1500, help="ms a person takes to move, on average")
    parser.add_argument("--reviews", type=int, default=0, help="finished deals that are reviewed at a time")
    parser.add_argument("--limit", type=float, default=200, help="ms the 99th percentile may take")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "load.sqlite")
        command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--data", data, "--proxy", "127.0.0.1"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stderr is not None
                found = re.search(r":(\d+)", server.stderr.readline())
                assert found is not None, "the server did not start"
                waited, deals, reviews = asyncio.run(load(int(found[1]), arguments))
            finally:
                server.terminate()
    cuts = statistics.quantiles([seconds * 1000 for seconds in waited], n=100)
    used = os.times()
    print(
        f"{arguments.tables} tables, {arguments.agent} agents, {len(waited)} moves, {deals} deals, {reviews} "
        f"reviews in {arguments.seconds:.0f} s: ack after {cuts[49]:.1f} ms (median), {cuts[94]:.1f} ms (95 %), "
        f"{cuts[98]:.1f} ms (99 %); processor time of the server {used.children_user + used.children_system:.0f} s, "
        f"of the people {used.user + used.system:.0f} s"
    )
    return int(cuts[98] > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
