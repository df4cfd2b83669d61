"""How quickly the server answers a move while many tables play: real sockets, loopback only.

    python benchmarks/table_load.py --tables 200 --seconds 20

Starts ``kibitz serve`` on a free port, opens the tables, seats a person at each who moves like a quick player, and
prints the time from a move to its ``ack``: median, 95th and 99th percentile. Exits 1 if the 95th is above the limit.
"""

import argparse
import asyncio
import json
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


def open_table(port: int, game: str, agent: str, pace: int) -> dict[str, Any]:
    """A table with one person."""
    seats = [{"kind": "me"}, *[{"kind": "agent", "agent": agent}] * (GAMES[game] - 1)]
    body = {"game": game, "seats": seats, "pace_ms": pace, "window_ms": pace}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        opened: dict[str, Any] = json.load(answer)
    return opened


async def play(port: int, table: dict[str, Any], think: float, until: float, waited: list[float]) -> int:
    """Plays deal after deal until the time is over; how many."""
    deals, number, chance = 0, 0, random.Random(table["table"])
    sent: dict[str, float] = {}
    await asyncio.sleep(chance.uniform(0, 3))  # people do not all come in the same moment
    async with connect(f"ws://127.0.0.1:{port}/api/tables/{table['table']}/socket", max_size=None) as socket:

        async def send(kind: str, **fields: Any) -> None:
            nonlocal number
            number += 1
            if kind == "move":
                sent[f"m{number}"] = time.perf_counter()
            await socket.send(json.dumps({"type": kind, "id": f"m{number}"} | fields))

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
        if thinking is not None:
            thinking.cancel()
    return deals


async def load(port: int, arguments: argparse.Namespace) -> tuple[list[float], int]:
    """All tables at once."""
    games = [game for game in GAMES if arguments.game in (game, "all")]
    tables = [
        await asyncio.to_thread(open_table, port, games[number % len(games)], arguments.agent, arguments.pace)
        for number in range(arguments.tables)
    ]
    waited: list[float] = []
    until = time.monotonic() + arguments.seconds
    played = await asyncio.gather(*(play(port, table, arguments.think / 1000, until, waited) for table in tables))
    return waited, sum(played)


def main() -> int:
    """Runs the load and prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", default="all", choices=["all", *GAMES])
    parser.add_argument("--agent", default="casual", help="who plays at the other seats")
    parser.add_argument("--pace", type=int, default=700, help="ms before an agent's move, and of a window")
    parser.add_argument("--think", type=int, default=1500, help="ms a person takes to move, on average")
    parser.add_argument("--limit", type=float, default=100, help="ms the 95th percentile may take")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--data", str(Path(folder) / "load.sqlite")]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stderr is not None
                found = re.search(r":(\d+)", server.stderr.readline())
                assert found is not None, "the server did not start"
                waited, deals = asyncio.run(load(int(found[1]), arguments))
            finally:
                server.terminate()
    cuts = statistics.quantiles([seconds * 1000 for seconds in waited], n=100)
    print(
        f"{arguments.tables} tables, {arguments.agent} agents, {len(waited)} moves and {deals} deals in "
        f"{arguments.seconds:.0f} s: ack after {cuts[49]:.1f} ms (median), {cuts[94]:.1f} ms (95 %), "
        f"{cuts[98]:.1f} ms (99 %)"
    )
    return int(cuts[94] > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
