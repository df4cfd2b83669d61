"""Who is let in at the door: requests for a name of this server, and for a path that can be read."""

import ipaddress
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz.server.protocol import Problem

LOCAL = ("localhost", "127.0.0.1", "::1")
_LONGEST = 1000  # characters of a path
_NAME = 255  # bytes between two strokes: what a file can be called


class Door:
    """Turns away what no page of ours would ask.

    ``names``: what this server is called beside its local names. None of them and ``anywhere``: any address of a
    machine will do, but no name, for whoever owns a name may let it point here and read the answers in a page of his.
    """

    def __init__(self, app: ASGIApp, names: Sequence[str] = (), *, anywhere: bool = False) -> None:
        self.app = app
        self.names = {name.lower() for name in (*LOCAL, *names)}
        self.anywhere = anywhere and not names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers itself, or lets in."""
        if scope["type"] in ("http", "websocket") and (reason := self._against(scope)) is not None:
            problem = Problem(code="malformed", reason=reason, word=None)
            answer = Response(problem.model_dump_json(), 400, media_type="application/json")
            await answer(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _against(self, scope: Scope) -> str | None:
        path: str = scope["path"]
        if len(path) > _LONGEST or any(len(part.encode()) > _NAME for part in path.split("/")):
            return f"A path has at most {_LONGEST} characters, and {_NAME} bytes between two strokes."
        if not path.isprintable():
            return "A path has no control characters."
        name = _name(Headers(scope=scope).get("host", ""))
        if name not in self.names and not (self.anywhere and _is_address(name)):
            return f'This server is not called "{name[:100]}". If it should be, start it with --name.'
        return None


def _name(host: str) -> str:
    """The host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
