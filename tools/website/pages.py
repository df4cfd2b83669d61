"""The pages of the site: those of the repository, at the same places, so that every link is the same in both.

To them come the reference, one page per public name made from docstrings, and one page per agent made from the table
of keys. Whatever a page links to that is no page is copied beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
TEXTS = ("*.md", "docs/**/*.md", "games/*/RULES.md", "games/*/RULES.*.md")
# What a reader wants, and where that is; a page stands where it is named first.
PARTS = {
    "Start": ("README.md", "docs/command-line.md", "docs/notebooks.md"),
    "Play": ("docs/table.md", "games/*/RULES.md", "games/*/RULES.*.md", "docs/serving.md", "docs/security.md"),
    "Measure": ("docs/lab.md", "docs/statistics.md", "docs/methods/README.md", "docs/methods/*.md", "docs/papers/*.md"),
    "Train": ("docs/learning.md", "docs/training-ground.md", "docs/environments.md", "docs/nets/*.md"),
    "Extend": (
        "docs/adding-*.md",
        "docs/engine.md",
        "docs/positions.md",
        "docs/architecture.md",
        "docs/**/*.md",
        "*.md",
    ),
}
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")


def texts() -> list[str]:
    """The pages of the repository."""
    found = {_name(path): None for pattern in TEXTS for path in sorted(ROOT.glob(pattern))}
    return list(found)


def linked(page: str) -> Iterator[Path]:
    """The files and folders that a page links to."""
    for _, link, _ in LINK.findall((ROOT / page).read_text(encoding="utf-8")):
        path = (ROOT / page).parent.joinpath(link).resolve()
        if "://" not in link and path.exists():
            yield path


def reached() -> tuple[list[str], dict[str, str]]:
    """The pages and all files that links lead to from them, such as results and pictures; and a list of the files of
    every folder that has no page of its own.
    """
    found, ahead, lists = set(texts()), texts(), {}
    while ahead:
        page = ahead.pop()
        for path in linked(page) if page.endswith(".md") else ():
            files = [path]
            if path.is_dir():
                files = sorted(each for each in path.iterdir() if each.is_file())
                if path / "README.md" not in files:
                    lines = "".join(f"- [{each.name}]({each.name})\n" for each in files)
                    lists[f"{_name(path)}/README.md"] = f"# {_name(path)}\n\n{lines}"
            new = {_name(each) for each in files} - found
            found |= new
            ahead += new
    return sorted(found), lists


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def parts() -> dict[str, list[str]]:
    """The pages by what a reader wants."""
    left, found = texts(), {}
    for title, patterns in PARTS.items():
        wanted = [_name(path) for pattern in patterns for path in sorted(ROOT.glob(pattern))]
        found[title] = [page for page in dict.fromkeys(wanted) if page in left]
        left = [page for page in left if page not in found[title]]
    assert not left, left
    return found


def agents() -> dict[str, str]:
    """A page per agent: how it is written, what it is, and what it can be told; games may share a name."""
    from kibitz import _core

    pages: dict[str, str] = {}
    for part in _core.agent_parts():
        page = f"agents/{part['name']}.md"
        lines = [pages.get(page, f"# {part['name']}\n")]
        if part["game"]:
            lines += [f"## In {_core.Game(part['game']).title}", ""]
        lines += [part["help"], "", f"    {part['usage']}", ""]
        if part["keys"]:
            lines += ["| key | values | what it is for |", "|---|---|---|"]
        for key in part["keys"]:
            told = " ".join([key.help, *key.needs]).replace("|", "&#124;")
            lines.append(f"| `{key.name}` | `{key.values}` | {told} |")
        pages[page] = "\n".join(lines) + "\n\n"
    return pages


def reference() -> dict[str, str]:
    """A page per public name; names that differ in capitals alone, as files may not, share one."""
    pages: dict[str, str] = {}
    for name in _public():
        page = f"reference/{name.lower()}.md"
        pages[page] = f"{pages.get(page, '')}::: kibitz.{name}\n\n"
    # The class of what `kibitz.agent` makes.
    pages["reference/agent.md"] += "::: kibitz._core.Agent\n"
    return pages


def _public() -> list[str]:
    import kibitz

    return sorted((name for name in kibitz.__all__ if name != "__version__"), key=str.lower)


def on_config(config: Any) -> Any:
    """Makes the list of pages."""
    told = parts()
    told["Extend"].remove("docs/api.md")
    names = {name.lower(): name for name in _public()}
    made = [{names[Path(page).stem]: page} for page in reference()]
    config.nav = [*({title: pages} for title, pages in told.items()), {"Agents": list(agents())}]
    config.nav.append({"Reference": ["docs/api.md", *made]})
    return config


def on_files(files: Any, config: Any) -> Any:
    """The files of the site."""
    from mkdocs.structure.files import File, Files

    found, lists = reached()
    copied = [File.generated(config, name, abs_src_path=str(ROOT / name)) for name in found]
    made = agents() | reference() | lists
    theme = [file for file in files if file.src_dir != config.docs_dir]
    return Files([*theme, *copied, *(File.generated(config, name, content=text) for name, text in made.items())])


def on_page_markdown(text: str, page: Any, **_: Any) -> str:
    """A link to a folder leads to its page."""

    def led(found: re.Match[str]) -> str:
        folder = (ROOT / page.file.src_uri).parent / found[2]
        return f"{found[1]}{found[2].rstrip('/')}/README.md{found[3]}" if folder.is_dir() else found[0]

    return LINK.sub(led, text)
