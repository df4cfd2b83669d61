"""What of Kibitz is installed: which engine of a wheel runs here, and where the networks with names are.

Imported before everything else, so it imports little. A wheel has an engine for any processor and one for those that
have what x86-64-v3 stands for; both play the same. KIBITZ_ENGINE=baseline keeps to the first.
"""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import kibitz
from kibitz import _core

HOME = Path(__file__).parent


def _choose() -> None:
    """Puts the quicker engine in the place of the one that was imported, where the processor has what it needs."""
    wanted = os.environ.get("KIBITZ_ENGINE", "")
    if wanted not in ("", "baseline"):
        raise ImportError(f'KIBITZ_ENGINE is "baseline" or not set at all, not "{wanted}".')
    quick = HOME / "engines" / "x86-64-v3" / Path(str(_core.__file__)).name
    if not wanted and _core.ENGINE == "baseline" and _core.runs_v3() and quick.is_file():
        spec = spec_from_file_location(_core.__name__, quick)
        assert spec is not None
        assert spec.loader is not None
        kibitz._core = sys.modules[_core.__name__] = module_from_spec(spec)
        spec.loader.exec_module(kibitz._core)


def published(name: str) -> Path:
    """The folder of this name, ``experiments`` or ``results``: the one here if there is one, else what is installed."""
    here = Path(name)
    return here if here.is_dir() else HOME / "published" / name


def larger_networks() -> list[str]:
    """The names of the networks of the package kibitz-nets, installed or not: those of more than a megabyte."""
    return (HOME / "nets" / "more.txt").read_text(encoding="utf-8").split()


def network_folders() -> list[Path]:
    """Where the networks with names are: here, and in the package kibitz-nets."""
    try:
        import kibitz_nets
    except ImportError:
        return [HOME / "nets"]
    return [HOME / "nets", *map(Path, kibitz_nets.__path__)]


def find_networks() -> None:
    """Tells the engine which networks are installed, and how to get the others."""
    folders = network_folders()
    missing = larger_networks() if len(folders) == 1 else []
    kibitz._core.set_network_folders(folders, missing, 'pip install "kibitz[nets]" brings it')


_choose()
