"""Figures are well-formed SVG on a light ground, show every value with its interval, and no label covers another."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest

from kibitz import plots
from kibitz.plots import Bar
from kibitz.stats import Interval

HALF = Interval(0.5, 0.4, 0.6)
FIGURES = {
    "bars": plots.bars({"a & b": HALF, "c": Interval(-0.2, -0.3, -0.1)}, title="<t>", y="points", marks={"c": -0.4}),
    "curves": plots.curves({"a": [(1, HALF), (10, HALF)], "b": [(1, HALF)]}, title="t", x="n", y="p", log=True),
    "heat_map": plots.heat_map([[0.0, 0.5], [0.51, 1.0]], ["r", "s"], ["c", "d"], title="t"),
    "histogram": plots.histogram([1.0, 2.0, 2.0, 3.0], "points"),
    "histogram of one value": plots.histogram([2.0, 2.0], "points"),
    "intervals": plots.intervals([Bar("a", 1.0, 0.5, 1.5), Bar("b <", 2.0)], "Elo"),
    "log_bars": plots.log_bars([Bar("a", 1e-5), Bar("b", 0.2), Bar("c", 0.0)], "per move"),
}


def tags(figure: str, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(figure).iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


@pytest.mark.parametrize("figure", FIGURES.values(), ids=FIGURES)
def test_a_figure_is_svg_on_white(figure: str) -> None:
    assert tags(figure, "rect")[0].attrib == {"width": "100%", "height": "100%", "fill": "#fff"}
    assert not re.search("nan|inf", figure)


def test_every_value_and_every_mark_is_there() -> None:
    assert len(tags(FIGURES["bars"], "rect")) == 3
    assert len(tags(FIGURES["bars"], "circle")) == 1
    assert len(tags(FIGURES["curves"], "circle")) == 3
    assert len(tags(FIGURES["intervals"], "circle")) == 2
    assert len(tags(FIGURES["log_bars"], "rect")) == 3


def test_an_interval_is_as_long_as_it_is() -> None:
    """Twice the interval is twice the whisker."""

    def whisker(width: float) -> float:
        rows = [Bar("a", 1.0, 1.0 - width, 1.0 + width), Bar("b", 5.0, 0.0, 10.0)]
        first = next(path for path in tags(plots.intervals(rows, ""), "path") if path.get("stroke-width") == "3")
        left, _, right = re.findall(r"[\d.]+", first.attrib["d"])
        return float(right) - float(left)

    assert whisker(0.8) == pytest.approx(2 * whisker(0.4), abs=0.3)


def test_labels_do_not_overlap() -> None:
    figure = plots.curves({"a": [(1000.0 * n, HALF) for n in range(1, 60)]}, log=True)
    below = [text for text in tags(figure, "text") if text.get("y") == f"{plots.HEIGHT - 92 + 18:.1f}"]
    places = [(float(text.attrib["x"]), len(text.text or "") * 3.0) for text in below]
    assert len(places) > 5
    assert all(a + half < b - other for (a, half), (b, other) in pairwise(places))


def test_numbers_of_a_dark_cell_are_light() -> None:
    inks = [text.get("fill") for text in tags(FIGURES["heat_map"], "text") if text.text in ("0.00", "0.50", "1.00")]
    assert inks == ["#fff", "#1c2128", "#fff"]


def test_a_histogram_counts_every_value() -> None:
    values = np.random.default_rng(1).normal(size=500)
    counts = [int(title.text or "") for title in tags(plots.histogram(values.tolist(), ""), "title")]
    assert sum(counts) == 500
