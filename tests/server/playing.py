"""A real server on loopback, and a player who speaks the protocol."""

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import uvicorn
from websockets.sync.client import ClientConnection, connect

from kibitz import _core
from kibitz.server import protocol
from kibitz.server.app import create_app
from kibitz.server.serving import Serving, listening

Json = dict[str, Any]
PATIENCE_S = 300.0  # a machine may be busy; who waits longer than needed loses nothing


class Host:
    """A running server."""

    def __init__(self, data: Path | None, proxies: Sequence[str] = (), hosts: list[str] | None = None) -> None:
        self.socket = listening("127.0.0.1", 0)
        self.port = self.socket.getsockname()[1]
        self.app = create_app(data, hosts=hosts)
        self.server = uvicorn.Server(Serving(self.app, proxies))
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive(), "the server did not start"
            time.sleep(0.005)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.socket.close()

    def states(self, table: str) -> list[_core.State]:
        """Every state of the deal at a table: what only the server knows."""
        return list(self.app.state.house.room(table).table.states)

    def request(self, path: str, body: Json | bytes | None = None, **headers: str) -> tuple[int, Any]:
        """The status and the answer."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"content-type": "application/json"} | headers
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers)
        try:
            with urllib.request.urlopen(asked) as answer:
                text, status = answer.read(), answer.status
        except urllib.error.HTTPError as error:
            text, status = error.read(), error.code
            error.close()
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text.decode()

    def get(self, path: str) -> Any:
        status, answer = self.request(path)
        assert status == 200, answer
        return answer

    def finished(self, path: str) -> Any:
        """The answer when the work it tells of is done."""
        while (answer := self.get(path))["running"]:
            time.sleep(0.1)  # asking more often than 20 times a second is refused in the end
        return answer

    def open(self, game: str, seats: list[str], **more: Any) -> Json:
        """A new table: ``me``, ``open`` or an agent per seat, at full speed unless told otherwise."""
        chosen = [{"kind": seat} if seat in ("me", "open") else {"kind": "agent", "agent": seat} for seat in seats]
        quick = {"pace_ms": 0, "window_ms": 0}
        status, answer = self.request("/api/tables", {"game": game, "seats": chosen} | quick | more)
        assert status == 201, answer
        return dict(answer)


class Listening(Protocol):
    """A server, of this process or another."""

    port: int


class Player:
    """A socket at a table. It keeps every byte it was sent."""

    def __init__(
        self, host: Listening, table: str, token: str | None = None, *, hello: bool = True, **more: Any
    ) -> None:
        url = f"ws://127.0.0.1:{host.port}/api/tables/{table}/socket"
        self.open = ExitStack()
        self.socket: ClientConnection = self.open.enter_context(connect(url, max_size=None, open_timeout=PATIENCE_S))
        self.heard: list[Json] = []
        self.bytes: list[str] = []
        self.sent = 0
        self.view: Json = {}
        self.info: Json = {}
        self.over: Json = {}  # what ended the deal
        if hello:
            answer = self.ask("hello", v=protocol.VERSION, token=token, **more)
            if answer["type"] == "ack":
                self.wait(lambda: self.info)

    def send(self, kind: str, **fields: Any) -> str:
        self.sent += 1
        key = f"m{self.sent}"
        self.socket.send(json.dumps({"type": kind, "id": key} | fields))
        return key

    def receive(self, patience_s: float = PATIENCE_S) -> Json:
        text = self.socket.recv(patience_s)
        assert isinstance(text, str)
        self.bytes.append(text)
        message: Json = json.loads(text)
        self.heard.append(message)
        if message["type"] == "view":
            self.view = message
        elif message["type"] == "over":
            self.over = message
        elif message["type"] == "table":
            self.info = message["info"]
        return message

    def ask(self, kind: str, **fields: Any) -> Json:
        """Sends a message and waits for its ack or refusal."""
        key = self.send(kind, **fields)
        return self.until(lambda message: message.get("id") == key)

    def until(self, wanted: str | Callable[[Json], bool]) -> Json:
        """The next message of a type, or one that answers a description. It must be sure to come: see ``wait``."""
        while True:
            message = self.receive()
            if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                return message

    def wait(self, done: Callable[[], Any]) -> None:
        """Until something is so; perhaps it already is, for ``ask`` hears whatever comes before its answer."""
        while not done():
            self.receive()

    def quiet(self) -> None:
        """Until nobody does anything any more: an opponent may still claim what he has when it is one's turn."""
        with suppress(TimeoutError):
            while True:
                self.receive(0.5)

    def turn(self) -> bool:
        """Waits until a move is asked for or the deal is over; whether one is asked for."""
        self.wait(lambda: (self.view and self.view["view"]["must"]) or self.over)
        return not self.over

    def move(self, pick: Callable[[list[str]], str]) -> str:
        """Makes a move and waits until it shows. If the deal goes on meanwhile, the new view is answered."""
        while True:
            ply, move = self.view["ply"], pick(texts(self.view))
            answer = self.ask("move", ply=ply, move=move)
            if answer["type"] == "ack":
                self.wait(lambda: self.view["ply"] > ply or self.over)  # noqa: B023
                return move
            if answer["code"] == "state":  # an opponent has just ended the deal by a claim
                self.wait(lambda: self.over)
                return move
            assert answer["code"] == "stale", answer

    def close(self) -> None:
        self.open.close()

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def texts(view: Json) -> list[str]:
    """The legal moves of a view, as they are written."""
    return [move["text"] for move in view["view"]["moves"]]


def choose(view: Json, pick: Callable[[list[str]], str]) -> str | None:
    """A move for a view that asks for one; None if there is nothing to do."""
    seen = view["view"]
    if seen["give"]:
        cards = seen["facts"]["hand"][:3]
        return "give " + " ".join(f"{card}>{seat}" for card, seat in zip(cards, seen["give"], strict=True))
    if not seen["facts"]["asked"]:
        return None
    return pick(texts(view))


def play_deal(player: Player, pick: Callable[[list[str]], str], enough: Callable[[], bool] = lambda: False) -> Json:
    """Plays until the deal is over, and returns the message that says so; or until it is enough."""
    answered = None
    while not player.over and not enough():
        view = player.view
        move = choose(view, pick) if view and view["ply"] != answered else None
        if move is None:
            player.receive()
            continue
        answered = view["ply"]
        answer = player.ask("move", ply=answered, move=move)
        if answer["type"] == "refused" and answer["code"] == "too_fast":
            answered = None  # a quick machine plays more than the server will hear
            time.sleep(0.1)
            continue
        # A view may have come while the move was on its way; then that one is answered.
        assert answer["type"] == "ack" or answer["code"] in ("stale", "state"), (answer, view, move)
    return player.over


@contextmanager
def running(data: Path | None = None, proxies: Sequence[str] = (), hosts: list[str] | None = None) -> Iterator[Host]:
    host = Host(data, proxies, hosts)
    try:
        yield host
    finally:
        host.stop()
