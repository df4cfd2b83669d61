"""No seat is sent a card that it could not know before the deal is over.

Every byte that a seat receives is read. What shows the deal must be a function of the seat's ``View``: the same message
must come out of other worlds that look the same to the seat. What does not show the deal must name no card at all.
"""

import json
import os
import random
import re
import threading
from typing import Any

import pytest

from kibitz import _core
from kibitz.agents import sound
from kibitz.server.table import questions
from kibitz.server.views import seat_view
from server.playing import Host, Player, play_deal

DEALS = int(os.environ.get("KIBITZ_SECRET_DEALS", "2"))  # per set of rules; `make long-test-table` plays thousands
RULES = [(game, preset) for game in _core.game_names() for preset in _core.describe_game(game)["presets"]]
CARD = {
    "tichu": re.compile(r"\b(?:[2-9TJQKA][jspr]|Ma|Do|Ph|Dr)\b"),
    "doppelkopf": re.compile(r"\b[CSHD][ATKQJ9]\b"),
    "schnapsen": re.compile(r"\b[CSHD][ATKQJ]\b"),
}
OPEN = {"over"}  # messages that come when nothing is secret any more
OF_THE_VIEW = {"hint", "belief"}  # made from a View alone; they speak of cards that are not seen
HOLDERS = ("name", "agent", "level")
DRAWN = ("id", "table", "token", "invite")  # any letters, drawn by lot: some look like cards


def texts(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for key, inner in value.items() if key not in HOLDERS + DRAWN for text in texts(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in texts(inner)]
    return [value] if isinstance(value, str) else []


def check(player: Player, seat: int, states: list[_core.State]) -> None:
    """Reads what a seat was sent in one deal that took this course."""
    game = states[0].game.name
    allowed = {}
    # A seat is shown its own question, not those to others: see kibitz.server.table.questions.
    shown = [each for state in states for each in (state.settled(), questions(state).get(seat)) if each is not None]
    for state in shown:
        seen, view = seat_view(state, seat), state.view(seat)
        brief = seat_view(state, seat, brief=True)
        for number in range(2):
            assert seat_view(view.sample(number), seat, brief=True) == brief, "the message depends on what is hidden"
        moves = [(move.seat, move.move.text) for trick in seen.tricks for move in trick]
        assert moves == [(-1 if who == "chance" else who, str(move)) for who, move in view.history]
        allowed[seen.model_dump_json()] = moves
    for text, message in zip(player.bytes, player.heard, strict=True):
        if message["type"] in OPEN:
            return  # everything after it may be known
        if message["type"] == "view":
            assert message["others"] is None
            body = json.dumps(message["view"], separators=(",", ":"), ensure_ascii=False)
            assert body in allowed, "a view that no state of the deal gives this seat"
            played = [(move["seat"], move["move"]["text"]) for move in message["last"]]
            assert not played or any(moves[-len(played) :] == played for moves in allowed.values())
        elif message["type"] not in OF_THE_VIEW and game in CARD:
            assert not CARD[game].search(" ".join(texts(message))), text
    raise AssertionError("the deal did not end")


@pytest.mark.parametrize(("game", "preset"), RULES)
def test_no_seat_is_sent_what_it_cannot_know(host: Host, game: str, preset: str) -> None:
    seats = _core.Game(game, preset).seats
    for deal in range(DEALS):
        chosen = ["me", "open", *[sound(game)] * (seats - 2)]
        table = host.open(game, chosen, rules=preset, options={})
        chance = random.Random(f"{game} {preset} {deal}")
        with (
            Player(host, table["table"]) as stranger,
            Player(host, table["table"], table["token"]) as first,
            Player(host, table["table"]) as second,
        ):
            assert second.ask("sit", invite=table["invites"]["1"], name="Bo")["type"] == "ack"
            asked = [first.ask("belief"), second.ask("hint", ms=100), stranger.ask("watch", seat=0)]
            assert [answer["type"] for answer in asked][2] == "refused", "a stranger looks into a hand"
            others = threading.Thread(target=play_deal, args=(second, random.Random(deal).choice))
            others.start()
            play_deal(first, chance.choice)
            others.join()
            stranger.until("over")
            states = host.states(table["table"])
            check(first, 0, states)
            check(second, 1, states)
            shown = [message for message in stranger.heard if message["type"] == "view"]
            assert all(view["view"]["facts"]["phase"] == "over" for view in shown), "a stranger has seen a hand"


def test_nobody_gets_the_seed_of_a_deal_that_he_has_not_chosen(host: Host) -> None:
    table = host.open("schnapsen", ["me", "casual"])
    with Player(host, table["table"], table["token"]) as player:
        seed = host.states(table["table"])[0].seed
        assert seed is not None
        assert seed >= 2**64, "as good as never smaller: it has 128 bits"
        play_deal(player, lambda moves: moves[0])
        player.wait(lambda: player.info["status"] == "over")
        record = player.info["sheet"][0]["record"]
        assert player.ask("deal", how="again")["type"] == "ack"
        told = [*player.bytes, *(host.get(f"/api/records/{record}{form}") for form in ("", ".txt"))]
        assert all(str(seed) not in text for text in map(str, told))
        assert player.info["sheet"] == [] or player.info["sheet"][0]["seed"] is None


def test_a_seed_that_was_chosen_is_in_the_sheet_and_in_the_record(host: Host) -> None:
    table = host.open("schnapsen", ["me", "casual"], seed=5)
    with Player(host, table["table"], table["token"]) as player:
        play_deal(player, lambda moves: moves[0])
        player.wait(lambda: player.info["status"] == "over")
        assert player.info["sheet"][0]["seed"] == 5


def test_who_looks_over_a_shoulder_sees_that_seat_and_no_other(host: Host) -> None:
    table = host.open("doppelkopf", ["me", "casual", "casual", "casual"])
    with Player(host, table["table"], table["token"]) as player:
        token = player.ask("share")["invite"]
        with Player(host, table["table"], token) as guest:
            guest.until("view")
            assert guest.view["view"]["seat"] == 0
            assert guest.ask("watch", seat=1)["code"] == "not_yours"
            assert guest.ask("move", ply=guest.view["ply"], move="gesund")["code"] == "not_yours"
