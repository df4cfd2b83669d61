"""Small drawings as SVG: bars, curves, maps of numbers. Plain text, no program needed to look at them."""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape

from kibitz.stats import Interval

WIDTH, HEIGHT = 720, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 28, 92
_COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#6b46c1", "#b83280", "#4a5568")

Series = Sequence[tuple[float, Interval]]


def bars(values: dict[str, Interval], *, title: str = "", y: str = "", marks: dict[str, float] | None = None) -> str:
    """A bar per value with its interval; ``marks`` are drawn as hollow circles (what a paper printed)."""
    marks = {name: mark for name, mark in (marks or {}).items() if name in values}
    up = _scale_up([0.0, *(end for value in values.values() for end in (value.low, value.high)), *marks.values()])
    step = (WIDTH - _LEFT - _RIGHT) / max(1, len(values))
    parts = [_axis(up, title, y)]
    for number, (name, value) in enumerate(values.items()):
        x, width = _LEFT + (number + 0.2) * step, 0.6 * step
        top, bottom = sorted((up.at(value.mean), up.at(0)))
        parts.append(_rect(x, top, width, bottom - top, _COLOURS[0], f"{name}: {value.mean:.3g}"))
        parts.append(_whisker(x + width / 2, up.at(value.low), up.at(value.high)))
        if name in marks:
            parts.append(_circle(x + width / 2, up.at(marks[name]), "none", "#000"))
        parts.append(_slanted(x + width / 2, name))
    return _svg(parts)


def curves(
    series: Mapping[str, Series], *, title: str = "", x: str = "", y: str = "", log: bool = False, band: bool = True
) -> str:
    """Lines through points with their intervals, on a plain or a logarithmic axis."""
    points = [point for line in series.values() for point in line]
    up = _scale_up([end for _, value in points for end in (value.low, value.high)])
    place: Callable[[float], float] = math.log10 if log else float
    places = [place(at) for at, _ in points]
    along = _Scale(min(places), max(places), _LEFT + 12, WIDTH - _RIGHT - 12)
    parts = [_axis(up, title, y)]
    for at in dict.fromkeys(at for at, _ in points):
        parts += [_text(along.at(place(at)), HEIGHT - _BOTTOM + 18, f"{at:g}", "middle")]
    parts.append(_text((_LEFT + WIDTH - _RIGHT) / 2, HEIGHT - _BOTTOM + 40, x, "middle"))
    for number, (name, line) in enumerate(series.items()):
        colour = _COLOURS[number % len(_COLOURS)]
        path = " ".join(f"{along.at(place(at)):.1f},{up.at(value.mean):.1f}" for at, value in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for at, value in line if band else ():
            parts.append(_whisker(along.at(place(at)), up.at(value.low), up.at(value.high), colour))
            parts.append(_circle(along.at(place(at)), up.at(value.mean), colour, colour))
        if len(series) > 1:
            parts.append(
                _text(_LEFT + 10 + 150 * (number % 4), HEIGHT - 24 + 14 * (number // 4), name, "start", colour)
            )
    return _svg(parts)


def heat_map(cells: Sequence[Sequence[float]], rows: Sequence[str], columns: Sequence[str], *, title: str = "") -> str:
    """A table of shares as colours: blue below one half, red above."""
    side = min((WIDTH - 160) / len(columns), (HEIGHT - 80) / len(rows))
    parts = [_text(WIDTH / 2, 18, title, "middle")]
    for i, row in enumerate(cells):
        parts.append(_text(90, 60 + (i + 0.6) * side, rows[i], "end"))
        for j, value in enumerate(row):
            strength = min(1.0, abs(value - 0.5) * 4)
            other = round(255 * (1 - strength))
            colour = f"rgb(255,{other},{other})" if value > 0.5 else f"rgb({other},{other},255)"
            parts.append(_rect(100 + j * side, 60 + i * side, side - 1, side - 1, colour, f"{value:.3f}"))
            parts.append(_text(100 + (j + 0.5) * side, 60 + (i + 0.6) * side, f"{value:.2f}", "middle"))
    parts += [_text(100 + (j + 0.5) * side, 50, name, "middle") for j, name in enumerate(columns)]
    return _svg(parts)


class _Scale:
    """A straight map from values to places on the drawing."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.high, self._start = low, high, start
        self._factor = (end - start) / ((high - low) or 1.0)

    def at(self, value: float) -> float:
        return self._start + (value - self.low) * self._factor


def _scale_up(values: Sequence[float]) -> _Scale:
    low, high = min(values), max(values)
    room = 0.05 * ((high - low) or abs(high) or 1.0)
    return _Scale(low - room * (low != 0), high + room * (high != 0), HEIGHT - _BOTTOM, _TOP)


def _axis(up: _Scale, title: str, y: str) -> str:
    raw = (up.high - up.low) / 5
    magnitude = 10 ** math.floor(math.log10(raw))
    step = next(m * magnitude for m in (1, 2, 5, 10) if m * magnitude >= raw)
    parts = [_text(WIDTH / 2, 16, title, "middle"), _text(6, _TOP - 8, y, "start")]
    for number in range(math.ceil(up.low / step), math.floor(up.high / step) + 1):
        value, stroke = number * step, "#000" if number == 0 else "#ddd"
        place = up.at(value)
        parts.append(f'<path d="M{_LEFT} {place:.1f}H{WIDTH - _RIGHT}" stroke="{stroke}"/>')
        parts.append(_text(_LEFT - 6, place + 4, f"{value:g}", "end"))
    return "".join(parts)


def _text(x: float, y: float, text: str, anchor: str, colour: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _slanted(x: float, text: str) -> str:
    y = HEIGHT - _BOTTOM + 14
    short = text if len(text) <= 24 else text[:23] + "…"
    return f'<text x="{x:.1f}" y="{y}" text-anchor="end" transform="rotate(-35 {x:.1f} {y})">{escape(short)}</text>'


def _rect(x: float, y: float, width: float, height: float, colour: str, tip: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}">'
        f"<title>{escape(tip)}</title></rect>"
    )


def _whisker(x: float, low: float, high: float, colour: str = "#000") -> str:
    return (
        f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 4:.1f} {low:.1f}h8M{x - 4:.1f} {high:.1f}h8" stroke="{colour}"/>'
    )


def _circle(x: float, y: float, fill: str, stroke: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{fill}" stroke="{stroke}"/>'


def _svg(parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="11"><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )
