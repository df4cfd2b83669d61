"""Data from files that may have been cut off, edited, or never been ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz import _core


def json_of(path: Path) -> Any:
    """What a JSON file holds; a sentence that names it when it holds none."""
    return parsed(text_of(path), str(path))


def text_of(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise _core.InvalidSpec(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise _core.InvalidSpec(f"{path} is not text.") from error


def parsed(text: str, where: str) -> Any:
    """The value of a JSON text, which is found at some place."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise _core.InvalidSpec(f"{where} is not JSON, or is cut off: {error}.") from error
    except RecursionError as error:
        raise _core.InvalidSpec(f"{where} is nested too deep to be read.") from error
