"""Python agents where the true state is not: a process for every seat, to which views go over a pipe.

The process imports the agent, is sent the view of each decision, and writes back a move, which is read as text.
So an agent does not find hidden cards in the memory around it, and partners cannot tell each other theirs. It is no
cage: the code has all rights of whoever starts it.
"""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from kibitz import _core
from kibitz.agents import plugins
from kibitz.engine.process import Programs

if TYPE_CHECKING:
    from kibitz._core import View

__all__ = ["APART", "Apart", "Seat", "Stopped", "end_with", "serve"]

HOOKS = ("begin_match", "begin_deal", "end_deal", "end_match")

_END_S = 2  # a process has so long to end by itself
_LOOK_S = 0.05  # how often somebody who waits looks whether it is to stop
_ORPHAN_S = 0.5  # how often a process looks whether anybody waits for what it does
_CAN_WAIT = os.name == "posix"  # elsewhere not for pipes, and one is stopped after the move
_START = "import sys; sys.path[:] = sys.argv[2:]; from kibitz.agents.apart import serve; serve(int(sys.argv[1]))"


class Stopped(Exception):
    """Nobody waits for the move any more."""


class Apart:
    """The process of one seat. One thread at a time may use it."""

    def __init__(self, key: tuple[str, ...]) -> None:
        (self._spec,) = key
        command = [
            sys.executable,
            "-P",
            "-c",
            _START,
            f"{os.getpid()}",
            *(place or str(Path.cwd()) for place in sys.path),
        ]
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._child.stdout is not None
        self._said = DefaultSelector()
        if _CAN_WAIT:
            self._said.register(self._child.stdout, EVENT_READ)

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._child.poll() is None

    def begin(self, seed: int) -> None:
        """Has the agent made anew."""
        with suppress(OSError):  # who is dead is found so when it is asked
            self._send(("begin", self._spec, seed))

    def ask(self, view: View, stop: Event | None) -> dict[str, Any]:
        """The agent's move, and the CPU time it took."""
        return self._answer(view, stop, lambda why: plugins.failure(self._spec, view, why))

    def tell(self, hook: str, what: Sequence[Any], stop: Event | None) -> None:
        """Calls a hook of the agent, if it has it."""
        self._answer(("tell", hook, what), stop, lambda why: plugins.failure_in(self._spec, hook, why))

    def _answer(self, what: Any, stop: Event | None, failure: Callable[[str], _core.AgentFailed]) -> dict[str, Any]:
        try:
            self._send(what)
            answer = self._line(stop)
        except OSError:
            answer = b""
        if not answer:
            raise failure(f"its process ended with exit code {self._child.wait()}")
        said: dict[str, Any] = json.loads(answer)
        if "error" in said:
            error = _core.AgentFailed(said["error"])
            error.add_note(said["note"])
            raise error
        return said

    def _send(self, what: Any) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(pickle.dumps(what))
        self._child.stdin.flush()

    def _line(self, stop: Event | None) -> bytes:
        output = self._child.stdout
        assert output is not None
        while stop is not None and _CAN_WAIT and not self._said.select(_LOOK_S):
            if stop.is_set():
                raise Stopped
        return output.readline()

    def finish(self) -> None:
        """Ends its input, upon which it ends, or is ended."""
        assert self._child.stdin is not None
        with suppress(OSError):
            self._child.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(_END_S)
        self.kill()

    def kill(self) -> None:
        """Ends it now."""
        self._child.kill()
        self._child.wait()
        self._said.close()
        for pipe in (self._child.stdin, self._child.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


APART = Programs(Apart)


class Seat:
    """A named agent at its seat of a table: what is asked and told there goes to its process."""

    def __init__(self, process: Apart, seed: int, stop: Event | None) -> None:
        self._process, self._stop = process, stop
        self.seconds = 0.0  # CPU time of its last move
        process.begin(seed)

    def act(self, view: View) -> str:
        """The agent's move."""
        said = self._process.ask(view, self._stop)
        self.seconds = said["seconds"]
        return str(said["move"])

    def __getattr__(self, hook: str) -> Callable[..., None]:
        if hook not in HOOKS:
            raise AttributeError(hook)
        return lambda *what: self._process.tell(hook, what, self._stop)


def serve(parent: int) -> None:
    """The process of a seat: makes the agent that it is told, and answers each view with a move."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who asks
    asked, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # what an agent prints is no answer
    end_with(parent)
    table = _Table()
    while True:
        try:
            told = pickle.load(asked)
        except EOFError:
            return
        match told:
            case ("begin", spec, seed):
                table = _Table(spec, seed)
            case ("tell", hook, what):
                print(json.dumps(table.hear(hook, what)), file=said, flush=True)
            case _:
                print(json.dumps(table.answer(told)), file=said, flush=True)


def end_with(parent: int) -> None:
    """Ends this process, in the middle of whatever it does, when the one that started it is gone."""
    import time

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(_ORPHAN_S)
        os._exit(1)

    if os.name == "posix":  # elsewhere a process keeps its parent's number
        Thread(target=look, daemon=True).start()


class _Table:
    """The agent of a seat; what went wrong when it was made is said when it is asked."""

    def __init__(self, spec: str = "", seed: int = 0) -> None:
        self._spec, self._seed = spec, seed
        self._player: Any = None

    def answer(self, view: View) -> dict[str, Any]:
        """The message for a view."""
        import time

        try:
            player = self._made()
            began = time.thread_time()
            move = player.act(view)
            return {"move": str(move), "seconds": time.thread_time() - began}
        except BaseException as error:  # whatever it is, it is the agent's
            known = isinstance(error, _core.AgentFailed) and isinstance(self._player, plugins.PythonAgent)
            return _failed(error, error if known else plugins.failure(self._spec, view, plugins.said(error)))

    def hear(self, hook: str, what: Sequence[Any]) -> dict[str, Any]:
        """The message for what an agent is told."""
        from kibitz.agents import hooks

        try:
            hooks.tell(self._made(), hook, *what)
        except BaseException as error:  # as above
            return _failed(error, plugins.failure_in(self._spec, hook, plugins.said(error)))
        return {}

    def _made(self) -> Any:
        from kibitz.agents import agent

        if self._player is None:
            self._player = agent(self._spec, self._seed)
        return self._player


def _failed(error: BaseException, told: BaseException) -> dict[str, Any]:
    import traceback

    return {"error": str(told), "note": "".join(traceback.format_exception(error))}
