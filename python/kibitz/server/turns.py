"""Threads for long work, which visitors use in turn: whoever asks for much waits for himself and for nobody else."""

import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from kibitz.server.refusal import Refusal

T = TypeVar("T")

_MOST = 32  # pieces of work that one visitor may have waiting


class Turns:
    """One piece of work of each visitor, then the next of each.

    ``yields`` is how much the threads, and those that they start, step back for others of this process (Linux alone can
    say so of a thread): what people wait for goes before what runs in the background.
    """

    def __init__(self, threads: int, name: str, *, yields: int = 0) -> None:
        self._pool = ThreadPoolExecutor(threads, name, initializer=step_back, initargs=(yields,))
        self._lock = threading.Lock()
        self._waiting: OrderedDict[str, deque[Callable[[], None]]] = OrderedDict()

    def submit(self, visitor: str, work: Callable[[], T]) -> "Future[T]":
        """One piece of work."""
        done: Future[T] = Future()

        def run() -> None:
            if done.set_running_or_notify_cancel():
                try:
                    done.set_result(work())
                except BaseException as error:  # whoever waits for it is told
                    done.set_exception(error)

        self._line_up(visitor, run, most=_MOST)
        return done

    def carry(self, visitor: str, steps: Iterator[object]) -> "Future[None]":
        """Work in many steps, of which each waits for its turn."""
        done: Future[None] = Future()

        def step() -> None:
            try:
                next(steps)
            except StopIteration:
                done.set_result(None)
            except BaseException as error:
                done.set_exception(error)
            else:
                self._line_up(visitor, step)

        self._line_up(visitor, step, most=_MOST)
        return done

    def _line_up(self, visitor: str, work: Callable[[], None], most: int | None = None) -> None:
        with self._lock:
            mine = self._waiting.setdefault(visitor, deque())
            if most is not None and len(mine) >= most:
                raise Refusal("too_fast", "You have asked for much that is not done yet; wait for some of it.")
            mine.append(work)
        try:
            self._pool.submit(self._next)
        except RuntimeError:  # the server is ending
            return

    def _next(self) -> None:
        with self._lock:
            visitor, mine = self._waiting.popitem(last=False)
            work = mine.popleft()
            if mine:
                self._waiting[visitor] = mine  # behind all others
        work()

    def shutdown(self) -> None:
        """Waits for what is at work, and drops what waits."""
        self._pool.shutdown(wait=True, cancel_futures=True)


def step_back(yields: int) -> None:
    """Lets a thread, and those that it starts, wait for the others of this process where the processors are busy.

    A thread, not a process: Linux shares processors between sessions before it looks at who steps back in one of them.
    """
    if yields and sys.platform == "linux":
        own = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, own, min(19, os.getpriority(os.PRIO_PROCESS, own) + yields))
