"""What the lab has measured, for the pages of the table: ladders and the papers' tables, read from result files."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from kibitz import _core, _installed
from kibitz.agents import levels
from kibitz.experiments.experiment import Experiment, InvalidExperiment, game_of, load_all
from kibitz.server.admission import admit
from kibitz.server.protocol import Ladder, LadderLine, Paper, PaperAgent

FOLDER = "KIBITZ_RESULTS"  # names another folder than ./results; the papers' experiments are in `experiments` beside it


def ladder(game: str) -> Ladder:
    """The ladder of a game with the most players; without results it has no lines."""
    return max(
        _ladders(game), key=lambda one: len(one.lines), default=Ladder(game=game, rules=None, unit="Elo", lines=[])
    )


def rating(game: str, spec: str) -> dict[str, float | None]:
    """The rating of a level with its interval, where it was measured: all from the ladder that has most of them."""
    written = {level.spec: str(_core.Spec(level.plays).canonical()) for level in levels(game)}
    found = max(_ladders(game), key=lambda one: len(_players_of(one) & {*written.values()}), default=ladder(game))
    for line in found.lines:
        if line.agent == written[spec]:
            return {"rating": line.rating, "low": line.low, "high": line.high}
    return {"rating": None, "low": None, "high": None}


def _players_of(found: Ladder) -> set[str]:
    return {line.agent for line in found.lines}


def _ladders(game: str) -> list[Ladder]:
    """The summaries of the lab name their ladders by game and rules."""
    title = str(_core.describe_game(game)["title"])
    return [
        _ladder(game, found)
        for data in _files()
        for found in (data.get("ladders", []) if isinstance(data, dict) else [])
        if str(found["title"]).partition(",")[0] == title
    ]


def _ladder(game: str, found: dict[str, Any]) -> Ladder:
    lines = [
        LadderLine(
            agent=line["player"], rating=line["elo"], low=line["low"], high=line["high"], deals=line.get("tables", 0)
        )
        for line in found["ratings"]
        if not line.get("cheats") and " #" not in line["player"]  # one player at several seats: once is enough
    ]
    rules = str(found["title"]).partition(",")[2].strip() or None
    return Ladder(game=game, rules=rules, unit="Elo", lines=sorted(lines, key=lambda line: -line.rating))


def papers() -> list[Paper]:
    """The experiments of the papers that were played again, claim by claim; the better scale where there are two."""
    found, experiments = [], _experiments(_folder().parent / "experiments")
    for data in _files():
        outcome = _shown(data) if isinstance(data, dict) else None
        if isinstance(outcome, dict) and outcome.get("claims"):
            found.append(_paper(outcome, experiments.get(outcome["id"])))
    return found


def _shown(data: dict[str, Any]) -> Any:
    return data.get(data.get("shown") or "full") or data.get("quick")


def _paper(outcome: dict[str, Any], experiment: Experiment | None) -> Paper:
    rows = []
    for claim in outcome["claims"]:
        measured = next(iter(claim["columns"].values()), {"why": ""})["why"]
        rows.append([claim["says"], claim["verdict"], measured])
    game = game_of(experiment.rules(experiment.judge)) if experiment and experiment.game else None
    return Paper(
        name=outcome["id"],
        title=f"{outcome['id']}: {outcome['title']}",
        game=game.name if game else "",
        rules=game.rules.split()[0] if game else None,
        heads=["claim", "verdict", "measured"],
        rows=rows,
        agents=_players(experiment, game) if experiment and game else [],
    )


def _players(experiment: Experiment, game: _core.Game) -> list[PaperAgent]:
    """The agents of an experiment that may sit at a table of its game."""
    texts = {name: text.spec(experiment.judge) for name, text in experiment.agents.items()}
    return [PaperAgent(name=name, agent=spec) for name, spec in texts.items() if spec and _plays(game, spec)]


def _plays(game: _core.Game, spec: str) -> bool:
    try:
        admit(game, spec)
        return not game.cheats(spec)
    except ValueError:
        return False


@cache
def _experiments(folder: Path) -> dict[str, Experiment]:
    try:
        return load_all(folder)
    except InvalidExperiment:
        return {}  # the results were brought without them


def _folder() -> Path:
    return Path(os.environ[FOLDER]) if FOLDER in os.environ else _installed.published("results")


def _files() -> list[Any]:
    folder = _folder()
    paths = sorted(folder.rglob("*.json")) if folder.is_dir() else []
    return [_read(path, path.stat().st_mtime_ns) for path in paths]


@cache
def _read(path: Path, _changed: int) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None  # not ours, or still being written
