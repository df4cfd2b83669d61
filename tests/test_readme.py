"""The README's promises hold."""

import re
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert names["state"].over
    printed = capsys.readouterr().out
    assert str(names["state"].record()) in printed
    assert printed.count("points more per round than") == 2


def test_every_file_the_readme_names_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert links
    for link in links:
        assert (README.parent / link).exists(), link
