"""A person at a browser: opens tables, picks cards, presses buttons, by mouse or by keyboard."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, Locator, Page, Request, expect
from playwright.sync_api import Error as PlaywrightError

if TYPE_CHECKING:
    from web.running import Server

CHOICES = ".actions button[data-move]"
GRAVE = ("grand", "close", "schwarz")  # asked for twice
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE_MS = 120_000  # a machine may be busy; who waits longer than needed loses nothing
expect.set_options(timeout=PATIENCE_MS)
_READY = (
    "() => { const felt = document.querySelector('main.felt');"
    " return felt && (felt.dataset.must === 'true' || felt.dataset.status === 'over') }"
)


class Person:
    """One browser window. ``keys`` says whether everything is done by keyboard."""

    def __init__(self, browser: Browser, server: Server, *, keys: bool = False, **options: Any) -> None:
        self.server = server
        self.keys = keys
        self.context = browser.new_context(
            viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce", **options
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.problems: list[str] = []
        self.requests: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", self._requested)

    @classmethod
    def at(cls, page: Page, server: Server) -> Person:
        """A person at a window that is open already."""
        person = cls.__new__(cls)
        person.page, person.server, person.keys = page, server, False
        return person

    def _requested(self, request: Request) -> None:
        self.requests.append(request.url)

    def leave(self) -> None:
        """Closes the window and says what went wrong in it."""
        self.context.close()
        assert not self.problems, self.problems
        outside = [url for url in self.requests if not url.startswith((self.server.url, "data:"))]
        assert not outside, f"the page asks elsewhere: {outside}"

    # --- tables ---

    def open(self, game: str, seats: int, *, agent: str = "casual", query: str = "", **choices: Any) -> Person:
        """Sits down at seat 0 of a new table."""
        table = {
            "game": game,
            "seats": [{"kind": "me"}, *[{"kind": "agent", "agent": agent}] * (seats - 1)],
            "name": "Ada",
            "pace_ms": 0,
            "window_ms": 0,
        }
        return self.enter(self.server.post("/api/tables", table | choices), query)

    def enter(self, opened: dict[str, Any], query: str = "") -> Person:
        """Goes to a table with the token of a seat; ``?plain`` shows any game as one without a folder."""
        self.page.goto(self.server.url + "/cards")
        kept = {"token": opened["token"], "invites": opened["invites"]}
        self.page.evaluate(
            "([table, kept]) => localStorage.setItem(`kibitz.table.${table}`, JSON.stringify(kept))",
            [opened["table"], kept],
        )
        self.page.goto(f"{self.server.url}/t/{opened['table']}{query}")
        self.ready()
        return self

    def play_on(self, record: str, ply: int, seat: int) -> Person:
        """Sits down in the middle of a deal."""
        kept = self.server.post("/api/records", {"text": record})
        return self.enter(
            self.server.post(f"/api/records/{kept['record']}/play", {"ply": ply, "seat": seat, "name": "Ada"})
        )

    # --- what is seen ---

    def ready(self) -> None:
        """Waits until something is asked, or the deal is over."""
        self.page.wait_for_function(_READY)

    @property
    def over(self) -> bool:
        return self.page.locator("main.felt").get_attribute("data-status") == "over"

    def sees(self, text: str | re.Pattern[str]) -> None:
        """Something is written on the page."""
        expect(self.page.get_by_text(text).first).to_be_visible()

    def card(self, name: str) -> Locator:
        return self.page.locator(f'.hand button[data-card="{name}"]').first

    def moves(self) -> list[str]:
        """What the buttons offer."""
        return self._read(CHOICES, "move")

    def hand(self) -> list[str]:
        """The cards."""
        return self._read(".hand button", "card")

    def lit(self) -> list[str]:
        """The cards that fit what is picked."""
        return self._read(".hand button.lit", "card")

    def _read(self, where: str, what: str) -> list[str]:
        """A mark of several elements, in one look: the page may change between two."""
        found: list[str] = self.page.locator(where).evaluate_all(f"all => all.map(one => one.dataset.{what})")
        return found

    def examined(self, where: str) -> None:
        """Axe finds nothing amiss: what a program can see of WCAG, and good practice."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        amiss = self.page.evaluate("axe.run().then(all => all.violations.map(one => [one.help, one.nodes[0].html]))")
        assert amiss == [], where

    # --- what is done ---

    def pick(self, *cards: str) -> None:
        """Picks cards up."""
        for card in cards:
            if self.keys:
                self.card(card).focus()
                self.page.keyboard.press("Space")
            else:
                self.card(card).click()

    def press(self, move: str) -> None:
        """Presses the button of a move, or its number."""
        button = self.page.locator(f'{CHOICES.removesuffix("[data-move]")}[data-move="{move}"]')
        expect(button).to_be_visible()
        self._then(button)
        sure = self.page.locator(".actions [data-sure]")
        if move in GRAVE and sure.count():  # a game without a look does not ask
            self._then(sure)

    def press_named(self, name: str) -> None:
        """Presses the button with a name."""
        self._then(self.page.get_by_role("button", name=name, exact=True).first)

    def _then(self, button: Locator) -> None:
        """Presses a button and waits for what the table says to it."""
        before = self.page.locator("main.felt").get_attribute("data-ply")
        if self.keys:
            button.focus()
            self.page.keyboard.press("Enter")
        else:
            button.click()
        self._answered(before)

    def _answered(self, before: str | None) -> None:
        self.page.wait_for_function(
            "before => { const felt = document.querySelector('main.felt');"
            " return felt.dataset.ply !== before || felt.dataset.status === 'over'"
            " || document.querySelector('.refused, [data-sure]') }",
            arg=before,
        )

    def play(self, *cards: str) -> None:
        """Picks cards and plays them."""
        self.pick(*cards)
        before = self.page.locator("main.felt").get_attribute("data-ply")
        if self.keys:
            self.page.keyboard.press("Enter")
        else:
            self.page.locator(".actions button.main, .actions button.call").first.click()
        self._answered(before)

    def act(self) -> None:
        """Does something legal, as somebody would who only looks at what is lit."""
        page = self.page
        wishes = page.locator(".wishes button, .row.choosing")
        if wishes.count():
            if self.keys:
                before = page.locator("main.felt").get_attribute("data-ply")
                page.keyboard.press("1")
                self._answered(before)
            else:
                self._then(wishes.first)
            return
        for quiet in ("no-grand", "gesund", "decline"):
            if quiet in self.moves():
                self.press(quiet)
                return
        giving = page.locator(".slots .empty")
        if giving.count():
            self.play(*self.hand()[:3])
            return
        for _ in range(14):
            if page.locator(".actions button.main").count():
                break
            lit = self.lit()
            if not lit and not self.over:
                self.press("pass")
            if not lit:
                return
            self.pick(lit[0])
        before = page.locator("main.felt").get_attribute("data-ply")
        if self.keys:
            page.keyboard.press("Enter")
        else:
            page.locator(".actions button.main").first.click()
        self._answered(before)

    def finish(self, longest: int = 150) -> None:
        """Plays until the deal is over."""
        for _ in range(longest):
            self.ready()
            if self.over:
                expect(self.page.locator(".over")).to_be_visible()
                return
            try:
                self.act()
            except (AssertionError, PlaywrightError):
                if not self.over:  # somebody may claim the deal while one reaches for a card
                    raise
        raise AssertionError("the deal does not end")
