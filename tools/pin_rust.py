"""Keeps Cargo.lock at the versions of requirements/rust.txt.

Cargo.lock names the registry it was made from, so it is not committed; the plain list of versions is.

    python tools/pin_rust.py            make Cargo.lock if it is missing, then move every crate to its pin
    python tools/pin_rust.py --write    write the versions of Cargo.lock down as the new pins
"""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "Cargo.lock"
PINS = ROOT / "requirements" / "rust.txt"

Crate = tuple[str, str]  # name, version


def locked() -> set[Crate]:
    """The crates of Cargo.lock that come from a registry; our own have no source."""
    packages = tomllib.loads(LOCK.read_text(encoding="utf-8")).get("package", [])
    return {(package["name"], package["version"]) for package in packages if "source" in package}


def pinned() -> set[Crate]:
    """The crates of requirements/rust.txt."""
    lines = (line.strip() for line in PINS.read_text(encoding="utf-8").splitlines())
    crates = set()
    for line in lines:
        if line and not line.startswith("#"):
            name, _, version = line.partition("==")
            crates.add((name, version))
    return crates


def series(version: str) -> tuple[str, ...]:
    """What Cargo keeps apart: versions of one series replace each other, several series live side by side."""
    major, minor, patch = version.split("-")[0].split("+")[0].split(".")[:3]
    if major != "0":
        return (major,)
    return (major, minor) if minor != "0" else (major, minor, patch)


def replacements(lock: set[Crate], pins: set[Crate]) -> list[tuple[str, str, str]]:
    """Crates to move: name, version in the lock, version of the pin."""
    moves = []
    for name, version in sorted(pins - lock):
        there = sorted(old for crate, old in lock - pins if crate == name)
        # A crate that is not there at all, or only in another series, may come with the move of a crate that needs it.
        same = [old for old in there if series(old) == series(version)]
        moves += [(name, old, version) for old in (same or there)[:1]]
    return moves


def cargo(*arguments: str) -> bool:
    """Whether a cargo command went well."""
    return subprocess.run(["cargo", *arguments], cwd=ROOT, capture_output=True).returncode == 0


def settle(pins: set[Crate]) -> set[Crate]:
    """Moves crates until the lock holds the pins or no move helps; returns where they still differ."""
    while difference := locked() ^ pins:
        before = locked()
        for name, old, new in replacements(before, pins):
            # One that fails now may go through once another crate has moved: the next round tries again.
            cargo("update", f"{name}@{old}", "--precise", new)
        if locked() == before:
            return difference
    return set()


def write() -> None:
    """Writes the pins."""
    lines = [f"{name}=={version}" for name, version in sorted(locked())]
    PINS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Runs the tool; returns the exit code."""
    # An existing lock is brought up to our own manifests, whose crates come and go; other versions stay as they are.
    made = cargo("update", "--workspace") if LOCK.exists() else cargo("generate-lockfile")
    if not made:
        print("Cargo could not make Cargo.lock; `cargo generate-lockfile` says why.", file=sys.stderr)
        return 1
    if "--write" in sys.argv[1:]:
        write()
        return 0
    if difference := settle(pinned()):
        crates = ", ".join(sorted({f"{name} {version}" for name, version in difference}))
        print(
            f"Cargo.lock and requirements/rust.txt differ in {crates}; "
            "if a dependency was changed on purpose, run `python tools/pin_rust.py --write`.",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
