"""Builds what is published, into dist/: the wheel, the source distribution, and the wheel of the larger networks.

On x86-64 the wheel holds two engines, of which the program chooses one when it starts (kibitz/_installed.py).
"""

import os
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
ENGINES = ROOT / "python" / "kibitz" / "engines"
QUICK = "x86-64-v3"


def maturin(*arguments: str, processor: str = "", name: str = "") -> None:
    """Runs maturin, for processors of this kind; the engine then says that it is for those of this name."""
    environment = os.environ | {"KIBITZ_BUILD": name, "RUSTFLAGS": f"-C target-cpu={processor}"} if name else os.environ
    apart = ["--target-dir", str(ROOT / f"target-{name}")] if name else []
    subprocess.run([sys.executable, "-m", "maturin", *arguments, *apart], cwd=ROOT, env=environment, check=True)


def quick_engine(scratch: Path) -> None:
    """Builds the engine for x86-64-v3 and puts it where the wheel takes it from."""
    maturin("build", "--release", "--locked", "--quiet", "--out", str(scratch), processor=QUICK, name=QUICK)
    (built,) = scratch.glob("*.whl")
    with zipfile.ZipFile(built) as wheel:
        (engine,) = (name for name in wheel.namelist() if name.startswith("kibitz/_core.") and not name.endswith("pyi"))
        (ENGINES / QUICK).mkdir(parents=True)
        (ENGINES / QUICK / Path(engine).name).write_bytes(wheel.read(engine))


def main() -> None:
    """Builds everything."""
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(ENGINES, ignore_errors=True)
    pc = platform.machine().lower() in ("x86_64", "amd64")
    scratch = ROOT / "target" / "wheels"
    shutil.rmtree(scratch, ignore_errors=True)
    try:
        if pc:
            quick_engine(scratch)
        baseline = "x86-64" if pc else "generic"
        maturin("build", "--release", "--locked", "--quiet", "--out", str(DIST), processor=baseline, name="baseline")
    finally:
        shutil.rmtree(ENGINES, ignore_errors=True)
    maturin("sdist", "--out", str(DIST))
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(DIST)]
    subprocess.run([*pip, f"{ROOT / 'python'}/"], check=True)


if __name__ == "__main__":
    main()
