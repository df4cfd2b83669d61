"""A name is what a record can hold and others can read; no name harms a table."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from kibitz import _core
from kibitz.server.names import LONGEST, mended
from kibitz.server.protocol import NewTable
from kibitz.server.room import finish
from kibitz.server.store import Store
from kibitz.server.table import new_table
from server.playing import Host, Player, play_deal, running

TRICKY = st.sampled_from(
    [*" |:;?\n\r\t\0\x0b\x85\xa0\u2028\u2029\u200b\u200d\u202e\u2066\ufeff\u3164\u2800", "é", "A", "🂡"]
)
NAMES = st.text(TRICKY | st.characters(), max_size=60)
REFUSED = [
    "Ada|Bo",
    "|",
    "Ada\nresult: 9 9",
    "Ada\rBo",
    "Ada\0",
    "Ada\u2028Bo",
    "\u202eadA",
    "A\u200bda",
    "\ufeffAda",
    " ",
    "\t\n",
    "\u3164\u3164",
    "\u2800",
    "\u0301",
    "x" * (LONGEST + 1),
]
SEATS: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "agent", "agent": "random"}]


def first(moves: list[str]) -> str:
    return moves[0]


def wanted(name: str) -> str:
    return json.dumps({"game": "schnapsen", "seats": SEATS, "name": name, "seed": 1})


def record_of(name: str) -> _core.Record:
    """What is kept of a deal that somebody of this name has played."""
    table = new_table(NewTable.model_validate_json(wanted(name)))[0]
    while not table.state.over:
        seat = table.state.to_act[0]
        table.play(seat, table.state.legal(seat)[0])
    store = Store(None)
    finish(table, store)
    kept = store.load_record(table.sheet[-1].record)
    assert kept is not None
    store.close()
    return _core.Record.from_json(kept)


@given(name=NAMES)
@settings(max_examples=400, deadline=None)
def test_whatever_the_name_it_is_refused_or_its_record_can_be_read(name: str) -> None:
    try:
        record = record_of(name)
    except ValidationError as error:
        [found] = error.errors()
        assert found["loc"] == ("name",)
        assert found["msg"].startswith("A name ")
        return
    again = _core.Record(str(record))
    assert again.players == record.players
    assert again.players[0] == name.strip() or not name.strip()
    assert str(again) == str(record)


@given(name=NAMES)
@settings(max_examples=300, deadline=None)
def test_a_name_that_was_never_checked_is_mended(name: str) -> None:
    tidy = mended(name)
    assert mended(tidy) == tidy
    assert "|" not in tidy
    assert not any(unicodedata.category(letter)[0] == "C" for letter in tidy if unicodedata.category(letter) != "Cn")
    if tidy and len(tidy) <= LONGEST:
        assert NewTable.model_validate_json(wanted(tidy)).name == tidy


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_no_record_holds_is_refused_with_a_sentence(host: Host, name: str) -> None:
    status, answer = host.request("/api/tables", json.loads(wanted(name)))
    assert (status, answer["code"]) == (400, "malformed")
    assert answer["reason"].startswith("name: A name ")
    assert answer["reason"].endswith(".")
    table = host.open("schnapsen", ["me", "open"])
    with Player(host, table["table"]) as bo:
        refused = bo.ask("sit", invite=table["invites"]["1"], name=name)
        assert (refused["type"], refused["code"]) == ("refused", "malformed")
        assert bo.ask("sit", invite=table["invites"]["1"], name="Bo")["type"] == "ack"


@pytest.mark.parametrize("name", ["  Ada ", "Ada", "Ada\n", "\u3000Ada\xa0"])
def test_blanks_around_a_name_are_left_out(host: Host, name: str) -> None:
    table = host.open("schnapsen", ["me", "casual"], name=name)
    with Player(host, table["table"], table["token"]) as player:
        assert player.info["seats"][0]["name"] == "Ada"
        over = play_deal(player, first)
    assert _core.Record(over["text"]).players[0] == "Ada"
    fork = {"ply": 1, "seat": 0, "name": name}
    status, _ = host.request(f"/api/records/{over['record']}/play", fork)
    assert status == 201


@pytest.mark.parametrize("name", ["Ada ", "Ada|Bo", "Ada\nBo", "\n", "|"])
def test_a_table_whose_name_is_from_before_can_be_played_to_its_end(tmp_path: Path, name: str) -> None:
    with running(tmp_path / "t.sqlite") as host:
        table = host.open("schnapsen", ["me", "casual"], name="Ada")
        store = host.app.state.house.store
        data, *_ = store.load_table(table["table"])
        store.save_table(table["table"], data.replace('"Ada"', json.dumps(name)))
    with running(tmp_path / "t.sqlite") as host, Player(host, table["table"], table["token"]) as player:
        over = play_deal(player, first)
        assert str(_core.Record(over["text"])) == over["text"]


def test_a_deal_whose_end_could_not_be_written_is_finished_when_somebody_comes_back(tmp_path: Path) -> None:
    """All its moves are there, but no record and no line in the sheet: so a bad name has left tables."""
    with running(tmp_path / "t.sqlite") as host:
        table = host.open("schnapsen", ["me", "casual"], name="Ada")
        with Player(host, table["table"], table["token"]) as player:
            over = play_deal(player, first)
            player.wait(lambda: player.info["status"] == "over")
        store = host.app.state.house.store
        data = json.loads(store.load_table(table["table"])[0])
        data["sheet"], data["holders"][0]["name"] = [], "Ada |"
        store.save_table(table["table"], json.dumps(data))
    with running(tmp_path / "t.sqlite") as host, Player(host, table["table"], table["token"]) as player:
        player.wait(lambda: player.over)
        assert player.over["returns"] == over["returns"]
        assert [line["returns"] for line in player.info["sheet"]] == [over["returns"]]
        assert host.get(f"/api/records/{player.over['record']}")["players"][0] == "Ada /"


def test_an_imported_record_may_name_its_players_as_it_likes(host: Host) -> None:
    record = json.loads(record_of("Ada").to_json())
    record["players"] = ["Ada | Bo\nresult: 1 1", " "]
    status, answer = host.request("/api/records", {"text": json.dumps(record)})
    assert status == 201
    assert answer["players"] == ["Ada / Boresult: 1 1", "?"]
    assert _core.Record(answer["text"]).players == answer["players"]
    assert host.request(f"/api/records/{answer['record']}/play", {"ply": 1, "seat": 0, "move": None})[0] == 201
    record["players"] = ["Ada"]
    assert host.request("/api/records", {"text": json.dumps(record)})[0] == 400


def test_no_agent_has_a_name_that_a_record_cannot_hold(host: Host) -> None:
    for spec in ("rules|rules", "rules |", "ismcts(10)\n| x", "net(a|b)"):
        seats = [{"kind": "me"}, {"kind": "agent", "agent": spec}]
        status, answer = host.request("/api/tables", {"game": "schnapsen", "seats": seats})
        assert (status, answer["code"]) == (400, "agent"), spec
