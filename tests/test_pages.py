"""The pages of docs/ hold what they say: their examples run, their commands parse, what they name exists."""

import doctest
import re
from pathlib import Path

import pytest

import kibitz
from kibitz import _core

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def doctests(page: Path) -> doctest.DocTest:
    """The examples of a page; fences become blank lines, so that line numbers stay."""
    text = re.sub(r"^```.*$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)


@pytest.mark.parametrize("name", ["api.md"])
def test_the_examples_of_a_page_run(name: str) -> None:
    examples = doctests(DOCS / name)
    assert examples.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(examples).failed == 0


def section(text: str, heading: str) -> str:
    return re.split(r"^## ", text.partition(f"\n## {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def described(text: str) -> set[str]:
    """The names in the first column of the tables."""
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)", row)}


def test_the_api_page_describes_every_public_name() -> None:
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    first = re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0]
    rows = re.findall(r"^\| (.*?) \|", first, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == set(kibitz.__all__)


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Game", kibitz.Game),
        ("State", kibitz.State),
        ("View", kibitz.View),
        ("Move", kibitz.Move),
        ("Record", kibitz.Record),
        ("Spec", kibitz.Spec),
        ("Agent", _core.Agent),
        ("Self-play", kibitz.SelfPlay),
    ],
)
def test_the_api_page_describes_every_member(heading: str, kind: type) -> None:
    text = section((DOCS / "api.md").read_text(encoding="utf-8"), heading)
    assert described(text) == {name for name in dir(kind) if not name.startswith("_")}
