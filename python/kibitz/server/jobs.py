"""Reviews and comparisons of finished deals: long work, done in the background and asked for again and again."""

import json
import os
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event

from pydantic import ValidationError

from kibitz import _core
from kibitz.analysis import Reviewed
from kibitz.analysis.judging import Effort, players
from kibitz.analysis.positions import Position as At
from kibitz.analysis.positions import beginning, choices
from kibitz.analysis.reviewing import looks, play_through, split
from kibitz.games import profile
from kibitz.server import told
from kibitz.server.admission import admit
from kibitz.server.names import mended
from kibitz.server.protocol import Others, Position, RecordInfo, ReviewNow, Split
from kibitz.server.refusal import Refusal
from kibitz.server.store import Store
from kibitz.server.table import made
from kibitz.server.turns import Turns
from kibitz.server.views import move_info, played, seat_view

OTHERS_AGENT = "club"
_TIMES = 24  # how often agents play a deal for the comparison
_KEPT = 200  # finished jobs that are remembered


@dataclass
class _Review:
    at: list[At]
    found: dict[int, Reviewed] = field(default_factory=dict)  # by the number of the move
    split: list[Split] = field(default_factory=list)
    future: Future[None] | None = None


@dataclass
class _Others:
    returns: list[list[int]] = field(default_factory=list)
    future: Future[None] | None = None


class Records:
    """The records of the store, their reviews, and what agents make of the same cards."""

    def __init__(self, store: Store, workers: Turns) -> None:
        self.store = store
        self.workers = workers
        self.reviews: dict[tuple[str, str], _Review] = {}
        self.others: dict[tuple[str, str], _Others] = {}
        self.stop = Event()

    def get(self, key: str) -> _core.Record:
        """A record, or a refusal."""
        text = self.store.load_record(key)
        if text is None:
            raise Refusal("state", f'There is no record "{key}".')
        return _read(text)

    def add(self, key: str, text: str) -> None:
        """Keeps an imported record once every move of it has been checked."""
        try:
            record = _read(text)
            end = record.replay()
            players = [mended(name) or "?" for name in record.players]
            if record.result is None or players != record.players or len(players) not in (0, record.game.seats):
                record = end.record(players)
        except ValueError as error:
            raise Refusal("malformed", str(error)) from error
        if not end.over:
            raise Refusal("malformed", "This deal is not finished; only finished deals can be kept.")
        self.store.save_record(key, record.to_json())

    def info(self, key: str) -> RecordInfo:
        """A record with every position, all cards open."""
        record = self.get(key)
        state, positions = beginning(record), []
        for ply, (seat, text) in enumerate(record.moves):
            settled = state.settled()
            after = settled.play(seat, text)
            positions.append(_position(state, ply, seat, made(settled, after)))
            state = after
        positions.append(_position(state, len(record.moves)))
        return RecordInfo(
            record=key,
            game=record.game.name,
            rules=record.game.rules,
            seed=record.seed,
            players=record.players,
            partners=record.game.partners,
            returns=record.result,
            text=str(record),
            tricks=[[played(*step) for step in trick] for trick in state.tricks],
            positions=positions,
        )

    def review(self, key: str, effort: str | None = None, *, visitor: str = "") -> ReviewNow:
        """How the review of a record stands; the first call begins it."""
        if effort not in (None, "review", "quick"):
            raise Refusal("malformed", f'A review is "review" or "quick", not "{effort}".')
        record = self.get(key)
        agent = players(record.game)[0] + (", quick" if effort == "quick" else "")
        if (kept := self.store.load_review(key, agent)) is not None:
            with suppress(ValidationError):  # one of an older protocol is made anew
                return ReviewNow.model_validate(kept)
        job = self.reviews.get((key, agent))
        if job is None:
            job = _Review(choices(record))
            steps = self._judge(record, job, "quick" if effort == "quick" else "review")
            job.future = self.workers.carry(visitor, steps)
            self.reviews[key, agent] = job
            _forget(self.reviews)
        running = job.future is not None and not job.future.done()
        if not running and job.future is not None and (error := job.future.exception()) is not None:
            del self.reviews[key, agent]
            raise Refusal("agent", str(error))
        found = [job.found[at.ply] for at in job.at if at.ply in job.found]
        now = ReviewNow(
            record=key,
            agent=agent,
            unit=profile(record.game.name).unit,
            running=running,
            done=sum(each.judgement.final for each in found),
            total=len(job.at),
            decisions=[told.judged(each) for each in found],
            seats=told.summaries(found),
            graph=[told.graph_point(each) for each in found],
            split=list(job.split),
        )
        if not running and not self.stop.is_set():
            with suppress(Refusal):  # without a disk it is made once more when somebody asks
                self.store.save_review(key, agent, now.model_dump_json())
        return now

    def _judge(self, record: _core.Record, job: _Review, effort: Effort) -> Iterator[None]:
        """A first look at every decision, then a long one at each; a step for every look."""
        under_way = {at.ply: looks(at, effort=effort, threads=os.cpu_count() or 1, stop=self.stop) for at in job.at}
        for rest in (False, True):
            for ply, steps in under_way.items():
                for found in steps:
                    if self.stop.is_set():
                        return  # what was cut short is no judgement
                    job.found[ply] = found
                    yield
                    if not rest:
                        break
        job.split.extend(told.split(share) for share in split(record, list(job.found.values())))

    def compare(self, key: str, wanted: str | None, *, visitor: str = "") -> Others:
        """What agents make of the same deal; the first call begins."""
        record = self.get(key)
        agent = admit(record.game, wanted or OTHERS_AGENT)[0]
        job = self.others.get((key, agent))
        if job is None:
            job = _Others()
            job.future = self.workers.carry(visitor, self._replay(record, agent, job))
            self.others[key, agent] = job
            _forget(self.others)
        return Others(
            record=key,
            running=job.future is not None and not job.future.done(),
            agent=agent,
            unit="points",
            returns=list(job.returns),
            actual=record.result,
        )

    def _replay(self, record: _core.Record, agent: str, job: _Others) -> Iterator[None]:
        for number in range(_TIMES):
            end = play_through(record, [agent] * record.game.seats, number + 1, self.stop)
            if self.stop.is_set():
                return
            job.returns.append(end.returns)
            yield


def _read(text: str) -> _core.Record:
    """A record of either form. JSON may call players what no record can: their names are mended first."""
    if not text.lstrip().startswith("{"):
        return _core.Record(text)
    with suppress(ValueError, RecursionError):
        data = json.loads(text)
        names = data.get("players")
        if isinstance(names, list) and all(isinstance(name, str) for name in names):
            text = json.dumps(data | {"players": [mended(name) or "?" for name in names]})
    return _core.Record.from_json(text)


def _position(state: _core.State, ply: int, seat: int | str | None = None, move: _core.Move | None = None) -> Position:
    """A point of a record, and what was played there."""
    views = [seat_view(state, each, brief=True) for each in range(state.game.seats)]
    mover = seat if isinstance(seat, int) else None
    return Position(ply=ply, seat=mover, move=move and move_info(move), views=views)


def _forget(jobs: dict[tuple[str, str], _Review] | dict[tuple[str, str], _Others]) -> None:
    """Drops the oldest finished jobs."""
    for key in list(jobs)[: max(0, len(jobs) - _KEPT)]:
        if (future := jobs[key].future) is not None and future.done():
            del jobs[key]
