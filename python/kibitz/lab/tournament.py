"""Tournaments as TOML files: from a file to a plan. docs/lab.md describes the format.

What is wrong in a file is said with its line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from kibitz import _core, games
from kibitz.agents import agent as make_agent
from kibitz.lab.plan import Contest, Plan, gauntlet, head_to_head, panel, round_robin, teams

Made = TypeVar("Made")

KINDS = ("match", "round robin", "gauntlet", "panel", "teams")

# key: what it must be, in words and as a check
_KEYS: dict[str, tuple[str, Any]] = {
    "name": ("a text", lambda value: isinstance(value, str)),
    "game": ("the name of a game", lambda value: isinstance(value, str)),
    "rules": ("the name of a preset", lambda value: isinstance(value, str)),
    "options": ("a table of rule options, such as { target = 500 }", lambda value: isinstance(value, dict)),
    "kind": (f"one of {', '.join(KINDS)}", lambda value: value in KINDS),
    "agents": ("a list of agents", lambda value: _texts(value)),
    "opponents": ("a list of agents", lambda value: _texts(value)),
    "others": ("an agent or a list of agents", lambda value: isinstance(value, str) or value == [] or _texts(value)),
    "teams": ("two lists of agents", lambda value: _list(value) and len(value) == 2 and all(map(_texts, value))),
    "deals": ("a whole number from 2 on", lambda value: _whole(value) and value >= 2),
    "seed": ("a whole number", lambda value: _whole(value) and 0 <= value < 2**64),
    "unit": ('"deal" or "match"', lambda value: value in ("deal", "match")),
    "target": ("a whole number from 1 on", lambda value: _whole(value) and value >= 1),
    "sprt": ("two numbers that rise, such as [0, 5]", lambda value: _rising(value)),
    "contest": ("tables [[contest]]", lambda value: _list(value) and all(isinstance(one, dict) for one in value)),
}


class TournamentError(ValueError):
    """What is wrong with a tournament file, and in which line."""


def read(path: Path | str) -> Plan:
    """The plan of a file."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise TournamentError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise TournamentError(f"{path} is not text.") from error
    return parse(text, str(path), path.stem)


def parse(text: str, source: str = "the tournament", name: str = "tournament") -> Plan:
    """The plan of a text; ``source`` begins the sentences on what is wrong with it."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = str(error).replace("at end of document", f"at line {len(text.splitlines())}, the end of the file")
        raise TournamentError(f"{source} is not TOML: {place}.") from error
    except RecursionError as error:
        raise TournamentError(f"{source} is nested too deep to be read.") from error
    common = {key: value for key, value in data.items() if key != "contest"}
    tables = data.get("contest", [{}])
    whole = _Table(common, text.splitlines(), source, 1)
    whole.check(data)
    contests: list[Contest] = []
    for number, own in enumerate(tables):
        table = _Table(common | own, text.splitlines(), source, _header(text, number))
        table.check(own)
        contests += table.contests()
    if not contests:
        raise TournamentError(f"{source} has no contest to play.")
    return Plan(common.get("name", name), tuple(contests))


class _Table:
    """The settings of some contests, and where in the file they are."""

    def __init__(self, settings: Mapping[str, Any], lines: Sequence[str], source: str, start: int) -> None:
        self._settings = settings
        self._lines = lines
        self._source = source
        self._start = start

    def check(self, written: Mapping[str, Any]) -> None:
        """Refuses keys that are unknown or hold the wrong thing."""
        for key, value in written.items():
            if key not in _KEYS:
                raise self._wrong(key, f'there is no "{key}"; there are {", ".join(_KEYS)}')
            words, holds = _KEYS[key]
            if not holds(value):
                raise self._wrong(key, f'"{key}" must be {words}')

    def contests(self) -> Iterator[Contest]:
        game = self._game()
        for spec in self._agents():
            self._try(spec, partial(self._check_agent, game, spec))
        kind, needs = self._settings.get("kind", "round robin"), "agents"
        settings = {key: self._settings[key] for key in ("deals", "seed") if key in self._settings}
        settings["whole"] = "target" in self._settings or self._settings.get("unit") == "match"
        if kind == "teams":
            needs = "teams"
        for key in (needs, *(["opponents"] if kind == "gauntlet" else [])):
            if key not in self._settings:
                raise self._wrong("kind", f'a {kind} needs "{key}"')
        return iter(self._try("kind", lambda: self._made(game, kind, settings)))

    def _made(self, game: _core.Game, kind: str, settings: dict[str, Any]) -> Sequence[Contest]:
        agents, others = self._settings.get("agents", []), self._settings.get("others")
        bounds = tuple(self._settings["sprt"]) if "sprt" in self._settings else None
        if kind == "teams":
            return [teams(game, *self._settings["teams"], **settings)]
        if kind == "panel":
            return [panel(game, agents, others=others or (), **settings)]
        settings |= {"others": others, "sprt": bounds}
        if kind == "gauntlet":
            return gauntlet(game, agents, self._settings["opponents"], **settings).contests
        if kind == "match":
            if len(agents) != 2:
                raise _core.InvalidSpec(f"a match has two agents, not {len(agents)}")
            return [head_to_head(game, *agents, **settings)]
        return round_robin(game, agents, **settings).contests

    def _game(self) -> _core.Game:
        if "game" not in self._settings:
            raise TournamentError(f'{self._source} does not say which "game" is played.')
        name, rules = self._settings["game"], self._settings.get("rules")
        self._try("game", lambda: games.load(name))
        self._try("rules", lambda: games.load(name, rules))
        game = self._try("options", lambda: games.load(name, rules, **self._settings.get("options", {})))
        if "target" in self._settings or self._settings.get("unit") == "match":
            return self._try("target", lambda: game.to_match(self._settings.get("target")))
        return game

    def _agents(self) -> Iterator[str]:
        for key in ("agents", "opponents", "others"):
            value = self._settings.get(key, [])
            yield from [value] if isinstance(value, str) else value
        for team in self._settings.get("teams", []):
            yield from team

    @staticmethod
    def _check_agent(game: _core.Game, spec: str) -> None:
        made = make_agent(spec)
        if isinstance(made, _core.Agent):
            game.cheats(made.spec)

    def _try(self, place: str, work: Callable[[], Made]) -> Made:
        try:
            return work()
        except ValueError as error:
            raise self._wrong(place, str(error).rstrip(".")) from error

    def _wrong(self, place: str, sentence: str) -> TournamentError:
        return TournamentError(f"{self._source}, line {self._line(place)}: {sentence}.")

    def _line(self, place: str) -> int:
        """Where a key or a text is written: in this table, else in the head of the file, else where the table is."""
        key, text = re.compile(rf'\s*"?{re.escape(place)}"?\s*='), re.compile(rf"[\"']{re.escape(place)}[\"']")
        later = (n for n in range(self._start, len(self._lines)) if self._lines[n].startswith("[["))
        end = next(later, len(self._lines))
        for number in chain(range(self._start - 1, end), range(self._start - 1)):
            if key.match(self._lines[number]) or text.search(self._lines[number]):
                return number + 1
        return self._start


def _header(text: str, number: int) -> int:
    """The line in which the contest of this number begins."""
    headers = [line for line, words in enumerate(text.splitlines(), 1) if words.strip().startswith("[[")]
    return headers[number] if number < len(headers) else 1


def _list(value: object) -> bool:
    return isinstance(value, list)


def _texts(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _rising(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(one, int | float) and not isinstance(one, bool) for one in value)
        and value[0] < value[1]
    )
