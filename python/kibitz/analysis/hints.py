"""Hints: a judgement that gets better while one waits, and what the strongest player would do."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from threading import Event, Timer
from typing import TYPE_CHECKING

from kibitz.analysis.judging import judgements

if TYPE_CHECKING:
    from kibitz._core import Move, View
    from kibitz.analysis.found import Analysis
    from kibitz.analysis.judgement import Judgement


def strongest(view: View) -> tuple[str, Move] | None:
    """Where the strongest player of these rules is a network, or a search that rests on one: its name and its move."""
    from kibitz._core import Agent, Spec

    spec = Spec(view.game.best[0])
    if not spec.networks:
        return None
    return str(spec) if spec.name == "net" else "strongest", Agent(spec, 0).act(view)


def hints(
    view: View, *, agent: str | None = None, ms: int = 5000, seed: int = 1, stop: Event | None = None
) -> Iterator[Judgement | Analysis]:
    """Better and better judgements for so long. Another agent than the house's says what it thinks, once."""
    from kibitz._core import Agent

    if agent is not None:
        yield Agent(agent, seed).analyse(view, ms=ms, stop=stop)
        return
    over, until = Event(), time.monotonic() + ms / 1000
    # What is under way when the time is up or somebody stops it ends there.
    watch = Timer(ms / 1000, over.set)
    watch.daemon = True
    watch.start()
    try:
        for found in judgements(view, effort="hint", seed=seed, threads=os.cpu_count() or 1, stop=_Either(stop, over)):
            yield found
            if time.monotonic() > until:
                return
    finally:
        watch.cancel()


class _Either(Event):
    """Set when one of two events is."""

    def __init__(self, *events: Event | None) -> None:
        super().__init__()
        self._events = [event for event in events if event is not None]

    def is_set(self) -> bool:
        """Whether one of them is."""
        return super().is_set() or any(event.is_set() for event in self._events)
