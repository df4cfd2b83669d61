"""One process at a time: a lock beside a file, which says who holds it and which dies with its process."""

import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from kibitz.database import StoreError

try:
    import fcntl
except ImportError:  # Windows has other locks
    fcntl = None  # type: ignore[assignment]


class Lock:
    """Held from its making until ``release``, or until the process ends, however it ends."""

    def __init__(self, path: Path, otherwise: str) -> None:
        """Locks a file, or says who has it and what can be done ``otherwise``."""
        own = path.with_name(f"{path.name}.lock")
        try:
            self._file = own.open("a+", encoding="utf-8")
        except OSError as error:
            raise StoreError(f"{own} cannot be written: {error.strerror}; choose a writable folder.") from error
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.seek(0)
            holder = self._file.read().strip() or "another process"
            self._file.close()
            raise StoreError(f"{path} is in use by {holder}; {otherwise}.") from error
        self._file.truncate(0)
        since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        self._file.write(f"process {os.getpid()} on {platform.node()} since {since}\n")
        self._file.flush()

    def release(self) -> None:
        """Others may have it."""
        self._file.close()
