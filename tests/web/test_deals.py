"""Whole deals of every game in a real browser, by clicking and by keyboard."""

import pytest
from playwright.sync_api import Browser

from web.person import Person
from web.running import Server

GAMES = {"tichu": 4, "doppelkopf": 4, "schnapsen": 2, "six_nimmt": 4}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("keys", [False, True], ids=["clicking", "keyboard"])
def test_a_whole_deal_is_played(browser: Browser, server: Server, game: str, *, keys: bool) -> None:
    person = Person(browser, server, keys=keys).open(game, GAMES[game], seed=7)
    person.finish()
    results = person.page.locator("[data-result]").all_inner_texts()
    assert len(results) == GAMES[game]
    person.leave()


def test_ten_sit_at_6_nimmt(person: Person) -> None:
    person.open("six_nimmt", 10, seed=3, options={"players": 10})
    person.act()
    person.ready()
    assert person.page.locator(".seat").count() == 10
