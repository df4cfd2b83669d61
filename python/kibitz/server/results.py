"""What the lab has measured, for the pages of the table: ladders and the papers' tables, read from result files."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

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
    """The records of the papers that were played again, claim by claim; the full scale where there is one."""
    found = []
    for data in _files():
        outcome = (data.get("full") or data.get("quick")) if isinstance(data, dict) else None
        if isinstance(outcome, dict) and outcome.get("claims"):
            found.append(_paper(outcome))
    return found


def _paper(outcome: dict[str, Any]) -> Paper:
    rows = []
    for claim in outcome["claims"]:
        measured = next(iter(claim["columns"].values()), {"why": ""})["why"]
        rows.append([claim["says"], claim["verdict"], measured])
    return Paper(
        name=outcome["id"],
        title=f"{outcome['id']}: {outcome['title']}",
        game=outcome.get("game", ""),
        heads=["claim", "verdict", "measured"],
        rows=rows,
        agents=[None] * len(rows),
    )


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
