"""One engine of judgement, for hints, reviews and everything that asks which move is better and how sure that is.

First the moves that the strongest network thinks most of, and the one that was played, are tried in the same worlds
with the same chance, and the worse half dropped again and again. Then the best that is left is weighed against the move
played in other worlds: whatever was chosen because it looked good by luck looks no better there. How many worlds that
takes is decided by the first, so that the interval of the second holds as often as it says. Worlds come in groups that
share nothing, and a mean and its interval are over groups.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from kibitz.analysis.deciding import deciders
from kibitz.analysis.judgement import NOTHING, Decider, Judgement, Loss, Valued
from kibitz.games import Judging, profile
from kibitz.stats.groups import means_of, spread_interval

if TYPE_CHECKING:
    from threading import Event

    from numpy.typing import NDArray

    from kibitz._core import Game, Move, Trials, View

Effort = Literal["quick", "review", "hint"]
"""How much is looked at: a quarter of what a review does, a review, or as long as somebody looks at a hint."""

_LINE = 8  # moves of a line
_MANY = 40  # moves that are tried where no network has an opinion
_FEWEST = 6  # groups that weigh
_PARTS: dict[Effort, int] = {"quick": 4, "review": 1, "hint": 2}  # small groups bring first numbers soon
_ROUNDS = 1 << 20  # where the numbers of the groups begin that weigh


@dataclass(frozen=True, slots=True)
class Manner:
    """How a game's decisions are tried: who plays on, whose opinion is asked first, where worlds come from."""

    policy: str
    opinion: str | None
    worlds: str
    reward: str
    scale: float
    unit: str
    judging: Judging

    @staticmethod
    def of(view: View, effort: Effort = "review") -> Manner:
        """For a decision."""
        game = view.game
        own = profile(game.name)
        policy, nets = players(game)
        believer = next((f"net({net})" for net in nets if "belief" in game.abilities(f"net({net})")), None)
        worlds = "uniform" if believer is None else f"belief({believer})"
        opinion = f"net({', '.join(nets)})" if nets else policy if "analyse" in game.abilities(policy) else None
        judging = replace(own.judging, each=max(1, own.judging.each // _PARTS[effort]))
        return Manner(policy, opinion, worlds, own.reward, own.scale, own.unit, judging)


def players(game: Game) -> tuple[str, list[str]]:
    """Who plays on under these rules, and the networks that the strongest player is made of."""
    from kibitz._core import Spec

    nets = list(dict.fromkeys(Spec(game.best[-1]).networks))
    return (f"net({nets[0]})" if nets else profile(game.name).judging.policy), nets


def scale_of(reward: str) -> float:
    """What a reward such as ``margin/200`` is multiplied by to give points."""
    _, sign, by = reward.partition("/")
    return float(by) if sign else 1.0


def judge(
    view: View,
    played: Move | None = None,
    *,
    effort: Effort = "review",
    every: bool = False,
    seed: int = 1,
    threads: int = 1,
    stop: Event | None = None,
) -> Judgement:
    """The judgement of a decision, and of the move that was played if there was one.

    With ``every`` all legal moves are tried, also those of which the network thinks little, and all are weighed.
    """
    *_, found = _Work(view, played, effort, seed, threads, stop, every=every).steps()
    return found


def judgements(
    view: View,
    played: Move | None = None,
    *,
    effort: Effort = "hint",
    every: bool = False,
    seed: int = 1,
    threads: int = 1,
    stop: Event | None = None,
) -> Iterator[Judgement]:
    """Better and better judgements of a decision; the last is the best. The same seed gives the same ones."""
    return _Work(view, played, effort, seed, threads, stop, every=every).steps()


class _Work:
    """A decision under judgement."""

    def __init__(
        self,
        view: View,
        played: Move | None,
        effort: Effort,
        seed: int,
        threads: int,
        stop: Event | None,
        *,
        every: bool = False,
    ) -> None:
        self.view, self.played, self.effort, self.every = view, played, effort, every
        self.seed, self.threads, self.stop = seed, threads, stop
        self.manner = Manner.of(view, effort)
        self.priors: dict[Move, float] = {}
        self.tables: list[_Table] = []  # the rounds that chose
        self.weighed: _Table | None = None  # the worlds that judge

    def steps(self) -> Iterator[Judgement]:
        """From a first look to the last word."""
        left = self._candidates()
        if len(left) == 1:
            yield self._told(left, final=True)
            return
        yield self._told(left, final=False)  # what the network thinks comes at once
        how = self.manner.judging
        first = self._try(left, how.look, 0, everything=True)
        if not first.groups:  # stopped before anything was found out
            return
        self.tables.append(first)
        left = self._ranked(left)
        if first.certain or (self.effort != "hint" and left[0] == self.played == self._favourite()):
            # What the network would do and the trials like best needs no second look.
            yield self._told(left, final=not self._stopped())
            return
        while len(left) > 2 and not self.every and not self._stopped():
            # The move played stays beside the better half, to be weighed at last.
            kept = left[: math.ceil(len(left) / 2)]
            kept = kept if self.played is None or self.played in kept else [*kept, self.played]
            left = kept if len(kept) < len(left) else [left[0], left[-1] if self.played == left[-1] else left[1]]
            if len(left) < 3:
                break
            yield self._told(left, final=False)
            more = self._try(left, how.look, len(self.tables) * how.look)
            if not more.groups:
                break
            self.tables.append(more)
            left = self._ranked(left)
        if self.effort != "hint" and left[0] == self.played:
            yield self._told(left, final=not self._stopped())
            return
        yield from self._weigh(left)

    def _weigh(self, left: list[Move]) -> Iterator[Judgement]:
        """The first against the move played, or against the second, or against all where every move is asked for."""
        yield self._told(left, final=False)
        other = self.played if self.played in left[1:] else left[1]
        assert other is not None
        pair, how = left if self.every else [left[0], other], self.manner.judging
        most = how.weigh * (2 * how.hint if self.effort == "hint" else 1)
        groups = self._enough(pair, most)
        done = 0
        while done < most and not self._stopped():
            more = self._try(pair, groups - done, _ROUNDS + done)
            if not more.groups:
                break
            self.weighed = more if self.weighed is None else self.weighed.with_(more)
            done = groups
            # A hint goes on as long as somebody looks; what a review takes was settled before.
            last = self.effort != "hint" or done >= most
            yield self._told(left, final=last and not self._stopped())
            if last:
                return
            groups = min(most, 2 * done)
        yield self._told(left, final=False)

    def _enough(self, pair: list[Move], most: int) -> int:
        """How many groups tell these two apart, as far as those that chose them can say."""
        if self.effort == "hint":
            return min(_FEWEST, most)
        means = np.concatenate([table.columns(pair) for table in self.tables])
        gains = means[:, 0] - means[:, 1]
        spread = float(gains.std(ddof=1)) if len(gains) > 1 else math.inf
        how = self.manner.judging
        fine = max(how.fine * self.manner.scale, how.share * abs(float(gains.mean())))
        wanted = (2.2 * spread / fine) ** 2
        return int(min(most, max(_FEWEST, math.ceil(min(wanted, most)))))

    def _candidates(self) -> list[Move]:
        """The moves that are tried, what the network thinks most of first."""
        from kibitz._core import Agent

        how, legal = self.manner.judging, self.view.legal()
        if self.manner.opinion is None:  # nobody knows which are good: what the policy would do, and many others
            own = Agent(self.manner.policy, self.seed).act(self.view, stop=self.stop)
            found = list(dict.fromkeys([own, *legal]))[:_MANY]
        else:
            opinion = Agent(self.manner.opinion, self.seed).analyse(self.view, stop=self.stop)
            self.priors = {info.move: info.prior for info in opinion.moves if info.prior is not None}
            known = [info for info in opinion.moves if info.prior is not None]
            known.sort(key=lambda info: (-(info.prior or 0.0), -info.mean))
            reward, _, _ = opinion.reward.partition("/")
            if reward == self.manner.reward and known:
                far = how.within * self.manner.scale / scale_of(opinion.reward)
                most = max(info.mean for info in known)
                known = [info for at, info in enumerate(known) if at < 2 or info.mean >= most - far]
            found = [info.move for info in known[: how.top]]
        if self.every:
            found += [move for move in legal if move not in found]
        if self.played is not None and self.played not in found:
            found.append(self.played)
        return found

    def _favourite(self) -> Move | None:
        """What the network would do."""
        return max(self.priors, key=self.priors.__getitem__) if self.priors else None

    def _try(self, moves: list[Move], groups: int, first: int, *, everything: bool = False) -> _Table:
        from kibitz._core import trials

        how = self.manner
        found = trials(
            self.view,
            moves,
            policy=how.policy,
            reward=how.reward,
            worlds=how.worlds,
            first=first,
            groups=groups,
            each=how.judging.each,
            all=how.judging.all if everything else 0,
            line=_LINE,
            held=everything or first >= _ROUNDS,
            seed=self.seed,
            threads=self.threads,
            stop=self.stop,
        )
        return _Table.of(found)

    def _ranked(self, moves: list[Move]) -> list[Move]:
        """By what the rounds so far brought; all of these moves were in all of them."""
        means = np.concatenate([table.columns(moves) for table in self.tables]).mean(axis=0)
        order = sorted(range(len(moves)), key=lambda at: -means[at])
        return [moves[at] for at in order]

    def _stopped(self) -> bool:
        return self.stop is not None and self.stop.is_set()

    def _told(self, left: list[Move], *, final: bool) -> Judgement:
        """How the judgement stands."""
        values = self._values(left[0])
        judged = [self._valued(move, values) for move in values]
        # Of equals the one that was played, or else the one that was chosen.
        judged.sort(key=lambda it: (-round(it.value or 0.0, 6), it.move != self.played, it.move != left[0]))
        best = judged[0] if judged else Valued(left[0], prior=self.priors.get(left[0]), loss=NOTHING)
        judged = judged or [best]
        known = {it.move for it in judged}
        rest = [Valued(move, prior=self.priors.get(move)) for move in self.view.legal() if move not in known]
        rest += [
            Valued(move) for move in (self.played,) if move is not None and move not in {*known, *self.view.legal()}
        ]
        rest.sort(key=lambda it: -(it.prior or 0.0))
        source = self.weighed or (self.tables[-1] if self.tables else None)
        pair = () if self.weighed is None else self.weighed.moves
        # What it was weighed against; or else the move played, or the next best.
        against = (*(pair if best.move in pair else ()), self.played, *(it.move for it in judged[1:]))
        second = next((move for move in against if move in known and move != best.move), None)
        why: tuple[Decider, ...] = ()
        if final and source is not None and second is not None and {best.move, second} <= set(source.moves):
            why = deciders(source, best.move, second, self.manner.judging.trust)
        return Judgement(
            agent=self.manner.policy,
            seat=self.view.seat,
            unit=self.manner.unit,
            scale=self.manner.scale,
            worlds=best.tried,
            final=final,
            certain=bool(source and source.certain),
            moves=(*judged, *rest),
            second=second,
            weighed=second in pair and best.move in pair,
            played=self.played,
            deciders=why,
        )

    def _doubt(self, lost: float) -> float:
        """How much of a loss may be a matter of the trials alone."""
        how = self.manner.judging
        return how.doubt / how.trust * lost

    def _values(self, first: Move) -> dict[Move, tuple[float, list[_Table]]]:
        """Of every move that was tried its value, and where it was compared with the first."""
        if not self.tables:
            return {}
        anchors = [self.weighed] if self.weighed is not None else self.tables
        anchor = float(np.concatenate([table.columns([first]) for table in anchors]).mean())
        found = {}
        for move in self.tables[0].moves:
            where = self._where(move)
            pair = np.concatenate([table.columns([first, move]) for table in where])
            behind = self.manner.judging.trust * float((pair[:, 0] - pair[:, 1]).mean())
            found[move] = (anchor - behind, where)
        return found

    def _where(self, move: Move) -> list[_Table]:
        """Where it shows what a move is worth: the worlds that judge, if it was tried there, or those that chose."""
        if self.weighed is not None and move in self.weighed.moves:
            return [self.weighed]
        return [table for table in self.tables if move in table.moves]

    def _valued(self, move: Move, values: dict[Move, tuple[float, list[_Table]]]) -> Valued:
        best = max(values, key=lambda each: (round(values[each][0], 6), each == self.played))
        value, where = values[move]
        own = np.concatenate([table.columns([move]) for table in where])[:, 0]
        tried = sum(table.worlds for table in where)
        certain = all(table.certain for table in where)
        rare = self.manner.judging.rare * self.manner.scale / max(tried, 1)
        half = _half(own, rare, certain=certain)
        # A move that was dropped may come out first after all: then those that chose are all that have both.
        both = [table for table in where if best in table.moves] or [
            table for table in self.tables if best in table.moves and move in table.moves
        ]
        loss = NOTHING
        if move != best:
            pair = np.concatenate([table.columns([best, move]) for table in both])
            gains = self.manner.judging.trust * (pair[:, 0] - pair[:, 1])
            lost = values[best][0] - value
            # More worlds make the first part small. The second stays: what the trials do not know of the players.
            doubt = 0.0 if certain else self._doubt(lost)
            wide = math.hypot(_half(gains, rare, certain=certain), doubt)
            loss = Loss(lost, lost - wide, lost + wide, doubt)
        line = where[-1].line(move)
        return Valued(move, tried, value, value - half, value + half, loss, self.priors.get(move), line)


def _half(means: NDArray[np.float64], rare: float, *, certain: bool) -> float:
    if certain:
        return 0.0
    if len(means) < 2:
        return math.inf
    found = spread_interval(means, rare)
    return found.high - found.mean


@dataclass(frozen=True, slots=True)
class _Table:
    """Trials as a table: groups by moves."""

    trials: tuple[Trials, ...]
    moves: tuple[Move, ...]
    means: NDArray[np.float64]
    worlds: int
    certain: bool

    @staticmethod
    def of(trials: Trials) -> _Table:
        rewards = trials.rewards
        return _Table(
            trials=(trials,),
            moves=tuple(trials.moves),
            means=means_of(trials.weights, rewards),
            worlds=sum(len(group) for group in rewards),
            certain=trials.certain,
        )

    def with_(self, more: _Table) -> _Table:
        return replace(
            self,
            trials=self.trials + more.trials,
            means=np.concatenate([self.means, more.means]),
            worlds=self.worlds + more.worlds,
        )

    @property
    def groups(self) -> int:
        return len(self.means)

    def columns(self, moves: Sequence[Move]) -> NDArray[np.float64]:
        return self.means[:, [self.moves.index(move) for move in moves]]

    def line(self, move: Move) -> tuple[tuple[int | str, Move], ...]:
        """How it went on in the world that is most like the mean."""
        at, trials = self.moves.index(move), self.trials[0]
        rewards = trials.rewards[0]
        mean = float(self.means[:, at].mean())
        world = min(range(len(rewards)), key=lambda world: abs(rewards[world][at] - mean))
        return tuple(trials.line(0, world, at))
