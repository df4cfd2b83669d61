"""Nobody sees two hands of one deal: seats open between deals, or when everybody agrees."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from server.playing import Host, Json, Player, play_deal, running


def first(moves: list[str]) -> str:
    return moves[0]


def both_play(one: Player, other: Player) -> None:
    aside = threading.Thread(target=play_deal, args=(other, first))
    aside.start()
    play_deal(one, first)
    aside.join()


def seat(player: Player, number: int) -> Json:
    found: Json = player.info["seats"][number]
    return found


@contextmanager
def three(host: Host) -> Iterator[tuple[str, Player, Player, Player, str]]:
    """A table of Ada, who opened it, Bo and Cleo, with an agent at seat 3; and Bo's token."""
    table = host.open("doppelkopf", ["me", "open", "open", "casual"], rules="cardplay", name="Ada")
    with ExitStack() as stack:
        ada = stack.enter_context(Player(host, table["table"], table["token"]))
        bo, cleo = (stack.enter_context(Player(host, table["table"])) for _ in range(2))
        bo.send("sit", invite=table["invites"]["1"], name="Bo")
        token = bo.until("seated")["token"]
        assert cleo.ask("sit", invite=table["invites"]["2"], name="Cleo")["type"] == "ack"
        for one in (ada, bo, cleo):
            one.wait(lambda: one.info["status"] == "playing")  # noqa: B023
        yield table["table"], ada, bo, cleo, token


def test_a_host_does_not_see_another_hand_by_a_free_seat(host: Host) -> None:
    table = host.open("doppelkopf", ["me", "casual", "casual", "casual"])
    with Player(host, table["table"], table["token"]) as ada, Player(host, table["table"]) as other:
        assert ada.turn()
        answer = ada.ask("settings", seat=1, open=True)
        assert answer["type"] == "ack", "the wish is kept"
        ada.wait(lambda: seat(ada, 1)["opening"])
        assert seat(ada, 1)["kind"] == "agent"
        assert seat(ada, 1)["consent"] == [], "nobody is there to agree"
        refused = other.ask("sit", invite=answer["invite"])
        assert (refused["code"], refused["reason"][-1]) == ("state", ".")
        assert not other.view
        play_deal(ada, first)
        ada.wait(lambda: seat(ada, 1)["kind"] == "open")
        assert other.ask("sit", invite=answer["invite"], name="Bo")["type"] == "ack"
        assert ada.ask("deal", how="next")["type"] == "ack"


def test_a_wish_is_kept_when_the_server_is_started_again_and_can_be_withdrawn(tmp_path: Path) -> None:
    with running(tmp_path / "t.sqlite") as host:
        table = host.open("schnapsen", ["me", "casual"])
        with Player(host, table["table"], table["token"]) as ada:
            assert ada.turn()
            ada.ask("settings", seat=1, open=True)
    with running(tmp_path / "t.sqlite") as host, Player(host, table["table"], table["token"]) as ada:
        assert seat(ada, 1)["opening"]
        assert ada.ask("settings", seat=1, open=False)["type"] == "ack"
        ada.wait(lambda: not seat(ada, 1)["opening"])
        play_deal(ada, first)
        ada.wait(lambda: ada.info["status"] == "over")
        assert seat(ada, 1)["kind"] == "agent"


def test_a_seat_opens_at_once_when_all_others_agree(host: Host) -> None:
    with three(host) as (table, ada, bo, cleo, _), Player(host, table) as dan:
        invite = ada.ask("settings", seat=3, open=True)["invite"]
        ada.wait(lambda: seat(ada, 3)["consent"] == [1, 2])
        assert ada.ask("agree", seat=3)["code"] == "state", "who asks has agreed"
        assert dan.ask("agree", seat=3)["code"] == "not_yours"
        assert bo.ask("agree", seat=3)["type"] == "ack"
        ada.wait(lambda: seat(ada, 3)["consent"] == [2])
        assert bo.ask("agree", seat=3)["code"] == "state"
        assert dan.ask("sit", invite=invite)["code"] == "state"
        assert cleo.ask("agree", seat=3)["type"] == "ack"
        ada.wait(lambda: ada.info["status"] == "waiting")
        assert dan.ask("sit", invite=invite, name="Dan")["type"] == "ack"
        ada.wait(lambda: ada.info["status"] == "playing")
        assert cleo.ask("agree", seat=3)["code"] == "state", "nothing is to be agreed any more"


def test_the_seat_of_somebody_who_is_away_does_not_open_without_him(host: Host) -> None:
    with three(host) as (table, ada, bo, cleo, token):
        bo.ask("leave")
        ada.wait(lambda: not seat(ada, 1)["online"])
        invite = ada.ask("settings", seat=1, open=True)["invite"]
        assert cleo.ask("agree", seat=1)["type"] == "ack"
        ada.wait(lambda: seat(ada, 1)["consent"] == [1])
        with Player(host, table) as other:
            assert other.ask("sit", invite=invite)["code"] == "state"
        with Player(host, table, token) as bo_again:
            bo_again.wait(lambda: bo_again.view)
            assert bo_again.view["view"]["seat"] == 1


def test_who_gave_up_a_seat_gets_no_other_in_this_deal(host: Host) -> None:
    """Bo agrees that somebody takes his seat; he has seen its hand, so no further seat opens."""
    with three(host) as (_, ada, bo, cleo, _):
        ada.ask("settings", seat=1, open=True)
        assert bo.ask("agree", seat=1)["type"] == "ack"
        assert cleo.ask("agree", seat=1)["type"] == "ack"
        ada.wait(lambda: seat(ada, 1)["kind"] == "open")
        assert ada.ask("settings", seat=3, open=True)["type"] == "ack"
        ada.wait(lambda: seat(ada, 3)["opening"])
        assert seat(ada, 3)["consent"] == []
        assert cleo.ask("agree", seat=3)["code"] == "state"


def test_a_person_replaced_by_an_agent_leaves_a_hand_that_was_seen(host: Host) -> None:
    with three(host) as (_, ada, bo, cleo, _):
        bo.ask("leave")
        ada.wait(lambda: not seat(ada, 1)["online"])
        assert ada.ask("settings", seat=1, agent="casual")["type"] == "ack"
        assert ada.ask("settings", seat=1, open=True)["type"] == "ack"
        assert cleo.ask("agree", seat=1)["code"] == "state"


def test_who_looks_over_a_shoulder_gets_no_seat_in_this_deal(host: Host) -> None:
    with three(host) as (table, ada, bo, cleo, _):
        token = bo.ask("share")["invite"]
        with Player(host, table, token) as guest:
            guest.wait(lambda: guest.view)
            ada.ask("settings", seat=3, open=True)
            ada.wait(lambda: seat(ada, 3)["opening"])
            assert seat(ada, 3)["consent"] == []
            for one in (bo, cleo):
                assert one.ask("agree", seat=3)["code"] == "state"


def test_who_looks_over_a_shoulder_sees_nothing_while_a_seat_is_free(host: Host) -> None:
    table = host.open("schnapsen", ["me", "open"])
    with Player(host, table["table"], table["token"]) as ada:
        token = ada.ask("share")["invite"]
        with Player(host, table["table"], token) as guest:
            assert guest.ask("ping")["type"] == "ack"
            assert not guest.view
            assert guest.ask("sit", invite=table["invites"]["1"], name="Bo")["type"] == "ack"
            guest.wait(lambda: guest.view)
            assert guest.view["view"]["seat"] == 1
            with Player(host, table["table"], token) as again:
                assert again.heard[-1]["code"] == "token", "the link is void for whoever now plays"


def test_who_watches_agents_gets_no_seat_in_this_deal(host: Host) -> None:
    table = host.open("schnapsen", ["casual", "casual"], open=True, pace_ms=60_000)
    with Player(host, table["table"], table["token"]) as ada:
        ada.wait(lambda: ada.view)
        invite = ada.ask("settings", seat=1, open=True)["invite"]
        assert ada.ask("sit", invite=invite)["code"] == "state"
        ada.ask("settings", pace_ms=0)
        ada.wait(lambda: seat(ada, 1)["kind"] == "open")
        assert ada.over
        assert ada.ask("sit", invite=invite)["type"] == "ack"


def test_a_host_without_a_seat_opens_seats_as_long_as_nobody_has_seen_a_hand(host: Host) -> None:
    table = host.open("doppelkopf", ["open", "open", "casual", "casual"])
    with Player(host, table["table"], table["token"]) as ada, Player(host, table["table"]) as bo:
        ada.ask("settings", seat=2, open=True)
        ada.wait(lambda: seat(ada, 2)["kind"] == "open")
        assert bo.ask("sit", invite=table["invites"]["0"])["type"] == "ack"
        ada.ask("settings", seat=3, open=True)
        ada.wait(lambda: seat(ada, 3)["opening"])
        assert seat(ada, 3)["kind"] == "agent"
        invite = ada.ask("settings", seat=2, open=True)["invite"]
        assert ada.ask("sit", invite=invite)["type"] == "ack", "a seat that was free has another link"


def test_the_same_cards_from_another_seat_open_no_seat(host: Host) -> None:
    """Who changes the seat has seen two hands: nobody may come in before that deal is over."""
    table = host.open("doppelkopf", ["me", "casual", "casual", "casual"])
    with Player(host, table["table"], table["token"]) as ada:
        assert ada.turn()
        ada.ask("settings", seat=2, open=True)
        assert ada.ask("deal", how="rotate", seat=1)["type"] == "ack"
        ada.wait(lambda: seat(ada, 1)["you"])
        assert [one["kind"] for one in ada.info["seats"]] == ["agent", "person", "agent", "agent"]
        assert seat(ada, 2)["opening"]


def test_who_looks_over_a_shoulder_follows_it_to_another_seat(host: Host) -> None:
    table = host.open("doppelkopf", ["me", "casual", "casual", "casual"])
    with Player(host, table["table"], table["token"]) as ada:
        token = ada.ask("share")["invite"]
        with Player(host, table["table"], token) as guest:
            guest.wait(lambda: guest.view)
            ada.turn()
            ada.ask("deal", how="rotate", seat=2)
            guest.wait(lambda: guest.view["view"]["seat"] == 2)
            ada.wait(lambda: ada.view["view"]["seat"] == 2)
            assert guest.view["view"]["facts"]["hand"] == ada.view["view"]["facts"]["hand"]


def test_who_looks_over_a_shoulder_and_then_around_comes_back_to_it(host: Host) -> None:
    """When the deal is over any hand may be looked at; in the next one only that of the friend."""
    table = host.open("schnapsen", ["me", "casual"])
    with Player(host, table["table"], table["token"]) as ada:
        token = ada.ask("share")["invite"]
        with Player(host, table["table"], token) as guest:
            play_deal(ada, first)
            guest.wait(lambda: guest.over)
            assert guest.ask("watch", seat=1)["type"] == "ack"
            ada.ask("deal", how="next")
            guest.wait(lambda: guest.view["deal"] == 2 or guest.info["deal"] == 2)
            guest.quiet()
            assert guest.view["view"]["seat"] == 0


def test_nobody_looks_over_the_shoulder_of_an_agent(host: Host) -> None:
    """A seat that is given to an agent takes its onlookers with it."""
    with three(host) as (table, ada, bo, _, _):
        token = bo.ask("share")["invite"]
        with Player(host, table, token) as guest:
            guest.wait(lambda: guest.view)
            bo.ask("leave")
            ada.wait(lambda: not seat(ada, 1)["online"])
            ada.ask("settings", seat=1, agent="casual")
            assert guest.until("closed")


@pytest.mark.parametrize("how", ["again", "next"])
def test_seats_are_free_between_deals(host: Host, how: str) -> None:
    table = host.open("schnapsen", ["me", "open"])
    with Player(host, table["table"], table["token"]) as ada, Player(host, table["table"]) as bo:
        assert bo.ask("sit", invite=table["invites"]["1"])["type"] == "ack"
        both_play(ada, bo)
        invite = ada.ask("settings", seat=1, open=True)["invite"]
        assert bo.until("closed")
        assert ada.ask("deal", how=how)["type"] == "ack"
        with Player(host, table["table"]) as cleo:
            assert cleo.ask("sit", invite=invite)["type"] == "ack"
            cleo.wait(lambda: cleo.view)
