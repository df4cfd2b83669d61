"""Everything a player may do besides laying a card, each in a position where it can be done."""

import re

import pytest
from playwright.sync_api import Browser, expect

import kibitz
from kibitz.games.schnapsen.facts import StateFacts as SchnapsenFacts
from kibitz.games.six_nimmt.facts import StateFacts as SixNimmtFacts
from web.person import Person
from web.positions import found, makes, may
from web.running import Server


@pytest.fixture(params=[False, True], ids=["clicking", "keyboard"])
def either(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Person:
    return Person(browser, server, keys=request.param)


def test_grand_tichu_the_exchange_and_what_comes_of_it(either: Person) -> None:
    either.open("tichu", 4, seed=7)
    either.press("grand")
    expect(either.page.locator(".seat[data-seat='0']")).to_contain_text("Grand Tichu")
    either.ready()
    # Who keeps the Mah Jong leads, and sees until then what the others gave.
    left, middle, right = [card for card in either.hand() if card != "Ma"][:3]
    either.pick(left, middle, right)
    either.press(f"give {right}>1 {middle}>2 {left}>3")
    either.page.locator(".slots").get_by_text("from").first.wait_for()
    assert either.page.locator(".slots svg").count() == 3
    either.leave()


def test_tichu_is_called(person: Person) -> None:
    person.open("tichu", 4, seed=7)
    person.press("no-grand")
    person.ready()
    person.press("tichu")
    expect(person.page.locator(".seat[data-seat='0'] .badge")).to_have_text("Tichu")


def test_the_mah_jong_brings_a_wish(either: Person) -> None:
    point = found("tichu", makes("Ma"))
    either.play_on(point.record, point.ply, point.seat)
    either.play("Ma")
    either.page.locator(".wishes button").first.wait_for()
    either.press_named("king")
    expect(either.page.get_by_test_id("headline")).to_have_text("Wish: king")
    either.leave()


def test_a_bomb_out_of_turn(either: Person) -> None:
    """Seat 0 is dealt four of a rank, somebody else leads, and the bomb falls on that lead."""
    seed, bomb = next(deal for deal in map(bomb_at_the_start, range(2000)) if deal)
    either.open("tichu", 4, seed=seed, window_ms=10_000)
    either.press("no-grand")
    either.ready()
    others = [card for card in either.hand() if card not in bomb][:3]
    either.play(*others)
    either.page.locator("[data-move='decline']").wait_for()
    assert either.page.locator("main.felt").get_attribute("data-must") == "false", "it is not this seat's turn"
    either.play(*bomb)
    expect(either.page.locator(".trick p strong")).to_have_text("Ada")
    assert not set(bomb) & set(either.hand())
    either.leave()


def bomb_at_the_start(seed: int) -> tuple[int, list[str]] | None:
    """A deal in which seat 0 holds four of a rank, and neither leads nor is next to play."""
    agent, state = kibitz.agent("rules", seed=1), kibitz.Game("tichu").deal(seed=seed)
    for _ in range(4):
        state = state.play(state.to_act[0], "no-grand")
    hand = state.view(0).hand
    bomb = next(
        ([rank + suit for suit in "jspr"] for rank in "3456789" if {rank + s for s in "jspr"} <= set(hand)), None
    )
    if bomb is None:
        return None
    gifts = [card for card in hand if card not in bomb][2::-1]
    state = state.play(0, "give " + " ".join(f"{card}>{seat}" for seat, card in enumerate(gifts, 1)))
    while state.phase == "exchange":
        seat = state.to_act[0]
        state = state.play(seat, agent.act(state.view(seat)))
    leader = state.to_act[0]
    if leader in (0, 3) or str(agent.act(state.view(leader))) in ("Ma", "Do"):
        return None
    return seed, bomb


def test_the_dragons_trick_is_given_away(either: Person) -> None:
    def wins(state: kibitz.State, seat: int, made: str) -> bool:
        if made != "Dr":
            return False
        agent, after = kibitz.agent("rules", seed=1), state.play(seat, "Dr")
        while not after.over and after.phase == "play" and after.to_act[0] != seat:
            after = after.play(after.to_act[0], agent.act(after.view(after.to_act[0])))
        return bool(after.phase == "dragon")

    point = found("tichu", wins)
    either.play_on(point.record, point.ply, point.seat)
    either.play("Dr")
    gifts = either.page.locator(".wishes button")
    gifts.first.wait_for()
    assert gifts.count() == 2
    either.press_named((gifts.first.text_content() or "").strip())
    gifts.first.wait_for(state="detached")
    either.leave()


def test_a_phoenix_that_may_be_two_things_is_asked_for(person: Person) -> None:
    def readings(state: kibitz.State, seat: int) -> dict[str, list[str]]:
        plays: dict[str, list[str]] = {}
        for move in state.legal(seat, cards=True):
            if "Ph=" in str(move):
                plays.setdefault(re.sub(r"=\w", "", str(move)), []).append(str(move))
        return {cards: moves for cards, moves in plays.items() if len(moves) > 1}

    point = found("tichu", lambda state, seat, _: state.phase == "play" and bool(readings(state, seat)))
    cards, moves = next(iter(readings(point.state, point.seat).items()))
    person.play_on(point.record, point.ply, point.seat)
    person.pick(*cards.split())
    assert set(moves) <= set(person.moves())
    person.press(moves[1])


def test_what_cannot_be_played_explains_itself(person: Person) -> None:
    point = found("tichu", lambda state, _seat, made: state.phase == "play" and made == "pass")
    person.play_on(point.record, point.ply, point.seat)
    hand = person.hand()
    person.pick(hand[0], hand[-1])
    person.press_named("Play")
    refused = person.page.locator(".refused")
    expect(refused).to_be_visible()
    assert (refused.text_content() or "").endswith(".")


def test_a_marriage_is_declared(either: Person) -> None:
    point = found("schnapsen", may("marriage:"))
    move = next(str(move) for move in point.state.legal(point.seat) if str(move).startswith("marriage:"))
    either.play_on(point.record, point.ply, point.seat)
    either.pick(move.removeprefix("marriage:"))
    either.press(move)
    either.ready()
    either.page.keyboard.press("l")
    either.sees(re.compile("marriage in"))
    either.leave()


def test_the_trump_jack_is_exchanged(either: Person) -> None:
    point = found("schnapsen", may("exchange"))
    either.play_on(point.record, point.ply, point.seat)
    shown = SchnapsenFacts.of(point.state).face_up
    either.press("exchange")
    assert shown is not None
    expect(either.card(shown)).to_be_visible()
    either.leave()


def test_the_talon_is_closed(either: Person) -> None:
    either.open("schnapsen", 2, seed=7)
    either.press("close")
    expect(either.page.locator(".talon")).to_contain_text("closed")
    either.leave()


def test_sixty_six_is_claimed(person: Person) -> None:
    point = found("schnapsen", makes("claim"))
    person.play_on(point.record, point.ply, point.seat)
    person.press("claim")
    expect(person.page.locator(".over")).to_be_visible()


def test_a_solo_is_played(either: Person) -> None:
    either.open("doppelkopf", 4, seed=7)
    either.press("vorbehalt")
    either.ready()
    either.press("solo:jacks")
    expect(either.page.get_by_test_id("headline")).to_contain_text("jack solo")
    either.leave()


def test_a_marriage_in_doppelkopf(person: Person) -> None:
    def both(state: kibitz.State, seat: int, made: str) -> bool:
        return made == "hochzeit" and state.view(seat).hand.count("CQ") == 2

    point = found("doppelkopf", both)
    person.play_on(point.record, point.ply, point.seat)
    person.press("hochzeit")
    expect(person.page.get_by_test_id("headline")).to_contain_text("Marriage")


def test_an_announcement_on_turn_and_before_it(either: Person) -> None:
    deals = ((seed, kibitz.Game("doppelkopf").deal(seed=seed)) for seed in range(100))
    either.open("doppelkopf", 4, seed=next(seed for seed, deal in deals if deal.view(0).hand.count("CQ") == 1))
    either.press("gesund")
    either.ready()
    either.press("re")
    either.press("no90")
    expect(either.page.get_by_test_id("headline")).to_contain_text("Re no 90")
    either.leave()


def test_a_row_is_taken(either: Person) -> None:
    point = found("six_nimmt", makes("row:"))
    either.play_on(point.record, point.ply, point.seat)
    before = SixNimmtFacts.of(point.state).rows[1]
    either.page.locator(".row.choosing").first.wait_for()
    if either.keys:
        either.page.keyboard.press("2")
        either.page.locator(".row.choosing").first.wait_for(state="detached")
    else:
        either._then(either.page.locator(".row.choosing").nth(1))
    either.ready()
    row = either.page.locator(".row").nth(1)
    assert row.locator("svg[role=img]").count() != len(before) or len(before) == 1
    either.leave()
