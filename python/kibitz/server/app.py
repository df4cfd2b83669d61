"""The server: pages, requests and sockets. ``kibitz serve`` runs it."""

import asyncio
import contextlib
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.json_schema import models_json_schema
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

import kibitz
from kibitz import _core
from kibitz.agents import levels
from kibitz.facts import state_class, view_class
from kibitz.games import profile
from kibitz.server import learning, protocol, results, sockets
from kibitz.server.admission import admit
from kibitz.server.daily import Days
from kibitz.server.door import Door
from kibitz.server.jobs import Records
from kibitz.server.lanes import Lanes
from kibitz.server.limits import BODY_S, Visits
from kibitz.server.names import mended
from kibitz.server.protocol import About, GameInfo, Level, Opened, Problem
from kibitz.server.quickness import Sweeper
from kibitz.server.refusal import Refusal, explain
from kibitz.server.room import Room, finish
from kibitz.server.store import Store
from kibitz.server.table import (
    Holder,
    Table,
    digest,
    new_table,
    new_token,
    point,
)
from kibitz.server.turns import Turns

STATIC = Path(__file__).parent / "static"
_STATUS = {"state": 404, "too_big": 413, "too_fast": 429, "disk": 503}
_IDLE_S = 600.0  # after which a table that nobody looks at is put away

M = TypeVar("M", bound=BaseModel)
P = ParamSpec("P")
T = TypeVar("T")


class House:
    """All tables of a server."""

    def __init__(
        self,
        data: Path | None,
        *,
        network: bool = False,
        addresses: Sequence[str] = (),
        keep_days: float | None = None,
    ) -> None:
        self.store = Store(data)
        cores = os.cpu_count() or 1
        self.lanes = Lanes()
        self.helpers = Turns(4 * cores, "helper", yields=2)
        # Beside a quick lane it gets a quarter of a core; further back a busy machine would leave nothing.
        self.reviewers = Turns(max(1, cores - 1), "reviewer", yields=5)
        self.records = Records(self.store, self.reviewers)
        self.days = Days(self.store, self.reviewers, self.records.stop)
        self.rooms: dict[str, Room] = {}
        self.network = network
        self.keep_days = keep_days
        self.addresses = list(addresses)
        self.visits = Visits()
        self.sweeper = Sweeper()

    def room(self, key: str) -> Room:
        """The room of a table, built up from the store if need be."""
        if (room := self.rooms.get(key)) is not None:
            return room
        loaded = self.store.load_table(key)
        if loaded is None:
            raise Refusal("state", f'There is no table "{key}".', "no-table")
        try:
            table = Table.from_json(key, *loaded)
        except ValueError as error:  # of a file that was damaged and recovered, or of another version's rules
            raise Refusal("state", f'The table "{key}" cannot be built up again: {error}', "no-table") from error
        if table.state.over and not table.finished:  # its end could not be written
            with self.store.transaction():
                finish(table, self.store)
        return self.open(table)

    def open(self, table: Table) -> Room:
        """A room for a table."""
        room = self.rooms[table.id] = Room(table, self.store, self.lanes, self.helpers)
        return room

    def find(self, key: str) -> Room | Refusal:
        """The room of a table, or why there is none."""
        try:
            return self.room(key)
        except Refusal as refusal:
            return refusal

    async def tidy(self) -> None:
        """Every minute puts away what nobody looks at, and drops what nobody has touched for long."""
        while True:
            await asyncio.sleep(60)
            for key, room in list(self.rooms.items()):
                if not room.clients and asyncio.get_running_loop().time() - room.used > _IDLE_S:
                    room.close()
                    del self.rooms[key]
            with contextlib.suppress(Refusal):  # without a disk they stay
                self.forget_old()
            self.sweeper.sweep(quiet=not any(room.clients for room in self.rooms.values()))

    def forget_old(self) -> None:
        """Drops tables that are older than tables are kept."""
        if self.keep_days is not None:
            for key in self.store.old_tables(time.time() - self.keep_days * 86_400):
                if key not in self.rooms:
                    self.store.forget_table(key)

    def close(self) -> None:
        """Stops everything; what was played is in the store."""
        self.records.stop.set()
        for room in self.rooms.values():
            room.close()
        for pool in (self.helpers, self.reviewers):
            pool.shutdown()
        self.lanes.close()
        self.store.close()


def create_app(
    data: Path | None = None,
    *,
    hosts: list[str] | None = None,
    addresses: Sequence[str] = (),
    keep_days: float | None = None,
) -> Starlette:
    """The application. ``data`` is the file of the store; without one nothing outlives the server.

    ``hosts`` are the names by which others reach it (none: by any address of this machine), ``addresses`` where: what
    an invitation says. Tables that nobody has touched for ``keep_days`` are dropped.
    """
    house = House(data, network=hosts is not None, addresses=addresses, keep_days=keep_days)

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
        house.visits.of(request.client).keep()
        wanted = await _body(request, protocol.NewTable)
        # Aside: a network that plays for the first time is read from its file.
        table, seat, token, invites = await _aside(new_table, wanted)
        house.store.save_table(table.id, table.to_json())
        house.open(table)
        named = {str(open_seat): invite for open_seat, invite in invites.items()}
        return _json(Opened(table=table.id, seat=seat, token=token, invites=named), 201)

    async def keep(request: Request) -> Response:
        house.visits.of(request.client).keep()
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
        visitor = house.visits.of(request.client).address
        key, effort = request.path_params["key"], request.query_params.get("effort")
        return _json(house.records.review(key, effort, visitor=visitor))

    async def canonical(request: Request) -> Response:
        asked, record = request.query_params, house.records.get(request.path_params["key"])
        ply = asked.get("ply", "")
        if not ply.isdecimal():
            raise Refusal("malformed", "Say which point: ply=3 is before the fourth move.")
        return _json(await _aside(learning.canonical, record, int(ply), asked.get("move", "")[:200]))

    async def others(request: Request) -> Response:
        visitor = house.visits.of(request.client).address
        key, agent = request.path_params["key"], request.query_params.get("agent")
        return _json(house.records.compare(key, agent, visitor=visitor))

    async def play_on(request: Request) -> Response:
        house.visits.of(request.client).keep()
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
        house.visits.of(request.client).keep()
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
        if sockets.is_foreign(websocket):
            await websocket.close(4403, "Another page may not play here.")
            return
        visitor = house.visits.of(websocket.client)
        with contextlib.ExitStack() as held:
            try:
                held.enter_context(visitor.socket())
            except Refusal as refusal:
                await websocket.close(4429, refusal.reason)
                return
            await websocket.accept()
            await sockets.serve(websocket, visitor, house.find(websocket.path_params["table"]))

    def api(path: str, handler: Callable[[Request], Any], method: str = "GET") -> Route:
        async def answer(request: Request) -> Response:
            try:
                house.visits.of(request.client).ask()
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
        Middleware(Door, names=hosts or [], anywhere=hosts is not None),
        Middleware(GZipMiddleware, minimum_size=2000),
    ]
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan)
    app.state.house = house
    return app


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
            response = FileResponse(wanted)
        elif (page := STATIC / "index.html").is_file():
            response = FileResponse(page, headers={"cache-control": "no-cache"})
        else:
            response = HTMLResponse(_PLAIN)
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


async def _body(request: Request, model: type[M], limit: int = 65_536) -> M:
    """The body of a request, checked."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal("malformed", "The body must be application/json.")
    body = b""
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limit:
                    raise Refusal("too_big", f"The body has more than {limit} bytes.")
    except (ClientDisconnect, TimeoutError) as error:
        raise Refusal("malformed", "The body was cut off.") from error
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise Refusal("malformed", explain(error)) from error


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
