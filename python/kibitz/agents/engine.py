"""``engine(CMD)``: a program that speaks the engine protocol (docs/engine.md) as a player.

A program plays many decisions of many deals, so it must not remember any: all it may use is in the query. What it is
told is a view and nothing else.
"""

from __future__ import annotations

import re
import shlex
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from kibitz import _core
from kibitz.agents.plugins import failure
from kibitz.engine.positions import described
from kibitz.engine.process import PROGRAMS, Died, Process, Silent

if TYPE_CHECKING:
    from kibitz._core import Move, View

__all__ = ["Engine", "EngineFailed", "question", "written"]

_RESTARTS = 1  # of a program that dies over one and the same decision
_LONGEST = 1000  # letters of a move
_PLAIN = re.compile(r"[A-Za-z0-9_./-]")  # what a word of a specification may have, except what means something there
_KEY = re.compile(r"\s*(ms|limit|seed)\s*=\s*(\d+)\s*$")


class EngineFailed(_core.AgentFailed):
    """A program has died, kept silent or played what is illegal."""


class Engine:
    """Asks a program for every decision.

    ``ms`` is the time to think that it is told; it counts as silent when it has not answered ``limit`` milliseconds
    after that. A program that dies is started again, once for a decision.
    """

    def __init__(self, *command: str, ms: int | None = None, limit: int = 10_000, seed: int | None = None) -> None:
        if not command:
            raise _core.InvalidSpec('"engine" needs the command that starts the program: engine(python my_engine.py).')
        self._command = tuple(_read(word) for word in command)
        self._ms, self._seconds = ms, ((ms or 0) + limit) / 1000
        self._chance = Random(seed)

    def act(self, view: View) -> Move:
        """The program's move."""
        query = question(view, seed=self._chance.getrandbits(53), ms=self._ms)
        for again in range(_RESTARTS + 1):
            try:
                answer = self._asked(query)
                break
            except Silent as error:
                raise self._failed(view, str(error)) from error
            except Died as error:
                if again == _RESTARTS:
                    raise self._failed(view, str(error)) from error
        if "error" in answer:
            raise self._failed(view, f"it answered with an error: {answer['error']}")
        move = answer.get("move")
        if not isinstance(move, str):
            raise self._failed(view, 'its answer has no text as "move"')
        if len(move) > _LONGEST:
            raise self._failed(view, f'its "move" has {len(move):,} letters')
        try:
            # The choices of a seat are the same in every world of its view, so any will do to check one.
            return view.sample(0).canonical(view.seat, move)
        except ValueError as error:
            raise self._failed(view, f'it played "{move}". {error}') from error

    def _asked(self, query: dict[str, Any]) -> dict[str, Any]:
        process: Process | None = None
        try:
            process = PROGRAMS.take(self._command)
            answer = process.ask(query, self._seconds)
        except BaseException:
            if process is not None:
                process.kill()
            raise
        PROGRAMS.give_back(self._command, process)
        return answer

    def _failed(self, view: View, why: str) -> EngineFailed:
        return EngineFailed(failure(f"engine({shlex.join(self._command)})", view, why))


def question(view: View, *, seed: int | None = None, ms: int | None = None) -> dict[str, Any]:
    """The query for a move, with everything that a program may want to know, whether or not it knows the rules."""
    asked: dict[str, Any] = {
        "want": "act",
        "game": view.game.name,
        "rules": view.game.rules,
        "seat": view.seat,
        "view": described(view),
        "facts": view.facts.as_map(),
        "legal": [str(move) for move in view.legal()],
    }
    return asked | {key: value for key, value in (("seed", seed), ("ms", ms)) if value is not None}


def written(text: str) -> str:
    """A specification in which commands are written as in a shell, in the grammar: ``engine(python, my_engine.py)``.

    Words are separated by commas, and what the grammar does not know stands as ``!`` and its code.
    """
    found, at = "", 0
    for opening in re.finditer(r"(?<![\w:.-])engine\(", text):
        if opening.start() < at:
            continue  # a word of a command
        end = _closing(text, opening.end())
        if end is None:
            break  # the grammar says what is wrong
        found += text[at : opening.end()] + ", ".join(_pieces(text[opening.end() : end]))
        at = end
    return found + text[at:]


def _closing(text: str, begin: int) -> int | None:
    """Where the parenthesis closes; those in quotes do not count."""
    depth, quote = 1, ""
    for at in range(begin, len(text)):
        sign = text[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "()":
            depth += 1 if sign == "(" else -1
            if not depth:
                return at
    return None


def _pieces(inside: str) -> list[str]:
    """The words of a command, each as the grammar takes it, and the keys."""
    lexer = shlex.shlex(inside, posix=True, punctuation_chars=",")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        words = [word for word in lexer if word.strip(",")]
    except ValueError as error:
        raise _core.InvalidSpec(f'"engine({inside})" is not a command: {error}.') from error
    keys = [word for word in words if _KEY.match(word)]
    return [_word(word) for word in words if word not in keys] + sorted(keys)


def _word(word: str) -> str:
    kept = re.split(r"(![0-9a-f]{2})", word)  # what is written so already stays
    return "".join(
        part if place % 2 else "".join(sign if _PLAIN.match(sign) else _code(sign) for sign in part)
        for place, part in enumerate(kept)
    )


def _code(sign: str) -> str:
    return "".join(f"!{byte:02x}" for byte in sign.encode())


def _read(word: str) -> str:
    return unquote_to_bytes(re.sub(r"!([0-9a-f]{2})", r"%\1", word.replace("%", "%25"))).decode(errors="replace")
