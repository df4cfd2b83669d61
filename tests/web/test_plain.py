"""A game that has no folder for the page: moves are buttons, what is known is text."""

import pytest
from playwright.sync_api import expect

from web.person import Person
from web.test_deals import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_look_is_played_all_the_same(person: Person, game: str) -> None:
    person.open(game, GAMES[game], seed=7, query="?plain")
    expect(person.page.locator("main.felt dt", has_text="phase").first).to_be_visible()
    for _ in range(150):
        person.ready()
        if person.over:
            break
        if person.lit():
            person.act()
        else:
            person.press(person.moves()[0])
    expect(person.page.locator("[data-result]")).to_have_count(GAMES[game])
