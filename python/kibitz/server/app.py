"""The server: pages, requests and sockets. ``kibitz serve`` runs it."""

import asyncio
import contextlib
import json
import os
import secrets
import socket
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.json_schema import models_json_schema
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import kibitz
from kibitz import _core
from kibitz.agents import levels
from kibitz.facts import state_class, view_class
from kibitz.games import profile
from kibitz.server import learning, protocol, results
from kibitz.server.admission import admit
from kibitz.server.daily import Days
from kibitz.server.jobs import Records
from kibitz.server.lanes import Lanes
from kibitz.server.limits import Bucket
from kibitz.server.names import mended
from kibitz.server.protocol import About, Ack, GameInfo, Level, Opened, Problem
from kibitz.server.refusal import Refusal
from kibitz.server.room import Client, Room, finish
from kibitz.server.store import Store
from kibitz.server.table import (
    Holder,
    Table,
    digest,
    new_table,
    new_token,
    point,
)

STATIC = Path(__file__).parent / "static"
LOCAL = ["localhost", "127.0.0.1", "[::1]", "::1"]
_STATUS = {"state": 404, "too_big": 413, "too_fast": 429, "disk": 503}
_PATIENCE = 200  # refusals in a row after which a socket is hung up on
_IDLE_S = 600.0  # after which a table that nobody looks at is put away
_SOCKETS = 64  # per table
_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",  # an address may hold an invitation
    "x-content-type-options": "nosniff",
}

M = TypeVar("M", bound=BaseModel)
P = ParamSpec("P")
T = TypeVar("T")


class House:
    """All tables of a server."""

    def __init__(self, data: Path | None, *, network: bool = False, addresses: Sequence[str] = ()) -> None:
        self.store = Store(data)
        cores = os.cpu_count() or 1
        self.lanes = Lanes()
        self.helpers = ThreadPoolExecutor(4 * cores, "helper")
        self.reviewers = ThreadPoolExecutor(max(1, cores - 1), "reviewer")
        self.records = Records(self.store, self.reviewers)
        self.days = Days(self.store, self.reviewers, self.records.stop)
        self.rooms: dict[str, Room] = {}
        self.network = network
        self.addresses = list(addresses)
        self.buckets: dict[str, Bucket] = {}

    def room(self, key: str) -> Room:
        """The room of a table, built up from the store if need be."""
        if (room := self.rooms.get(key)) is not None:
            return room
        loaded = self.store.load_table(key)
        if loaded is None:
            raise Refusal("state", f'There is no table "{key}".', "no-table")
        table = Table.from_json(key, *loaded)
        if table.state.over and not table.finished:  # its end could not be written
            with self.store.transaction():
                finish(table, self.store)
        return self.open(table)

    def open(self, table: Table) -> Room:
        """A room for a table."""
        room = self.rooms[table.id] = Room(table, self.store, self.lanes, self.helpers)
        return room

    def allow(self, visitor: str) -> None:
        """Refuses a visitor who asks for too much: a page reads a few things, nobody opens tables all day."""
        if len(self.buckets) > 10_000:
            self.buckets.clear()
        if not self.buckets.setdefault(visitor, Bucket(600, 20)).take():
            raise Refusal("too_fast", "Too many requests; wait a little.")

    async def tidy(self) -> None:
        """Puts away what nobody looks at."""
        while True:
            await asyncio.sleep(60)
            for key, room in list(self.rooms.items()):
                if not room.clients and asyncio.get_running_loop().time() - room.used > _IDLE_S:
                    room.close()
                    del self.rooms[key]

    def close(self) -> None:
        """Stops everything; what was played is in the store."""
        self.records.stop.set()
        for room in self.rooms.values():
            room.close()
        for pool in (self.helpers, self.reviewers):
            pool.shutdown(wait=True, cancel_futures=True)
        self.lanes.close()
        self.store.close()


def create_app(data: Path | None = None, *, hosts: list[str] | None = None, addresses: Sequence[str] = ()) -> Starlette:
    """The application. ``data`` is the file of the store; without one nothing outlives the server.

    ``hosts`` are the names by which others reach it, ``addresses`` where: what an invitation says.
    """
    house = House(data, network=hosts is not None, addresses=addresses)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        tidying = asyncio.create_task(house.tidy())
        yield
        tidying.cancel()
        house.close()

    async def about(_: Request) -> Response:
        return _json(_about(house))

    async def rules(request: Request) -> Response:
        return PlainTextResponse(_core.describe_game(request.path_params["game"])["rules_page"])

    async def schema(_: Request) -> Response:
        return JSONResponse(_schema())

    async def new(request: Request) -> Response:
        wanted = await _body(request, protocol.NewTable)
        # Aside: a network that plays for the first time is read from its file.
        table, seat, token, invites = await _aside(new_table, wanted)
        house.store.save_table(table.id, table.to_json())
        house.open(table)
        named = {str(open_seat): invite for open_seat, invite in invites.items()}
        return _json(Opened(table=table.id, seat=seat, token=token, invites=named), 201)

    async def keep(request: Request) -> Response:
        wanted = await _body(request, protocol.Import, limit=4 * protocol.MAX_RECORD)
        key = secrets.token_urlsafe(12)
        house.records.add(key, wanted.text)
        return _json(await _aside(house.records.info, key), 201)

    async def record(request: Request) -> Response:
        key = request.path_params["key"]
        if key.endswith(".txt"):
            return PlainTextResponse(str(house.records.get(key.removesuffix(".txt"))))
        return _json(await _aside(house.records.info, key))

    async def review(request: Request) -> Response:
        return _json(house.records.review(request.path_params["key"], request.query_params.get("effort")))

    async def canonical(request: Request) -> Response:
        asked, record = request.query_params, house.records.get(request.path_params["key"])
        ply = asked.get("ply", "")
        if not ply.isdecimal():
            raise Refusal("malformed", "Say which point: ply=3 is before the fourth move.")
        return _json(await _aside(learning.canonical, record, int(ply), asked.get("move", "")[:200]))

    async def others(request: Request) -> Response:
        return _json(house.records.compare(request.path_params["key"], request.query_params.get("agent")))

    async def play_on(request: Request) -> Response:
        wanted = await _body(request, protocol.PlayOn)
        table, token = await _aside(_fork, house, request.path_params["key"], wanted)
        house.store.save_table(table.id, table.to_json())
        house.open(table)
        return _json(Opened(table=table.id, seat=wanted.seat, token=token, invites={}), 201)

    async def puzzles(request: Request) -> Response:
        return _json(await _aside(learning.puzzles, request.path_params["game"]))

    async def puzzle(request: Request) -> Response:
        return _json(await _aside(learning.puzzle, request.path_params["game"], request.path_params["key"]))

    async def solve(request: Request) -> Response:
        wanted = await _body(request, protocol.PuzzleTry)
        game, key = request.path_params["game"], request.path_params["key"]
        return _json(await _aside(learning.answer, game, key, wanted.move))

    async def daily(request: Request) -> Response:
        game = request.path_params["game"]
        return _json(await _aside(house.days.told, game, request.query_params.get("table")))

    async def play_daily(request: Request) -> Response:
        wanted = await _body(request, protocol.DailyTry)
        table, token = await _aside(house.days.open, request.path_params["game"], wanted.name)
        with house.store.transaction():
            house.store.save_table(table.id, table.to_json())
            house.days.opened(table)
        house.open(table)
        return _json(Opened(table=table.id, seat=0, token=token, invites={}), 201)

    async def ladder(request: Request) -> Response:
        game = request.path_params["game"]
        _core.describe_game(game)
        return _json(results.ladder(game))

    async def papers(_: Request) -> Response:
        found = await asyncio.to_thread(results.papers)
        return JSONResponse([paper.model_dump() for paper in found])

    async def socket(websocket: WebSocket) -> None:
        await _socket(house, websocket)

    def api(path: str, handler: Callable[[Request], Any], method: str = "GET") -> Route:
        async def answer(request: Request) -> Response:
            try:
                house.allow(request.client.host if request.client else "")
                return await handler(request)  # type: ignore[no-any-return]
            except Refusal as refusal:
                problem = Problem(code=refusal.code, reason=refusal.reason, word=refusal.word)
            except ValueError as error:
                if type(error).__module__.partition(".")[0] != "kibitz":
                    raise  # not a refusal of the engine but a mistake in the program
                problem = Problem(code="malformed", reason=str(error), word=None)
            return _json(problem, _STATUS.get(problem.code, 400))

        return Route(path, answer, methods=[method])

    routes = [
        api("/api/about", about),
        api("/api/rules/{game}", rules),
        api("/api/protocol.json", schema),
        api("/api/tables", new, "POST"),
        api("/api/records", keep, "POST"),
        api("/api/records/{key}", record),
        api("/api/records/{key}/review", review),
        api("/api/records/{key}/canonical", canonical),
        api("/api/records/{key}/others", others),
        api("/api/records/{key}/play", play_on, "POST"),
        api("/api/puzzles/{game}", puzzles),
        api("/api/puzzles/{game}/{key}", puzzle),
        api("/api/puzzles/{game}/{key}", solve, "POST"),
        api("/api/daily/{game}", daily),
        api("/api/daily/{game}", play_daily, "POST"),
        api("/api/ladder/{game}", ladder),
        api("/api/papers", papers),
        WebSocketRoute("/api/tables/{table}/socket", socket),
        Mount("/", app=_Pages()),
    ]
    middleware = [
        Middleware(TrustedHostMiddleware, allowed_hosts=[*LOCAL, *(hosts or [])], www_redirect=False),
        Middleware(GZipMiddleware, minimum_size=2000),
    ]
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan)
    app.state.house = house
    return app


def listening(host: str, port: int) -> socket.socket:
    """A socket that waits for browsers.

    It says that it is TCP, for asyncio sends small messages at once on such sockets only; on others a view would wait
    up to 40 ms until the browser has confirmed the message before it.
    """
    family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    waiting = socket.socket(family, kind, proto)
    waiting.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    waiting.bind(address)
    waiting.listen(128)
    return waiting


class _Pages:
    """The front end: its files, and its page for every other address, which is its own to read."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        wanted = (STATIC / scope["path"].lstrip("/")).resolve()
        response: Response
        if scope["path"].startswith("/api/"):
            response = _json(Problem(code="state", reason="There is nothing at this address.", word=None), 404)
        elif wanted.is_file() and wanted.is_relative_to(STATIC.resolve()):
            response = FileResponse(wanted, headers=_HEADERS)
        elif (page := STATIC / "index.html").is_file():
            response = FileResponse(page, headers=_HEADERS | {"cache-control": "no-cache"})
        else:
            response = HTMLResponse(_PLAIN, headers=_HEADERS)
        await response(scope, receive, send)


_PLAIN = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Kibitz</title>
<h1>Kibitz</h1><p>The table is set, but its front end was not built: run <code>make web</code>, then reload.
Programs can play all the same; see <a href="/api/about">/api/about</a> and docs/protocol.md.</p></html>
"""


def _about(house: House) -> About:
    games = []
    for name in _core.game_names():
        told = _core.describe_game(name)
        first = next(iter(told["presets"].values()))
        games.append(
            GameInfo(
                name=name,
                title=told["title"],
                seats=list(range(2, 11)) if "players" in first else [told["seats"]],
                presets=told["presets"],
                levels=[
                    Level(name=level.name, spec=level.spec, help=level.help, **results.rating(name, level.spec))
                    for level in levels(name)
                ],
                bots=told["bots"],
                unit=profile(name).unit,
            )
        )
    return About(
        protocol=protocol.VERSION,
        version=kibitz.__version__,
        games=games,
        network=house.network,
        addresses=house.addresses,
    )


def _fork(house: House, key: str, wanted: protocol.PlayOn) -> tuple[Table, str]:
    """A table that plays on from a point of a record."""
    record = house.records.get(key)
    game = record.game
    if wanted.seat >= game.seats:
        raise Refusal("malformed", f"There is no seat {wanted.seat}.")
    if wanted.ply > len(record.moves):
        raise Refusal("malformed", f"The record has {len(record.moves)} moves, not {wanted.ply}.")
    spec, level = admit(game, wanted.agent)
    token = new_token()
    holders = [Holder("agent", level or spec, spec, level) for _ in range(game.seats)]
    holders[wanted.seat] = Holder("person", wanted.name, *admit(game, None), token=digest(token))
    table = Table(id=secrets.token_urlsafe(8), game=game, holders=holders, host=digest(token), forked=key)
    table.begin({"record": record.to_json(), "ply": wanted.ply})
    if table.state.over:
        raise Refusal("malformed", "At this point the deal is over.")
    if wanted.move is not None:
        mover = record.moves[wanted.ply][0] if wanted.ply < len(record.moves) else wanted.seat
        try:
            after = point(record, wanted.ply).settled().play(mover, wanted.move)
        except ValueError as error:
            raise Refusal.of(error) from error
        ahead = after.record([mended(name) or "?" for name in record.players]).to_json()
        table.starts, table.states = [], []
        table.begin({"record": ahead, "ply": wanted.ply + 1})
    return table, token


async def _socket(house: House, websocket: WebSocket) -> None:
    origin = websocket.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != websocket.headers.get("host"):
        await websocket.close(4403, "Another page may not play here.")
        return
    await websocket.accept()
    client = Client()
    writer = asyncio.create_task(_write(websocket, client))
    room: Room | None = None
    try:
        try:
            room = house.room(websocket.path_params["table"])
            if len(room.clients) >= _SOCKETS:
                raise Refusal("state", "This table has too many visitors.")
        except Refusal as refusal:
            code: protocol.ClosedCode = "no_table" if room is None else "too_many"
            client.send(protocol.Closed(code=code, reason=refusal.reason))
            return
        await _read(room, websocket, client)
    except WebSocketDisconnect:
        pass
    finally:
        if room is not None:
            room.part(client)
        client.held = None
        client.hang_up()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(writer, 5)


async def _read(room: Room, websocket: WebSocket, client: Client) -> None:
    bucket, used, refused = Bucket(60, 30), deque[str](maxlen=1000), 0
    while refused < _PATIENCE:
        frame = await websocket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        key: str | None = None
        try:
            text = frame.get("text")
            if text is None:
                raise Refusal("malformed", "Messages are text, not bytes.")
            if len(text.encode()) > protocol.MAX_BYTES:
                raise Refusal("too_big", f"A message has at most {protocol.MAX_BYTES} bytes.")
            if not bucket.take():
                key = _id_of(text)
                raise Refusal("too_fast", "Too many messages; wait a little.")
            try:
                message = protocol.CLIENT.validate_json(text)
            except ValidationError as error:
                key = _id_of(text)
                raise Refusal("malformed", _explain(error)) from error
            key = message.id
            if key in used:
                raise Refusal("duplicate", f'The id "{key}" was used before.')
            used.append(key)
            if not client.greeted:
                if not isinstance(message, protocol.Hello):
                    raise Refusal("hello", "Say hello first.")
                if message.v != protocol.VERSION:
                    raise Refusal("version", f"This server speaks version {protocol.VERSION}, not {message.v}.")
                client.held = []
                room.join(client, message)
                invite = None
            else:
                client.held = []
                invite = room.handle(client, message)
            client.answer(Ack(id=key, invite=invite))
            refused = 0
        except Refusal as refusal:
            client.held = None
            refused += 1
            client.send(refusal.message(key))
            if refusal.code == "too_fast":
                await asyncio.sleep(0.05)  # who floods is read more slowly
    client.send(protocol.Closed(code="refused", reason="Too many messages were refused."))


async def _write(websocket: WebSocket, client: Client) -> None:
    while (text := await client.queue.get()) is not None:
        await websocket.send_text(text)
    with contextlib.suppress(RuntimeError):
        await websocket.close()


def _id_of(text: str) -> str | None:
    """The id of a message that is otherwise not understood, if it has one."""
    with contextlib.suppress(ValueError, RecursionError):
        message = json.loads(text)
        if isinstance(message, dict) and isinstance(message.get("id"), str):
            return str(message["id"])[:40]
    return None


def _explain(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where + ': ' if where else ''}{first['msg']}."


async def _body(request: Request, model: type[M], limit: int = 65_536) -> M:
    """The body of a request, checked."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal("malformed", "The body must be application/json.")
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limit:
                raise Refusal("too_big", f"The body has more than {limit} bytes.")
    except ClientDisconnect as error:
        raise Refusal("malformed", "The body was cut off.") from error
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise Refusal("malformed", _explain(error)) from error


async def _aside(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    return await asyncio.to_thread(work, *arguments, **named)


def _json(model: BaseModel, status: int = 200) -> Response:
    return Response(model.model_dump_json(), status, media_type="application/json")


def _schema() -> dict[str, Any]:
    models = [(model, "serialization") for model in protocol.HTTP]
    _, shared = models_json_schema(models)  # type: ignore[arg-type]
    return {
        "version": protocol.VERSION,
        "client": protocol.CLIENT.json_schema(),
        "server": protocol.SERVER.json_schema(mode="serialization"),
        "http": shared,
        "facts": {game: protocol.facts_schema(view_class(game)) for game in _core.game_names()},
        "deal_facts": {game: protocol.facts_schema(state_class(game)) for game in _core.game_names()},
    }
