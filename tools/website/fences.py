"""Examples in docstrings, which are doctests, become blocks of code in the reference."""

from __future__ import annotations

import re
from typing import Any

import griffe


class Fences(griffe.Extension):
    """Puts every example between fences."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Called with each name that is documented."""
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """A docstring whose examples, each to its blank line, are blocks of code."""
    return re.sub(r"^>>> .*?(?=\n\s*\n|\Z)", lambda found: f"```pycon\n{found[0]}\n```", text, flags=re.M | re.S)
