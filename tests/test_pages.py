"""The pages of docs/ hold what they say: their examples run, their commands parse, what they name exists."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
import typer

import kibitz
from kibitz import _core, cli

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
    assert named >= {module.__name__.rpartition(".")[2] for group in cli.GROUPS.values() for module in group} | {"lab"}


def test_the_page_of_commands_has_the_groups_of_the_program() -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    for title, modules in {**cli.GROUPS, "Lab": cli.STUDIES}.items():
        prefix = "kibitz lab " if title == "Lab" else "kibitz "
        for module in modules:
            assert f"`{prefix}{module.__name__.rpartition('.')[2]}" in section(text, title)


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
