"""Tables at which a Python agent sits: slower than the engine's own loop, on the same cards.

A Python agent that is named plays in a process of its own, one for each of its seats, where nothing but views arrives
(``kibitz.agents.apart``). One that is an object of the caller's plays in the caller's process.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING

from kibitz import _core
from kibitz.agents import Agent, agent, hooks, plugins
from kibitz.agents.apart import APART, Apart, Seat, Stopped
from kibitz.lab.group import Group
from kibitz.play import play as play_out

if TYPE_CHECKING:
    from kibitz.lab.plan import AgentLike, Contest


def play(contest: Contest, first: int, count: int, stop: Event | None = None) -> list[Group]:
    """As ``kibitz.lab.group.play``, for agents of which at least one is written in Python."""
    groups: list[Group] = []
    with _processes() as processes:
        try:
            for number in range(first, first + count):
                groups.append(_Tables(contest, number, stop, processes).play())  # noqa: PERF401 -- kept when stopped
        except Stopped:
            processes.end()
    return groups


def first_deal(contest: Contest, number: int, seating: int) -> _core.State:
    """As ``_core.first_deal``, for agents of which at least one is written in Python."""
    with _processes() as processes:
        return _Tables(contest, number, None, processes).first_deal(seating)


class _Processes:
    """The processes of the agents at one table after the other."""

    def __init__(self) -> None:
        self._taken: dict[tuple[str, int], Apart] = {}

    def of(self, spec: str, place: int) -> Apart:
        """That of an agent's first, second … seat at the table."""
        if (spec, place) not in self._taken:
            self._taken[spec, place] = APART.take((spec,))
        return self._taken[spec, place]

    def give_back(self) -> None:
        """Others may have them."""
        for (spec, _), process in self._taken.items():
            APART.give_back((spec,), process)

    def end(self) -> None:
        """Nobody may have them: they are in the middle of something."""
        for process in self._taken.values():
            process.kill()
        self._taken.clear()


@contextmanager
def _processes() -> Iterator[_Processes]:
    processes = _Processes()
    try:
        yield processes
    except BaseException:
        processes.end()
        raise
    processes.give_back()


class _Tables:
    """The tables of one group, and who used how much time at them."""

    def __init__(self, contest: Contest, number: int, stop: Event | None, processes: _Processes) -> None:
        self._contest = contest
        self._number = number
        self._seed = _core.deal_seed(contest.seed, number)
        self._stop = stop
        self._processes = processes
        self._decisions = [0] * len(contest.agents)
        self._seconds = [0.0] * len(contest.agents)

    def play(self) -> Group:
        results = [self._table(index, seating) for index, seating in enumerate(self._contest.seatings)]
        returns, winners, deals = (list(column) for column in zip(*results, strict=True))
        return Group(self._number, returns, winners, deals, self._decisions, self._seconds)

    def first_deal(self, index: int) -> _core.State:
        players = self._players(index)
        hooks.begin_match(players, self._contest.table)
        return self._deal(self._contest.table.deal(self._seed), players, self._contest.seatings[index])

    def _players(self, index: int) -> list[Agent]:
        """A player for each seat. Named agents are made anew, so that their chance depends on the seeds alone."""
        seating = self._contest.seatings[index]
        return [
            self._seated(
                self._contest.agents[number], seating[:seat].count(number), _core.agent_seed(self._seed, index, seat)
            )
            for seat, number in enumerate(seating)
        ]

    def _seated(self, player: AgentLike, place: int, seed: int) -> Agent:
        if not isinstance(player, str):
            return player
        if not plugins.lives_apart(player):
            return agent(player, seed)
        return Seat(self._processes.of(player, place), seed, self._stop)

    def _table(self, index: int, seating: tuple[int, ...]) -> tuple[list[int], list[int], int]:
        players = self._players(index)
        hooks.begin_match(players, self._contest.table)
        sums, winners, deals = self._match(players, seating)
        hooks.end_match(players, winners)
        return sums, winners, deals

    def _match(self, players: list[Agent], seating: tuple[int, ...]) -> tuple[list[int], list[int], int]:
        contest = self._contest
        state: _core.State | None = None
        sums, deals = [0] * len(seating), 0
        while True:
            state = self._deal(contest.table.deal(_core.match_seed(self._seed, deals), after=state), players, seating)
            deals += 1
            sums = [sum_ + points for sum_, points in zip(sums, state.returns, strict=True)]
            if not contest.whole:
                return sums, [seat for seat, points in enumerate(sums) if points == max(sums)], deals
            if state.match_over:
                return sums, state.match_winners, deals
            if deals == _core.MOST_DEALS:
                return sums, list(range(len(seating))), deals

    def _deal(self, state: _core.State, players: list[Agent], seating: tuple[int, ...]) -> _core.State:
        def act(view: _core.View) -> _core.Move | str:
            if self._stop is not None and self._stop.is_set():
                raise Stopped
            number, player, began = seating[view.seat], players[view.seat], time.thread_time()
            move = player.act(view)
            self._seconds[number] += player.seconds if isinstance(player, Seat) else time.thread_time() - began
            self._decisions[number] += 1
            return move

        hooks.begin_deal(players, state)
        end = play_out(state, [act] * len(players))
        hooks.end_deal(players, end)
        return end
