"""What somebody meets who is here for the first time: grades, rules in German, a phone."""

import re
from typing import Any

from playwright.sync_api import Route, expect

from web.person import Person
from web.test_deals import GAMES
from web.test_mistakes import SEAT, answer, careless, keep, reviewed
from web.test_play import set_up

PHONE = {"width": 390, "height": 844}


def told(route: Route, decisions: list[dict[str, Any]]) -> None:
    """A finished review with these decisions, without waiting for one."""
    parts: dict[str, Any] = {"decisions": decisions, "seats": [], "graph": [], "split": []}
    route.fulfill(json=parts | {"record": "", "agent": "", "unit": "", "running": False, "done": 1, "total": 1})


def decision(record: dict[str, Any], ply: int) -> dict[str, Any]:
    """A decision of a record that is said to be a mistake."""
    point = record["positions"][ply]
    move, seat = point["move"], point["seat"]
    analysis = {"agent": "", "seat": seat, "unit": "", "iterations": 0, "worlds": 0, "best": move, "moves": []}
    judged = {"ply": ply, "seat": seat, "played": move, "best": move, "loss": 1.0, "low": 0.9, "high": 1.1}
    return judged | {
        "verdict": "??",
        "final": True,
        "analysis": analysis,
        "second": None,
        "deciders": [],
        "open": None,
    }


def test_unclear_is_a_grade_of_its_own(person: Person) -> None:
    page = person.page
    [record] = keep(person, "schnapsen", [3])
    first, second = reviewed(person, record)[:2]

    def doubtful(route: Route) -> None:
        now = route.fetch().json()
        for one in now["decisions"]:
            if one["verdict"] == "unclear":
                one["verdict"] = "="
            if one["ply"] == first["ply"]:
                one["verdict"] = "unclear"
            elif one["ply"] == second["ply"]:
                own = next(move for move in one["analysis"]["moves"] if move["move"] == one["played"])
                own["verdict"] = "unclear"
        own = next(line for line in now["seats"] if line["seat"] == SEAT)
        own["unclear"] = 1
        route.fulfill(json=now)

    page.route(f"**/api/records/{record}/review", doubtful)
    page.goto(f"{person.server.url}/review/{record}?ply={first['ply']}&seat={SEAT}")
    expect(page.get_by_test_id("board-grade")).to_have_text("unclear")
    expect(page.get_by_test_id("unclear-means")).to_contain_text("cannot be told apart")
    expect(page.get_by_test_id("headline-unclear")).to_have_text(re.compile(r"^1 of \d+ choices unclear$"))
    listed = page.get_by_test_id("unclear-list")
    listed.locator("summary").click()
    expect(listed.locator("li [data-grade=unclear]")).to_have_count(1)
    person.examined("a review with an unclear choice")

    page.get_by_role("button", name="Learn from your mistakes").click()
    answer(person, second["played"])  # the first mistake is the second one: an unclear choice is none
    expect(page.get_by_test_id("outcome")).to_contain_text("cannot be told apart from the best: that counts")
    page.goto(f"{person.server.url}/me")
    expect(page.locator("tbody small")).to_have_text(re.compile(r"^1 of \d+ choices unclear$"))
    expect(page.get_by_test_id("statistics-unclear")).to_contain_text("It counts as no mistake")

    set_up(person, language="de")
    page.goto(f"{person.server.url}/review/{record}?ply={second['ply']}&seat={SEAT}")
    expect(page.get_by_test_id("headline-unclear")).to_contain_text("Entscheidungen unklar")
    expect(page.get_by_text("Glück der Karten")).to_be_visible()
    assert re.findall(r"\d\.\d.*", page.locator("aside").inner_text()) == []


def test_a_hint_grades_what_it_lists(person: Person) -> None:
    person.open("schnapsen", 2, seed=7)
    person.page.keyboard.press("h")
    expect(person.page.locator("aside [data-grade]").first).to_be_visible()
    shown = person.page.locator("aside [data-grade]").evaluate_all("all => all.map(one => one.dataset.grade)")
    assert set(shown) <= {"=", "?!", "?", "??", "unclear"}
    person.examined("a hint with grades")


def test_the_rules_are_read_in_german(person: Person) -> None:
    page = person.page
    set_up(person, language="de")
    for game in GAMES:
        page.goto(f"{person.server.url}/learn/{game}")
        expect(page.locator(".markdown")).to_contain_text("Diese Seite sagt die Regeln in eigenen Worten")
        expect(page.locator("[id='p1.1']")).to_contain_text("§1.1")
        assert page.locator("main div[lang=de] .term").count() > 3, "words are explained in the German text"
    person.examined("the rules in German")


def test_who_is_re_is_said_without_noise(person: Person) -> None:
    person.open("doppelkopf", 4, seed=3, rules="cardplay")
    person.page.keyboard.press("b")
    re_row = person.page.locator("aside tr[data-side=re]")
    expect(re_row).to_contain_text("%")
    shares = [int(text.removesuffix(" %")) for text in re_row.locator("td").all_inner_texts()]
    assert len(set(shares)) == 1, "nobody has played: the three others are alike"
    expect(person.page.locator("aside")).to_contain_text("exact: every possible deal is counted")
    person.examined("a belief")


def test_whoever_asks_for_puzzles_gets_one(person: Person) -> None:
    person.page.goto(f"{person.server.url}/puzzles")
    person.page.locator("[data-puzzle]").wait_for()


def test_no_page_is_wider_than_a_phone(person: Person) -> None:
    page = person.page
    set_up(person, language="de")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for path in ("", "learn", "learn/tichu", "daily", "me", "ladder", "papers", "import", "cards", "puzzles/six_nimmt"):
        page.goto(f"{person.server.url}/{path}")
        page.locator("main h1, main select").first.wait_for()
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


def test_rows_stay_in_sight_on_a_phone(person: Person) -> None:
    page = person.page
    kept = person.server.post("/api/records", {"text": careless("six_nimmt", 3)})
    ply = next(at for at, point in enumerate(kept["positions"]) if point["seat"] == 0)
    page.route("**/review", lambda route: told(route, [decision(kept, ply)]))
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{person.server.url}/review/{kept['record']}?seat=0")
    page.get_by_role("button", name="Learn from your mistakes").click()
    rows = [box for row in page.locator(".rows .row").all() if (box := row.bounding_box())]
    hand = page.locator(".hand").last.bounding_box()
    assert hand is not None
    assert len(rows) == 4
    assert all(row["width"] > 200 and row["height"] > 40 for row in rows)
    assert rows[-1]["y"] + rows[-1]["height"] <= hand["y"] + 1


def test_nothing_is_to_be_confirmed_in_a_review(person: Person) -> None:
    page = person.page
    kept = person.server.post("/api/records", {"text": careless("tichu", 3)})
    page.route("**/review", lambda route: told(route, []))
    played = next(at for at, point in enumerate(kept["positions"]) if (point["move"] or {}).get("kind") == "play")
    page.goto(f"{person.server.url}/review/{kept['record']}?ply={played}&seat={kept['positions'][played]['seat']}")
    expect(page.get_by_test_id("received")).to_be_visible()
    expect(page.get_by_role("button", name="Seen")).to_have_count(0)
