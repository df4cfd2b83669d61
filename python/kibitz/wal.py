"""SQLite's log of what was written last (``-wal``): whether it still is what was written.

SQLite reads it up to the first frame whose checksum does not hold and forgets the rest, for the last transaction may be
torn when the power goes. Damage in the middle looks the same to it, and whole transactions would be gone unnoticed.
The format is that of https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
"""

import struct
import time
from itertools import pairwise
from pathlib import Path

_HEADER, _FRAME = 32, 24  # bytes before the frames, and before the page of each
_MAGIC = 0x377F0682  # and one more where the words of the checksums are big-endian


def damaged(path: Path) -> bool:
    """Whether a log was damaged after it was written.

    Who looks into a log in use may find it half written; then it is another one a moment later.
    """
    looks = []
    for pause in (0.0, 0.02, 0.02):
        time.sleep(pause)
        try:
            looks.append(path.read_bytes())
        except OSError:  # there is none, or SQLite will say what is wrong
            return False
        if not _broken(looks[-1]):
            return False
    return any(one == other for one, other in pairwise(looks))


def _broken(log: bytes) -> bool:
    """Whether a transaction does not hold though another was written after it: it was on disk by then.

    If only the last one does not hold, it is what a power cut leaves of a transaction that was never acknowledged.
    """
    if len(log) <= _HEADER:
        return False
    magic, _, size, _, *salts = struct.unpack(">6I", log[:24])
    order = ">" if magic == _MAGIC + 1 else "<"
    sums = _chain((0, 0), log[:24], order)
    if magic not in (_MAGIC, _MAGIC + 1) or sums != struct.unpack(">2I", log[24:_HEADER]):
        return True  # the header is on disk before the first frame is written
    commits, whole = 0, True
    for start in range(_HEADER, len(log) - size - _FRAME + 1, size + _FRAME):
        frame = log[start : start + _FRAME + size]
        _, commit, *rest = struct.unpack(">6I", frame[:_FRAME])
        ours = rest[:2] == salts  # the others are left from before the log began anew
        if whole:
            sums = _chain(_chain(sums, frame[:8], order), frame[_FRAME:], order)
            whole = ours and sums == tuple(rest[2:])
        if not whole:
            commits += bool(commit and ours)
    return commits > 1


def _chain(sums: tuple[int, int], data: bytes, order: str) -> tuple[int, int]:
    """The checksum of all before, carried on."""
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = one + even + two & 0xFFFFFFFF
        two = two + odd + one & 0xFFFFFFFF
    return one, two
