"""A server of its own, the system's Chromium, and a person at it."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from kibitz.server.app import STATIC
from web.person import Person
from web.running import Server

NO_BROWSER = (
    "The browser tests need Chromium: install it (apt-get install chromium), or name one in KIBITZ_CHROMIUM, "
    "and run make test again."
)


def chromium() -> str | None:
    """Where the system's browser is."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("KIBITZ_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(NO_BROWSER)
        pytest.skip(NO_BROWSER)
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        yield playwright.chromium.launch(executable_path=path, args=arguments)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (STATIC / "index.html").is_file(), "The page is not built: run make web."
    running = Server(tmp_path_factory.mktemp("table") / "table.sqlite")
    yield running
    running.kill()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Person]:
    """Somebody at a browser; whatever goes wrong in the page fails the test."""
    someone = Person(browser, server)
    yield someone
    someone.leave()
