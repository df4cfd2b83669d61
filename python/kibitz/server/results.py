"""What the lab has measured, for the pages of the table: ladders and the papers' tables, read from result files."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from kibitz import _core
from kibitz.server.protocol import Ladder, LadderLine, Paper

FOLDER = "KIBITZ_RESULTS"  # names another folder than ./results


def ladder(game: str) -> Ladder:
    """The ladder of a game; without results it has no lines. The summaries of the lab name theirs by game and rules."""
    title = str(_core.describe_game(game)["title"])
    best: dict[str, Any] | None = None
    for data in _files():
        for found in data.get("ladders", []) if isinstance(data, dict) else []:
            if str(found["title"]).partition(",")[0] == title and (
                best is None or len(found["ratings"]) > len(best["ratings"])
            ):
                best = found
    if best is None:
        return Ladder(game=game, rules=None, unit="Elo", lines=[])
    lines = [
        LadderLine(
            agent=line["player"], rating=line["elo"], low=line["low"], high=line["high"], deals=line.get("tables", 0)
        )
        for line in best["ratings"]
        if not line.get("cheats")
    ]
    rules = str(best["title"]).partition(",")[2].strip() or None
    return Ladder(game=game, rules=rules, unit="Elo", lines=sorted(lines, key=lambda line: -line.rating))


def rating(game: str, spec: str) -> dict[str, float | None]:
    """The rating of an agent with its interval, where it was measured."""
    for line in ladder(game).lines:
        if line.agent == spec:
            return {"rating": line.rating, "low": line.low, "high": line.high}
    return {"rating": None, "low": None, "high": None}


def papers() -> list[Paper]:
    """The reproduced tables: every result file that has a title, heads and rows."""
    found = []
    for data in _files():
        for entry in data if isinstance(data, list) else [data]:
            try:
                found.append(Paper.model_validate(entry))
            except ValidationError:
                continue  # another kind of result
    return found


def _files() -> list[Any]:
    folder = Path(os.environ.get(FOLDER, "results"))
    paths = sorted(folder.rglob("*.json")) if folder.is_dir() else []
    return [_read(path, path.stat().st_mtime_ns) for path in paths]


@cache
def _read(path: Path, _changed: int) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None  # not ours, or still being written
