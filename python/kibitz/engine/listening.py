"""``kibitz engine --listen``: the messages of the engine protocol over HTTP and websocket (docs/engine.md).

A request, like a websocket, is a conversation of its own: ids count within it, and who hangs up ends its queries. All
conversations share the threads. The body of a ``POST`` and of its answer are JSON lines; on a websocket a frame is one.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.engine.serving import Engine
from kibitz.server.serving import Serving

if TYPE_CHECKING:
    import socket

LOCAL = ("127.0.0.1", "localhost", "[::1]", "::1")
_MOST = 1 << 20  # bytes of a request or a frame
_END_S = 1  # a conversation has so long to end when the server does


def create_app(*, agent: str | None = None, threads: int = 1, token: str | None = None) -> Starlette:
    """The engine as an application. Without a token it speaks to this machine only."""
    pool = ThreadPoolExecutor(threads, thread_name_prefix="engine")
    open_: set[_Conversation] = set()

    @contextlib.asynccontextmanager
    async def begun() -> AsyncIterator[_Conversation]:
        conversation = _Conversation(agent, pool)
        open_.add(conversation)
        try:
            yield conversation
        finally:
            open_.discard(conversation)
            conversation.engine.leave()

    async def answer(request: Request) -> Response:
        if (refused := _refused(request, token)) is not None:
            return JSONResponse({"id": None, "final": True, "error": refused}, 403 if token is None else 401)
        body = bytearray()
        async for part in request.stream():
            body += part
            if len(body) > _MOST:
                return JSONResponse({"id": None, "final": True, "error": f"A request has at most {_MOST} bytes."}, 413)
        asked = [line for line in bytes(body).splitlines() if line.strip()]

        async def told() -> AsyncIterator[str]:
            async with begun() as conversation:
                for line in asked:
                    await conversation.take(line)
                left = len(asked)
                while left:
                    said = await conversation.said.get()
                    left -= json.loads(said)["final"]
                    yield f"{said}\n"

        return StreamingResponse(told(), media_type="application/x-ndjson")

    async def converse(websocket: WebSocket) -> None:
        if (refused := _refused(websocket, token)) is not None:
            await websocket.close(4403, refused)
            return
        await websocket.accept()
        async with begun() as conversation, _writing(websocket, conversation):
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the latter: closed while it was read
                while True:
                    frame = await websocket.receive()
                    if frame["type"] == "websocket.disconnect":
                        return
                    await conversation.take(frame.get("bytes") or (frame.get("text") or "").encode())

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        for conversation in list(open_):
            conversation.engine.leave()
        pool.shutdown(wait=False, cancel_futures=True)

    hosts = [*LOCAL] if token is None else ["*"]
    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False)]
    routes = [Route("/", answer, methods=["POST"]), WebSocketRoute("/", converse)]
    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)


def serve(waiting: socket.socket, *, agent: str | None, threads: int, token: str | None) -> None:
    """Answers on a socket that waits, until Ctrl-C."""
    config = Serving(create_app(agent=agent, threads=threads, token=token))
    config.timeout_graceful_shutdown = _END_S
    uvicorn.Server(config).run(sockets=[waiting])


class _Conversation:
    """An engine for one who asks; what it says waits to be written."""

    def __init__(self, agent: str | None, pool: ThreadPoolExecutor) -> None:
        loop = asyncio.get_running_loop()
        self.said: asyncio.Queue[str] = asyncio.Queue()

        def write(line: str) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(self.said.put_nowait, line)

        self.engine = Engine(write, agent=agent, pool=pool)

    async def take(self, line: bytes) -> None:
        """To read a record takes a moment, which others should not wait for."""
        await asyncio.to_thread(self.engine.take, line)


@contextlib.asynccontextmanager
async def _writing(websocket: WebSocket, conversation: _Conversation) -> AsyncIterator[None]:
    async def write() -> None:
        while True:
            await websocket.send_text(await conversation.said.get())

    writer = asyncio.create_task(write())
    try:
        yield
    finally:
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writer


def _refused(asking: HTTPConnection, token: str | None) -> str | None:
    """Why somebody is not answered: pages of others that a browser shows, and who does not know the token."""
    origin = asking.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != asking.headers.get("host"):
        return "Pages of other servers are not answered."
    given = asking.headers.get("authorization", "").removeprefix("Bearer ").encode()
    if token is not None and not secrets.compare_digest(given, token.encode()):
        return 'The header "Authorization: Bearer TOKEN" is missing or has another token.'
    return None
