"""Connections: how many an address may hold, how long they may say nothing, and what stands above every answer."""

import asyncio
import ipaddress
import socket
from collections import Counter
from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from kibitz.server.limits import CONNECTIONS, HEAD_S, network

if TYPE_CHECKING:
    from h11 import Request

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",  # an address may hold an invitation
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_MAX_FRAME = 1 << 20  # beyond that a socket is closed; what is too big for a message is refused before


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


class Serving(Config):
    """How the table is served. ``proxies``: whose word is taken for where a request comes from; nobody's else."""

    def __init__(self, app: Starlette, proxies: Sequence[str] = ()) -> None:
        super().__init__(
            app,
            http=Connection,
            lifespan="on",
            log_level="warning",
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            server_header=False,
            headers=list(HEADERS.items()),
            ws_max_size=_MAX_FRAME,
            ws_per_message_deflate=False,
        )
        self.proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]
        self.held = Counter[str]()  # connections of each address

    def is_proxy(self, address: str) -> bool:
        """Whether many come from there."""
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in proxy for proxy in self.proxies)


class Connection(H11Protocol):
    """A connection that sends its request in time, or is closed."""

    config: Serving

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.late: asyncio.TimerHandle | None = None
        self.holder: str | None = None  # the address whose connection this is

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Counts it, or turns it away."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not self.config.is_proxy(address):
            holder = network(address)
            if self.config.held[holder] >= CONNECTIONS:
                self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "Too many connections from your address; close some.")
                return
            self.holder = holder
            self.config.held[holder] += 1
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts it no more."""
        self._release()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: "Request") -> None:
        """A socket has limits of its own."""
        self._release()
        super().handle_websocket_upgrade(event)

    def data_received(self, data: bytes) -> None:
        """Waits for the rest of a request, but not for ever."""
        super().data_received(data)
        if self.late is None and (self.cycle is None or self.cycle.response_complete):
            self._expect()

    def handle_events(self) -> None:
        """A request is there."""
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self._heard()

    def _expect(self) -> None:
        if not self.transport.is_closing() and self.transport.get_protocol() is self:
            self.late = self.loop.call_later(HEAD_S, self._too_late)

    def _heard(self) -> None:
        if self.late is not None:
            self.late.cancel()
            self.late = None

    def _release(self) -> None:
        self._heard()
        if self.holder is not None:
            self.config.held[self.holder] -= 1
            if not self.config.held[self.holder]:
                del self.config.held[self.holder]
            self.holder = None

    def _too_late(self) -> None:
        self.late = None
        self._refuse(HTTPStatus.REQUEST_TIMEOUT, "The request did not come in time.")

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP."""
        self._refuse(HTTPStatus.BAD_REQUEST, msg)

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        lines = [f"HTTP/1.1 {status.value} {status.phrase}", "content-type: text/plain; charset=utf-8"]
        lines += [f"{name}: {value}" for name, value in HEADERS.items()]
        lines += ["connection: close", f"content-length: {len(sentence)}", "", sentence]
        self.transport.write("\r\n".join(lines).encode())
        self.transport.close()
