"""Takes the pictures of docs/table.md from the real page: every game, at a desk and on a phone, by day and by night.

    make web && .venv/bin/python tools/screenshots.py [NAME …]

needs Chromium, as the browser tests do.
"""

import base64
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
from web.positions import Found, found  # noqa: E402
from web.running import Server  # noqa: E402

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


class Camera:
    """A browser that takes small pictures."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    def page(self, size: dict[str, int], theme: str) -> Page:
        """A fresh window."""
        context = self.browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            device_scale_factor=1.5 if size is PHONE else 1,
            color_scheme="dark" if theme == "dark" else "light",
            locale="en-GB",
        )
        return context.new_page()

    def take(self, page: Page, name: str) -> None:
        """Writes docs/pictures/table-NAME.webp."""
        shot = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": 84})
        (PICTURES / f"table-{name}.webp").write_bytes(base64.b64decode(shot["data"]))
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
            page.wait_for_timeout(3000)
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
            page.wait_for_selector("option[value=casual]", state="attached")
            self.take(page, f"lobby-{theme}")

    def review(self) -> None:
        """A deal looked through, at its first clear mistake."""
        point = found("doppelkopf", _doppelkopf)
        record = self.server.post("/api/records", {"text": point.record})["record"]
        page = self.page(DESK, "light")
        page.goto(f"{self.server.url}/review/{record}")
        page.wait_for_selector("aside dl", timeout=300_000)  # the last thing a review brings
        page.keyboard.press("n")
        page.wait_for_timeout(500)
        self.take(page, "review")


def main() -> None:
    """Takes all pictures, or those that are named."""
    wanted = sys.argv[1:] or ["lobby", *SCENES, "review"]
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "table.sqlite")
        camera = Camera(playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"]), server)
        for name in wanted:
            if name in SCENES:
                camera.game(SCENES[name])
            else:
                {"lobby": camera.lobby, "review": camera.review}[name]()
            print(name)
        server.kill()


if __name__ == "__main__":
    main()
