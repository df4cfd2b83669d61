"""The table around the play: sharing it, coming back to it, asking for advice, looking through a deal."""

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from web.person import Person
from web.positions import found, makes
from web.running import Server
from web.test_deals import GAMES

PHONE: ViewportSize = {"width": 390, "height": 844}


def test_from_the_first_page_to_a_finished_deal(person: Person) -> None:
    """As somebody does who knows nothing but how to click."""
    page = person.page
    page.goto(person.server.url)
    page.get_by_text("Schnapsen", exact=True).click()
    page.get_by_text("More options").click()
    page.get_by_label("Pace").select_option("at once")
    page.get_by_role("button", name="Deal the cards").click()
    person.finish()
    page.get_by_role("button", name="Next deal").click()
    expect(page.locator(".over")).not_to_be_visible()
    page.get_by_role("tab", name="Score").click()
    expect(page.get_by_role("row", name=re.compile("^1 "))).to_be_visible()


def test_two_browsers_share_a_table(browser: Browser, server: Server) -> None:
    ada, ben = Person(browser, server), Person(browser, server)
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = {"game": "schnapsen", "seats": seats, "name": "Ada", "seed": 7, "pace_ms": 0}
    opened = server.post("/api/tables", table)
    ada.page.goto(server.url + "/cards")
    ada.page.evaluate(
        "([table, kept]) => localStorage.setItem(`kibitz.table.${table}`, JSON.stringify(kept))",
        [opened["table"], {"token": opened["token"], "invites": opened["invites"]}],
    )
    ada.page.goto(f"{server.url}/t/{opened['table']}")
    link = ada.page.get_by_test_id("invite").input_value()

    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.locator(".seat[data-seat='1']")).to_contain_text("Ben")

    both = [ada, ben]
    while not ada.over:
        turn = next((one for one in both if one.page.locator("main.felt[data-must=true]").count()), None)
        if turn:
            turn.act()
        else:
            ada.page.wait_for_timeout(20)
    for one in both:
        expect(one.page.locator("[data-result]")).to_have_count(2)
    results = [one.page.locator("[data-result]").all_inner_texts() for one in both]
    assert results[0] == results[1]
    ada.leave()
    ben.leave()


def test_a_seat_opens_in_a_deal_when_the_others_agree(browser: Browser, server: Server) -> None:
    """Ada wants a friend at an agent's seat; Ben is asked, and until he agrees nobody sees the cards there."""
    ada, ben = Person(browser, server), Person(browser, server)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "agent"}, {"kind": "agent"}]
    opened = server.post("/api/tables", {"game": "doppelkopf", "seats": seats, "name": "Ada", "pace_ms": 60_000})
    ada.page.goto(server.url + "/cards")
    ada.page.evaluate(
        "([table, kept]) => localStorage.setItem(`kibitz.table.${table}`, JSON.stringify(kept))",
        [opened["table"], {"token": opened["token"], "invites": opened["invites"]}],
    )
    ada.page.goto(f"{server.url}/t/{opened['table']}")
    ben.page.goto(ada.page.get_by_test_id("invite").input_value())
    ben.page.get_by_label("Your name").fill("Ben|Bo")
    expect(ben.page.get_by_role("alert")).to_contain_text("without")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ben.page.get_by_role("alert").last).to_contain_text("between the players")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(ada.page.locator(".seat[data-seat='1']")).to_contain_text("Ben")

    ada.page.get_by_role("tab", name="Score").click()
    ada.page.locator(".fields").get_by_label("Casual 2").select_option("open")
    expect(ada.page.get_by_text("the seat opens for a friend when the deal is over")).to_be_visible()
    assert ada.page.get_by_test_id("invite").count() == 0
    assert ada.page.get_by_test_id("agree").count() == 0
    ben.page.get_by_role("button", name="I agree").click()
    expect(ada.page.get_by_test_id("invite")).to_be_visible()
    expect(ben.page.get_by_test_id("agree")).to_have_count(0)
    ada.leave()
    ben.leave()


def test_a_friend_looks_over_ones_shoulder(browser: Browser, server: Server) -> None:
    ada, ben = Person(browser, server).open("schnapsen", 2, seed=7), Person(browser, server)
    ada.page.keyboard.press("s")
    ada.page.get_by_role("button", name="Let someone look on").click()
    link = ada.page.get_by_label("Whoever has this link sees your cards").input_value()
    ben.page.goto(link)
    expect(ben.page.locator(".own .fan svg")).to_have_count(5)
    assert ben.page.locator(".actions").count() == 0, "who looks on does not play"
    ada.leave()
    ben.leave()


def test_a_reload_restores_the_table(person: Person) -> None:
    person.open("tichu", 4, seed=7)
    person.act()
    person.ready()
    person.act()
    person.ready()
    before = person.hand()
    person.page.reload()
    person.ready()
    assert person.hand() == before
    person.act()


def test_a_server_that_was_killed_comes_back_with_the_table(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path / "table.sqlite")
    person = Person(browser, server).open("doppelkopf", 4, seed=7)
    person.act()
    person.ready()
    person.act()
    person.ready()
    before = person.hand()
    server.kill()
    expect(person.page.get_by_text("The connection is gone")).to_be_visible()
    server.start()
    expect(person.page.get_by_text("The connection is gone")).not_to_be_visible()
    person.ready()
    assert person.hand() == before
    person.finish()
    person.leave()
    server.kill()


def test_a_move_is_taken_back(person: Person) -> None:
    person.open("schnapsen", 2, seed=7)
    before = person.page.locator(".hand button").count()
    person.act()
    person.ready()
    person.page.get_by_role("button", name="Undo").click()
    expect(person.page.locator(".cross svg")).to_have_count(0)
    expect(person.page.locator(".hand button")).to_have_count(before)


def test_a_hint_and_a_belief_are_shown(person: Person) -> None:
    person.open("schnapsen", 2, seed=7)
    person.page.keyboard.press("h")
    expect(person.page.locator("aside li.best")).to_be_visible()
    expect(person.page.locator("aside .number small").first).to_contain_text("±")
    measured = person.page.evaluate("performance.getEntriesByName('first hint').map(entry => entry.duration)")
    print(f"first hint after {measured[0]:.0f} ms")
    person.page.keyboard.press("b")
    expect(person.page.locator("aside tbody tr")).to_have_count(14)


@pytest.mark.parametrize("game", ["tichu", "six_nimmt"])
def test_a_deal_is_reviewed(person: Person, game: str) -> None:
    point = found(game, makes("Ma" if game == "tichu" else "row:"))
    record = person.server.post("/api/records", {"text": point.record})["record"]
    page = person.page
    page.goto(f"{person.server.url}/review/{record}")
    expect(page.get_by_test_id("ply")).to_contain_text("Move 0")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("ply")).to_contain_text("Move 1 of")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("main .seat")).to_have_count(4)


def test_a_record_is_pasted_and_a_wrong_one_explained(person: Person) -> None:
    page = person.page
    page.goto(f"{person.server.url}/import")
    page.get_by_role("textbox").fill("nonsense")
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("alert")).to_contain_text(".")
    page.get_by_role("textbox").fill(found("schnapsen", makes("claim")).record)
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url("**/review/*")
    expect(page.get_by_test_id("ply")).to_be_visible()


def test_agents_are_watched_with_open_hands(person: Person) -> None:
    page = person.page
    page.goto(person.server.url)
    page.get_by_role("button", name="Watch agents").click()
    expect(page.locator(".seat .hand").nth(2)).to_be_visible()


@pytest.mark.parametrize(("game", "seats"), [("tichu", 4), ("doppelkopf", 4), ("schnapsen", 2), ("six_nimmt", 5)])
def test_everything_fits_on_a_phone(person: Person, game: str, seats: int) -> None:
    person.page.set_viewport_size(PHONE)
    person.open(game, seats, seed=7, options={"players": seats} if game == "six_nimmt" else {})
    for _ in range(3):
        person.act()
        person.ready()
    page = person.page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
    for card in page.locator(".hand button").all():
        box = card.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"] + 1
        assert box["y"] + box["height"] <= PHONE["height"]


def test_german_dark_and_four_colours(person: Person) -> None:
    page = person.page
    page.goto(person.server.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    page.get_by_label("Aussehen").select_option("dark")
    page.get_by_label("Vierfarbiges Blatt").check()
    page.reload()
    expect(page.get_by_role("button", name="Karten geben")).to_be_visible()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.locator("html").get_attribute("lang") == "de"


def test_plays_are_spoken_and_everything_has_a_name(person: Person) -> None:
    person.open("schnapsen", 2, seed=7)
    person.act()
    person.ready()
    expect(person.page.get_by_test_id("heard")).to_contain_text(re.compile(r"\w+: (\w+ of \w+|closes|exchanges)"))
    nameless = person.page.evaluate(
        "() => [...document.querySelectorAll('button, a, input, select')]"
        ".filter(one => !(one.getAttribute('aria-label') || one.innerText.trim() || one.labels?.length))"
        ".map(one => one.outerHTML)"
    )
    assert nameless == []


def test_the_keys_are_listed(person: Person) -> None:
    person.page.goto(person.server.url)
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("dialog", name="Everything by keyboard")).to_be_visible()


def test_axe_finds_nothing_amiss(person: Person) -> None:
    """On every kind of page and panel; those for learning are in test_mistakes.py and test_puzzles.py."""
    page, check = person.page, person.examined

    page.goto(person.server.url)
    expect(page.get_by_role("button", name="Deal the cards")).to_be_enabled()
    check("the first page")
    for path, shown in (("ladder", "table"), ("papers", "table"), ("import", "textarea"), ("cards", "svg")):
        page.goto(f"{person.server.url}/{path}")
        page.locator(f"main {shown}").first.wait_for()
        check(path)
    for game, seats in GAMES.items():
        person.open(game, seats, seed=7)
        person.act()
        person.ready()
        page.keyboard.press("h")
        page.locator("aside li.best").wait_for()
        check(f"{game}, hint")
    for key, panel in (("b", "tbody tr"), ("s", ".tabs"), ("l", ".tabs")):
        page.keyboard.press(key)
        page.locator(f"aside {panel}").first.wait_for()
        check(f"panel {key}")
    watched = person.server.post(
        "/api/tables", {"game": "schnapsen", "seats": [{"kind": "agent"}] * 2, "open": True, "pace_ms": 300}
    )
    page.goto(f"{person.server.url}/t/{watched['table']}")
    page.locator("[data-thought='0'] li").first.wait_for()
    check("watching")
    person.open("schnapsen", 2, seed=7)
    person.finish()
    check("the result")
    page.keyboard.press("s")
    page.get_by_role("button", name="Leave").click()
    page.get_by_test_id("closed").wait_for()
    check("a table that was left")
    record = person.server.post("/api/records", {"text": found("schnapsen", makes("claim")).record})["record"]
    page.goto(f"{person.server.url}/review/{record}")
    page.get_by_test_id("ply").wait_for()
    check("review")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    check("a dialog")


FAINT = (Path(__file__).parent / "contrast.js").read_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_can_be_read(browser: Browser, server: Server, theme: Literal["light", "dark"]) -> None:
    person = Person(browser, server, color_scheme=theme)
    person.page.goto(server.url)
    expect(person.page.get_by_role("button", name="Deal the cards")).to_be_enabled()
    assert person.page.evaluate(FAINT) == []
    person.open("doppelkopf", 4, seed=7)
    person.act()
    person.ready()
    person.page.keyboard.press("h")
    expect(person.page.locator("aside li.best")).to_be_visible()
    assert person.page.evaluate(FAINT) == []
    person.page.keyboard.press("l")
    assert person.page.evaluate(FAINT) == []
    person.leave()
