"""The reference is made of docstrings: every public name has one, and an example that runs."""

import ast
import inspect
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import _core
from test_pages import run_examples

STUBS = Path(kibitz.__file__ or "").parent / "_core.pyi"
CLASSES = {
    node.name: node for node in ast.parse(STUBS.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef)
}
# `Agent` of the engine is what `kibitz.agent` makes.
NAMES = sorted({name for name in kibitz.__all__ if name != "__version__"} | {"_core.Agent"})


def members(name: str) -> tuple[str, dict[str, str]]:
    """The docstring of a public name and those of its members, from where the reference takes them."""
    thing: Any = _core.Agent if name == "_core.Agent" else getattr(kibitz, name)
    own = name.removeprefix("_core.")
    if inspect.getmodule(thing) is None or thing.__module__ in ("kibitz", "kibitz._core", "builtins"):
        node = CLASSES[own]
        docs = {part.name: ast.get_docstring(part) or "" for part in node.body if isinstance(part, ast.FunctionDef)}
        return ast.get_docstring(node) or "", {key: docs.get(key, "") for key in public(thing)}
    told = {field.name for field in fields(thing)} if is_dataclass(thing) else set(getattr(thing, "_fields", ()))
    return inspect.getdoc(thing) or "", {
        key: inspect.getdoc(getattr(thing, key)) or "" for key in public(thing) if key not in told
    }


def public(thing: Any) -> list[str]:
    """The members a class adds. What an error carries is told by its class, what a game in Python has by its page."""
    if not isinstance(thing, type) or issubclass(thing, Exception | kibitz.PythonGame):
        return []
    inherited = dir(tuple) if issubclass(thing, tuple) else ()
    return [key for key in dir(thing) if not key.startswith("_") and key not in inherited]


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_a_docstring_and_an_example_that_runs(name: str) -> None:
    doc, parts = members(name)
    names: dict[str, Any] = {"name": "schnapsen"}  # what knows no game is shown with any
    assert run_examples(name, doc, names), f"{name} has no example."
    for key, text in parts.items():
        assert text.partition(">>>")[0].strip(), f"{name}.{key} has no docstring."
        assert run_examples(f"{name}.{key}", text, dict(names)), f"{name}.{key} has no example."


@pytest.mark.parametrize("name", [name for name in NAMES if name.removeprefix("_core.") in CLASSES])
def test_help_says_what_the_reference_says(name: str) -> None:
    kind = getattr(_core, name.removeprefix("_core."))
    for key in public(kind):
        assert getattr(kind, key).__doc__, f"help says nothing of {name}.{key}."


def test_every_field_of_a_public_value_is_described() -> None:
    for kind in (kibitz.Level, kibitz.MatchResult):
        body = ast.parse(inspect.getsource(kind)).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, after in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign):
                assert isinstance(after, ast.Expr), ast.unparse(field.target)
                assert isinstance(after.value, ast.Constant), ast.unparse(field.target)
