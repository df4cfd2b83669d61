"""A server process of its own."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any


class Server:
    """A server process that can be killed and started again on the same data."""

    def __init__(self, data: Path, *, package: Path | None = None) -> None:
        """``package``: the folder of another copy of the program than the installed one."""
        self.data = data
        self.environment = os.environ | ({} if package is None else {"PYTHONPATH": str(package)})
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "kibitz", "serve", "--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=self.environment)
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/api/about").close()
                return
            except OSError:
                assert self.process.poll() is None, "the server has ended"
                time.sleep(0.05)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """A request; what it answers."""
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)  # type: ignore[no-any-return]
