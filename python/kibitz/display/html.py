"""The few words of HTML that everything is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

# About as far from white as from black: each has a contrast of more than four to one with either.
COLOURS = {
    "green": "#148a45",
    "red": "#e23642",
    "yellow": "#a46f04",
    "blue": "#2b75ee",
    "cyan": "#0c8392",
    "magenta": "#c144c1",
}
LINE = "color-mix(in srgb, currentColor 25%, transparent)"
SOFT = "opacity:.65"
_CELL = f"padding:.2em .7em;border-bottom:1px solid {LINE};vertical-align:top;background:none"


class Html(str):
    """A piece of HTML that a notebook shows as such."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def words(text: object, style: str = "") -> str:
    """Plain words."""
    shown = escape(str(text))
    return f'<span style="{style}">{shown}</span>' if style else shown


def painted(text: Text) -> str:
    """Words as they are painted for the terminal."""
    parts = []
    for line in text.split("\n", allow_blank=True):
        ends = sorted({0, len(line), *(end for span in line.spans for end in (span.start, span.end))})
        shown = []
        for start, end in pairwise(ends):
            styles = [str(line.style), *(str(span.style) for span in line.spans if span.start <= start < span.end)]
            shown.append(words(line.plain[start:end], css(" ".join(styles))))
        parts.append("".join(shown))
    return "<br/>".join(parts)


def css(style: str) -> str:
    """The style of the terminal as one of the page; what stands on a coloured ground there is bold here."""
    rules = []
    said = style.partition(" on ")
    for word in said[0].split():
        name = word.removeprefix("bright_")
        if name in COLOURS:
            rules.append(f"color:{COLOURS[name]}")
        rules += {
            "bold": ["font-weight:bold"],
            "italic": ["font-style:italic"],
            "underline": ["text-decoration:underline"],
            "reverse": ["outline:1px solid"],
            "dim": [SOFT],
        }.get(word, [])
    if said[1]:
        rules.append(f"color:{COLOURS['red']}")
    return ";".join(rules)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: Iterable[int] = (0,)) -> str:
    """A table whose cells are HTML; these columns hold words and stand to the left, numbers to the right."""
    words_at = set(left)

    def cells(tag: str, values: Sequence[str]) -> str:
        sides = ("left" if column in words_at else "right" for column in range(len(values)))
        return "".join(
            f'<{tag} style="{_CELL};text-align:{side}">{value}</{tag}>'
            for side, value in zip(sides, values, strict=True)
        )

    head = f"<tr>{cells('th', [words(name) for name in heads])}</tr>" if any(heads) else ""
    body = "".join(f'<tr style="background:none">{cells("td", row)}</tr>' for row in rows)
    return (
        '<table style="border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.3em 0;border:0">'
        f"{head}{body}</table>"
    )


def block(title: str, *parts: str) -> str:
    """A thing with its title."""
    return f'<div style="line-height:1.6"><div style="font-weight:bold">{title}</div>{"".join(parts)}</div>'
