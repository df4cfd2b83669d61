"""A fifth game is one folder and one line: the page on adding a game is followed, and then the game is played.

The tree is copied below ``target``; there the folder of ``tests/fifth_game`` comes to the four others and the line of
the page into the registry. The engine is built as cargo builds when it is in a hurry, without optimisation: 50 seconds
of CPU time instead of two minutes, and what was compiled stays for the next time. All of it stands here because the
browser is the one of the other tests.
"""

import os
import random
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from server.playing import Player, play_deal
from test_pages import blocks
from web.person import Person
from web.running import Server

ROOT = Path(__file__).parents[2]
(FOLDER,) = (ROOT / "tests" / "fifth_game").iterdir()
NAME = FOLDER.name
SEATS = 3
REGISTRY = Path("crates/registry/Cargo.toml")
PAGE = "adding-a-game.md"


def files(tree: Path) -> set[Path]:
    """What is in a tree and not to be ignored."""
    listed = subprocess.run(
        ["git", f"--work-tree={tree}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=tree,
        env=os.environ | {"GIT_DIR": git_folder()},
        capture_output=True,
        check=True,
    ).stdout
    names = (Path(os.fsdecode(name)) for name in listed.split(b"\0") if name)
    return {name for name in names if (tree / name).is_file()}


def git_folder() -> str:
    asked = ["git", "rev-parse", "--absolute-git-dir"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, check=True, text=True).stdout.strip()


def of_the_page(language: str) -> list[str]:
    """The blocks of the page in a language, for this game."""
    return [text.replace("NAME", NAME) for head, text in blocks(PAGE) if head == language]


class Tree:
    """A copy of the program with one more game."""

    def __init__(self, home: Path) -> None:
        self.root = home / "tree"
        self.build = home / "build"
        self.package = self.root / "python"
        quick = {"CARGO_PROFILE_DEV_DEBUG": "0", "CARGO_INCREMENTAL": "0", "CARGO_TARGET_DIR": str(self.build)}
        inherited = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MFLAGS")}
        self.environment = inherited | quick | {"PYO3_PYTHON": sys.executable, "PYTHONPATH": str(self.package)}

    def copy(self) -> None:
        """As it is, at the same place and as old as before: cargo then knows what it has already compiled."""
        shutil.rmtree(self.root, ignore_errors=True)
        for name in files(ROOT) | {Path("Cargo.lock")}:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.root / name)
        (self.package / "kibitz/server/static").symlink_to(ROOT / "python/kibitz/server/static")

    def add_the_game(self) -> None:
        shutil.copytree(FOLDER, self.root / "games" / NAME)
        (line,) = of_the_page(f"toml {REGISTRY}")
        manifest = self.root / REGISTRY
        before = manifest.stat()
        lines = manifest.read_text(encoding="utf-8").splitlines(keepends=True)
        last = max(number for number, text in enumerate(lines) if "../../games/" in text)
        manifest.write_text("".join([*lines[: last + 1], line, *lines[last + 1 :]]), encoding="utf-8")
        os.utime(manifest, ns=(before.st_atime_ns, before.st_mtime_ns))

    def set_up(self) -> None:
        """What ``make setup`` does, in a hurry."""
        self.run(sys.executable, "tools/link_games.py")
        self.run("cargo", "build", "--offline", "--quiet", "--package", "kibitz-py")
        (engine,) = (self.build / "debug" / f"lib_core.{end}" for end in ("so", "dylib") if self.built(end))
        shutil.copy2(engine, self.package / "kibitz/_core.abi3.so")

    def built(self, end: str) -> bool:
        return (self.build / "debug" / f"lib_core.{end}").is_file()

    def run(self, *command: str, typed: str = "", where: Path | None = None, **environment: str) -> str:
        """What a command says; it must succeed."""
        done = subprocess.run(
            command,
            cwd=where or self.root,
            env=self.environment | environment,
            input=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{shlex.join(command)}: {done.stdout}"
        return done.stdout

    def kibitz(self, *arguments: str, typed: str = "", where: Path | None = None) -> str:
        return self.run(sys.executable, "-m", "kibitz", *arguments, typed=typed, where=where, KIBITZ_HINT_MS="50")


@pytest.fixture(scope="module")
def tree() -> Tree:
    tree = Tree(ROOT / "target" / "fifth_game")
    tree.copy()
    tree.add_the_game()
    tree.set_up()
    return tree


@pytest.fixture(scope="module")
def server(tree: Tree, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("table") / "table.sqlite", package=tree.package)
    yield running
    running.kill()


def test_the_commands_of_the_page_work(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "games").symlink_to(tree.root / "games")
    commands = [shlex.split(line) for text in of_the_page("sh") for line in text.splitlines()]
    told = {command[1]: tree.kibitz(*command[1:], typed="q\n", where=tmp_path) for command in commands}
    assert told["games"].splitlines()[-1].split()[:3] == [NAME, "Agram", str(SEATS)]
    assert len(told["games"].splitlines()) == 1 + 5
    assert "highest card of the suit led" in told["rules"]
    assert "1 takes 2" in told["watch"]
    assert told["watch"].splitlines()[-1].split() == ["-1", "2", "-1", "stakes"]
    assert "stakes more per deal" in told["match"]
    assert {"high", "ismcts(100)", "mc(50)", "random"} <= set(told["ladder"].split())
    assert "Goodbye." in told["play"]


def test_the_examples_of_the_page_hold(tree: Tree) -> None:
    tree.run(sys.executable, "-m", "doctest", f"docs/{PAGE}")


@pytest.mark.parametrize("language", ["toml", "rust"])
def test_the_files_that_the_page_shows_are_those_of_the_game(language: str) -> None:
    shown = [(head, text) for head, text in blocks(PAGE) if head.startswith(f"{language} games/NAME/")]
    assert shown
    for head, text in shown:
        file = FOLDER / head.partition("games/NAME/")[2]
        assert text.replace("NAME", NAME) in file.read_text(encoding="utf-8"), file


def test_the_kit_passes(tree: Tree) -> None:
    assert "2 passed" in tree.run(
        "cargo", "test", "--offline", "--profile=dev", f"--package=kibitz-{NAME}", "--test=kit"
    )


def test_the_folder_is_formatted_as_the_others(tree: Tree) -> None:
    tree.run("cargo", "fmt", f"--package=kibitz-{NAME}", "--check")


def test_a_deal_is_played_in_the_terminal(tree: Tree, tmp_path: Path) -> None:
    typed = "".join(f"{line}\n" for line in ("?", "b", "nonsense", "1", "u", *"1" * 6, "n", "n"))
    told = tree.kibitz("play", NAME, "--seed", "4", "--record", str(tmp_path / "deal.txt"), typed=typed)
    assert "stakes ahead" in told
    assert "where the unseen cards are" in told
    assert "nonsense" in told
    assert "Taken back." in told
    assert "The deal is over" in told
    assert "result:" in (tmp_path / "deal.txt").read_text(encoding="utf-8")
    assert "Where the result comes from (stakes ahead)" in tree.kibitz(
        "analyse", str(tmp_path / "deal.txt"), "--account", "--quick"
    )


def opened(server: Server, agents: Sequence[str]) -> Player:
    seats = [{"kind": "me"}, *({"kind": "agent", "agent": agent} for agent in agents)]
    table = server.post("/api/tables", {"game": NAME, "seats": seats, "seed": 2, "pace_ms": 0, "window_ms": 0})
    return Player(server, table["table"], table["token"])


def test_a_match_is_played_over_the_protocol_with_hints_and_beliefs(server: Server) -> None:
    with opened(server, ["casual", "high"]) as player:
        assert player.turn()
        assert player.ask("hint", ms=100)["type"] == "ack"
        hint = player.until(lambda message: message["type"] == "hint" and not message["running"])
        assert {move["move"]["text"] for move in hint["analysis"]["moves"]} == set(player.view["view"]["facts"]["hand"])
        assert player.ask("belief")["type"] == "ack"
        belief = player.until("belief")
        assert len(belief["cards"]) == 35 - 6 - len(player.view["view"]["tricks"])
        assert all(shares[0] == 0 and 0 < sum(shares) < 1 for shares in belief["cards"].values())
        over = play_deal(player, random.Random(1).choice)
        assert sorted(over["returns"]) == [-1, -1, 2]


def test_a_deal_is_played_at_the_plain_table_of_the_page(browser: Browser, server: Server) -> None:
    person = Person(browser, server).open(NAME, SEATS, seed=7)
    expect(person.page.locator("main.felt dt", has_text="trick_winner")).to_be_visible()
    assert len(person.hand()) == 6
    person.finish()
    results = person.page.locator("[data-result]").all_inner_texts()
    assert len(results) == SEATS
    person.leave()


def test_a_game_without_features_is_not_learned(tree: Tree) -> None:
    tried = f"import kibitz; kibitz.SelfPlay(kibitz.Game('{NAME}'), 4)"
    done = subprocess.run([sys.executable, "-c", tried], env=tree.environment, capture_output=True, text=True)
    assert done.stderr.splitlines()[-1].startswith("kibitz.InvalidSpec: Agram has no features")


def test_what_holds_for_every_game_at_the_server_holds_for_this_one(tree: Tree) -> None:
    """Among the rest that no seat is sent what it cannot know."""
    cases = ("test_secrets.py", "test_table.py", "test_restart.py", "test_any_game.py")
    told = tree.run(
        *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NAME),
        *(f"tests/server/{case}" for case in cases),
        PYTHONPATH=os.pathsep.join([str(tree.package), str(tree.root / "tests")]),
        PYTHONDONTWRITEBYTECODE="1",
    )
    assert "passed" in told


def test_nothing_but_the_folder_and_the_line_is_new(tree: Tree) -> None:
    """After all the rest: nothing was written elsewhere either."""
    old, new = files(ROOT), files(tree.root)
    folder = {Path("games") / NAME / file.relative_to(FOLDER) for file in FOLDER.rglob("*") if file.is_file()}
    assert new - old == folder
    changed = {name for name in old if (ROOT / name).read_bytes() != (tree.root / name).read_bytes()}
    assert changed == {REGISTRY}
    before, after = ((home / REGISTRY).read_text(encoding="utf-8").splitlines() for home in (ROOT, tree.root))
    assert [line for line in after if line not in before] == of_the_page(f"toml {REGISTRY}")[0].splitlines()
    assert len(after) == len(before) + 1
