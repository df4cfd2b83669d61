"""A browser's socket: who may open one, what it sends and what it is sent."""

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.server import protocol
from kibitz.server.limits import HELLO_S, Bucket, Visitor
from kibitz.server.protocol import Ack
from kibitz.server.refusal import Refusal, explain
from kibitz.server.room import Client, Room

_PATIENCE = 200  # refusals in a row after which a socket is hung up on


def is_foreign(websocket: WebSocket) -> bool:
    """Whether a page of somebody else's wants to play here in its reader's name."""
    origin = websocket.headers.get("origin")
    return origin is not None and origin.partition("://")[2] != websocket.headers.get("host")


async def serve(websocket: WebSocket, visitor: Visitor, room: Room | Refusal) -> None:
    """Serves a socket until it is closed; if there is no such room, no longer than it takes to say so."""
    client = Client(visitor=visitor.address)
    writer = asyncio.create_task(_write(websocket, client))
    try:
        if isinstance(room, Refusal):
            client.send(protocol.Closed(code="no_table", reason=room.reason))
            return
        reader = _Reader(room, websocket, client)
        with visitor.stranger():
            async with asyncio.timeout(HELLO_S):
                await reader.read(until=lambda: client.greeted)
        await reader.read(until=lambda: False)
    except TimeoutError:
        client.send(protocol.Closed(code="refused", reason=f"Nobody said hello within {HELLO_S:.0f} seconds."))
    except WebSocketDisconnect:
        pass
    finally:
        if isinstance(room, Room):
            room.part(client)
        client.held = None
        client.hang_up()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(writer, 5)


class _Reader:
    """Reads what a browser sends, answers it, and remembers how it behaves."""

    def __init__(self, room: Room, websocket: WebSocket, client: Client) -> None:
        self.room, self.websocket, self.client = room, websocket, client
        self.bucket = Bucket(60, 30)
        self.used = deque[str](maxlen=1000)  # ids of messages
        self.refused = 0  # in a row

    async def read(self, until: Callable[[], bool]) -> None:
        """Reads until then; a disconnection is an exception."""
        while not until():
            frame = await self.websocket.receive()
            if frame["type"] == "websocket.disconnect":
                raise WebSocketDisconnect
            key: str | None = None
            try:
                text = frame.get("text")
                if text is None:
                    raise Refusal("malformed", "Messages are text, not bytes.")
                if len(text.encode()) > protocol.MAX_BYTES:
                    raise Refusal("too_big", f"A message has at most {protocol.MAX_BYTES} bytes.")
                if not self.bucket.take():
                    key = _id_of(text)
                    raise Refusal("too_fast", "Too many messages; wait a little.")
                try:
                    message = protocol.CLIENT.validate_json(text)
                except ValidationError as error:
                    key = _id_of(text)
                    raise Refusal("malformed", explain(error)) from error
                key = message.id
                self._answer(message)
                self.refused = 0
            except Refusal as refusal:
                self.client.held = None
                self.client.send(refusal.message(key))
                self.refused += 1
                if self.refused >= _PATIENCE:
                    self.client.send(protocol.Closed(code="refused", reason="Too many messages were refused."))
                    raise WebSocketDisconnect from refusal
                if refusal.code == "too_fast":
                    await asyncio.sleep(0.05)  # who floods is read more slowly

    def _answer(self, message: protocol.ClientMessage) -> None:
        client = self.client
        if message.id in self.used:
            raise Refusal("duplicate", f'The id "{message.id}" was used before.')
        self.used.append(message.id)
        invite = None
        if client.greeted:
            client.held = []
            invite = self.room.handle(client, message)
        else:
            if not isinstance(message, protocol.Hello):
                raise Refusal("hello", "Say hello first.")
            if message.v != protocol.VERSION:
                raise Refusal("version", f"This server speaks version {protocol.VERSION}, not {message.v}.")
            client.held = []
            self.room.join(client, message)
        client.answer(Ack(id=message.id, invite=invite))


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
