"""An interval as a small picture: a dot for the value, a line for the interval, a rule for zero."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

_WIDTH, _HEIGHT = 150, 14


class Scale(NamedTuple):
    """What all intervals of a column are drawn on."""

    low: float
    high: float

    @staticmethod
    def of(values: Iterable[float | None]) -> Scale:
        """The scale that holds them all, and zero."""
        known = [0.0, *(value for value in values if value is not None and math.isfinite(value))]
        low, high = min(known), max(known)
        return Scale(low, high if high > low else low + 1.0)

    def at(self, value: float) -> float:
        """The place of a value."""
        inside = min(max(value, self.low), self.high)
        return 5 + (_WIDTH - 10) * (inside - self.low) / (self.high - self.low)


def interval(scale: Scale, value: float | None, low: float | None, high: float | None) -> str:
    """A value with its interval on a scale; nothing where nothing is known."""
    if value is None or not math.isfinite(value):
        return ""
    low, high = (value if end is None else end for end in (low, high))
    said = f"{value:.4g}" if low == high else f"{value:.4g}, {low:.4g} to {high:.4g}"
    middle, zero = _HEIGHT / 2, scale.at(0)
    return (
        f'<svg width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'style="vertical-align:middle"><title>{said}</title>'
        f'<path d="M{zero:.1f} 0V{_HEIGHT}" stroke="currentColor" stroke-opacity=".3"/>'
        f'<path d="M{scale.at(low):.1f} {middle}H{scale.at(high):.1f}" stroke="currentColor" stroke-opacity=".55" '
        f'stroke-width="3"/><circle cx="{scale.at(value):.1f}" cy="{middle}" r="4" fill="#2b75ee"/></svg>'
    )
