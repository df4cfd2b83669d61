"""About me: the review from one's own seat, learning from one's mistakes, one's deals and what they say."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

import kibitz
from web.person import Person

SEAT = 1


def careless(game: str, seed: int) -> str:
    """The record of a deal in which seat 1 plays any card."""
    table = kibitz.Game(game)
    players = [kibitz.agent("random" if seat == SEAT else "rules", seed=1) for seat in range(table.seats)]
    state = table.deal(seed=seed)
    while not state.over:
        seat = state.to_act[0]
        state = state.play(seat, players[seat].act(state.view(seat)))
    return str(state.record(["casual", "?", "casual", "casual"][: table.seats]))


def reviewed(person: Person, record: str) -> list[dict[str, Any]]:
    """The mistakes of seat 1, when the review is complete."""
    page = person.page
    while True:
        now = page.evaluate(f"fetch('/api/records/{record}/review').then(answer => answer.json())")
        if not now["running"]:
            break
        page.wait_for_timeout(300)
    return [one for one in now["decisions"] if one["seat"] == SEAT and one["verdict"] in ("?!", "?", "??")]


def keep(person: Person, game: str, seeds: list[int]) -> list[str]:
    """Deals that this browser has played, at seat 1 of one table."""
    kept = [person.server.post("/api/records", {"text": careless(game, seed)}) for seed in seeds]
    deals = [
        {"record": one["record"], "table": "t", "game": game, "rules": one["rules"], "seat": SEAT, "summary": None}
        | {"at": "2026-11-17T05:00:00Z", "returns": one["returns"]}
        for one in kept
    ]
    person.page.goto(f"{person.server.url}/cards")
    person.page.evaluate("deals => localStorage.setItem('kibitz.deals', JSON.stringify(deals))", deals)
    return [one["record"] for one in kept]


def answer(person: Person, move: dict[str, Any]) -> None:
    """Answers by clicking the cards of a move, or its button."""
    if move["kind"] == "play":
        person.pick(*move["cards"])
    button = person.page.locator(f'.actions button[data-move="{move["text"]}"]')
    button.click()


def test_mistakes_are_found_again(person: Person) -> None:
    [record] = keep(person, "schnapsen", [3])
    page = person.page
    mistakes = reviewed(person, record)
    assert len(mistakes) >= 2
    page.goto(f"{person.server.url}/review/{record}")
    expect(page.get_by_test_id("headline-deal")).to_contain_text(f"{len(mistakes)} mistakes")
    expect(page.get_by_test_id("headline-deal")).to_contain_text("You")
    expect(page.locator(".mistakes li")).to_have_count(len(mistakes))
    person.examined("the review")

    page.get_by_role("button", name="Learn from your mistakes").click()
    expect(page.locator(".seat .hand")).to_have_count(0)  # the other hands are hidden
    first, second = mistakes[:2]
    answer(person, first["played"])
    expect(page.get_by_test_id("outcome")).to_contain_text("gives away")
    expect(page.get_by_test_id("why")).to_have_count(0)  # and so is the solution
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_test_id("why")).to_be_visible()
    person.examined("practice")
    page.get_by_role("button", name="Next").click()
    answer(person, second["best"])
    expect(page.get_by_test_id("outcome")).to_contain_text("Right")
    expect(page.get_by_test_id("why")).to_be_visible()


def test_statistics_appear_and_can_be_taken_away(person: Person, tmp_path: Path) -> None:
    page = person.page
    keep(person, "schnapsen", [3, 4])
    person.open("schnapsen", 2, seed=7)
    person.finish()
    page.goto(f"{person.server.url}/me")
    expect(page.locator("tbody tr")).to_have_count(3)
    page.get_by_role("button", name="Review 3 deals").click()
    expect(page.get_by_test_id("statistics")).to_contain_text("accuracy")
    expect(page.get_by_text("3 deals, 3 reviewed")).to_be_visible()
    for heading in ("Loss per deal over time", "Kinds of mistakes", "Calls", "Luck and skill"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    person.examined("statistics")
    with page.expect_download() as loading:
        page.get_by_role("button", name="Export").click()
    loading.value.save_as(tmp_path / "deals.json")
    exported = json.loads((tmp_path / "deals.json").read_text())
    assert [len(deal["returns"]) for deal in exported["deals"]] == [2, 2, 2]
    assert all(deal["summary"]["choices"] > 0 for deal in exported["deals"])

    page.locator("tbody a").first.click()
    expect(page.get_by_test_id("headline-deal")).to_contain_text("This deal")
    page.go_back()
    page.get_by_role("button", name="Delete this deal").first.click()
    expect(page.locator("tbody tr")).to_have_count(2)
    page.get_by_role("button", name="Delete all").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete all").click()
    expect(page.get_by_text("No deal yet.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("No deal yet.")).to_be_visible()
