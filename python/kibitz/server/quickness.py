"""What keeps the server quick while many play: whatever stops everybody for a moment is made short."""

import gc
import sys
import time
from contextlib import suppress

_NEVER = 1 << 30
_OFTEN_S = 3600.0
_FILES = 65_536


def settle() -> None:
    """Prepares a process that does nothing but serve; to be called once, when all that lasts is loaded."""
    # The search for cyclic garbage stops everybody, the longer the more there is to search through. What lives as long
    # as the server is left out for good, and what has grown old is searched by `sweep` alone. Rooms need no search:
    # they go when they are put away (tests/server/test_crowds.py).
    gc.collect()
    gc.freeze()
    gc.set_threshold(2000, 10, _NEVER)
    # A thread that judges a deal may keep the interpreter for so long while a move waits.
    sys.setswitchinterval(0.001)
    _open_files()


def _open_files() -> None:
    """As many sockets as this account may have, where it has to be asked for."""
    try:
        import resource
    except ModuleNotFoundError:  # not on Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


class Sweeper:
    """Searches through everything when nobody is there, or once an hour."""

    def __init__(self) -> None:
        self.at = time.monotonic()

    def sweep(self, *, quiet: bool) -> bool:
        """Whether it was time for it."""
        now = time.monotonic()
        if not quiet and now - self.at < _OFTEN_S:
            return False
        self.at = now
        gc.collect()
        return True
