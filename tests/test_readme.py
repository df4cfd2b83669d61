"""What the README and the other texts promise holds."""

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)
    assert names["state"].over
    printed = capsys.readouterr().out
    assert str(names["state"].record()) in printed
    assert printed.count("points more per round than") == 2


def test_the_examples_of_the_readme_are_a_file_whose_types_are_checked() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    file = (ROOT / "examples" / "first_steps.py").read_text(encoding="utf-8")
    assert file.partition('"\n\n')[2] == "\n\n".join(blocks)


def test_every_file_the_readme_names_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert links
    for link in links:
        assert (README.parent / link).exists(), link


def test_every_file_of_ours_that_a_text_names_exists() -> None:
    texts = [ROOT / "Makefile", *ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("tools/*.py")]
    texts += [*ROOT.glob("python/**/*.py"), *ROOT.glob("tournaments/*.toml")]
    named = re.compile(r"(?<![\w/.-])(?:tools|tournaments|docs|tests|crates|games|python/kibitz|web/src)/[\w./-]*\.\w+")
    missing = {
        f"{text.relative_to(ROOT)}: {name}"
        for text in texts
        for name in named.findall(text.read_text(encoding="utf-8"))
        if not re.search("GAME|NAME", name) and not (ROOT / name).exists()
    }
    assert not missing


def test_every_package_has_its_line_in_the_architecture() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    packages = [*ROOT.glob("crates/*/Cargo.toml"), *ROOT.glob("games/*/Cargo.toml")]
    packages += ROOT.glob("python/kibitz/*/__init__.py")
    for package in packages:
        assert f"| `{package.parent.relative_to(ROOT).as_posix()}` |" in page
