"""Records the example deals of docs/protocol from a real server: every message of one person against agents."""

import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from kibitz.server import protocol

OUT = Path(__file__).parent.parent / "docs" / "protocol"
GAMES = {"tichu": 4, "doppelkopf": 4, "schnapsen": 2, "six_nimmt": 4}


def record(port: int, game: str) -> list[dict[str, Any]]:
    """One deal, with a hint, a belief and a refusal."""
    seats = [{"kind": "me"}, *[{"kind": "agent", "agent": "casual"}] * (GAMES[game] - 1)]
    body = {"game": game, "seats": seats, "name": "Ada", "seed": 7, "pace_ms": 0, "window_ms": 50}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        table = json.load(answer)
    said: list[dict[str, Any]] = []
    with connect(f"ws://127.0.0.1:{port}/api/tables/{table['table']}/socket", max_size=None) as socket:

        def send(kind: str, **fields: Any) -> None:
            message = {"type": kind, "id": f"m{len(said)}"} | fields
            said.append({"from": "browser", "message": message})
            socket.send(json.dumps(message))

        def receive() -> dict[str, Any]:
            message: dict[str, Any] = json.loads(socket.recv(30))
            said.append({"from": "server", "message": message})
            return message

        send("hello", v=protocol.VERSION, token=table["token"])
        asked, answered = False, None
        while (message := receive())["type"] != "over":
            if message["type"] != "view" or message["ply"] == answered:
                continue
            view = message["view"]
            if not view["must"]:
                continue
            answered = message["ply"]
            if not asked and view["facts"]["phase"] in ("play", "choose"):
                asked = True
                send("hint", ms=200)
                while not ((hint := receive())["type"] == "hint" and not hint["running"]):
                    pass
                send("belief")
                while receive()["type"] != "belief":
                    pass
                send("move", ply=answered, move="nonsense")
                while receive()["type"] != "refused":
                    pass
            if view["give"]:
                pairs = zip(view["facts"]["hand"][:3], view["give"], strict=True)
                send("move", ply=answered, move="give " + " ".join(f"{card}>{seat}" for card, seat in pairs))
            else:
                moves = [move["text"] for move in view["moves"]]
                send("move", ply=answered, move="no-grand" if "no-grand" in moves else moves[0])
        while receive()["type"] != "table":
            pass
    return said


def main() -> None:
    """Starts a server and writes a file per game."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "kibitz", "serve", "--port", "0", "--data", str(Path(folder) / "t.sqlite")]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            try:
                assert server.stderr is not None
                found = re.search(r":(\d+)", server.stderr.readline())
                assert found is not None, "the server did not start"
                for game in GAMES:
                    lines = (json.dumps(line, ensure_ascii=False) for line in record(int(found[1]), game))
                    (OUT / f"{game}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            finally:
                server.terminate()


if __name__ == "__main__":
    main()
