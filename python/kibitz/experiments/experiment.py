"""One published table, figure or study: what was asked, printed and claimed, and how to run it again.

An experiment is a TOML file in ``experiments/<paper>/``. Reading is strict: errors name file, line and key, and what
would be right. See docs/papers/README.md for the form.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from kibitz import _core

Column = Literal["paper", "code", "modern"]
COLUMNS: tuple[Column, ...] = ("paper", "code", "modern")
Scale = Literal["quick", "full"]
SCALES: tuple[Scale, ...] = ("quick", "full")

LETTERS = "abcdefghij"  # the places of a table that a meeting fills


class InvalidExperiment(ValueError):
    """An experiment that cannot be read, or of which there is none."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, validate_by_name=True, validate_by_alias=True)


class AgentText(_Strict):
    """An agent as each column writes it; it does not play in a column that is left out."""

    paper: str | None = None
    code: str | None = None
    modern: str | None = None

    def spec(self, column: Column) -> str | None:
        """The specification in a column."""
        text: str | None = getattr(self, column)
        return text


class Printed(_Strict):
    """A number as the paper has it; ``value`` and ``half`` are in our unit where the paper's own differs."""

    printed: str = ""
    value: float | None = None
    half: float | None = None  # of the 95 % interval, computed where the paper has none
    low: float | None = None  # its ends, where they do not lie alike on both sides: shares of few deals
    high: float | None = None


class Paper(_Strict):
    """What the paper did and says."""

    schedule: str
    concludes: str
    numbers: dict[str, Printed] = {}


class Play(_Strict):
    """Who sits at the tables. The letters a, b, … stand for the agents of a meeting, other words for agents by name."""

    seats: list[str]
    seatings: Literal["rotations", "permutations"] = "rotations"
    meetings: list[list[str]]


class Training(_Strict):
    """A network to be trained before anything is played; agents write ``net(NAME)``."""

    learner: str
    game: str = ""  # default: that of the experiment
    file: str  # of those the learner writes
    set: dict[str, str | int | float] = {}
    quick: int  # samples to learn from
    full: int  # as many as the paper did, or as it takes
    seeds: Annotated[int, Field(ge=1)] = 3  # trainings from different seeds, whose spread is part of the interval

    def samples(self, scale: Scale) -> int:
        """How many samples it learns from."""
        return self.quick if scale == "quick" else self.full


class Analysis(_Strict):
    """A computation that is no match: its name in ``kibitz.experiments.analyses`` and what it is told."""

    model_config = ConfigDict(extra="allow", frozen=True)
    name: str
    learns: bool = False  # its count is how long it learns
    seeds: Annotated[int, Field(ge=1)] = 3  # if it learns
    seed: int = 1  # of these, the one that is run

    def arguments(self) -> dict[str, Any]:
        """What the analysis is told besides game, agents and number of deals."""
        return dict(self.model_extra or {})


class _Claim(_Strict):
    says: str  # in words that can be measured
    quote: str = ""  # what the authors conclude, word for word
    where: str = ""  # its place in the text
    ours: bool = False  # a question of ours: told, but no part of the verdict on the paper
    column: Column | None = None  # where it is judged (default: where the experiment is)
    enough: float | None = None  # half-width at which "not shown" means "not replicated"
    size: bool = True  # whether the printed size is judged too, where one is printed
    defect: str = ""  # the quantity that has the program's error in the same column, where there is one
    unprinted: str = ""  # what the paper does not print and we had to guess; failing then says nothing


class More(_Claim):
    """A quantity is above a number, or above another quantity."""

    check: Literal["more"]
    of: str
    than: float | str = 0.0


class Less(_Claim):
    """A quantity is below a number, or below another quantity."""

    check: Literal["less"]
    of: str
    than: float | str = 0.0


class Between(_Claim):
    """A quantity lies between two numbers."""

    check: Literal["between"]
    of: str
    low: float
    high: float


class Same(_Claim):
    """A quantity is 0, or equal to another one, but for a margin that does not matter."""

    check: Literal["same"]
    of: str
    as_: Annotated[str | float, Field(alias="as")] = 0.0
    within: float


class Order(_Claim):
    """Quantities from the greatest to the least."""

    check: Literal["order"]
    of: Annotated[list[str], Field(min_length=2)]


class Trend(_Claim):
    """Quantities rise or fall along a line; what is judged is the change from the first to the last."""

    check: Literal["rising", "falling"]
    of: Annotated[list[str], Field(min_length=3)]
    along: list[float] | None = None


class Flat(_Claim):
    """Quantities do not change along a line but for a margin that does not matter."""

    check: Literal["flat"]
    of: Annotated[list[str], Field(min_length=3)]
    along: list[float] | None = None
    within: float


class Slowing(_Claim):
    """Quantities change less and less: the first step upwards is greater than the last."""

    check: Literal["slowing"]
    of: Annotated[list[str], Field(min_length=3)]


Claim = Annotated[More | Less | Between | Same | Order | Trend | Flat | Slowing, Field(discriminator="check")]


class Figure(_Strict):
    """A drawing of quantities. A course shows every meeting in so many consecutive blocks of its deals; training shows
    columns of the logs of the experiment's networks, each a mean of so many blocks.
    """

    kind: Literal["bars", "curve", "course", "training"]
    of: list[str] | dict[str, list[str]] | None = (
        None  # a list, or one list per line of a curve (default: all meetings)
    )
    along: list[float] | None = None
    x: str = ""
    y: str = ""
    log: bool = False
    blocks: Annotated[int, Field(ge=2)] = 10
    times: float = 1.0  # from the unit of a log to that of the paper


class Scales(_Strict):
    """How many deals (or positions, or steps) each column plays per meeting; a column left out is not played."""

    quick: dict[Column, int]
    full: dict[Column, int]


class Experiment(_Strict):
    """One experiment."""

    id: str
    also: list[str] = []  # other names under which the paper shows the same numbers
    title: str
    question: str
    game: str | dict[Column, str] = ""
    unit: str = ""
    agents: dict[str, AgentText] = {}
    train: dict[str, Training] = {}
    play: Play | None = None
    analysis: Analysis | None = None
    paper: Paper
    claims: Annotated[list[Claim], Field(min_length=1)]
    scale: Scales
    judge: Column = "paper"
    enough: float = 0.0
    note: str = ""
    figure: Figure | None = None
    course: Figure | None = None  # a second drawing, where the paper has both: how it went over the deals

    @model_validator(mode="before")
    @classmethod
    def _short_agents(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(agents := data.get("agents"), dict):
            short = {
                name: dict.fromkeys(COLUMNS, text) if isinstance(text, str) else text for name, text in agents.items()
            }
            return data | {"agents": short}
        return data

    @model_validator(mode="after")
    def _holds_together(self) -> "Experiment":
        if (self.play is None) == (self.analysis is None):
            raise ValueError("an experiment has either [play] or [analysis]")
        if self.judge not in self.scale.quick or self.judge not in self.scale.full:
            raise ValueError(f'judge = "{self.judge}" is a column that both scales must play')
        for name in {name for meeting in self.meetings() for name in self.table(meeting)}:
            if name not in self.agents:
                raise ValueError(f'there is no agent "{name}"; known are {", ".join(self.agents)}')
        return self

    def rules(self, column: Column) -> str:
        """The game and its preset in a column, such as ``game:preset`` or ``game:preset{players=4}``."""
        return self.game if isinstance(self.game, str) else self.game.get(column, self.game["paper"])

    def mark(self) -> str:
        """Stands for all that decides what is played: results of another mark are of another experiment."""
        parts = {"game", "agents", "train", "play", "analysis"}
        told = self.model_dump_json(
            include=parts, exclude={"analysis": {"seed", "seeds"}, "train": {"__all__": {"seeds"}}}
        )
        return sha256(told.encode()).hexdigest()[:12]

    def meetings(self) -> list[tuple[str, ...]]:
        """The agents of each meeting."""
        if self.play is None:
            return []
        return [tuple(meeting) for meeting in self.play.meetings]

    def table(self, meeting: Sequence[str]) -> list[str]:
        """The agents of a meeting seat by seat."""
        assert self.play is not None
        named = dict(zip(LETTERS, meeting, strict=False))
        return [named.get(seat, seat) for seat in self.play.seats]


def game_of(text: str) -> _core.Game:
    """The game of ``game:preset`` or ``game:preset{players=4}``."""
    form = re.fullmatch(r"(?P<name>\w+):(?P<rules>\w+)(?:\{(?P<options>.*)\})?", text)
    if form is None:
        raise InvalidExperiment(
            f'"{text}" is not a game with its rules; write game:preset or game:preset{{key=value}}.'
        )
    options = tomllib.loads("\n".join(part.strip() for part in (form["options"] or "").split(",")))
    return _core.Game(form["name"], form["rules"], **options)


def load(path: Path) -> Experiment:
    """The experiment of a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidExperiment(f"{path} cannot be read: {error}.") from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidExperiment(f"{path} is not TOML: {error}.") from error
    except RecursionError as error:
        raise InvalidExperiment(f"{path} is nested too deep to be read.") from error
    try:
        experiment = Experiment.model_validate(data)
    except ValidationError as error:
        raise InvalidExperiment(_sentence(path, text, error)) from error
    if experiment.id != (right := f"{path.parent.name}/{path.stem}"):
        raise InvalidExperiment(
            f'{path}, line {_line(text, ("id",))}: id is "{experiment.id}"; in this file it is "{right}".'
        )
    for number, claim in enumerate(experiment.claims):
        if not claim.ours and not (claim.quote and claim.where):
            line = _line(text, ("claims", str(number), "says"))
            raise InvalidExperiment(
                f"{path}, line {line}: claims.{number}: what the paper claims has its quote and where it stands in the "
                "text; a question of ours has ours = true."
            )
    return experiment


def load_all(folder: Path) -> dict[str, Experiment]:
    """All experiments of a folder of papers, by id, in the order of papers and names."""
    paths = sorted(folder.glob("*/*.toml"), key=_natural)
    if not paths:
        raise InvalidExperiment(
            f"There are no experiments in {folder}; run this in the project's folder or name one with --experiments."
        )
    return {experiment.id: experiment for experiment in map(load, paths)}


def chosen(experiments: dict[str, Experiment], names: Sequence[str]) -> list[Experiment]:
    """The experiments of ids, other names of theirs, or whole papers."""
    return [experiment for name in names for experiment in _named(experiments, name)]


def _named(experiments: dict[str, Experiment], name: str) -> Iterator[Experiment]:
    found = [r for r in experiments.values() if name in (r.id, r.id.partition("/")[0], *r.also)]
    if not found:
        from difflib import get_close_matches

        known = [
            *experiments,
            *(other for r in experiments.values() for other in r.also),
            *{i.partition("/")[0] for i in experiments},
        ]
        near = get_close_matches(name, known, 3, 0.5)
        hint = f" Did you mean {' or '.join(near)}?" if near else " `kibitz reproduce --list` shows all."
        raise InvalidExperiment(f'There is no experiment "{name}".{hint}')
    yield from found


def _natural(path: Path) -> list[Any]:
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", f"{path.parent.name}/{path.stem}")]


def _sentence(path: Path, text: str, error: ValidationError) -> str:
    first = error.errors()[0]
    where = [str(part) for part in first["loc"]]
    # The kind of a claim is no key of the file.
    where = [part for index, part in enumerate(where) if not (index == 2 and where[0] == "claims")]
    message = first["msg"].removeprefix("Value error, ").rstrip(".")
    if first["type"] == "extra_forbidden":
        message = "there is no such key"
    elif first["type"] == "missing":
        message = "this key is missing"
    elif first["type"] == "union_tag_invalid":
        where.append("check")
        known = first["ctx"]["expected_tags"].replace("'", "")
        message = f'there is no check "{first["ctx"]["tag"]}"; known are {known}'
    key = ".".join(where)
    found = f", line {line}" if (line := _line(text, where)) else ""
    return f"{path}{found}: {key + ': ' if key else ''}{message[:1].lower()}{message[1:]}."


def _line(text: str, where: Sequence[str]) -> int | None:
    """The line of a key, or of the nearest key above it."""
    lines = text.splitlines()
    if len(where) > 1 and where[0] == "claims" and where[1].isdigit():
        starts = [number for number, line in enumerate(lines) if line.strip() == "[[claims]]"]
        start = starts[int(where[1])]
        here = re.compile(rf'\s*"?{re.escape(where[-1])}"?\s*=')
        inside = range(start + 1, next((n for n in starts if n > start), len(lines)))
        return 1 + next((number for number in inside if here.match(lines[number])), start)
    for depth in range(len(where), 0, -1):
        name = re.escape(where[depth - 1])
        pattern = re.compile(rf'\s*(?:"?{name}"?\s*=|\[+(?:[\w.]+\.)?"?{name}"?\]+)|.*[{{,]\s*"?{name}"?\s*=')
        for number, line in enumerate(lines, 1):
            if pattern.match(line):
                return number
    return None
