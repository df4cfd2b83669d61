"""Deals watched decision by decision, for everything that a match does not tell."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from kibitz import _core
from kibitz.agents import Agent, agent
from kibitz.play import See, play
from kibitz.stats import Interval, win_rate
from kibitz.stats.ratio import ratio_interval

T = TypeVar("T")


class Findings(NamedTuple):
    """What an analysis found: quantities by name, and drawings by name as SVG."""

    quantities: dict[str, Interval]
    drawings: Mapping[str, str] = MappingProxyType({})


class Tally:
    """Sums and counts by name, one pair per deal."""

    def __init__(self) -> None:
        self._entries: dict[str, tuple[float, float]] = {}
        self._shares: set[str] = set()

    def add(self, name: str, value: float, count: float = 1.0) -> None:
        """Adds a value that counts so often. What is true or false makes a share, which stays between 0 and 1."""
        if isinstance(value, bool):
            self._shares.add(name)
        total, number = self._entries.get(name, (0.0, 0.0))
        self._entries[name] = (total + value, number + count)

    def join(self, other: "Tally") -> None:
        """Adds what another has counted of the same deal."""
        for name, (total, number) in other._entries.items():
            before, count = self._entries.get(name, (0.0, 0.0))
            self._entries[name] = (before + total, count + number)
        self._shares |= other._shares

    @staticmethod
    def intervals(tallies: Sequence["Tally"]) -> dict[str, Interval]:
        """Every name with its ratio and interval over the deals; what was never counted is left out."""
        names = dict.fromkeys(name for tally in tallies for name in tally._entries)
        found = {}
        for name in names:
            entries = [tally._entries.get(name, (0.0, 0.0)) for tally in tallies]
            sums, counts = [total for total, _ in entries], [count for _, count in entries]
            if len(entries) < 2 or not sum(counts):
                continue
            if any(name in tally._shares for tally in tallies) and max(counts) >= 1:
                hits, trials = ([round(number) for number in numbers] for numbers in (sums, counts))
                found[name] = win_rate(hits, [number - hit for hit, number in zip(hits, trials, strict=True)])
            else:
                found[name] = ratio_interval(sums, counts)
        return found


progress: ContextVar[Callable[[int], None] | None] = ContextVar("progress", default=None)  # hears of every deal


def each_deal(count: int, watch: Callable[[int], T]) -> list[T]:
    """What ``watch`` says of deals 0 to ``count - 1``, in order. Agents of the engine search on all cores at once."""
    tell, found = progress.get(), []
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        try:
            for seen in pool.map(watch, range(count)):
                found.append(seen)
                if tell:
                    tell(1)
        except BaseException:
            pool.shutdown(cancel_futures=True)  # Ctrl-C does not wait for the deals to come
            raise
    return found


def seated(specs: Iterable[str], deal: int, seed: int = 1) -> list[Agent]:
    """Players created afresh for a deal, so that their randomness depends only on the seeds."""
    base = _core.deal_seed(seed, deal)
    return [agent(spec, _core.deal_seed(base, seat)) for seat, spec in enumerate(specs)]


def watched(
    game: _core.Game, players: Sequence[Agent], deal: int, see: See | None = None, seed: int = 1
) -> _core.State:
    """Plays a deal to its end; ``see`` is shown every decision."""
    return play(game.deal(_core.deal_seed(seed, deal)), [player.act for player in players], see=see)
