"""Small pictures as SVG text: intervals on a common scale, histograms, bars. Colours come from the page's style."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_WIDTH = 720
_NAMES = 260  # the column of names on the left
_ROW = 26


class Bar(NamedTuple):
    """One row: a name and a value, perhaps with the ends of its interval."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None


def intervals(rows: Sequence[Bar], unit: str) -> str:
    """Values as dots with their intervals as whiskers, zero as a line."""
    ends = [end for row in rows for end in (row.value, row.low, row.high, 0.0) if end is not None]
    scale = _Scale(min(ends), max(ends))
    body = [scale.axis(len(rows), unit)]
    for number, row in enumerate(rows):
        y = _ROW * number + _ROW / 2
        low, high = row.value if row.low is None else row.low, row.value if row.high is None else row.high
        body.append(_name(row.name, y))
        body.append(f'<line class="whisker" x1="{scale.x(low)}" x2="{scale.x(high)}" y1="{y}" y2="{y}"/>')
        body.append(
            f'<circle class="dot" cx="{scale.x(row.value)}" cy="{y}" r="4"><title>{row.value:.4g}</title></circle>'
        )
    return _picture(_ROW * len(rows) + 40, body)


def log_bars(rows: Sequence[Bar], unit: str) -> str:
    """Positive values as bars on a logarithmic scale."""
    values = [row.value for row in rows if row.value > 0]
    if not values:
        return ""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)) + 1e-9)
    scale = _Scale(low, max(high, low + 1))
    body = [
        f'<line class="grid" x1="{scale.x(power)}" x2="{scale.x(power)}" y1="0" y2="{_ROW * len(rows)}"/>'
        f'<text class="tick" x="{scale.x(power)}" y="{_ROW * len(rows) + 16}">{_seconds(power)}</text>'
        for power in range(low, max(high, low + 1) + 1)
    ]
    body.append(_axis_name(unit, len(rows)))
    for number, row in enumerate(rows):
        y = _ROW * number
        body.append(_name(row.name, y + _ROW / 2))
        if row.value > 0:
            width = max(1.0, scale.x(math.log10(row.value)) - _NAMES)
            body.append(f'<rect class="bar" x="{_NAMES}" y="{y + 6}" width="{width:.1f}" height="{_ROW - 12}"/>')
    return _picture(_ROW * len(rows) + 40, body)


def histogram(values: NDArray[np.float64], unit: str) -> str:
    """How often which values occur, the mean as a line."""
    counts, edges = np.histogram(values, bins=_bins(values))
    scale, height = _Scale(float(edges[0]), float(edges[-1]), left=40), 120
    body = []
    for count, left, right in zip(counts, edges, edges[1:], strict=False):
        tall = height * int(count) / int(counts.max())
        body.append(
            f'<rect class="bar" x="{scale.x(left)}" y="{height - tall:.1f}" height="{tall:.1f}" '
            f'width="{max(0.5, scale.x(right) - scale.x(left) - 1):.1f}"><title>{int(count)}</title></rect>'
        )
    mean = scale.x(float(values.mean()))
    body.append(f'<line class="mean" x1="{mean}" x2="{mean}" y1="0" y2="{height}"/>')
    body += (f'<text class="tick" x="{scale.x(tick)}" y="{height + 16}">{tick:g}</text>' for tick in scale.ticks())
    body.append(f'<text class="unit" x="{_WIDTH / 2}" y="{height + 34}">{escape(unit)}</text>')
    return _picture(height + 40, body)


class _Scale:
    """From values to places on the page."""

    def __init__(self, low: float, high: float, left: int = _NAMES) -> None:
        margin = (high - low) * 0.04 or 1.0
        self._low, self._high, self._left = low - margin, high + margin, left

    def x(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return round(self._left + share * (_WIDTH - self._left - 20), 1)

    def ticks(self) -> list[float]:
        step = 10 ** math.floor(math.log10((self._high - self._low) / 4))
        step *= next(factor for factor in (1, 2, 5, 10) if (self._high - self._low) / (step * factor) <= 8)
        first = math.ceil(self._low / step)
        return [number * step for number in range(first, math.floor(self._high / step) + 1)]

    def axis(self, rows: int, unit: str) -> str:
        below = _ROW * rows
        ticks = []
        for tick in self.ticks():
            x, kind = self.x(tick), "zero" if tick == 0 else "grid"
            ticks.append(f'<line class="{kind}" x1="{x}" x2="{x}" y1="0" y2="{below}"/>')
            ticks.append(f'<text class="tick" x="{x}" y="{below + 16}">{tick:g}</text>')
        return "".join(ticks) + _axis_name(unit, rows)


def _bins(values: NDArray[np.float64]) -> int:
    return int(min(60, max(5, 2 * len(values) ** (1 / 3)))) if len(values) else 1


def _picture(height: float, body: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img">{"".join(body)}</svg>'


def _name(name: str, y: float) -> str:
    short = name if len(name) <= 38 else f"{name[:37]}…"
    return f'<text class="name" x="{_NAMES - 10}" y="{y + 4:g}"><title>{escape(name)}</title>{escape(short)}</text>'


def _axis_name(unit: str, rows: int) -> str:
    return f'<text class="unit" x="{(_WIDTH + _NAMES) / 2}" y="{_ROW * rows + 34}">{escape(unit)}</text>'


def _seconds(power: int) -> str:
    name, base = next(((name, base) for name, base in (("s", 0), ("ms", -3), ("µs", -6)) if power >= base), ("ns", -9))
    return f"{10 ** (power - base):g} {name}"
