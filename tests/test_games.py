"""A game is one folder: nothing above the engine knows its name, and a game without a folder plays all the same."""

import io
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import kibitz
from conftest import Command
from kibitz import _core, games
from kibitz.games import Profile, having, part, parts, profile

PACKAGE = Path(kibitz.__file__).parent
SHARED = [
    *(PACKAGE / name for name in ("lab", "cli", "learning", "analysis", "agents", "experiments", "envs")),
    PACKAGE,
]
NAMES = re.compile("tichu|doppelkopf|schnapsen|six_nimmt|6 nimmt", re.IGNORECASE)
EVERY_GAME_HAS = ("behaviour", "sheet")


def test_the_rules_have_the_same_paragraphs_in_every_language() -> None:
    folder = PACKAGE.parents[1] / "games"
    for name in _core.game_names():
        english = _core.describe_game(name)["rules_page"]
        pages = {path.name: path.read_text(encoding="utf-8") for path in folder.glob(f"{name}/RULES.*.md")}
        assert "RULES.de.md" in pages
        for page in pages.values():
            assert _paragraphs(page) == _paragraphs(english), name
            assert _notation(page) == _notation(english), name


def _paragraphs(page: str) -> list[str]:
    return re.findall(r"^(?:- |\*\*|\| )(§[\d.]+)", page, re.MULTILINE)


def _notation(page: str) -> set[str]:
    """Everything that is written as it stands: options, their values, moves."""
    return set(re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", page, flags=re.DOTALL)))


def test_every_file_of_rust_tests_is_compiled() -> None:
    for program in (PACKAGE.parents[1] / "games").glob("*/tests/all.rs"):
        named = set(re.findall(r"^mod (\w+);", program.read_text(encoding="utf-8"), re.MULTILINE))
        assert named == {file.stem for file in program.parent.glob("*.rs")} - {"all"}, program


def shared_files() -> Iterator[Path]:
    for folder in SHARED:
        yield from folder.glob("*.py") if folder == PACKAGE else folder.rglob("*.py")


def test_the_names_that_are_looked_for_are_those_of_the_games() -> None:
    for name in _core.game_names():
        assert NAMES.search(name), name
        assert NAMES.search(_core.Game(name).title), name


def test_nothing_above_the_engine_knows_a_game() -> None:
    lines = [
        f"{path.relative_to(PACKAGE)}:{number}: {line.strip()}"
        for path in shared_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NAMES.search(line)
    ]
    assert lines == []


def test_the_parts_that_are_asked_for_are_there() -> None:
    """A part that no game has is a word misspelt."""
    asked = re.compile(r"""\b(?:part|parts|having)\((?:[\w.]+, )?f?["'](\w+)""")
    words = {word for path in shared_files() for word in asked.findall(path.read_text(encoding="utf-8"))}
    assert words >= {"analyses", "beater", "behaviour", "deck", "exploit", "learners", "sheet"}
    for word in words:
        assert having(word) or any(parts(name, word) for name in _core.game_names()), word


@pytest.mark.parametrize("name", _core.game_names())
def test_every_part_of_every_game_loads(name: str) -> None:
    for what in EVERY_GAME_HAS:
        assert part(name, what) is not None, what
    home = f"kibitz.games.{name}"
    for module in parts(name, "."):
        try:
            import_module(f"{home}.{module}")
        except ModuleNotFoundError as error:  # learning is an extra
            assert error.name == "torch"
    for module in parts(name, "analyses"):
        assert callable(import_module(f"{home}.analyses.{module}").run)


@pytest.mark.parametrize("name", _core.game_names())
def test_a_profile_names_what_the_engine_knows(name: str) -> None:
    told, game = profile(name), _core.Game(name)
    presets = _core.describe_game(name)["presets"]
    for measured in told.bench.engine:
        preset, _, what = measured.rpartition("/")
        assert _core.measure(_core.Game(name, preset or None), what, 1, 0.001)
    assert set(told.bench.selfplay) <= set(presets)
    for bench in told.bench.search:
        assert "analyse" in _core.Game(name, bench.rules).abilities(bench.agent)
    assert told.match_target is None or told.match_target in game.to_match().options
    if told.learning_reward is not None:
        assert _core.SelfPlay(game, 1, reward=told.learning_reward).reward == told.learning_reward
    for level in kibitz.levels(name):
        game.cost(level.spec)


@pytest.fixture
def without_folders(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for found in (games._profile, part):
        found.cache_clear()
    monkeypatch.setattr(games, "_home", lambda _name: None)
    yield
    for found in (games._profile, part):
        found.cache_clear()


@pytest.mark.usefixtures("without_folders")
@pytest.mark.parametrize("name", _core.game_names())
def test_a_game_without_a_folder_is_played_and_shown(
    name: str, kibitz_command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert profile(name) == Profile()
    record = tmp_path / "deal.txt"
    told = kibitz_command("watch", "random", "--game", name, "--seed", "1", "--record", str(record)).out
    assert _core.Game(name).unit[0] in told
    assert kibitz_command("replay", str(record)).out
    assert kibitz_command("deal", name, "--seed", "1").out
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert "hand" in kibitz_command("play", name, "--seed", "1").out
    assert [level.name for level in kibitz.levels(name)] == ["beginner", "casual", "club", "strong", "strongest"]
    assert "There are no behaviour statistics for" in kibitz_command("lab", "behaviour", "random", "--game", name).err


@pytest.mark.usefixtures("without_folders")
def test_without_folders_there_are_the_learners_of_every_game() -> None:
    from kibitz.learning import learners

    assert list(learners()) == ["dmc", "ppo"]


def test_a_profile_with_an_unknown_key_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "patience"
    home.mkdir()
    (home / "__init__.py").touch()
    (home / "profile.toml").write_text('colour = "blue"')
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    with pytest.raises(ValueError, match="The profile of patience has unknown keys: colour"):
        profile("patience")
