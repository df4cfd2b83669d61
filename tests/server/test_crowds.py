"""Many at a table, long matches and old tables: what one costs the others has a bound."""

import asyncio
import gc
import json
import random
import time
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from kibitz.server import protocol
from kibitz.server.app import House
from kibitz.server.lanes import Lanes
from kibitz.server.protocol import Deal, Hello, NewTable, SeatChoice
from kibitz.server.refusal import Refusal
from kibitz.server.room import Client, Room, finish
from kibitz.server.room.telling import Telling
from kibitz.server.store import Store
from kibitz.server.table import Line, Table, digest, new_table
from kibitz.server.turns import Turns

TOKENS = ("ada", "bo")


def people() -> Table:
    """A table of two people who have played a deal."""
    seats = [SeatChoice(kind="me", agent=None), SeatChoice(kind="open", agent=None)]
    table = new_table(
        NewTable(game="schnapsen", seats=seats, name="Ada", seed=None, match=True, clock_ms=None, open=False)
    )[0]
    for holder, token in zip(table.holders, TOKENS, strict=True):
        holder.kind, holder.token = "person", digest(token)
    chance = random.Random(3)
    while not table.state.over:
        [seat] = table.state.settled().to_act
        table.states[-1] = table.state.settled()
        table.play(seat, chance.choice(list(table.state.legal(seat))))
    return table


def at(table: Table, do: Callable[[Room], Awaitable[None]]) -> None:
    """Does something in the room of a table."""

    async def work() -> None:
        kept, helpers, lanes = Store(None), Turns(1, "helper"), Lanes()
        if table.state.over:
            finish(table, kept)
        room = Room(table, kept, lanes, helpers)
        try:
            await do(room)
        finally:
            room.close()
            helpers.shutdown()
            lanes.close()

    asyncio.run(work())


def come(room: Room, token: str | None = None) -> Client:
    client = Client(queue=asyncio.Queue(1000))
    room.join(client, Hello(type="hello", id="1", v=protocol.VERSION, token=token, watch=None))
    return client


def heard(client: Client, kind: str) -> list[str]:
    """What it was sent of a kind, and is now read."""
    texts = [client.queue.get_nowait() or "" for _ in range(client.queue.qsize())]
    return [text for text in texts if f'"type":"{kind}"' in text]


def test_newcomers_are_told_of_once_however_many_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.server.room.telling._MOMENT_S", 0.0)
    made: list[object] = []
    info = Telling._info

    def counting(self: Telling, seat: int | None, host: bool) -> protocol.TableInfo:
        made.append(seat)
        return info(self, seat, host)

    monkeypatch.setattr(Telling, "_info", counting)

    async def crowd(room: Room) -> None:
        clients = [come(room) for _ in range(50)]
        await asyncio.sleep(0.01)
        told = [heard(client, "table") for client in clients]
        assert [len(each) for each in told] == [2] * 49 + [1], "the last has seen it as it is"
        assert len({each[-1] for each in told}) == 1
        assert len(made) == 51
        room.telling.table()
        assert len(made) == 52, "to all who see the same it is written once"

    at(people(), crowd)


def test_a_table_is_as_short_after_a_thousand_deals_as_after_fifty() -> None:
    async def long(room: Room) -> None:
        table = room.table
        for deal in range(1000):
            table.sheet.append(Line(deal, None, [1, -1], [deal, -deal], "x" * 16))
        [text] = heard(come(room), "table")
        sheet = json.loads(text)["info"]["sheet"]
        assert (len(sheet), sheet[-1]["totals"], len(text) < 10_000) == (50, [999, -999], True)

    at(people(), long)


@pytest.mark.parametrize("message", [{"how": "seed", "seed": 5}, {"how": "again"}])
def test_a_guest_cannot_wipe_the_score_while_others_are_away(message: dict[str, Any]) -> None:
    wanted = Deal(type="deal", id="2", **message)

    async def alone(room: Room) -> None:
        bo = come(room, "bo")
        with pytest.raises(Refusal, match="while all who hold a seat are here"):
            room.handle(bo, wanted)
        assert len(room.table.sheet) == 1

    async def behind_her_back(room: Room) -> None:
        ada, bo = come(room, "ada"), come(room, "bo")
        room.handle(bo, wanted)
        room.part(ada)
        room.visitors.gone[0] -= 1000
        room.seats.fill_in()
        assert room.table.holders[0].filled
        assert len(room.table.sheet) == 1

    async def together(room: Room) -> None:
        ada, bo = come(room, "ada"), come(room, "bo")
        room.handle(bo, wanted)
        room.handle(ada, wanted)
        assert not room.table.sheet

    at(people(), alone)
    at(people(), behind_her_back)
    at(people(), together)


def test_a_room_that_is_put_away_is_gone_at_once() -> None:
    """The server searches for cyclic garbage as seldom as it can."""

    async def leaving(room: Room) -> None:
        client = come(room, "ada")
        await asyncio.sleep(0.01)
        room.part(client)

    kept: list[weakref.ref[object]] = []

    async def noting(room: Room) -> None:
        await leaving(room)
        kept.extend(weakref.ref(part) for part in (room, room.book, room.agents))

    gc.disable()
    try:
        at(people(), noting)
        assert [each() for each in kept] == [None] * 3
    finally:
        gc.enable()


def test_tables_that_nobody_has_touched_for_long_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(None, keep_days=10)
    now = time.time()
    for key, days in (("old", 11), ("young", 9)):
        monkeypatch.setattr(time, "time", lambda days=days: now - days * 86_400)
        house.store.save_table(key, "{}")
        house.store.add_move(key, 1, 0, 0, "SA")
    monkeypatch.setattr(time, "time", lambda: now)
    house.forget_old()
    assert house.store.load_table("old") is None
    assert house.store.load_table("young") is not None
    house.close()
