"""What one visitor may ask for, what stands above every answer, and by which names the server is reached."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from kibitz.server import limits, protocol, results, serving, sockets
from kibitz.server.limits import Visitor, network
from kibitz.server.serving import HEADERS
from server.playing import PATIENCE_S, Host, Json, Player, running


@pytest.fixture(scope="module")
def behind() -> Iterator[Host]:
    """A server behind a proxy of this machine, which others reach by its address only."""
    with running(proxies=["127.0.0.1"], hosts=[]) as host:
        yield host


@pytest.fixture
def table(host: Host) -> Json:
    return host.open("schnapsen", ["open", "casual"])


def call(host: Host, sent: bytes = b"") -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", host.port), PATIENCE_S)
    opened.sendall(sent)
    return opened


def heard(opened: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    with opened:
        found = b""
        while more := opened.recv(65536):
            found += more
        return found


def asked(host: Host, path: str, name: str = "127.0.0.1", *headers: str) -> tuple[int, dict[str, str], str]:
    lines = [f"GET {path} HTTP/1.1", f"Host: {name}", "Connection: close", *headers, "", ""]
    head, _, body = heard(call(host, "\r\n".join(lines).encode())).decode().partition("\r\n\r\n")
    status, *found = head.split("\r\n")
    return (
        int(status.split()[1]),
        {name.lower(): value for name, _, value in (line.partition(": ") for line in found)},
        body,
    )


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/t/none", "/api/about", "/api/nothing", "/api/records/none", "/%00"]
)
def test_every_answer_says_what_a_page_may_do_with_it(host: Host, path: str) -> None:
    _, headers, _ = asked(host, path)
    assert headers.items() >= HEADERS.items()
    assert "server" not in headers, "whom it is built on is nobody's business"


def test_errors_do_too(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "papers", lambda: 1 / 0)
    status, headers, body = asked(host, "/api/papers")
    assert (status, headers.items() >= HEADERS.items(), "Error" in body) == (500, True, True)
    assert "Traceback" not in body
    nonsense = heard(call(host, b"\x00\x01\r\n\r\n")).decode().lower()
    assert all(f"{name}: {value}".lower() in nonsense for name, value in HEADERS.items())


@pytest.mark.parametrize(
    "path", ["/%00", "/a%00b", "/api/records/%0a", "/" + 300 * "a", "/" + 300 * "/aaa", "/" + 60_000 * "a"]
)
def test_paths_that_cannot_be_read_are_refused(host: Host, path: str) -> None:
    status, _, body = asked(host, path)
    assert status == 400
    assert "A path has" in body


def test_half_a_request_is_not_waited_for(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "HEAD_S", 0.1)
    halves = [call(host), call(host, b"GET / HT"), call(host, b"GET / HTTP/1.1\r\nHost: localhost\r\nx: ")]
    for half in halves:
        assert heard(half).startswith(b"HTTP/1.1 408 ")


def test_an_address_holds_so_many_connections_and_no_more(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "CONNECTIONS", 3)
    with ExitStack() as held:
        for _ in range(3):
            held.enter_context(call(host))
        assert heard(call(host)).startswith(b"HTTP/1.1 429 ")
    while heard(call(host, b"GET /api/nothing HTTP/1.0\r\nHost: localhost\r\n\r\n")).startswith(b"HTTP/1.1 429 "):
        pass  # the server has not yet heard that they are gone


def test_an_address_holds_few_sockets_that_have_not_said_hello(
    host: Host, table: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "STRANGERS", 2)
    with Player(host, table["table"], hello=False) as one, Player(host, table["table"], hello=False):
        with pytest.raises(InvalidStatus):
            Player(host, table["table"])
        assert one.ask("hello", v=protocol.VERSION)["type"] == "ack"
        with Player(host, table["table"]) as three:
            assert three.info, "whoever has said hello is no stranger"
    monkeypatch.setattr(limits, "SOCKETS", 0)
    with pytest.raises(InvalidStatus):
        Player(host, table["table"])


def test_who_says_nothing_is_hung_up_on(host: Host, table: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "HELLO_S", 0.1)
    with Player(host, table["table"], hello=False) as silent:
        assert silent.until("closed")["reason"].startswith("Nobody said hello")
        with pytest.raises(ConnectionClosed):
            silent.receive()


def test_spectators_take_no_place_from_those_who_play(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.server.room.visitors._SPECTATORS", 1)
    table = host.open("schnapsen", ["me", "casual"])
    with Player(host, table["table"]):
        with Player(host, table["table"], hello=False) as late:
            late.send("hello", v=protocol.VERSION)
            assert late.until("closed")["code"] == "too_many"
        with Player(host, table["table"], table["token"]) as ada:
            assert ada.info


def test_nobody_fills_the_disk_with_tables(host: Host) -> None:
    visitor = Visitor("somebody")
    visitor.opened.left = visitor.opened.rate = 0
    host.app.state.house.visits._known["127.0.0.1"] = visitor
    seats = [{"kind": "agent"}, {"kind": "agent"}]
    status, answer = host.request("/api/tables", {"game": "schnapsen", "seats": seats})
    del host.app.state.house.visits._known["127.0.0.1"]
    assert (status, answer["code"]) == (429, "too_fast")


def test_only_a_named_proxy_says_who_asks(host: Host, behind: Host) -> None:
    for server, status in ((host, 200), (behind, 429)):
        elsewhere = server.app.state.house.visits.of(("203.0.113.9", 0))
        elsewhere.requests.left = elsewhere.requests.rate = 0
        assert asked(server, "/api/about", "127.0.0.1", "X-Forwarded-For: 203.0.113.9")[0] == status
        assert asked(server, "/api/about", "127.0.0.1", "X-Forwarded-For: 203.0.113.8")[0] == 200


def test_a_server_without_a_name_answers_to_addresses_only(host: Host, behind: Host) -> None:
    for name in ("127.0.0.1:8400", "192.0.2.7", "[2001:db8::1]:8400", "LocalHost"):
        assert asked(behind, "/api/nothing", name)[0] == 404, name
    for name in ("evil.example", "", "127.0.0.1.evil.example", "1"):
        status, _, body = asked(behind, "/api/nothing", name)
        assert (status, "start it with --name" in body) == (400, True), name
    assert asked(host, "/api/nothing", "192.0.2.7")[0] == 400, "this one is for its own machine"


def test_a_household_is_one_visitor() -> None:
    assert network("2001:db8:1:2:3::4") == network("2001:db8:1:2:ffff::1") != network("2001:db8:1:3::4")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7") != network("192.0.2.8")
