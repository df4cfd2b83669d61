"""Takes the pictures of docs/table.md from the real page: every game, at a desk and on a phone, by day and by night.

    make web && .venv/bin/python tools/screenshots.py [NAME …]

needs Chromium, as the browser tests do.
"""

import base64
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

import kibitz
from kibitz.games.doppelkopf import facts as doppelkopf
from kibitz.games.schnapsen import facts as schnapsen
from kibitz.games.six_nimmt import facts as six_nimmt
from kibitz.games.tichu import facts as tichu

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from web.conftest import chromium  # noqa: E402
from web.person import Person  # noqa: E402
from web.positions import Found, found  # noqa: E402
from web.running import Server  # noqa: E402
from web.test_mistakes import careless  # noqa: E402
from web.test_moves import bomb_at_the_start  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


class Scene(NamedTuple):
    """A position worth a picture, and the panel beside it."""

    game: str
    wanted: Callable[[kibitz.State, int, str], bool]
    panel: str  # the key that opens it


def _tichu(state: kibitz.State, seat: int, move: str) -> bool:
    view = tichu.ViewFacts.of(state.view(seat))
    follows = seat == 0 and view.phase == "play" and view.table is not None and view.table.owner in (1, 3)
    if not follows or view.table is None or " " not in move or not {"Dr", "Ph"} & set(view.hand):
        return False
    return 10 <= len(view.hand) <= 13 and len(view.trick) > len(view.table.play.split()) >= 2


def _doppelkopf(state: kibitz.State, seat: int, _: str) -> bool:
    view = doppelkopf.ViewFacts.of(state.view(seat))
    called = (view.announced.re, view.announced.kontra) != ("none", "none")
    return seat == 0 and len(view.table) == 3 and len(view.hand) == 8 and called


def _schnapsen(state: kibitz.State, seat: int, _: str) -> bool:
    view = schnapsen.ViewFacts.of(state.view(seat))
    return seat == 0 and view.table is not None and sum(view.points) > 40 and view.talon_size > 3


def _six_nimmt(state: kibitz.State, seat: int, _: str) -> bool:
    view = six_nimmt.ViewFacts.of(state.view(seat))
    return seat == 0 and view.phase == "choose" and view.count == 6 and sum(map(len, view.table)) > 13


SCENES = {
    "tichu": Scene("tichu", _tichu, "h"),
    "doppelkopf": Scene("doppelkopf", _doppelkopf, "b"),
    "schnapsen": Scene("schnapsen", _schnapsen, "h"),
    "six_nimmt": Scene("six_nimmt", _six_nimmt, "h"),
}


OTHERS = ["result", "bomb", "german", "watch", "learn", "puzzle", "mine"]


class Camera:
    """A browser that takes small pictures."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    def page(self, size: dict[str, int], theme: str, locale: str = "en-GB", **settings: object) -> Page:
        """A fresh window, set as a person has set it."""
        context = self.browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            device_scale_factor=1.5 if size is PHONE else 1,
            color_scheme="dark" if theme == "dark" else "light",
            locale=locale,
        )
        kept = json.dumps(settings)
        context.add_init_script(
            f"localStorage.getItem('kibitz.settings') ?? localStorage.setItem('kibitz.settings', '{kept}')"
        )
        return context.new_page()

    def take(self, page: Page, name: str, kind: str = "table") -> None:
        """Writes docs/pictures/KIND-NAME.webp."""
        shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 84})
        (PICTURES / f"{kind}-{name}.webp").write_bytes(base64.b64decode(shot["data"]))
        page.context.close()

    def sit(self, page: Page, point: Found) -> None:
        """Sits down in the middle of a deal, and waits until the person is asked."""
        record = self.server.post("/api/records", {"text": point.record})["record"]
        opened = self.server.post(f"/api/records/{record}/play", {"ply": point.ply, "seat": point.seat, "name": "You"})
        page.goto(f"{self.server.url}/cards")
        page.evaluate(
            "([table, token]) => localStorage.setItem(`kibitz.table.${table}`, JSON.stringify({ token }))",
            [opened["table"], opened["token"]],
        )
        page.goto(f"{self.server.url}/t/{opened['table']}")
        page.wait_for_selector("main.felt[data-must=true]")

    def game(self, scene: Scene) -> None:
        """A game at a desk with a panel and on a phone, by day and by night."""
        point = found(scene.game, scene.wanted)
        for theme in ("light", "dark"):
            page = self.page(DESK, theme)
            self.sit(page, point)
            page.keyboard.press(scene.panel)
            page.wait_for_selector("aside li.best, aside tbody tr")
            page.locator("aside .panel-head .quiet").wait_for(state="detached")  # the hint is complete
            page.wait_for_timeout(300)
            self.pick(page, scene)
            self.take(page, f"{scene.game}-{theme}")
            page = self.page(PHONE, theme)
            self.sit(page, point)
            page.wait_for_timeout(500)
            self.take(page, f"{scene.game}-phone-{theme}")

    def pick(self, page: Page, scene: Scene) -> None:
        """Picks the cards that the hint likes best."""
        best = page.locator("aside li.best [role=img]")
        names = [best.nth(index).get_attribute("aria-label") for index in range(best.count())]
        for name in names if scene.panel == "h" else []:
            page.locator(f'.hand button[aria-label="{name}"]').first.click()
        page.mouse.move(5, 400)
        page.wait_for_timeout(300)

    def lobby(self) -> None:
        """The first page."""
        for theme in ("light", "dark"):
            page = self.page(DESK, theme)
            page.goto(self.server.url)
            page.wait_for_selector("button.main:not([disabled])")
            self.take(page, f"lobby-{theme}")

    def result(self) -> None:
        """A deal that is over, in German."""
        page = self.page(DESK, "dark", language="de")
        person = Person.at(page, self.server)
        person.open("doppelkopf", 4, seed=7)
        person.finish()
        page.wait_for_timeout(500)
        self.take(page, "result")

    def bomb(self) -> None:
        """A bomb out of turn, on a phone."""
        seed, bomb = next(deal for deal in map(bomb_at_the_start, range(2000)) if deal)
        page = self.page(PHONE, "light")
        person = Person.at(page, self.server)
        person.open("tichu", 4, seed=seed, window_ms=10_000)
        person.press("no-grand")
        person.ready()
        person.play(*[card for card in person.hand() if card not in bomb][:3])
        page.get_by_role("button", name="Seen").click()
        page.wait_for_selector("[data-move=decline]")
        page.wait_for_timeout(300)
        self.take(page, "bomb")

    def german(self) -> None:
        """German suits, on a phone."""
        page = self.page(PHONE, "dark", language="de", germanSuits=True)
        person = Person.at(page, self.server)
        person.open("schnapsen", 2, seed=7)
        person.act()
        person.ready()
        page.wait_for_timeout(400)
        self.take(page, "german")

    def watch(self) -> None:
        """Agents alone, every hand and every thought open."""
        page = self.page(DESK, "light")
        page.goto(self.server.url)
        page.get_by_text("Doppelkopf", exact=True).first.click()
        page.get_by_label("Strength").select_option("strong")
        page.get_by_role("button", name="Watch agents").click()
        for seat in range(4):
            page.wait_for_selector(f"[data-thought='{seat}'] li")
        self.take(page, "watch")

    def learn(self) -> None:
        """Rules and a first deal with a guide."""
        page = self.page(DESK, "dark", "de-DE")
        page.goto(f"{self.server.url}/learn/doppelkopf")
        page.wait_for_selector(".markdown li")
        self.take(page, "rules-de-dark", "learn")
        for size, theme, name in ((DESK, "light", "guide-light"), (PHONE, "dark", "guide-phone-dark")):
            page = self.page(size, theme)
            page.goto(f"{self.server.url}/learn/tichu")
            page.locator("button.main").click()
            page.wait_for_selector(".guide[data-advice]", timeout=60_000)
            if size is DESK:
                page.locator(".guide .term").first.hover()
            page.wait_for_timeout(400)
            self.take(page, name, "learn")

    def puzzle(self) -> None:
        """A puzzle, asked and answered."""
        for size, theme, language, name in (
            (DESK, "light", "en-GB", "puzzle-light"),
            (PHONE, "light", "de-DE", "puzzle-phone-de-light"),
        ):
            page = self.page(size, theme, language)
            page.goto(f"{self.server.url}/puzzles/schnapsen")
            page.wait_for_selector("[data-puzzle]")
            if size is DESK:
                page.locator("aside .panel-head button").click()
                page.wait_for_selector("[data-testid=why]")
            page.wait_for_timeout(400)
            self.take(page, name, "learn")

    def mine(self) -> None:
        """One's own deals: their review, a mistake to mend, and the statistics."""
        records = [self.server.post("/api/records", {"text": careless("schnapsen", seed)}) for seed in range(3, 15)]
        deals = [
            {"record": one["record"], "table": "t", "game": "schnapsen", "rules": one["rules"], "seat": 1}
            | {"returns": one["returns"], "summary": None, "at": f"2026-11-{day:02}T20:15:00Z"}
            for day, one in enumerate(records, 1)
        ]
        for size, theme, language, name in (
            (DESK, "light", "en-GB", "light"),
            (PHONE, "dark", "de-DE", "phone-de-dark"),
        ):
            page = self.page(size, theme, language)
            page.goto(f"{self.server.url}/cards")
            page.evaluate("deals => localStorage.setItem('kibitz.deals', JSON.stringify(deals))", deals)
            page.goto(f"{self.server.url}/me")
            page.locator(".head button.main").click()
            page.locator(".head button.main").wait_for(state="detached", timeout=600_000)
            self.take(page, f"history-{name}", "learn")
        for size, theme, language, name, keys in (
            (DESK, "light", "en-GB", "review-light", "n"),
            (PHONE, "dark", "en-GB", "review-phone-dark", "n"),
            (DESK, "dark", "de-DE", "practice-de-dark", "f"),
        ):
            page = self.page(size, theme, language)
            page.goto(f"{self.server.url}/cards")
            page.evaluate("deals => localStorage.setItem('kibitz.deals', JSON.stringify(deals))", deals)
            page.goto(f"{self.server.url}/review/{records[0]['record']}")
            page.wait_for_selector("aside .mistakes li")
            page.keyboard.press(keys)
            if keys == "f":
                page.locator("aside .panel-head button").first.click()
            page.wait_for_timeout(500)
            self.take(page, name, "learn")


def main() -> None:
    """Takes all pictures, or those that are named."""
    wanted = sys.argv[1:] or ["lobby", *SCENES, *OTHERS]
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "table.sqlite")
        camera = Camera(playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"]), server)
        for name in wanted:
            if name in SCENES:
                camera.game(SCENES[name])
            else:
                getattr(camera, name)()
            print(name)
        server.kill()


if __name__ == "__main__":
    main()
