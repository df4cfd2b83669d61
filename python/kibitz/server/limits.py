"""How much one visitor may ask for. A visitor is an address: whoever shares one shares its limits."""

import ipaddress
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from kibitz.server.refusal import Refusal

CONNECTIONS = 128  # that an address may hold open beside its sockets: a browser opens six
SOCKETS = 256  # a school plays behind one address
STRANGERS = 32  # of them, those that have not said hello
HEAD_S = 20.0  # in which a request has to be there, without its body
BODY_S = 30.0
HELLO_S = 30.0
_REMEMBERED = 10_000  # visitors


class Bucket:
    """A token bucket: a burst, then a rate per second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self.left, self.at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass
class Visitor:
    """What one address has asked for and holds."""

    address: str
    requests: Bucket = field(default_factory=lambda: Bucket(600, 20))  # a page reads a few things
    opened: Bucket = field(default_factory=lambda: Bucket(1000, 0.1))  # nobody opens tables all day
    sockets: int = 0
    strangers: int = 0

    def ask(self) -> None:
        """A request, or a refusal."""
        if not self.requests.take():
            raise Refusal("too_fast", "Too many requests; wait a little.")

    def keep(self) -> None:
        """A table or a record that has to be kept, or a refusal."""
        if not self.opened.take():
            raise Refusal("too_fast", "Too many tables and records from your address; wait a little.")

    @contextmanager
    def socket(self) -> Iterator[None]:
        """A socket, or a refusal."""
        if self.sockets >= SOCKETS or self.strangers >= STRANGERS:
            raise Refusal("too_fast", "Too many sockets from your address; close some.")
        self.ask()
        self.sockets += 1
        try:
            yield
        finally:
            self.sockets -= 1

    @contextmanager
    def stranger(self) -> Iterator[None]:
        """As long as a socket has not said hello."""
        self.strangers += 1
        try:
            yield
        finally:
            self.strangers -= 1


class Visits:
    """All visitors."""

    def __init__(self) -> None:
        self._known: dict[str, Visitor] = {}

    def of(self, client: tuple[str, int] | None) -> Visitor:
        """Who calls from there."""
        address = network(client[0]) if client else ""
        if (known := self._known.pop(address, None)) is None:
            known = Visitor(address)
            if len(self._known) >= _REMEMBERED:  # whoever has been away longest
                away = (each for each, visitor in self._known.items() if not visitor.sockets)
                self._known.pop(next(away, address), None)
        self._known[address] = known
        return known


def network(address: str) -> str:
    """The address; of IPv6 the part that one household has, who may take any address in it."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found) >> 64 << 64, 64)))
