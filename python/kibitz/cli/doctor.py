"""``kibitz doctor``: what is installed, what is missing and how to get it, and how fast this machine is."""

import json
import platform
import re
from collections import defaultdict
from importlib import metadata, util
from statistics import median
from typing import NamedTuple

import typer

from kibitz import _core, _installed, nets
from kibitz.cli.options import JsonOption
from kibitz.games import profile

_SLICES = 5
_SECONDS = 0.05
_REQUIREMENT = re.compile(r"""([\w.-]+)[^;]*;\s*extra\s*==\s*['"]([\w-]+)['"]""")


class Finding(NamedTuple):
    """One thing that was looked at."""

    name: str
    good: bool
    found: str
    remedy: str = ""  # the command that gets what is missing


class Pace(NamedTuple):
    """How fast this machine is at one thing, beside the one of docs/methods/speed.md."""

    name: str
    rate: float  # per second of CPU time
    reference: float

    @property
    def ratio(self) -> float:
        """Above 1, this machine is faster."""
        return self.rate / self.reference


def command(as_json: JsonOption = False) -> None:
    """Say what is installed, what is missing and the command that gets it, and how fast this machine is.

    Speed is compared with the machine of the page on engine speed: one core of an AMD EPYC server, engine built for it.
    Nothing is installed or changed; what is missing is needed only by who uses it.

    **Example**

    - `kibitz doctor --json`
    """
    found = [_engine(), _page(), _papers(), _networks(), *_extras(), _bfloat16()]
    paces = [pace for game in _core.game_names() for pace in _paces(game)]
    if as_json:
        speed = [pace._asdict() | {"ratio": pace.ratio} for pace in paces]
        typer.echo(json.dumps({"kibitz": _core.VERSION, "findings": [one._asdict() for one in found], "speed": speed}))
        return
    typer.echo(f"kibitz {_core.VERSION}, Python {platform.python_version()}, {platform.system()} {platform.machine()}")
    for one in found:
        typer.echo(f"{'  ' if one.good else '– '}{one.name:18} {one.found}")
        if one.remedy:
            typer.echo(f"{'':20} {one.remedy}")
    typer.echo("Speed beside the reference:")
    for pace in paces:
        typer.echo(f"  {pace.name:36} {pace.rate:12,.0f} /s  {pace.ratio:.2f}")


def _engine() -> Finding:
    found = {"native": "built for this machine", "baseline": "for any processor"}.get(_core.ENGINE, "")
    return Finding("engine", True, f"{_core.ENGINE}{': ' if found else ''}{found}")


def _page() -> Finding:
    built = (_installed.HOME / "server" / "static" / "index.html").is_file()
    return Finding("page of the table", built, "built" if built else "not built", "" if built else "make web")


def _papers() -> Finding:
    experiments, results = map(_installed.published, ("experiments", "results"))
    counts = len([*experiments.rglob("*.toml")]), len([*results.rglob("*.json")])
    return Finding("papers", min(counts) > 0, f"{counts[0]} experiments, {counts[1]} files of results")


def _networks() -> Finding:
    missing = {*_installed.larger_networks()} - {*nets.names()}
    told = f"{len(nets.names())} installed" + (f", without {', '.join(sorted(missing))}" if missing else "")
    return Finding("networks", not missing, told, _pip("nets") if missing else "")


def _extras() -> list[Finding]:
    """The extras of the package, as its own metadata lists them."""
    needed: dict[str, list[str]] = defaultdict(list)
    for line in metadata.requires("kibitz") or ():
        if found := _REQUIREMENT.match(line):
            needed[found[2]].append(found[1])
    findings = []
    for extra, packages in sorted(needed.items()):
        missing = [name for name in packages if not _has(name)]
        told = f"without {', '.join(missing)}" if missing else "installed"
        findings.append(Finding(f"kibitz[{extra}]", not missing, told, _pip(extra) if missing else ""))
    return findings


def _has(name: str) -> bool:
    if util.find_spec(name.replace("-", "_")) is not None:
        return True  # beside the source there is no metadata of kibitz-nets
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _pip(extra: str) -> str:
    return f'pip install "kibitz[{extra}]"'


def _bfloat16() -> Finding:
    """Tried in a child process: a processor may announce instructions that end whoever uses them."""
    if not _has("torch"):
        return Finding("bfloat16", False, "not known without PyTorch", _pip("learn"))
    import torch

    from kibitz.learning.precision import precision

    tried = precision(torch.device("cuda" if torch.cuda.is_available() else "cpu"))
    return Finding("bfloat16", tried.dtype == torch.bfloat16, tried.told)


def _paces(game: str) -> list[Pace]:
    paces = []
    for name, reference in profile(game).bench.reference.items():
        preset, _, what = name.rpartition("/")
        rates = _core.measure(_core.Game(game, preset or None), what, _SLICES, _SECONDS)
        paces.append(Pace(f"{game}/{name}", median(rates), reference))
    return paces
