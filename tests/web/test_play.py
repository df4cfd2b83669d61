"""What used to break play, each as somebody at the table would meet it."""

import re
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

import kibitz
from web.person import Person
from web.positions import found, may
from web.running import Server
from web.test_moves import bomb_at_the_start


def set_up(person: Person, **chosen: Any) -> None:
    """Settings before a page is opened."""
    person.page.goto(person.server.url + "/cards")
    person.page.evaluate("chosen => localStorage.setItem('kibitz.settings', JSON.stringify(chosen))", chosen)


def friends(browser: Browser, server: Server, game: str, seats: int, **more: Any) -> tuple[Person, Person]:
    """Ada and Ben at seats 0 and 1 of a table, agents at the others."""
    ada, ben = Person(browser, server), Person(browser, server)
    chosen = [{"kind": "me"}, {"kind": "open"}, *[{"kind": "agent", "agent": "casual"}] * (seats - 2)]
    table = {"game": game, "seats": chosen, "name": "Ada", "pace_ms": 0, "window_ms": 0} | more
    opened = server.post("/api/tables", table)
    ada.page.goto(server.url + "/cards")
    kept = {"token": opened["token"], "invites": opened["invites"]}
    ada.page.evaluate(
        "([table, kept]) => localStorage.setItem(`kibitz.table.${table}`, JSON.stringify(kept))",
        [opened["table"], kept],
    )
    ada.page.goto(f"{server.url}/t/{opened['table']}")
    ben.page.goto(ada.page.get_by_test_id("invite").input_value())
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.locator(".seat[data-seat='1']")).to_contain_text("Ben")
    return ada, ben


def test_who_leaves_stays_away_until_he_comes_back(person: Person) -> None:
    person.open("schnapsen", 2, seed=7)
    page = person.page
    page.keyboard.press("s")
    page.get_by_role("button", name="Leave").click()
    closed = page.get_by_test_id("closed")
    expect(closed).to_contain_text("You have left the table")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.wait_for_timeout(1200)
    page.reload()
    expect(closed).to_contain_text("You have left the table")
    page.wait_for_timeout(500)
    assert not sockets, "the page has taken the seat back"
    page.get_by_role("button", name="Take the seat again").click()
    person.ready()
    assert len(person.hand()) == 5


def test_a_table_that_is_not_there_says_so(person: Person) -> None:
    page = person.page
    page.goto(person.server.url + "/t/nowhere")
    expect(page.get_by_test_id("closed")).to_contain_text("There is no such table")
    page.get_by_role("link", name="To the tables").last.click()
    expect(page.get_by_role("button", name="Deal the cards")).to_be_visible()
    assert page.get_by_text("Back to your table").count() == 0


def test_a_bomb_out_of_turn_is_one_click(person: Person) -> None:
    seed, bomb = next(deal for deal in map(bomb_at_the_start, range(2000)) if deal)
    person.open("tichu", 4, seed=seed, window_ms=10_000)
    person.press("no-grand")
    person.ready()
    person.play(*[card for card in person.hand() if card not in bomb][:3])
    button = person.page.get_by_role("button", name=re.compile("^Bomb: "))
    expect(button.first).to_be_visible()
    assert person.page.locator("main.felt").get_attribute("data-must") == "false"
    button.first.click()
    expect(person.page.locator(".trick p strong")).to_have_text("Ada")
    assert not set(bomb) & set(person.hand())


def test_one_click_leaves_the_choice_of_a_marriage(person: Person) -> None:
    set_up(person, oneClick=True)
    point = found("schnapsen", may("marriage:"))
    move = next(str(move) for move in point.state.legal(point.seat) if str(move).startswith("marriage:"))
    person.play_on(point.record, point.ply, point.seat)
    before = len(person.hand())
    person.pick(move.removeprefix("marriage:"))
    assert len(person.hand()) == before, "the card that could be a marriage was played without asking"
    person.press(move)
    person.page.keyboard.press("l")
    person.sees(re.compile("marriage in"))


def test_the_exchange_names_the_receivers_as_the_slots_lie(person: Person) -> None:
    person.open("tichu", 4, seed=7)
    person.press("no-grand")
    person.ready()
    slots = person.page.locator(".slots small").all_inner_texts()
    person.page.keyboard.press("h")
    best = person.page.locator("aside li.best .move").first
    expect(best).to_contain_text("to ")
    assert [text for text in best.locator("small").all_inner_texts() if text.startswith("to ")] == slots


def test_received_cards_stay_until_they_are_seen(person: Person) -> None:
    person.open("tichu", 4, seed=7)
    person.press("no-grand")
    person.ready()
    person.play(*[card for card in person.hand() if card != "Ma"][:3])
    person.ready()
    received = person.page.get_by_test_id("received")
    expect(received.locator("svg[role=img]")).to_have_count(3)
    person.page.wait_for_timeout(2500)
    expect(received).to_be_visible()
    received.get_by_role("button", name="Seen").click()
    expect(received).to_have_count(0)


@pytest.mark.parametrize(("game", "seats", "move"), [("tichu", 4, "grand"), ("schnapsen", 2, "close")])
def test_what_cannot_be_taken_back_is_asked_for_twice(person: Person, game: str, seats: int, move: str) -> None:
    person.open(game, seats, seed=7)
    before = person.page.locator("main.felt").get_attribute("data-ply")
    person.page.locator(f"[data-move='{move}']").click()
    yes = person.page.get_by_role("button", name=re.compile("^Yes: "))
    expect(yes).to_be_visible()
    person.page.get_by_role("button", name="No, go back").click()
    expect(yes).to_have_count(0)
    assert person.page.locator("main.felt").get_attribute("data-ply") == before, "nothing has happened"
    person.press(move)
    expect(yes).to_have_count(0)


def test_a_result_says_what_was_missed(browser: Browser, server: Server) -> None:
    """Seat 0 has 79 points and leads its last card instead of claiming; the other wins the last trick."""
    person = Person(browser, server)
    setup = {
        "trump": "S",
        "hands": {"0": "DJ", "1": "DA"},
        "talon": "",
        "turn": 0,
        "points": [79, 28],
        "tricks": [6, 3],
    }
    state = kibitz.Game("schnapsen").position(setup)
    end = state.play(0, "DJ").play(1, "DA")
    record = server.post("/api/records", {"text": str(end.record(["Ada", "Ben"]))})["record"]
    opened = server.post(f"/api/records/{record}/play", {"ply": 0, "seat": 0, "name": "Ada"})
    person.enter(opened)
    person.play("DJ")
    told = person.page.get_by_test_id("outcome")
    expect(told).to_contain_text("wins by the last trick")
    expect(told).to_contain_text("You had 79 but did not claim.")
    person.leave()


def test_a_result_is_itemised_in_every_game(browser: Browser, server: Server) -> None:
    for game, seats in (("doppelkopf", 4), ("six_nimmt", 4)):
        person = Person(browser, server).open(game, seats, seed=7)
        person.finish()
        expect(person.page.get_by_test_id("outcome").locator("p").first).to_contain_text(re.compile("win|share"))
        assert person.page.locator(".over table tr").count() > 1
        if game == "six_nimmt":  # and says which rows cost the bulls
            rows = person.page.get_by_text("Rows you took:").inner_text()
            cost = [int(bulls) for bulls in re.findall(r"in turn \d+ with the \d+ \((\d+) bulls?\)", rows)]
            assert -sum(cost) == int(person.page.locator("[data-result='0']").inner_text().replace("−", "-"))
        person.leave()


def test_a_refusal_speaks_of_the_game(person: Person) -> None:
    point = found("tichu", lambda state, _seat, made: state.phase == "play" and made == "pass")
    person.play_on(point.record, point.ply, point.seat)
    hand = person.hand()
    person.pick(hand[0], hand[-1])
    person.press_named("Play")
    refused = person.page.locator(".refused")
    expect(refused).to_be_visible()
    text = refused.inner_text()
    assert "Seat" not in text
    assert not any(card in text.split() for card in hand), "the notation is shown"


def test_ten_players_can_be_told_apart_on_a_phone(person: Person) -> None:
    person.page.set_viewport_size({"width": 390, "height": 844})
    person.open("six_nimmt", 10, seed=3, options={"players": 10})
    marks = person.page.locator(".seat .face").all_inner_texts()
    assert len(set(marks)) == 10, marks


def overlaps(page: Page, one: str, other: str) -> bool:
    """Whether two elements lie over each other."""
    first, second = page.locator(one).first.bounding_box(), page.locator(other).first.bounding_box()
    assert first is not None
    assert second is not None
    across = first["x"] < second["x"] + second["width"] - 1 and second["x"] < first["x"] + first["width"] - 1
    along = first["y"] < second["y"] + second["height"] - 1 and second["y"] < first["y"] + first["height"] - 1
    return across and along


def test_a_phone_shows_the_way_home_the_title_and_the_last_trick(person: Person) -> None:
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    person.open("schnapsen", 2, seed=7)
    person.act()
    person.ready()
    assert not overlaps(page, "header h1", "header button[aria-label=Undo]")
    page.keyboard.press("h")
    page.locator("aside li.best").wait_for()
    for card in range(len(person.hand())):
        box = page.locator(".hand button").nth(card).bounding_box()
        panel = page.locator("aside").bounding_box()
        assert box is not None
        assert panel is not None
        assert box["y"] + box["height"] <= panel["y"] + 1, "the hint lies over the hand"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Last trick").click()
    expect(page.get_by_role("dialog", name="Last trick")).to_be_visible()
    page.keyboard.press("Escape")
    page.locator("header a[href='/']").click()
    expect(page.get_by_role("button", name="Deal the cards")).to_be_visible()


def test_between_friends_hints_are_off_until_both_agree(browser: Browser, server: Server) -> None:
    ada, ben = friends(browser, server, "schnapsen", 2, seed=7)
    for one in (ada, ben):
        expect(one.page.locator("aside")).to_contain_text("hints are off")
        one.page.get_by_role("button", name="Allow hints").click()
    ask = ada.page.get_by_role("button", name="What should I play?")
    expect(ask).to_be_visible()
    ada.leave()
    ben.leave()


def test_everybody_confirms_the_next_deal(browser: Browser, server: Server) -> None:
    ada, ben = friends(browser, server, "schnapsen", 2, seed=7)
    both = [ada, ben]
    while not ada.over:
        turn = next((one for one in both if one.page.locator("main.felt[data-must=true]").count()), None)
        if turn:
            turn.act()
        else:
            ada.page.wait_for_timeout(20)
    expect(ben.page.locator(".over")).to_be_visible()
    ada.page.get_by_role("button", name="Next deal").click()
    expect(ada.page.get_by_text("Waiting for Ben")).to_be_visible()
    expect(ben.page.locator(".over")).to_be_visible()
    ben.page.get_by_role("button", name="I am ready").click()
    for one in both:
        expect(one.page.locator(".over")).to_have_count(0)
        one.leave()


def test_copy_works_without_https_and_the_code_says_the_link(browser: Browser, server: Server) -> None:
    person = Person(browser, server)
    person.page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    person.page.add_init_script("document.execCommand = () => (window.copied = document.activeElement.value, true)")
    opened = server.post("/api/tables", {"game": "schnapsen", "seats": [{"kind": "me"}, {"kind": "open"}]})
    person.page.goto(server.url + "/cards")
    person.page.evaluate(
        "([table, kept]) => localStorage.setItem(`kibitz.table.${table}`, JSON.stringify(kept))",
        [opened["table"], {"token": opened["token"], "invites": opened["invites"]}],
    )
    person.page.goto(f"{server.url}/t/{opened['table']}")
    person.page.get_by_role("button", name="Copy").click()
    expect(person.page.get_by_role("button", name="Copied")).to_be_visible()
    assert person.page.evaluate("window.copied") == person.page.get_by_test_id("invite").input_value()
    person.leave()


def test_a_clock_that_runs_out_moves(person: Person) -> None:
    person.open("schnapsen", 2, seed=7, clock_ms=1500)
    expect(person.page.get_by_test_id("clock")).to_contain_text("s left")
    expect(person.page.locator(".cross svg").first).to_be_visible()


def test_the_title_says_whose_turn_it_is(person: Person) -> None:
    person.open("schnapsen", 2, seed=7)
    expect(person.page).to_have_title("● Your turn – Schnapsen")


def test_a_tone_calls_whoever_wants_one(person: Person) -> None:
    set_up(person, sound="always")
    person.page.add_init_script(
        "window.tones = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (at) { window.tones++; start.call(this, at) }"
    )
    person.open("schnapsen", 2, seed=7)
    assert person.page.evaluate("window.tones") > 0


def test_cards_can_be_dragged_and_put_in_order_again(person: Person) -> None:
    person.open("doppelkopf", 4, seed=7)
    page, before = person.page, person.hand()
    first, third = (page.locator(".hand button").nth(place).bounding_box() for place in (0, 3))
    assert first is not None
    assert third is not None
    page.mouse.move(first["x"] + 10, first["y"] + 40)
    page.mouse.down()
    page.mouse.move(third["x"] + 20, third["y"] + 40, steps=5)
    page.mouse.up()
    assert person.hand()[0] == before[1]
    assert person.hand()[3] == before[0]
    assert page.locator(".hand .picked").count() == 0, "a card that was dragged was not clicked"
    page.get_by_role("button", name="Sort", exact=True).click()
    assert person.hand() == before


@pytest.mark.parametrize(("motion", "animation"), [("no-preference", "take"), ("reduce", "none")])
def test_a_trick_goes_to_its_winner_unless_motion_is_unwanted(
    person: Person, motion: Literal["no-preference", "reduce"], animation: str
) -> None:
    person.page.emulate_media(reduced_motion=motion)
    person.open("schnapsen", 2, seed=7, pace_ms=3000)
    person.act()
    trick = person.page.locator(".cross[data-winner]")
    expect(trick).to_have_attribute("class", re.compile("to-(above|below)"))
    assert trick.locator(".laid").first.evaluate("one => getComputedStyle(one).animationName") == animation


def test_every_agents_thought_is_shown(person: Person) -> None:
    page = person.page
    page.goto(person.server.url)
    page.get_by_text("Doppelkopf", exact=True).first.click()
    page.get_by_role("button", name="Watch agents").click()
    for seat in range(4):
        expect(page.locator(f"[data-thought='{seat}'] li.best").first).to_be_visible()


def test_german_letters_units_levels_and_refusals(person: Person) -> None:
    set_up(person, language="de")
    page = person.page
    page.goto(person.server.url)
    page.get_by_text("Tichu", exact=True).first.click()
    expect(page.get_by_text("kennt die Grundsätze")).to_be_visible()
    expect(page.get_by_label("Regeln").locator("option").first).to_have_text("offiziell")
    point = found("schnapsen", lambda state, seat, _: {"HQ", "HJ"} <= set(state.view(seat).hand))
    person.play_on(point.record, point.ply, point.seat)
    page.keyboard.press("h")
    best = page.locator("aside li").first
    expect(best).to_be_visible()
    expect(page.locator("aside")).to_contain_text("Spielpunkte Vorsprung")
    assert re.search(r"\d,\d", page.locator("aside ol").inner_text()), "numbers have a comma"
    letters = page.locator("aside .chip").all_inner_texts()
    assert not any("Q" in letter or "J" in letter for letter in letters), letters


def test_german_suits_for_those_who_like_them(person: Person) -> None:
    set_up(person, language="de", germanSuits=True)
    person.open("schnapsen", 2, seed=7)
    names = [card.get_attribute("aria-label") or "" for card in person.page.locator(".hand button").all()]
    assert all(re.match("(Eichel|Laub|Herz|Schellen)-(Ass|Zehn|König|Ober|Unter)$", name) for name in names), names
