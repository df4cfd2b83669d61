"""A server of its own, the system's Chromium, and a person who plays by clicking or by keyboard."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from kibitz.server.app import STATIC
from person import Person

NO_BROWSER = (
    "The browser tests need Chromium: install it (apt-get install chromium), or name one in KIBITZ_CHROMIUM, "
    "and run make test again."
)


class Server:
    """A server process that can be killed and started again on the same data."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "kibitz", "serve", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        for _ in range(400):
            try:
                urllib.request.urlopen(f"{self.url}/api/about").close()
                return
            except OSError:
                assert self.process.poll() is None, "the server has ended"
                time.sleep(0.05)
        pytest.fail("the server does not answer")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """A request; what it answers."""
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)  # type: ignore[no-any-return]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("KIBITZ_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
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
