"""Which cards decide between two moves: those on whose place it depends most what one gains on the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from kibitz.analysis.judgement import Decider

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kibitz._core import Move, Trials

_CERTAIN = 3.5  # standard errors by which a card must matter to be named; over a hundred places are looked at
_FEWEST = 8  # worlds with the card there, and without
_MOST = 3


class Tried(Protocol):
    """Trials of both moves in the same worlds."""

    @property
    def trials(self) -> tuple[Trials, ...]:
        """One after the other."""
        ...

    @property
    def moves(self) -> tuple[Move, ...]:
        """In the order of their rewards."""
        ...


def deciders(tried: Tried, first: Move, second: Move, trust: float = 1.0) -> tuple[Decider, ...]:
    """The cards whose place makes the greatest difference between two moves, of which so much is believed."""
    a, b = tried.moves.index(first), tried.moves.index(second)
    gains: list[float] = []
    weights: list[float] = []
    held: dict[tuple[str, int], list[int]] = {}
    for trials in tried.trials:
        if not trials.held[0]:
            return ()  # where the cards were was not kept
        for shares, rewards, places in zip(trials.weights, trials.rewards, trials.held, strict=True):
            for share, reward, cards in zip(shares, rewards, places, strict=True):
                for holder, card in set(cards):
                    held.setdefault((card, holder), []).append(len(gains))
                gains.append(trust * (reward[a] - reward[b]))
                weights.append(share)
    gain, weight = np.array(gains), np.array(weights)
    found = []
    for (card, holder), where in held.items():
        there = np.zeros(len(gain), dtype=bool)
        there[where] = True
        if min(int(there.sum()), int((~there).sum())) < _FEWEST:
            continue
        (gain_if, error), (gain_else, other) = _mean(gain[there], weight[there]), _mean(gain[~there], weight[~there])
        if abs(gain_if - gain_else) > _CERTAIN * float(np.hypot(error, other)):
            share = float(weight[there].sum() / weight.sum())
            found.append(Decider(card, holder, share, gain_if, gain_else))
    found.sort(key=lambda decider: -abs(decider.gain_if - decider.gain_else))
    return tuple(found[:_MOST])


def _mean(values: NDArray[np.float64], weights: NDArray[np.float64]) -> tuple[float, float]:
    """The mean and its standard error; worlds that count little say little."""
    total = float(weights.sum())
    if total <= 0:
        return 0.0, float("inf")
    share = weights / total
    mean = float((share * values).sum())
    return mean, float(np.sqrt((share**2 * (values - mean) ** 2).sum()))
