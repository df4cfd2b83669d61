"""Puzzles: real decisions with one clearly best move, looked at twice, and rated by which levels find it.

A deal is played by players of middling strength. A decision becomes a puzzle when the judgement separates its best
move from every other by the safe bound, a second look with another seed says the same, and the best move is not what
everybody plays. Its rating is that at which the levels of the game would have found it as often as they did, on a scale
on which the levels stand 250 apart; the scale is a convention, the answers are measured.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kibitz import _core, saving
from kibitz.agents import levels
from kibitz.analysis import judge
from kibitz.analysis.judging import players
from kibitz.analysis.positions import Position, positions
from kibitz.games import part, profile
from kibitz.play import play

if TYPE_CHECKING:
    from kibitz._core import Game, Move, Record, View

PLAYERS = ("level(casual)", "level(club)")  # who plays the deals, in turn
LOWEST, APART = 1000, 250  # the ratings of the levels: the first, and the distance to the next
TRIES = 3  # answers of each level
_MIDDLE = 1500
_FILE = "puzzles.json"
_MANY = 12  # legal moves that are still compared one by one
_ENOUGH = 0.05  # of the usual stake: what every other move must lose at least, for the answer to matter


@dataclass(frozen=True, slots=True)
class Lost:
    """What a move gives away against the best, and what it gives away at least."""

    value: float
    low: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, its answer, and how hard it is."""

    id: str
    record: str
    ply: int
    """How many moves of the record stand."""
    seat: int
    best: str
    second: str
    losses: dict[str, Lost]
    """Of every other move that was compared."""
    themes: list[str]
    rating: int
    line: list[tuple[int, dict[str, Any]]]
    """How it may go on, the best move first."""
    deciders: list[dict[str, Any]] = field(default_factory=list)


@dataclass(slots=True)
class Set:
    """The puzzles of a game, and what made them; the same seed makes the same ones."""

    game: str
    rules: str
    seed: int
    judge: str
    deals: int = 0
    """Deals looked through so far."""
    puzzles: list[Puzzle] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Writes the file, all of it or nothing."""
        saving.write(path, json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n")

    @classmethod
    def read(cls, text: str) -> Set:
        """What was written."""
        data = json.loads(text)
        puzzles = [
            Puzzle(
                **each
                | {
                    "losses": {move: Lost(**lost) for move, lost in each["losses"].items()},
                    "line": [(seat, move) for seat, move in each["line"]],
                }
            )
            for each in data.pop("puzzles")
        ]
        return cls(**data, puzzles=puzzles)


def shipped(game: str) -> Set | None:
    """The puzzles that come with the program."""
    home = resources.files(f"kibitz.games.{game}") if part(game, "themes") is not None else None
    path = home / _FILE if home is not None else None
    return Set.read(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else None


def home_of(game: str) -> Path:
    """Where the puzzles of a game are kept in the source."""
    module = part(game, "themes")
    if module is None or module.__file__ is None:
        raise _core.InvalidSpec(f"{game} has no themes for puzzles: games/{game}/python/themes.py says what they are.")
    return Path(module.__file__).parent / _FILE


def make(found: Set, *, count: int, deals: int) -> Iterator[Set]:
    """Looks through deals until there are so many puzzles; after each deal, how it stands."""
    game = _core.Game(found.game, found.rules)
    most = math.ceil(count / 3)  # of one theme, so that no theme has all
    while len(found.puzzles) < count and found.deals < deals:
        record = _deal(game, found.seed, found.deals)
        for at in positions(record):
            taken = Counter(puzzle.themes[0] for puzzle in found.puzzles)
            if len(found.puzzles) < count and (puzzle := _puzzle(record, at, found, taken, most)) is not None:
                found.puzzles.append(puzzle)
        found.deals += 1
        yield found


def _deal(game: Game, seed: int, number: int) -> Record:
    specs = [PLAYERS[(seat + number) % len(PLAYERS)] for seat in range(game.seats)]
    players = [_core.Agent(spec, _core.deal_seed(seed, number) + seat) for seat, spec in enumerate(specs)]
    state = game.deal(seed=_core.deal_seed(seed, number) % 2**53)
    return play(state, [player.act for player in players]).record(["?"] * game.seats)


def _puzzle(record: Record, at: Position, found: Set, taken: Counter[str], most: int) -> Puzzle | None:
    view = at.before.view(at.seat)
    if not at.owed or not 3 <= len(view.legal()) <= _MANY:
        return None
    seed = _core.deal_seed(found.seed, found.deals) + at.ply
    stake = _ENOUGH * profile(view.game.name).scale
    glance = judge(view, effort="quick", seed=seed)
    if any(other.loss is not None and other.loss.value < stake for other in glance.moves[1:]):
        return None  # what looks alike at a glance is seldom clear
    first = look(view, seed)
    if first is None or min(lost.low for lost in first.losses.values()) < stake:
        return None
    module = part(found.game, "themes")
    themes = [theme for theme in module.themes(view, first.best) if taken[theme] < most] if module else []
    if not themes:
        return None
    again = look(view, seed + 1)  # what is clear must be clear twice
    if again is None or again.best != first.best:
        return None
    answers = [_answers(view, level.spec, seed, first.best) for level in levels(found.game, found.rules)]
    if sum(answers) == TRIES * len(answers):
        return None  # what even a beginner plays is no puzzle
    themes.sort(key=lambda theme: taken[theme])
    return Puzzle(
        id=f"{found.seed}-{found.deals}-{at.ply}",
        record=str(record),
        ply=at.ply - 1,
        seat=at.seat,
        best=str(first.best),
        second=min(first.losses, key=lambda move: first.losses[move].value),
        losses=first.losses,
        themes=themes,
        rating=rating(answers),
        line=first.line,
        deciders=first.deciders,
    )


def _answers(view: View, spec: str, seed: int, best: Move) -> int:
    """How often an agent finds the move."""
    return sum(_core.Agent(spec, seed + number).act(view) == best for number in range(TRIES))


def rating(answers: list[int]) -> int:
    """The rating at which the levels would have found the answer as often as they did.

    A puzzle that all or none find has no such rating; one answer each way against a middling player keeps it finite.
    """
    tries = [(LOWEST + APART * index, right, TRIES - right) for index, right in enumerate(answers)]
    tries.append((_MIDDLE, 1, 1))
    low, high = 0.0, 3000.0
    for _ in range(40):
        middle = (low + high) / 2
        expected = sum((right + wrong) / (1 + 10 ** ((middle - level) / 400)) for level, right, wrong in tries)
        low, high = (middle, high) if expected > sum(right for _, right, _ in tries) else (low, middle)
    return round(low)


@dataclass(frozen=True, slots=True)
class Look:
    """What a judgement says of a decision with one clearly best move."""

    best: Move
    losses: dict[str, Lost]
    line: list[tuple[int, dict[str, Any]]]
    deciders: list[dict[str, Any]]


def look(view: View, seed: int) -> Look | None:
    """The judgement of a decision; None unless its best move is clearly better than all others, every one compared."""
    found = judge(view, every=True, seed=seed)
    losses = {str(other.move): Lost(other.loss.value, other.loss.low) for other in found.moves[1:] if other.loss}
    if not found.clear or len(losses) < len(found.moves) - 1:
        return None
    line = [(seat, _told(move)) for seat, move in found.best.line if isinstance(seat, int)]
    return Look(found.best.move, losses, line, [asdict(decider) for decider in found.deciders])


def _told(move: Move) -> dict[str, Any]:
    """A move as the protocol has it: in the line it may be of a sampled world, where the record cannot read it."""
    return {
        "text": str(move),
        "kind": move.kind,
        "cards": list(move.cards),
        "combination": move.combination,
        "to": list(move.to),
    }


def judge_of(game: Game) -> str:
    """Who plays on in the trials."""
    return players(game)[0]
