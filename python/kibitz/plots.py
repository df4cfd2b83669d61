"""Every figure of Kibitz as SVG text: of reports, of papers, of training. No program is needed to look at them.

``bars``, ``curves`` and ``heat_map`` stand alone and have a title; ``intervals``, ``log_bars`` and ``histogram`` belong
to a page that has one. All are drawn on white, and values that have an interval show it.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from kibitz.stats import Interval

WIDTH, HEIGHT = 720, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 34, 92
_NAMES, _ROW = 260, 26  # of figures in rows: the column of names, the height of a row
_LETTER = 6.6  # mean width at this size of type
_INK, _SOFT, _GRID, _BAR = "#1c2128", "#656d76", "#d8dee4", "#7fa8d1"
_COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#6b46c1", "#b83280", "#4a5568")
_BELOW, _ABOVE = (33, 102, 172), (178, 24, 43)  # of a heat map, at 0 and at 1

Series = Sequence[tuple[float, Interval]]


class Bar(NamedTuple):
    """A row: a name and a value, perhaps with the ends of its interval."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None


def bars(
    values: Mapping[str, Interval], *, title: str = "", y: str = "", marks: Mapping[str, float] | None = None
) -> str:
    """A bar per value with its interval; ``marks`` are drawn as hollow circles (what a paper printed)."""
    marks = {name: mark for name, mark in (marks or {}).items() if name in values}
    up = _upwards([0.0, *(end for value in values.values() for end in (value.low, value.high)), *marks.values()])
    step = (WIDTH - _LEFT - _RIGHT) / max(1, len(values))
    parts = _frame(up, title, y)
    for number, (name, value) in enumerate(values.items()):
        x, width = _LEFT + (number + 0.2) * step, 0.6 * step
        top, bottom = sorted((up.at(value.mean), up.at(0)))
        parts.append(_rect(x, top, width, bottom - top, _BAR, f"{name}: {value.mean:.3g}"))
        parts.append(_whisker(x + width / 2, up.at(value.low), up.at(value.high)))
        if name in marks:
            parts.append(_circle(x + width / 2, up.at(marks[name]), "#fff", _INK))
        parts.append(_slanted(x + width / 2, name))
    return _svg(parts)


def curves(
    series: Mapping[str, Series], *, title: str = "", x: str = "", y: str = "", log: bool = False, band: bool = True
) -> str:
    """Lines through points with their intervals, on a linear or a logarithmic axis."""
    points = [point for line in series.values() for point in line]
    up = _upwards([end for _, value in points for end in (value.low, value.high)])
    place: Callable[[float], float] = math.log10 if log else float
    places = [place(at) for at, _ in points]
    along = _Scale(min(places), max(places), _LEFT + 12, WIDTH - _RIGHT - 12)
    parts = _frame(up, title, y)
    parts += _labels([(along.at(place(at)), f"{at:g}") for at in sorted({at for at, _ in points})])
    parts.append(_text((_LEFT + WIDTH - _RIGHT) / 2, HEIGHT - _BOTTOM + 40, x, "middle", _SOFT))
    for number, (name, line) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        path = " ".join(f"{along.at(place(at)):.1f},{up.at(value.mean):.1f}" for at, value in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for at, value in line if band else ():
            parts.append(_whisker(along.at(place(at)), up.at(value.low), up.at(value.high), colour))
            parts.append(_circle(along.at(place(at)), up.at(value.mean), colour, colour))
        if len(series) > 1:
            parts.append(
                _text(_LEFT + 10 + 150 * (number % 4), HEIGHT - 26 + 16 * (number // 4), name, "start", colour)
            )
    return _svg(parts)


def heat_map(cells: Sequence[Sequence[float]], rows: Sequence[str], columns: Sequence[str], *, title: str = "") -> str:
    """A table of shares as colours: blue below one half, red above."""
    width, height = (WIDTH - 120) / len(columns), (HEIGHT - 80) / len(rows)
    most = max(0.1, *(abs(value - 0.5) for row in cells for value in row))
    parts = [_text(WIDTH / 2, 18, title, "middle")]
    for i, row in enumerate(cells):
        parts.append(_text(90, 60 + (i + 0.5) * height + 4, rows[i], "end", _SOFT))
        for j, value in enumerate(row):
            x, y = 100 + j * width, 60 + i * height
            strength = abs(value - 0.5) / most
            tint = [round(255 + (end - 255) * strength) for end in (_ABOVE if value > 0.5 else _BELOW)]
            parts.append(_rect(x, y, width - 1, height - 1, f"rgb({','.join(map(str, tint))})", f"{value:.3f}"))
            ink = "#fff" if strength > 0.6 else _INK
            parts.append(_text(x + width / 2, y + height / 2 + 4, f"{value:.2f}", "middle", ink))
    parts += [_text(100 + (j + 0.5) * width, 50, name, "middle", _SOFT) for j, name in enumerate(columns)]
    return _svg(parts)


def histogram(values: Iterable[float], unit: str) -> str:
    """How often which values occur, the mean as a line."""
    values = [float(value) for value in values]  # of any kind of array
    low, high = min(values), max(values)
    bins = int(min(60, max(5, 2 * len(values) ** (1 / 3))))
    size = (high - low) / bins or 1.0
    counts = [0] * bins
    for value in values:
        counts[min(bins - 1, int((value - low) / size))] += 1
    along, height = _sideways([low, low + bins * size], left=40), 120
    parts = []
    for number, count in enumerate(counts):
        left, right = along.at(low + number * size), along.at(low + (number + 1) * size)
        tall = height * count / max(counts)
        parts.append(_rect(left, height - tall, max(0.5, right - left - 1), tall, _BAR, str(count)))
    mean = along.at(sum(values) / len(values))
    parts.append(f'<path d="M{mean:.1f} 0V{height}" stroke="{_COLOURS[1]}" stroke-width="1.5"/>')
    parts += (_text(along.at(tick), height + 16, f"{tick:g}", "middle", _SOFT) for tick in along.ticks())
    parts.append(_text(WIDTH / 2, height + 34, unit, "middle", _SOFT))
    return _svg(parts, height + 42)


def intervals(rows: Sequence[Bar], unit: str) -> str:
    """Values as dots with their intervals as whiskers, zero as a line."""
    along = _sideways([end for row in rows for end in (row.value, row.low, row.high, 0.0) if end is not None])
    parts = [_upright(along.at(tick), f"{tick:g}", len(rows), zero=tick == 0) for tick in along.ticks()]
    for number, row in enumerate(rows):
        y = _ROW * (number + 0.5)
        low, high = row.value if row.low is None else row.low, row.value if row.high is None else row.high
        parts.append(_name(row.name, y))
        parts.append(f'<path d="M{along.at(low):.1f} {y}H{along.at(high):.1f}" stroke="{_BAR}" stroke-width="3"/>')
        parts.append(_circle(along.at(row.value), y, _COLOURS[0], _COLOURS[0], f"{row.value:.4g}"))
    return _in_rows(parts, len(rows), unit)


def log_bars(rows: Sequence[Bar], unit: str) -> str:
    """Positive times as bars on a logarithmic scale."""
    values = [row.value for row in rows if row.value > 0]
    if not values:
        return ""
    low = math.floor(math.log10(min(values)))
    high = max(math.ceil(math.log10(max(values)) + 1e-9), low + 1)
    along = _sideways([low, high])
    parts = [_upright(along.at(power), _seconds(power), len(rows)) for power in range(low, high + 1)]
    for number, row in enumerate(rows):
        y = _ROW * number
        parts.append(_name(row.name, y + _ROW / 2))
        if row.value > 0:
            width = max(1.0, along.at(math.log10(row.value)) - _NAMES)
            parts.append(_rect(_NAMES, y + 6, width, _ROW - 12, _BAR, f"{row.value:.3g} s"))
    return _in_rows(parts, len(rows), unit)


# --- Scales and axes --------------------------------------------------------------------------------------------------


class _Scale:
    """A linear map from values to places on the drawing."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high, self._start = low, high, start
        self._factor = (end - start) / ((high - low) or 1.0)

    def at(self, value: float) -> float:
        return self._start + (value - self.low) * self._factor

    def ticks(self) -> list[float]:
        """About five round values."""
        raw = ((self.high - self.low) or 1.0) / 5
        magnitude = 10 ** math.floor(math.log10(raw))
        step = next(m * magnitude for m in (1, 2, 5, 10) if m * magnitude >= raw)
        return [number * step for number in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]


def _upwards(values: Sequence[float]) -> _Scale:
    low, high = min(values), max(values)
    room = 0.05 * ((high - low) or abs(high) or 1.0)
    return _Scale(low - room * (low != 0), high + room * (high != 0), HEIGHT - _BOTTOM, _TOP)


def _sideways(values: Sequence[float], left: int = _NAMES) -> _Scale:
    room = 0.04 * (max(values) - min(values)) or 1.0
    return _Scale(min(values) - room, max(values) + room, left, WIDTH - 20)


def _frame(up: _Scale, title: str, y: str) -> list[str]:
    parts = [_text(WIDTH / 2, 16, title, "middle"), _text(6, _TOP - 8, y, "start", _SOFT)]
    for value in up.ticks():
        place = up.at(value)
        parts.append(
            f'<path d="M{_LEFT} {place:.1f}H{WIDTH - _RIGHT}" stroke="{_INK if value == 0 else _GRID}"/>'
            + _text(_LEFT - 6, place + 4, f"{value:g}", "end", _SOFT)
        )
    return parts


def _labels(wanted: Iterable[tuple[float, str]]) -> list[str]:
    """Labels below the axis, without those that would overlap the one before."""
    parts, free = [], -math.inf
    for x, text in wanted:
        half = len(text) * _LETTER / 2
        if x - half >= free:
            parts.append(_text(x, HEIGHT - _BOTTOM + 18, text, "middle", _SOFT))
            free = x + half + 2 * _LETTER
    return parts


def _upright(x: float, label: str, rows: int, *, zero: bool = False) -> str:
    below = _ROW * rows
    line = f'<path d="M{x:.1f} 0V{below}" stroke="{_SOFT if zero else _GRID}"/>'
    return line + _text(x, below + 16, label, "middle", _SOFT)


def _in_rows(parts: Sequence[str], rows: int, unit: str) -> str:
    below = _text((WIDTH + _NAMES) / 2, _ROW * rows + 34, unit, "middle", _SOFT)
    return _svg([*parts, below], _ROW * rows + 42)


def _seconds(power: int) -> str:
    name, base = next(((name, base) for name, base in (("s", 0), ("ms", -3), ("µs", -6)) if power >= base), ("ns", -9))
    return f"{10 ** (power - base):g} {name}"


# --- Shapes -----------------------------------------------------------------------------------------------------------


def _text(x: float, y: float, text: str, anchor: str, colour: str = _INK) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _name(name: str, y: float) -> str:
    short = name if len(name) <= 38 else f"{name[:37]}…"
    return (
        f'<text x="{_NAMES - 10}" y="{y + 4:g}" text-anchor="end" fill="{_INK}"><title>{escape(name)}</title>'
        f"{escape(short)}</text>"
    )


def _slanted(x: float, text: str) -> str:
    y = HEIGHT - _BOTTOM + 14
    short = text if len(text) <= 22 else text[:21] + "…"
    return (
        f'<text x="{x:.1f}" y="{y}" text-anchor="end" fill="{_INK}" transform="rotate(-35 {x:.1f} {y})">'
        f"<title>{escape(text)}</title>{escape(short)}</text>"
    )


def _rect(x: float, y: float, width: float, height: float, colour: str, tip: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}">'
        f"<title>{escape(tip)}</title></rect>"
    )


def _whisker(x: float, low: float, high: float, colour: str = _INK) -> str:
    return (
        f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 4:.1f} {low:.1f}h8M{x - 4:.1f} {high:.1f}h8" stroke="{colour}"/>'
    )


def _circle(x: float, y: float, fill: str, stroke: str, tip: str = "") -> str:
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{stroke}">{title}</circle>'


def _svg(parts: Iterable[str], height: float = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        f"{''.join(parts)}</svg>\n"
    )
