"""What is published, installed into clean environments and used: ``make test-wheel`` builds it first."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.wheel

DIST = Path(__file__).parent.parent / "dist"
PYTHONS = ("3.11", "3.12", "3.13")


def interpreter(version: str) -> str | None:
    """A Python of this version: one that pyenv keeps, or on the path."""
    kept = (Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python")
    return next(map(str, sorted(kept)), None) or shutil.which(f"python{version}")


def runs(python: str) -> bool:
    """Whether it is there in earnest: pyenv leaves names on the path for what is not chosen."""
    return subprocess.run([python, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0


def wheel() -> Path:
    (found,) = DIST.glob("kibitz-*.whl")
    return found


def installed(home: Path, python: str, what: Path, extra: str = "") -> Path:
    """A clean environment with this installed; the folder of its programs."""
    subprocess.run([python, "-m", "venv", str(home)], check=True)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    arguments = ["install", "--quiet", "--find-links", str(DIST), f"{what}{extra}"]
    subprocess.run([str(programs / "python"), "-m", "pip", *arguments], check=True)
    return programs


def kibitz(programs: Path, *arguments: str, **environment: str) -> str:
    """What a command prints, in a folder with nothing in it."""
    empty = programs.parent / "empty"
    empty.mkdir(exist_ok=True)
    done = subprocess.run(
        [str(programs / "kibitz"), *arguments],
        cwd=empty, capture_output=True, text=True, env=os.environ | environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def answer(programs: Path, *paths: str) -> list[str]:
    """What the table answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(programs / "kibitz"), "serve", "--port", str(port), "--data", str(programs.parent / "table.sqlite")]
    with subprocess.Popen(command, cwd=programs.parent, stdout=subprocess.DEVNULL) as server:
        try:
            return [_fetched(f"http://127.0.0.1:{port}{path}") for path in paths]
        finally:
            server.terminate()


def _fetched(url: str) -> str:
    for _ in range(600):
        try:
            with urllib.request.urlopen(url) as page:
                return str(page.read().decode())
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"{url} did not answer")


def use(programs: Path) -> None:
    """What a person tries first."""
    played = json.loads(kibitz(programs, "match", "rules", "random", "--deals", "20", "--json"))
    assert played["mean"] > 0
    assert len(kibitz(programs, "reproduce", "--list").splitlines()) > 70
    ladder = json.loads(kibitz(programs, "ladder", "schnapsen", "random", "rules", "--deals", "20", "--json"))
    assert [line["player"] for line in ladder["ladders"][0]["ratings"]] == ["rules", "random"]
    findings = {one["name"]: one for one in json.loads(kibitz(programs, "doctor", "--json"))["findings"]}
    assert findings["page of the table"]["good"]
    assert findings["papers"]["good"]


def test_the_wheel_holds_the_page_the_papers_both_engines_and_small_networks() -> None:
    names = zipfile.ZipFile(wheel()).namelist()
    assert "kibitz/server/static/index.html" in names
    assert "kibitz/games/tichu/profile.toml" in names
    assert "kibitz/published/experiments/epfl2017/table-5.7.toml" in names
    assert "kibitz/published/results/ladders/tichu.json" in names
    assert any(name.startswith("kibitz/engines/x86-64-v3/_core") for name in names) or "x86_64" not in wheel().name
    assert max(one.file_size for one in zipfile.ZipFile(wheel()).infolist() if "nets" in one.filename) < 1_000_000
    assert not [name for name in names if "__pycache__" in name or "/store/" in name]


@pytest.mark.parametrize("version", PYTHONS)
def test_the_wheel_works_in_a_clean_environment(version: str, tmp_path: Path) -> None:
    python = interpreter(version)
    if python is None or not runs(python):
        pytest.skip(f"no Python {version} here")
    programs = installed(tmp_path / "env", python, wheel(), "[table]")
    use(programs)
    page, ladder = answer(programs, "/", "/api/ladder/tichu")
    assert "<title>" in page
    assert len(json.loads(ladder)["lines"]) > 5


def test_both_engines_play_the_same(tmp_path: Path) -> None:
    programs = installed(tmp_path / "env", sys.executable, wheel(), "[nets]")
    code = (
        "import kibitz, sys\n"
        "print(kibitz._core.ENGINE, file=sys.stderr)\n"
        "for game in kibitz._core.game_names():\n"
        "    for a in ('rules', 'ismcts(50)'):\n"
        "        print(kibitz.match(game, a, 'random', deals=4, seed=3).differences)\n"
        "for net in kibitz._core.network_names():\n"
        "    game = net.partition('-')[0]\n"
        "    rules = kibitz.nets.metadata(kibitz.nets.file(net))['rules']\n"
        "    agent = f'net({net}, pick=boltzmann(1))'\n"
        "    print(net, kibitz.match(game, agent, 'random', rules=rules, deals=4).differences)\n"
    )
    seen = {}
    for engine in ("", "baseline"):
        done = subprocess.run(
            [str(programs / "python"), "-c", f"import kibitz.nets\n{code}"],
            cwd=tmp_path, capture_output=True, text=True, check=True, env=os.environ | {"KIBITZ_ENGINE": engine},
        )  # fmt: skip
        seen[done.stderr.strip()] = done.stdout
    assert "baseline" in seen
    assert len({*seen.values()}) == 1


def test_the_source_distribution_builds_and_works(tmp_path: Path) -> None:
    (source,) = DIST.glob("kibitz-*.tar.gz")
    programs = installed(tmp_path / "env", sys.executable, source, "[table]")
    use(programs)
    assert "<title>" in answer(programs, "/")[0]
