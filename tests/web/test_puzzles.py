"""Puzzles and the deal of the day."""

import re

from playwright.sync_api import Browser, Page, expect

import kibitz
from kibitz.analysis.positions import positions
from kibitz.lab.puzzles import Puzzle, shipped
from web.person import Person
from web.running import Server


def shown(page: Page) -> Puzzle:
    """The puzzle on the page."""
    found = shipped("schnapsen")
    assert found is not None
    key = page.locator("[data-puzzle]").get_attribute("data-puzzle")
    return next(one for one in found.puzzles if one.id == key)


def answer(person: Person, puzzle: Puzzle, move: str) -> None:
    """Clicks the card of a move, or its button."""
    points = positions(kibitz.Record(puzzle.record))
    state = next(point.before for point in points if point.ply == puzzle.ply + 1)
    meant = state.canonical(puzzle.seat, move)
    if meant.kind == "play":
        person.pick(meant.cards[0] if meant.combination is None else str(meant).partition(":")[2])
    person.page.locator(f'.actions button[data-move="{meant}"]').click()


def rating(page: Page) -> int:
    found = re.match(r"\d+", page.get_by_test_id("rating").inner_text())
    assert found is not None
    return int(found.group())


def test_a_puzzle_is_failed_and_one_is_solved(person: Person) -> None:
    page = person.page
    page.goto(f"{person.server.url}/puzzles/schnapsen")
    page.locator("[data-puzzle]").wait_for()
    assert page.locator(".seat .hand").count() == 0, "the other hand is hidden"
    person.examined("a puzzle")

    first = shown(page)
    before = rating(page)
    answer(person, first, next(move for move in first.losses))
    expect(page.get_by_test_id("outcome")).to_contain_text("gives away at least")
    expect(page.get_by_test_id("why")).to_have_count(0)
    assert rating(page) < before
    failed = rating(page)
    answer(person, first, first.best)  # found after all, but the first answer counted
    expect(page.get_by_test_id("outcome")).to_contain_text("Right")
    expect(page.get_by_test_id("why")).to_be_visible()
    assert rating(page) == failed
    person.examined("its solution")

    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_function("id => document.querySelector('[data-puzzle]')?.dataset.puzzle !== id", arg=first.id)
    second = shown(page)
    answer(person, second, second.best)
    expect(page.get_by_test_id("outcome")).to_contain_text("Right")
    assert rating(page) > failed
    page.reload()
    expect(page.get_by_text("1 solved, 1 not")).to_be_visible()


def test_the_deal_of_the_day_is_the_same_for_all_and_compared(browser: Browser, server: Server) -> None:
    hands = []
    for name in ("Ada", "Ben"):
        person = Person(browser, server)
        page = person.page
        page.goto(f"{server.url}/daily/schnapsen")
        page.evaluate("name => localStorage.setItem('kibitz.settings', JSON.stringify({ name }))", name)
        page.reload()
        page.get_by_role("button", name="Play today's deal").click()
        person.ready()
        hands.append(person.hand())
        person.finish()
        page.goto(f"{server.url}/daily/schnapsen")
        expect(page.get_by_test_id("daily-result")).to_be_visible()
        expect(page.get_by_role("row", name=re.compile("^Strongest .* mean of 12 games"))).to_be_visible()
        expect(page.get_by_role("button", name="Back to your deal")).to_be_visible()
        if name == "Ben":
            expect(page.get_by_role("row", name=re.compile("^Ada"))).to_be_visible()
            person.examined("the deal of the day")
        person.leave()
    assert sorted(hands[0]) == sorted(hands[1])
