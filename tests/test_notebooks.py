"""The notebooks run from top to bottom, at a small scale, in this process: a kernel for each would take longer."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from test_display import drawn

FOLDER = Path(__file__).parent.parent / "examples" / "notebooks"
SMALL: dict[str, dict[str, Any]] = {
    "play": {"ITERATIONS": 50, "EFFORT": "quick"},
    "experiment": {"DEALS": 40},
    "train": {"SAMPLES": 1_000, "SHAPE": "1x16", "DEALS": 20},
}


def cells(name: str) -> list[dict[str, Any]]:
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(source: str, names: dict[str, Any]) -> Any:
    """What a cell shows: the value of its last expression."""
    *before, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        exec(compile(source, "a cell", "exec"), names)
        return None
    exec(compile(ast.Module(before, []), "a cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "a cell", "eval"), names)


def test_there_is_a_small_scale_for_every_notebook() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(SMALL)


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "train":
        pytest.importorskip("torch")
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    shown = 0
    for cell in cells(name):
        value = run("".join(cell["source"]), names)
        if "parameters" in cell["metadata"].get("tags", ()):
            assert names.keys() >= SMALL[name].keys()
            names |= SMALL[name]
        if hasattr(value, "_repr_html_"):
            assert drawn(value)
            shown += 1
    assert shown >= 4


@pytest.mark.parametrize("name", SMALL)
def test_a_notebook_is_kept_without_outputs(name: str) -> None:
    for cell in cells(name):
        assert not cell["outputs"]
        assert cell["execution_count"] is None
