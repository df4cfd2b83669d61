"""One socket at a table."""

import asyncio
from dataclasses import dataclass, field

from kibitz.server import protocol

_QUEUE = 256  # messages a slow browser may lag behind before it is let go


@dataclass(eq=False)
class Client:
    """One socket: whose it is and what waits to be sent."""

    visitor: str = ""  # the address it comes from
    seat: int | None = None
    watching: int | None = None
    host: bool = False
    greeted: bool = False
    shared: int | None = None  # the seat over whose shoulder it looks by a token
    shown: int | None = None  # ply of the last view that was sent
    told: protocol.TableInfo | None = None  # the table as it was sent last
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(_QUEUE))
    held: list[str | None] | None = None  # what waits for the answer to a request; None at its end: the good-bye
    hint: asyncio.Task[None] | None = None
    belief: asyncio.Task[None] | None = None

    @property
    def looks(self) -> int | None:
        """The seat whose view this socket gets."""
        return self.watching if self.seat is None or self.watching is not None else self.seat

    def send(self, message: protocol.Sent) -> None:
        """Queues a message; who does not read is let go, so that nobody else waits."""
        self._queue(message.text_sent)

    def _queue(self, text: str) -> None:
        if self.held is not None:
            self.held.append(text)
            return
        try:
            self.queue.put_nowait(text)
        except asyncio.QueueFull:
            self.hang_up()

    def answer(self, message: protocol.Ack) -> None:
        """Sends an ack, and only then what the request has brought about."""
        held, self.held = self.held or [], None
        self.send(message)
        for text in held:
            self.hang_up() if text is None else self._queue(text)

    def hang_up(self) -> None:
        """Ends the connection after what is queued, or at once if the queue is full."""
        if self.held is not None:
            self.held.append(None)
            return
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
        self.queue.put_nowait(None)

    def dismiss(self, code: protocol.ClosedCode, reason: str) -> None:
        """Says why, and ends the connection."""
        self.send(protocol.Closed(code=code, reason=reason))
        self.hang_up()
