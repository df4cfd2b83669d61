"""Files that are there whole, or as they were before: written beside, put to disk, then renamed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Where to write what shall take the place of a file; if the writing fails, the file stays as it is."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        yield path  # a terminal, a pipe, or a name for a file elsewhere keeps being one
        return
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        yield fresh
        with fresh.open("r+b") as file:
            os.fsync(file.fileno())
        fresh.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        error.filename = str(path)  # the name beside it says nothing to anybody
        raise
    finally:
        fresh.unlink(missing_ok=True)


def write(path: Path, text: str) -> None:
    """Writes a text, all of it or nothing."""
    with replacing(path) as fresh:
        fresh.write_text(text, encoding="utf-8")


def _sync_folder(folder: Path) -> None:
    """The new name is on disk, too, where folders can be synced."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
