"""A program that speaks the engine protocol, as a child process: what is asked, answered, late or dead."""

from __future__ import annotations

import atexit
import json
import os
import queue
import shlex
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, Generic, Protocol, TypeVar

_START_S = 30  # a program may load something before it can answer at all
_END_S = 2  # and has so long to end by itself
_LONGEST = 1 << 24  # bytes of a line
_UNREAD = 1000  # lines that nobody has read; then the program has to wait
_TAIL = 10_000  # bytes of what it said of errors


class Silent(Exception):
    """No answer in time."""


class Died(Exception):
    """The program has ended, or could not be started; the message says how."""


class Process:
    """One running program. One thread at a time may use it."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 -- open as long as the program runs
        pipe = subprocess.PIPE
        try:
            self._child = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._errors)
        except OSError as error:
            self._errors.close()
            raise Died(f"it cannot be started: {error.strerror or error}") from error
        self._lines: queue.Queue[bytes | None] = queue.Queue(_UNREAD)
        self._reader = Thread(target=self._read, name="engine output", daemon=True)
        self._reader.start()
        self._asked = 0

    def _read(self) -> None:
        assert self._child.stdout is not None
        with suppress(ValueError):  # closed while it is read
            while line := self._child.stdout.readline(_LONGEST):
                self._lines.put(line)
        self._lines.put(None)

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._child.poll() is None

    def send(self, message: dict[str, Any] | bytes) -> None:
        """A line to the program: a message, or whatever is to be sent in place of one."""
        assert self._child.stdin is not None
        line = message if isinstance(message, bytes) else json.dumps(message, ensure_ascii=False).encode()
        try:
            self._child.stdin.write(line + b"\n")
            self._child.stdin.flush()
        except OSError as error:
            raise Died(self._how()) from error

    def receive(self, seconds: float) -> dict[str, Any]:
        """The next message of the program."""
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise Silent(f"it has not answered within {seconds:.3g} s") from None
        if line is None:
            with suppress(queue.Full):  # of what was said before, when it stays dead
                self._lines.put_nowait(None)
            raise Died(self._how())
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            return {"not a message": line.decode(errors="replace").rstrip()}
        return data

    def ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The final answer to a message, which is given an id; reports and what answers something else are left out."""
        self._asked += 1
        own = f"{self._asked}"
        self.send({"id": own, **message})
        until = time.monotonic() + seconds
        while True:
            try:
                answer = self.receive(until - time.monotonic())
            except Silent:
                raise Silent(f"it has not answered within {seconds:.3g} s") from None
            if "not a message" in answer:
                raise Died(f"it wrote {_quoted(answer['not a message'])}, which is no JSON object on one line")
            if answer.get("id") == own and answer.get("final") is not False:
                return answer

    def version(self) -> dict[str, Any]:
        """What the program says of itself."""
        return self.ask({"action": "query_version"}, _START_S)

    def finish(self, seconds: float = _END_S) -> int | None:
        """Ends its input and waits; its exit code, or None if it had to be killed."""
        assert self._child.stdin is not None
        with suppress(OSError):  # it may be dead already
            self._child.stdin.close()
        try:
            code: int | None = self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        self.kill()
        return code

    def rest(self) -> Iterator[dict[str, Any]]:
        """What it has said before its end and nobody has read."""
        try:
            while True:
                yield self.receive(0)
        except (Died, Silent):
            return

    def kill(self) -> None:
        """Ends it now."""
        self._child.kill()
        self._child.wait()
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        with suppress(OSError):  # what could not be written need not be
            self._child.stdin.close()
        until = time.monotonic() + _END_S
        while self._reader.is_alive() and time.monotonic() < until:
            with suppress(queue.Empty):  # a reader that cannot put down what it has read does not end
                self._lines.get_nowait()
            self._reader.join(0.01)
        if not self._reader.is_alive():  # it reads on while a child of the program holds the pipe
            self._child.stdout.close()
        self._errors.close()

    def _how(self) -> str:
        try:
            code: int | None = self._child.wait(_END_S)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        if self._errors.closed:
            return f"it ended with exit code {code}"
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _TAIL))
        said = self._errors.read().decode(errors="replace").strip().splitlines()
        return f"it ended with exit code {code}" + (f" and said {_quoted(said[-1])}" if said else "")


def _quoted(text: str) -> str:
    return f'"{text if len(text) < 120 else text[:119] + "…"}"'


class Child(Protocol):
    """A process of ours."""

    @property
    def alive(self) -> bool:
        """Whether it still runs."""

    def kill(self) -> None:
        """Ends it now."""

    def finish(self) -> Any:
        """Lets it end by itself, or ends it."""


P = TypeVar("P", bound=Child)


class Programs(Generic[P]):
    """Programs that are running and wait to be asked: one is started only where none of its command is free."""

    def __init__(self, start: Callable[[tuple[str, ...]], P]) -> None:
        self._start = start
        self._free: dict[tuple[str, ...], list[P]] = {}
        self._lock = Lock()
        atexit.register(self.close)

    def take(self, command: tuple[str, ...]) -> P:
        """One that is free, or a new one."""
        with self._lock:
            waiting = self._free.get(command, [])
            while waiting:
                if (process := waiting.pop()).alive:
                    return process
                process.kill()
        return self._start(command)

    def give_back(self, command: tuple[str, ...], process: P) -> None:
        """Who was asked and has answered is free again."""
        with self._lock:
            self._free.setdefault(command, []).append(process)

    def close(self) -> None:
        """Ends all that are free."""
        with self._lock:
            every = [process for waiting in self._free.values() for process in waiting]
            self._free.clear()
        for process in every:
            process.finish()


PROGRAMS = Programs(Process)


def words(command: str) -> tuple[str, ...]:
    """A command line as the shell would split it; nothing is expanded."""
    return tuple(shlex.split(command))
