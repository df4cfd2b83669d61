"""Does a program keep to the engine protocol? A short list of checks, each with one sentence as its result."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kibitz import _core
from kibitz.agents.engine import question
from kibitz.engine.messages import PROTOCOL
from kibitz.engine.process import Died, Process, Silent

_DECISIONS = 40  # of a game
_LONG_MS = 600_000  # so long nobody waits: who answers was terminated, or is quick
_IDS = ("1", "a b", "ünicode ♠", "x" * 100, "null", "2")


class Broken(Exception):
    """What does not hold, in words."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check and how it came out."""

    name: str
    fault: str | None
    """What does not hold; None when everything does."""

    def __str__(self) -> str:
        return f"ok      {self.name}" if self.fault is None else f"failed  {self.name}: {self.fault}"


def check(command: tuple[str, ...], *, seconds: float = 10, seed: int = 1) -> Iterator[Check]:
    """The checks one after the other, as they are done; each answer may take so many seconds."""
    with _Trial(command, seconds, seed) as trial:
        first = trial.run("says what it is and which games it plays", trial.version)
        yield first
        if first.fault is not None:
            return
        for game in trial.games:
            yield trial.run(f"plays legal moves only, {game}", lambda game=game: trial.plays(game))  # type: ignore[misc]
        yield trial.run("answers every query once, under its id", trial.ids)
        yield trial.run("makes the same move with the same seed", trial.repeats)
        yield trial.run("answers what is wrong with an error, and goes on", trial.refuses)
        yield trial.run("ends a query on terminate", lambda: trial.terminates("terminate"))
        yield trial.run("ends all queries on terminate_all", lambda: trial.terminates("terminate_all"))
        if "legal" in trial.wants:
            yield trial.run("lists the legal moves", trial.lists)
        if "analyse" in trial.wants:
            yield trial.run("says what every move is worth", trial.analyses)
        yield trial.run("finishes what it was asked and exits with 0 at the end of input", trial.ends)


class _Trial:
    """A program under examination; when it dies, the next check begins with a new one."""

    def __init__(self, command: tuple[str, ...], seconds: float, seed: int) -> None:
        self.command, self.seconds, self.seed = command, seconds, seed
        self.games: list[str] = []
        self.wants: list[str] = []
        self._process: Process | None = None
        self._positions: list[_core.View] = []

    def __enter__(self) -> _Trial:
        return self

    def __exit__(self, *_: Any) -> None:
        if self._process is not None:
            self._process.finish()

    @property
    def process(self) -> Process:
        if self._process is None:
            self._process = Process(self.command)
        return self._process

    def run(self, name: str, checked: Callable[[], None]) -> Check:
        try:
            checked()
        except (Broken, Died, Silent) as error:
            if self._process is not None:
                self._process.kill()
                self._process = None
            return Check(name, f"{str(error).rstrip('.')}.")
        return Check(name, None)

    def version(self) -> None:
        said = self.process.version()
        for key in ("name", "version"):
            if not isinstance(said.get(key), str):
                raise Broken(f'its answer to query_version has no text as "{key}"')
        if said.get("protocol") != PROTOCOL:
            raise Broken(f'"protocol" is {said.get("protocol")!r}; this is version {PROTOCOL}')
        known, games = _core.game_names(), said.get("games")
        if games is not None and (not isinstance(games, list) or not games or set(games) - set(known)):
            raise Broken(f'"games" is null, for any game, or a list of some of {", ".join(known)}')
        wants = said.get("wants")
        if not isinstance(wants, list) or "act" not in wants:
            raise Broken('"wants" is a list with "act" in it')
        self.games, self.wants = known if games is None else games, wants

    def plays(self, game: str) -> None:
        """A deal, or the beginning of one, with the program at every seat."""
        state = _core.Game(game).deal(self.seed)
        for number in range(_DECISIONS):
            if state.over:
                break
            if state.chance:
                state = state.play("chance", state.legal("chance")[0])
                continue
            seat = state.to_act[0]
            view = state.view(seat)
            if number < 3:
                self._positions.append(view)
            answer = self.process.ask(question(view, seed=number), self.seconds)
            state = state.play(seat, _legal(answer, view))

    def ids(self) -> None:
        view = self._position()
        for own in _IDS:
            self.process.send({"id": own, **question(view, seed=1)})
        for answer in self._answers(_IDS).values():
            _legal(answer, view)

    def repeats(self) -> None:
        self._position()
        for number, view in enumerate(self._positions):
            asked = question(view, seed=number)
            first, second = (self.process.ask(asked, self.seconds).get("move") for _ in range(2))
            if first != second:
                raise Broken(f'with the seed {number} it played "{first}" and then "{second}"')

    def refuses(self) -> None:
        view = self._position()
        good = question(view, seed=1)
        nowhere = {key: value for key, value in good.items() if key not in ("view", "legal", "facts")}
        bad: dict[str, dict[str, Any]] = {
            "no position": nowhere,
            "an unknown want": good | {"want": "sing"},
            "an unknown action": {"action": "sing"},
        }
        if "analyse" not in self.wants:
            bad["a want that it has not"] = good | {"want": "analyse"}
        for what, message in bad.items():
            if not isinstance(self.process.ask(message, self.seconds).get("error"), str):
                raise Broken(f'a query with {what} is not answered with a text as "error"')
        for line in (b"This is not JSON.", b"[1, 2]", b'{"want": "act"}'):
            self.process.send(line)
            answer = self.process.receive(self.seconds)
            if not isinstance(answer.get("error"), str) or answer.get("id", 0) is not None:
                raise Broken(f'{line.decode()} is not answered with "id" null and a text as "error"')
        _legal(self.process.ask(good, self.seconds), view)

    def terminates(self, action: str) -> None:
        asked = question(self._position(), seed=1, ms=_LONG_MS)
        self.process.send({"id": "long", **asked})
        self.process.send({"id": "end", "action": action} | ({"terminate_id": "long"} if action == "terminate" else {}))
        answer = self._answers(("long", "end"))["end"]
        if not isinstance(answer.get("ended"), list):
            raise Broken(f'its answer to {action} has no list as "ended"')

    def lists(self) -> None:
        view = self._position()
        moves = self.process.ask(question(view) | {"want": "legal"}, self.seconds).get("moves")
        if not isinstance(moves, list) or sorted(map(str, moves)) != sorted(map(str, view.legal())):
            raise Broken('"moves" has not the legal moves')

    def analyses(self) -> None:
        view = self._position()
        answer = self.process.ask(question(view, seed=1, ms=200) | {"want": "analyse"}, self.seconds)
        moves, legal = answer.get("moves"), {str(move) for move in view.legal()}
        if not isinstance(moves, list) or {it.get("move") for it in moves} != legal or answer.get("best") not in legal:
            raise Broken('"moves" has not every legal move, or "best" is none of them')
        for it in moves:
            low, value, high = (it.get(key) for key in ("low", "value", "high"))
            if None not in (low, value, high) and not low <= value <= high:
                raise Broken(f'the value of "{it["move"]}" is not in its interval')

    def ends(self) -> None:
        self.process.send({"id": "last", **question(self._position(), seed=1)})
        process, self._process = self.process, None
        code = process.finish(self.seconds)
        if code != 0:
            raise Broken("it does not end" if code is None else f"it exits with {code}")
        if not any(answer.get("id") == "last" for answer in process.rest()):
            raise Broken("its last query has no answer")

    def _position(self) -> _core.View:
        if not self._positions:
            raise Broken("no game could be played")
        return self._positions[0]

    def _answers(self, ids: tuple[str, ...]) -> dict[str, dict[str, Any]]:
        """The final answers to some queries, in whatever order they come."""
        found: dict[str, dict[str, Any]] = {}
        until = time.monotonic() + self.seconds
        while len(found) < len(ids):
            answer = self.process.receive(until - time.monotonic())
            own = answer.get("id")
            if own not in ids or own in found:
                raise Broken(f"an answer has the id {own!r}, which is not that of an open query")
            if answer.get("final") is not False:
                found[own] = answer
        return found


def _legal(answer: dict[str, Any], view: _core.View) -> _core.Move:
    """The move of an answer, if it is one that the seat may make."""
    if "error" in answer:
        raise Broken(f"it answered with an error: {answer['error']}")
    try:
        return view.sample(0).canonical(view.seat, answer.get("move"))  # type: ignore[arg-type] # it may be anything
    except (ValueError, TypeError) as error:
        raise Broken(f'it played "{answer.get("move")}". {error}') from error
