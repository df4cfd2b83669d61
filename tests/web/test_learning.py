"""Learning: rules and words in the page, a first deal with a guide."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from web.person import Person
from web.test_deals import GAMES


def at_once(route: Route) -> None:
    """Opens the table that was asked for, but nobody waits there."""
    wanted = json.loads(route.request.post_data or "{}")
    route.continue_(post_data=json.dumps(wanted | {"pace_ms": 0, "window_ms": 0}))


def follow(person: Person) -> None:
    """Does what the guide suggests, by clicking cards and buttons."""
    guide = person.page.locator(".guide[data-advice]")
    guide.wait_for()
    advice, cards = guide.get_attribute("data-advice"), guide.get_attribute("data-cards") or ""
    assert advice is not None
    if set(cards.split()) <= set(person.hand()) and cards:
        wanted = re.sub(r"^give |>\d", "", advice).split()[::-1] if advice.startswith("give ") else cards.split()
        person.pick(*wanted)
        person.press(advice)
    elif advice in person.moves():
        person.press(advice)
    else:
        person.press_named("Play it for me")


@pytest.mark.parametrize("game", GAMES)
def test_a_first_deal_is_finished_with_the_guide(person: Person, game: str) -> None:
    page = person.page
    page.route("**/api/tables", at_once)
    page.goto(f"{person.server.url}/learn/{game}")
    page.get_by_role("button", name="A first deal with a guide").click()
    said = set()
    for _ in range(60):
        page.wait_for_function(
            "() => document.querySelector('.guide[data-advice]')"
            " || document.querySelector('main.felt')?.dataset.status === 'over'"
        )
        said.add(page.locator(".guide p").first.inner_text())
        if person.over:
            break
        follow(person)
    person.examined("the guide")
    expect(page.locator("[data-result]")).to_have_count(GAMES[game])
    expect(page.locator(".guide")).to_contain_text("over")
    assert len(said) >= 4, said
    page.locator(".guide").get_by_role("link", name="Rules and words").click()
    expect(page.get_by_role("heading", name="The game in short")).to_be_visible()
    person.examined("rules and words")
