"""The pages of docs/ hold what they say: their examples run, their commands parse, what they name exists."""

import doctest
import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest
import typer

import kibitz
from conftest import Command
from kibitz import _core, cli

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def blocks(name: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page: what stands behind the opening fence, and the text."""
    found: list[tuple[str, str]] = re.findall(
        r"^```(\S[^\n]*)\n(.*?)^```$", (DOCS / name).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    return found


def run_examples(name: str, text: str, names: dict[str, Any]) -> int:
    """Runs examples that share their names with those before; how many there were."""
    parsed = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    parsed.globs = names
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(parsed, clear_globs=False).failed == 0
    return len(parsed.examples)


# The page on games is followed by web/test_fifth_game.py.
FOLLOWED = (
    "api.md",
    "positions.md",
    "notebooks.md",
    "adding-a-game-in-python.md",
    "adding-an-agent.md",
    "adding-a-search-idea.md",
    "training-ground.md",
    "environments.md",
)


@pytest.mark.parametrize("name", FOLLOWED)
def test_a_page_can_be_followed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kibitz_command: Command
) -> None:
    """From top to bottom: files are written, examples run, commands succeed."""
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names: dict[str, Any] = {}
    done = 0
    for head, text in blocks(name):
        language, _, file = head.partition(" ")
        if file:
            with (tmp_path / file).open("a", encoding="utf-8") as written:
                written.write(text)
        elif language == "python" and ">>>" in text:
            done += run_examples(name, text, names)
        elif language == "python":
            exec(compile(text, name, "exec"), names)
            done += 1
        elif language == "sh":
            for line in text.splitlines():
                told = kibitz_command(*shlex.split(line)[1:])
                assert told.code == 0, f"{line}: {told.err}"
                done += 1
    assert done


def test_the_page_on_games_in_python_is_its_example_piece_by_piece() -> None:
    pieces = "".join(text for head, text in blocks("adding-a-game-in-python.md") if head == "python hearts.py")
    lines = (ROOT / "examples" / "hearts.py").read_text(encoding="utf-8").splitlines()
    # Between two pieces there are no blank lines.
    assert list(filter(None, pieces.splitlines())) == list(filter(None, lines))


def test_the_files_of_a_game_are_those_of_every_game() -> None:
    tree = next(text for head, text in blocks("adding-a-game.md") if head == "text")
    for line in tree.splitlines():
        pattern = line.split()[0]
        for game in _core.game_names():
            assert list(ROOT.glob(pattern.replace("NAME", game))), f"{game}: {pattern}"


ROOMS = {
    name: (ROOT / f"crates/game/src/{name.lower()}.rs").read_text(encoding="utf-8").partition(f"pub trait {name}")[2]
    for name in ("Rulebook", "Play", "Worlds", "Positions", "Notation", "Encode", "Hints")
}


def test_the_page_on_games_names_every_method_a_game_must_have() -> None:
    part = section((DOCS / "adding-a-game.md").read_text(encoding="utf-8"), "2. The traits")
    rows = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \|$", part, re.MULTILINE)
    assert [name for name, _, _ in rows] == list(ROOMS)
    for name, required, other in rows:
        methods = set(re.findall(r"^    fn (\w+)[^{;]*;$", ROOMS[name], re.MULTILINE))
        assert set(re.findall(r"`(\w+)`", required)) == methods, name
        known = set(re.findall(r"^    (?:fn|const) (\w+)", ROOMS[name], re.MULTILINE))
        assert set(re.findall(r"`(\w+)`", other)) <= known - methods, name
    traits = "".join(ROOMS.values())
    constants = set(re.findall(r"^    const (\w+): [^=;]*;", traits, re.MULTILINE))
    types = set(re.findall(r"^    type (\w+)", traits, re.MULTILINE))
    before = part.partition("Required are")[2].partition("|")[0]
    assert set(re.findall(r"`(\w+)`", before)) == constants | types
    after = part.rpartition("|")[2]
    assert set(re.findall(r"`(\w+)`", after)) <= set(re.findall(r"fn (\w+)", traits)) | {"Rng"}


def test_what_the_page_on_searches_names_in_a_file_is_there() -> None:
    page = (DOCS / "adding-a-search-idea.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w./-]+\.(?:rs|toml))` \| (.*) \|$", page, re.MULTILINE)
    assert rows
    for file, text in rows:
        source = (ROOT / file).read_text(encoding="utf-8")
        for word in re.findall(r"`([^`]+)`", text):
            assert word in source, f"{file}: {word}"


def test_the_parts_of_a_search_are_those_of_the_engine() -> None:
    part = section((DOCS / "adding-a-search-idea.md").read_text(encoding="utf-8"), "1. Compose it")
    (search,) = (one for one in _core.agent_parts() if one["name"] == "search")
    rows = re.findall(r"^\| (`[^|]*) \|", part, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} <= {key.name for key in search["keys"]}
    combined = part.rpartition("Combinations of agents:")[2]
    assert set(re.findall(r"`(\w+)`", combined)) <= {one["name"] for one in _core.agent_parts()}


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
        ("Games in Python", kibitz.PythonGame),
        ("Self-play", kibitz.SelfPlay),
    ],
)
def test_the_api_page_describes_every_member(heading: str, kind: type) -> None:
    text = section((DOCS / "api.md").read_text(encoding="utf-8"), heading)
    assert described(text) == {name for name in dir(kind) if not name.startswith("_")}


TEXTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("**/*.md"))]


def commands(text: str) -> list[str]:
    """Every command of a page: inside backticks, and on lines of their own."""
    text = re.sub(r"\\\n\s*", "", text)  # a line that goes on
    inline = [re.sub(r"\s+", " ", found) for found in re.findall(r"(?<!`)`(kibitz [^`]+)`", text)]
    lines = re.findall(r"^    (?:\S*/)?(kibitz .*)$", text, re.MULTILINE)
    fenced = re.findall(r"^```(?:sh|console)\n(.*?)```", text, re.MULTILINE | re.DOTALL)
    return inline + lines + [line for block in fenced for line in re.findall(r"^kibitz .*$", block, re.MULTILINE)]


def words(command: str) -> list[str]:
    """The arguments of a command; what stands for a number is one, and what follows in the shell is left out."""
    found = []
    for word in shlex.split(command, comments=True)[1:]:
        if word in (";", "&&", "|", ">"):
            break
        last = word.endswith(";")
        found.append("2" if re.fullmatch("[A-Z]", word) else word.rstrip(";"))
        if last:
            break
    return [word for word in found if word != "…"]


def parse(arguments: list[str], whole: bool) -> None:
    """Reads a command line as the program would, and runs nothing."""
    command = typer.main.get_command(cli.app)
    name = "kibitz"
    while (inner := getattr(command, "commands", None)) is not None and arguments and arguments[0][0] != "-":
        name, *arguments = arguments
        assert name in inner, f'There is no command "{name}".'
        command = inner[name]
    for word in arguments:
        if re.match("--?[a-z]", word):
            known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
            assert word.partition("=")[0] in known, f"{name} has no {word}."
    # A mention may leave arguments out: `kibitz serve`, `kibitz match … --others healthy`.
    if whole and any(word[0] != "-" for word in arguments):
        command.make_context(name, list(arguments))


@pytest.mark.parametrize("page", TEXTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_command_of_a_page_is_one(page: Path) -> None:
    for command in commands(page.read_text(encoding="utf-8")):
        arguments = words(command)
        if arguments and (arguments[0].isupper() or arguments[0] in cli.MOVED):
            assert arguments[0].isupper(), f"{page.name}: {command} has another name now."
            continue
        try:
            parse(arguments, whole="…" not in command)
        except (AssertionError, typer.TyperException) as error:
            raise AssertionError(f"{page.name}: {command}: {error}") from error


def test_pages_have_commands_to_check() -> None:
    found = [command for page in TEXTS for command in commands(page.read_text(encoding="utf-8"))]
    assert len(found) > 100
    named = {words(command)[0] for command in found if words(command)}
    assert named >= {cli.name(module) for group in cli.GROUPS.values() for module in group} | {"lab"}


def test_the_page_of_commands_has_the_groups_of_the_program() -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    for title, modules in {**cli.GROUPS, "Lab": cli.STUDIES}.items():
        prefix = "kibitz lab " if title == "Lab" else "kibitz "
        for module in modules:
            assert f"`{prefix}{cli.name(module)}" in section(text, title)


@pytest.mark.parametrize("page", TEXTS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        if anchor and target.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in headings}, link


def test_a_page_of_methods_begins_with_its_result_and_is_in_the_index() -> None:
    index = (DOCS / "methods" / "README.md").read_text(encoding="utf-8")
    pages = sorted(page for page in DOCS.glob("methods/*.md") if page.name != "README.md")
    assert len(pages) > 10
    for page in pages:
        assert page.read_text(encoding="utf-8").splitlines()[2].startswith("**Result.** "), page.name
        assert f"({page.name})" in index


def test_every_page_has_its_place_on_the_site() -> None:
    site = runpy.run_path(str(ROOT / "tools" / "website" / "pages.py"))
    placed = [page for pages in site["parts"]().values() for page in pages]
    assert sorted(placed) == sorted(site["texts"]())
    assert {page.relative_to(ROOT).as_posix() for page in TEXTS} <= set(placed)
    assert {f"agents/{part['name']}.md" for part in _core.agent_parts()} == set(site["agents"]())
    assert {f"reference/{name.lower()}.md" for name in kibitz.__all__} - set(site["reference"]()) == {
        "reference/__version__.md"
    }
