"""``kibitz engine``: answers queries, several at a time, each as soon as it is done.

What takes no time is answered by who reads; the rest waits for a thread. A query is answered whatever happens.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Event, Lock, Timer
from typing import TYPE_CHECKING, Any

import kibitz
from kibitz import _core
from kibitz.agents import agent as make_agent
from kibitz.agents.plugins import PythonAgent
from kibitz.engine.messages import (
    WANTS,
    Acted,
    Analysed,
    Answer,
    Control,
    Legal,
    MoveValue,
    Problem,
    Query,
    Terminated,
    Version,
    Want,
    Wrong,
    query_of,
    read,
)
from kibitz.engine.positions import view_of

if TYPE_CHECKING:
    from kibitz.analysis import Analysis, Judgement
    from kibitz.analysis.judging import Effort

DEFAULT = "fast"
"""Who acts where nobody is named: the strongest player for about 20 ms."""
_SEED = 1
_DAY_MS = 86_400_000


@dataclass(slots=True)
class _Job:
    """A query in progress."""

    query: Query
    view: _core.View
    agent: str | None
    stop: Event = field(default_factory=Event)
    future: Future[None] | None = None


class Engine:
    """Reads messages and writes answers, of which each is one line. Several may share a pool of threads."""

    def __init__(
        self,
        write: Callable[[str], None],
        *,
        agent: str | None = None,
        threads: int = 1,
        pool: ThreadPoolExecutor | None = None,
    ) -> None:
        self._write = write
        self._agent = None if agent is None else make_agent(agent)  # a mistake shows at once
        self._pool = pool or ThreadPoolExecutor(threads, thread_name_prefix="engine")
        self._jobs: dict[str, _Job] = {}
        self._lock = Lock()  # of the jobs

    def serve(self, lines: Iterable[bytes]) -> None:
        """Answers every line; at the end of input what is in progress is finished."""
        try:
            for line in lines:
                if line.strip():
                    self.take(line)
        except BaseException:
            self.leave()
            raise
        finally:
            self._pool.shutdown()

    def leave(self) -> None:
        """Ends what is in progress: nobody listens any more."""
        with self._lock:
            ids = list(self._jobs)
        self._terminate(ids)

    def take(self, line: bytes | str) -> None:
        """Answers a message, or begins to."""
        known: object = None
        try:
            data = read(line)
            known = data.get("id")
            message = query_of(data)
            if isinstance(message, Control):
                self._control(message)
            else:
                self._begin(message)
        except Exception as error:
            self._say(_problem(known if isinstance(known, str) else None, error))

    def _control(self, message: Control) -> None:
        if message.action == "query_version":
            games, wants = _core.game_names(), [*map(str, WANTS)]
            self._say(Version(id=message.id, name="kibitz", version=kibitz.__version__, games=games, wants=wants))
        elif message.action == "terminate" and message.terminate_id is None:
            raise Wrong('"terminate" needs "terminate_id": the id of the query that is to end.', "terminate_id")
        else:
            with self._lock:
                ids = [each for each in self._jobs if message.terminate_id in (None, each)]
            self._say(Terminated(id=message.id, ended=ids))
            self._terminate(ids)

    def _terminate(self, ids: list[str]) -> None:
        for each in ids:
            with self._lock:
                job = self._jobs.get(each)
            if job is None:
                continue
            job.stop.set()
            if job.future is not None and job.future.cancel():  # it had not begun
                self._end(job, Terminated(id=each, terminated=True))

    def _begin(self, query: Query) -> None:
        if query.id in self._jobs:
            raise Wrong(f'The query "{query.id}" is still in progress; another one needs another id.', "id")
        view = view_of(query)
        job = _Job(query, view, _allowed(query.agent) or self._own(view.game, query.want))
        if query.want == "legal":
            self._say(Legal(id=query.id, seat=job.view.seat, moves=[str(move) for move in job.view.legal()]))
            return
        _check_agent(job)
        with self._lock:
            self._jobs[query.id] = job
            job.future = self._pool.submit(self._work, job)

    def _own(self, game: _core.Game, want: Want) -> str | None:
        """Who answers where the query names nobody: ours, if it can, or else the house."""
        own = self._agent
        if own is None:
            return None
        able = own.analyses if isinstance(own, PythonAgent) else "analyse" in game.abilities(str(own))
        return str(own) if able or want == "act" else None

    def _work(self, job: _Job) -> None:
        try:
            for answer in _acted(job) if job.query.want == "act" else _analysed(job, self._say):
                if answer.final:
                    self._end(job, answer)
                else:
                    self._say(answer)
        except BaseException as error:  # a query is never lost
            self._end(job, _problem(job.query.id, error))

    def _end(self, job: _Job, answer: Answer) -> None:
        """The last answer. Its id is free when it is read."""
        with self._lock:
            self._jobs.pop(job.query.id, None)
        self._say(answer)

    def _say(self, answer: Answer) -> None:
        self._write(answer.line())


def _problem(known: str | None, error: BaseException) -> Problem:
    if isinstance(error, Wrong):
        return Problem(id=known, error=str(error), field=error.field)
    if isinstance(error, _core.InvalidSpec):
        return Problem(id=known, error=str(error), field="agent")
    if type(error).__module__.partition(".")[0] == "kibitz":
        return Problem(id=known, error=str(error))
    return Problem(id=known, error=f"The engine failed at this query ({type(error).__name__}: {error}).")


def _allowed(agent: str | None) -> str | None:
    """Queries may come from anywhere, and to load a Python agent is to run its code: only ``--agent`` names one."""
    if agent is not None and (python := _core.Spec(agent).python_agents):
        raise Wrong(
            f'A query may name agents of the engine only, and "{python[0]}" is written in Python; '
            "`kibitz engine --agent` takes it.",
            "agent",
        )
    return agent


def _check_agent(job: _Job) -> None:
    """Whether the agent can play this game and do what is wanted, before the query has to wait."""
    if job.agent is None or _core.Spec(job.agent).python_agents:
        return
    game = job.view.game
    if game.cheats(job.agent):
        raise Wrong(f'"{job.agent}" looks at hidden cards, which the engine does not show.', "agent")
    if job.query.want == "analyse" and "analyse" not in game.abilities(job.agent):
        raise Wrong(f'"{job.agent}" plays but does not analyse; without "agent" the engine judges.', "agent")


def _acted(job: _Job) -> Iterator[Answer]:
    query, view = job.query, job.view
    player = make_agent(job.agent or DEFAULT, _SEED if query.seed is None else query.seed)
    move = player.act(view, ms=query.ms, stop=job.stop)
    # As the list of legal moves has it; the choices of the seat are the same in every world of its view.
    move = view.sample(0).canonical(view.seat, move)
    yield Acted(id=query.id, seat=view.seat, move=str(move), terminated=job.stop.is_set())


def _analysed(job: _Job, say: Callable[[Answer], None]) -> Iterator[Answer]:
    query, seed = job.query, _SEED if job.query.seed is None else job.query.seed
    if job.agent is not None:

        def report(found: Analysis) -> None:
            say(replace(_searched(job, found), final=False, terminated=False))

        every = query.report_every_ms
        yield _searched(
            job,
            make_agent(job.agent, seed).analyse(
                job.view,
                ms=query.ms,
                stop=job.stop,
                report=None if every is None else report,
                report_every_ms=min(every or 0, _DAY_MS),
            ),
        )
        return
    from kibitz.analysis import judgements

    over, last = _Clock(job.stop, query.ms), time.monotonic()
    told: Analysed | None = None
    effort: Effort = "review" if query.ms is None else "hint"
    with over:
        steps = judgements(job.view, effort=effort, every=query.every, seed=seed, stop=over)
        for judged in steps:
            now = time.monotonic()
            if told is not None and query.report_every_ms is not None and now - last >= query.report_every_ms / 1000:
                yield told
                last = now
            told = _judged(job, judged)
    assert told is not None, "a judgement begins with an opinion"
    yield replace(told, final=True, terminated=job.stop.is_set())


class _Clock(Event):
    """Set when the time is up, or when somebody stops the query."""

    def __init__(self, stop: Event, ms: int | None) -> None:
        super().__init__()
        self._stop = stop
        self._timer = None if ms is None else Timer(ms / 1000, self.set)

    def is_set(self) -> bool:
        """Whether it is time to end."""
        return super().is_set() or self._stop.is_set()

    def __enter__(self) -> None:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()

    def __exit__(self, *_: Any) -> None:
        if self._timer is not None:
            self._timer.cancel()


def _judged(job: _Job, found: Judgement) -> Analysed:
    moves = [
        MoveValue(
            move=str(it.move),
            value=_short(it.value),
            low=_short(it.low),
            high=_short(it.high),
            tried=it.tried,
            prior=_short(it.prior),
            line=[f"{seat} {move}" for seat, move in it.line],
        )
        for it in found.moves
    ]
    best = str(found.best.move)
    return Analysed(
        id=job.query.id, final=False, seat=found.seat, agent=found.agent, unit=found.unit, best=best, moves=moves
    )


def _searched(job: _Job, found: Analysis) -> Analysed:
    moves = [
        MoveValue(
            move=str(info.move),
            value=_short(info.mean) if info.known else None,
            low=_short(info.low) if info.known else None,
            high=_short(info.high) if info.known else None,
            tried=info.visits,
            prior=_short(info.prior),
            line=[f"{seat} {move}" for seat, move in info.line],
        )
        for info in found.ranked()
    ]
    best, over = str(found.best.move), job.stop.is_set()
    return Analysed(
        id=job.query.id,
        seat=found.seat,
        agent=found.agent,
        unit=found.reward,
        best=best,
        moves=moves,
        terminated=over,
    )


def _short(value: float | None) -> float | None:
    """As many digits as say something; what has no end is not known."""
    return None if value is None or abs(value) == float("inf") else round(value, 4)
