"""What is wrong is refused with a reason and harms nobody."""

import json
import random
import sys
from contextlib import suppress
from importlib.metadata import EntryPoint, EntryPoints

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import kibitz
from kibitz.agents import plugins
from kibitz.server import protocol
from kibitz.server.admission import admit
from kibitz.server.refusal import Refusal
from server.playing import Host, Json, Player, play_deal


@pytest.fixture
def table(host: Host) -> Json:
    return host.open("schnapsen", ["me", "casual"])


@pytest.fixture
def player(host: Host, table: Json) -> Player:
    player = Player(host, table["table"], table["token"])
    player.turn()
    return player


MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    '"move"',
    "{}",
    '{"type": "move"}',
    '{"type": "shout", "id": "x"}',
    '{"type": "move", "id": "x", "ply": "0", "move": "SA"}',
    '{"type": "move", "id": "x", "ply": 0, "move": ["SA"]}',
    '{"type": "move", "id": "x", "ply": 0, "move": "SA", "seat": 1}',
    '{"type": "move", "id": "", "ply": 0, "move": "SA"}',
    '{"type": "watch", "id": "x", "seat": -1}',
    '{"type": "hint", "id": "x", "ms": 999999999}',
    '{"type": "deal", "id": "x", "how": "seed", "seed": 1e400}',
    "[" * 5000,
    "\U0001f600",
]


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_messages_are_refused_and_the_game_goes_on(player: Player, text: str) -> None:
    with player:
        player.socket.send(text)
        assert player.until("refused")["code"] == "malformed"
        play_deal(player, random.Random(1).choice)


def test_bytes_are_no_messages(player: Player) -> None:
    with player:
        player.socket.send(b"\x00\xff")
        assert player.until("refused")["code"] == "malformed"


def test_a_message_that_is_too_big_is_refused(player: Player) -> None:
    with player:
        player.socket.send(json.dumps({"type": "ping", "id": "x" * protocol.MAX_BYTES}))
        assert player.until("refused")["code"] == "too_big"
        assert player.ask("ping")["type"] == "ack"


def test_a_huge_message_ends_only_its_own_socket(host: Host, table: Json, player: Player) -> None:
    with player, Player(host, table["table"], table["token"]) as other:
        with suppress(ConnectionClosed):  # perhaps before all of it is sent
            other.socket.send("x" * (2 << 20))
        with pytest.raises(ConnectionClosed):
            other.until("nothing")
        play_deal(player, random.Random(1).choice)


def test_an_id_is_used_once(player: Player) -> None:
    with player:
        for expected in ("ack", "refused"):
            player.socket.send('{"type": "ping", "id": "twice"}')
            answer = player.until(lambda message: message.get("id") == "twice")
            assert answer["type"] == expected
        assert answer["code"] == "duplicate"


def test_who_floods_is_slowed_while_others_play(host: Host, table: Json, player: Player) -> None:
    with player, Player(host, table["table"]) as flood:
        flood.socket.close_timeout = 0.1  # the server is not done with all of it for long
        for number in range(400):
            flood.socket.send(f'{{"type": "ping", "id": "f{number}"}}')
        play_deal(player, random.Random(1).choice)
        assert flood.until(lambda message: message.get("code") == "too_fast")


def test_who_talks_nothing_but_nonsense_is_hung_up_on(host: Host, table: Json) -> None:
    with Player(host, table["table"]) as eve:
        with suppress(ConnectionClosed):
            for _ in range(300):
                eve.socket.send("nonsense")
        with pytest.raises(ConnectionClosed):
            eve.until("nothing")
        assert eve.heard[-1]["type"] == "closed"


def test_hello_comes_first_once_and_in_this_version(host: Host, table: Json) -> None:
    with Player(host, table["table"], hello=False) as player:
        assert player.ask("ping")["code"] == "hello"
        assert player.ask("hello", v=99)["code"] == "version"
        assert player.ask("hello", v=protocol.VERSION)["type"] == "ack"
        assert player.ask("hello", v=protocol.VERSION)["code"] == "hello"


def test_a_forged_token_holds_no_seat(host: Host, table: Json) -> None:
    with Player(host, table["table"], table["token"][:-1] + "A" * (table["token"][-1] != "A") + "B") as eve:
        assert eve.heard[-1]["code"] == "token"
        assert eve.ask("ping")["code"] == "hello"


def test_who_has_no_seat_makes_no_moves(host: Host, table: Json) -> None:
    with Player(host, table["table"]) as eve:
        for kind, fields in (
            ("move", {"ply": 0, "move": "SA"}),
            ("undo", {}),
            ("pause", {"on": True}),
            ("deal", {"how": "again"}),
            ("hint", {}),
            ("belief", {}),
            ("share", {}),
            ("leave", {}),
            ("settings", {"pace_ms": 1}),
            ("watch", {"seat": 0}),
        ):
            answer = eve.ask(kind, **fields)
            assert (answer["type"], answer["code"]) == ("refused", "not_yours"), kind
            assert answer["reason"].endswith(".")


def test_moves_out_of_turn_late_and_illegal_ones_change_nothing(host: Host) -> None:
    table = host.open("doppelkopf", ["me", "open", "casual", "casual"], rules="cardplay")
    with Player(host, table["table"], table["token"]) as ada, Player(host, table["table"]) as bo:
        bo.ask("sit", invite=table["invites"]["1"])
        ada.turn()
        bo.wait(lambda: bo.view)
        assert bo.ask("move", ply=bo.view["ply"], move=bo.view["view"]["facts"]["hand"][0])["code"] == "not_asked"
        assert ada.ask("move", ply=ada.view["ply"] + 1, move="SA")["code"] == "stale"
        hand = ada.view["view"]["facts"]["hand"]
        stranger = next(suit + rank for suit in "CSHD" for rank in "ATKQJ9" if suit + rank not in hand)
        for move in (stranger, "nonsense", "decline", "", "0 SA", "SA; 1 SK"):
            answer = ada.ask("move", ply=ada.view["ply"], move=move)
            assert answer["type"] == "refused", move
            assert answer["code"] in ("illegal", "not_asked")
        states = host.states(table["table"])
        assert len(states) == 1


CODE = [
    "this:s",
    "this:s(args=true)",
    "decide(this:s)",
    "decide(rules, call=this:s(args=true))",
    "split(rules, phase(random, this:s), hand<=3)",
    "ismcts(10, rollout=this:s)",
    "ismcts(10, select=puct(1, prior=halving(this:s, 5)))",
    "ismcts(10, worlds=inferred(random, this:s))",
    "ismcts(10, depth=1, leaf=value(this:s))",
    "net(schnapsen, this:s)",
    "net([this:s])",
    "random(over=[cards, [this:s]])",
    "rig(rules, cards, t=this:s)",
]


@pytest.mark.parametrize("spec", CODE)
def test_code_is_refused_wherever_it_stands_and_never_loaded(host: Host, spec: str) -> None:
    sys.modules.pop("this", None)
    game = kibitz.Game("schnapsen")
    with pytest.raises(Refusal, match="none written in Python"):
        admit(game, spec)
    assert kibitz.Spec(spec).python_agents == ["this:s"]
    assert "this" not in sys.modules, "it would have printed a poem"
    seats = [{"kind": "me"}, {"kind": "agent", "agent": spec}]
    status, answer = host.request("/api/tables", {"game": "schnapsen", "seats": seats})
    assert (status, answer["code"]) == (400, "agent")


def test_names_of_installed_agents_are_code_too(monkeypatch: pytest.MonkeyPatch) -> None:
    registered = EntryPoints([EntryPoint("poet", "this:s", plugins.GROUP)])
    monkeypatch.setattr(plugins, "registered", lambda: registered)
    for spec in ("poet", "decide(rules, call=poet)", "ismcts(10, rollout=poet(mood=sad))"):
        with pytest.raises(Refusal, match="none written in Python"):
            admit(kibitz.Game("schnapsen"), spec)
    assert admit(kibitz.Game("schnapsen"), "decide(rules, call=never)").spec == "decide(rules, call=never)"


def test_agents_that_are_code_are_refused(host: Host) -> None:
    for spec in ("os:system", "kibitz.agents.plugins:load", "subprocess:Popen(args=true)", "no_such_agent", "rules)"):
        seats = [{"kind": "me"}, {"kind": "agent", "agent": spec}]
        status, answer = host.request("/api/tables", {"game": "schnapsen", "seats": seats})
        assert (status, answer["code"]) == (400, "agent"), spec


@pytest.mark.parametrize(
    "spec",
    [
        "ismcts(999999999)",
        "ismcts(3600s)",
        "pimc(10000, 10000)",
        "ismcts(10, worlds=true)",
        "healthy",
        "net(/etc/passwd)",
    ],
)
def test_agents_that_are_too_much_or_cheat_or_play_another_game_are_refused(host: Host, spec: str) -> None:
    seats = [{"kind": "me"}, {"kind": "agent", "agent": spec}]
    assert host.request("/api/tables", {"game": "schnapsen", "seats": seats})[1]["code"] == "agent"


BAD_REQUESTS: list[tuple[str, bytes | Json, int]] = [
    ("/api/tables", b"{", 400),
    ("/api/tables", b"x" * 100_000, 413),
    ("/api/tables", {"game": "chess", "seats": []}, 400),
    ("/api/tables", {"game": "tichu", "rules": "none", "seats": []}, 400),
    ("/api/tables", {"game": "tichu", "seats": [{"kind": "me"}]}, 400),
    ("/api/tables", {"game": "schnapsen", "seats": [{"kind": "me"}, {"kind": "me"}]}, 400),
    (
        "/api/tables",
        {"game": "schnapsen", "options": {"nothing": 1}, "seats": [{"kind": "me"}, {"kind": "agent"}]},
        400,
    ),
    ("/api/records", {"text": "kibitz 1"}, 400),
    ("/api/records", {"text": "x" * (protocol.MAX_RECORD + 1)}, 400),
    ("/api/records/none/play", {"ply": 0, "seat": 0}, 404),
]


@pytest.mark.parametrize(("path", "body", "status"), BAD_REQUESTS)
def test_bad_requests_get_a_reason(host: Host, path: str, body: bytes | Json, status: int) -> None:
    found, answer = host.request(path, body)
    assert found == status
    assert answer["reason"].endswith((".", "?"))


def test_what_is_not_there_is_not_found(host: Host) -> None:
    for path in ("/api/records/none", "/api/records/none/review", "/api/nothing"):
        assert host.request(path)[0] == 404
    with Player(host, "none", hello=False) as player:
        assert player.until("closed")["reason"] == 'There is no table "none".'


def test_other_pages_and_other_names_of_this_machine_are_turned_away(host: Host, table: Json) -> None:
    url = f"ws://127.0.0.1:{host.port}/api/tables/{table['table']}/socket"
    with pytest.raises(InvalidStatus), connect(url, additional_headers={"origin": "http://evil.example"}):
        pass
    assert host.request("/api/about", host="evil.example")[0] == 400
    assert host.request("/api/tables", {"game": "schnapsen"}, **{"content-type": "text/plain"})[0] == 400


def test_files_outside_the_pages_are_not_served(host: Host) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "//etc/passwd"):
        status, answer = host.request(path)
        assert "import" not in str(answer)
        assert "root:" not in str(answer)
        assert status in (200, 404)
