"""Networks that a record names, trained from a seed before its deals are played and kept beside them.

A training is known by all that decides what comes of it, so records that ask for the same network share it. It is made
whole or not at all: one that was stopped goes on from its learner's checkpoint, or begins anew if the learner has none.
"""

import csv
import hashlib
import json
import shlex
import shutil
import time
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import kibitz
from kibitz import plots
from kibitz.experiments.record import COLUMNS, AgentText, Column, Figure, Record, Scale, Training, game_of
from kibitz.stats import Interval

_SPENT = "cpu-seconds.txt"


class Unavailable(ValueError):
    """What is needed to train is not installed."""


def ready(record: Record, columns: Iterable[Column], scale: Scale, results: Path, seed: int = 1) -> Record:
    """The record with the networks of these columns trained from a seed, and agents that name their files."""
    if record.analysis and record.analysis.learns:
        _check_installed()
        return record.model_copy(update={"analysis": record.analysis.model_copy(update={"seed": seed})})
    files = {
        name: str(_made(record, name, scale, results, min(seed, _trainings(record.train[name], scale))))
        for name in _wanted(record, columns)
    }

    def told(spec: str | None) -> str | None:
        return spec and renamed(kibitz.Spec(spec), files)

    agents = {
        name: AgentText(**{column: told(text.spec(column)) for column in COLUMNS})
        for name, text in record.agents.items()
    }
    return record.model_copy(update={"agents": agents})


def seeds(record: Record, column: Column, scale: Scale) -> int:
    """From how many seeds the networks of a column are trained: where they learn less than they should, from one."""
    if record.analysis and record.analysis.learns:
        return record.analysis.seeds if share(record, (), column, scale) == 1 else 1
    return max((_trainings(record.train[name], scale) for name in _wanted(record, [column])), default=1)


def seeds_of(record: Record, quantities: Iterable[str], column: Column) -> int:
    """How many trainings a judgement of these quantities wants."""
    if record.analysis and record.analysis.learns:
        return record.analysis.seeds
    return max((training.seeds for training in _told_of(record, quantities, column)), default=1)


def trains(record: Record, names: Iterable[str], column: Column) -> bool:
    """Whether one of these agents has a network that the record trains."""
    return any(_trained(record, record.agents[name], column) for name in names)


def cpu_seconds(record: Record) -> float:
    """What the networks of a record that is ready took to train, as far as it is known."""
    homes = {
        Path(name).parent
        for text in record.agents.values()
        for column in COLUMNS
        if (spec := text.spec(column))
        for name in kibitz.Spec(spec).networks
    }
    kept = [home / _SPENT for home in homes]
    return sum(float(path.read_text(encoding="utf-8")) for path in kept if path.exists())


def drawing(record: Record, ready: Iterable[Record], column: Column) -> str | None:
    """What the logs of the record's networks say of their training, one line for each seed."""
    figure = record.figure
    if figure is None or figure.kind != "training" or not isinstance(figure.of, list):
        return None
    lines: dict[str, list[tuple[float, Interval]]] = {}
    for seed, trained in enumerate(ready, 1):
        for name, text in trained.agents.items():
            for network in kibitz.Spec(text.spec(column) or "random").networks:
                for what in figure.of:
                    lines[f"{name} {what}, seed {seed}"] = _curve(Path(network).parent / "log.csv", what, figure)
    lines = {name: line for name, line in lines.items() if line}
    return plots.curves(lines, title=record.title, x=figure.x, y=figure.y, band=False) if lines else None


def _curve(path: Path, column: str, figure: Figure) -> list[tuple[float, Interval]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        told = [row for row in csv.DictReader(file) if row.get(column)]
    rows = [(float(row["samples"]), figure.times * float(row[column])) for row in told]
    size = max(1, len(rows) // figure.blocks)
    blocks = [rows[first : first + size] for first in range(0, len(rows), size)]
    return [(block[-1][0], Interval(*[sum(value for _, value in block) / len(block)] * 3)) for block in blocks]


def share(record: Record, quantities: Iterable[str], column: Column, scale: Scale) -> float:
    """The least share of its full training that a network had of which these quantities tell."""
    if record.analysis and record.analysis.learns:
        return record.scale.quick[column] / record.scale.full[column] if scale == "quick" else 1.0
    trainings = _told_of(record, quantities, column)
    return min((training.samples(scale) / training.full for training in trainings), default=1.0)


def commands(record: Record, columns: Iterable[Column], scale: Scale) -> dict[str, str]:
    """What trains each network of these columns by hand."""
    return {name: _command(record, record.train[name], scale) for name in _wanted(record, columns)}


def network_of(spec: str) -> Path:
    """The file of the first network that an agent names."""
    name, *_ = kibitz.Spec(spec).networks
    return Path(name)


def renamed(spec: kibitz.Spec | tuple[Any, ...], networks: Mapping[str, str]) -> str:
    """The same agent with other names of networks."""
    if isinstance(spec, tuple):
        return f"[{', '.join(renamed(each, networks) for each in spec)}]"
    named = networks if spec.name == "net" else {}
    values = [named.get(str(value)) or renamed(value, networks) for value in spec.values]
    keys = [f"{key}={renamed(value, networks)}" for key, value in spec.keys.items()]
    return f"{spec.name}({', '.join([*values, *keys])})" if values or keys else spec.name


def _trainings(training: Training, scale: Scale) -> int:
    return training.seeds if training.samples(scale) >= training.full else 1


def _told_of(record: Record, quantities: Iterable[str], column: Column) -> list[Training]:
    told = " ".join(quantities)
    texts = [text for name, text in record.agents.items() if name in told]
    return [record.train[name] for text in texts for name in _trained(record, text, column)]


def _wanted(record: Record, columns: Iterable[Column]) -> list[str]:
    there = [_trained(record, text, column) for column in columns for text in record.agents.values()]
    return [name for name in record.train if any(name in names for names in there)]


def _trained(record: Record, text: AgentText, column: Column) -> list[str]:
    spec = text.spec(column)
    return [name for name in kibitz.Spec(spec).networks if name in record.train] if spec else []


def _made(record: Record, name: str, scale: Scale, results: Path, seed: int) -> Path:
    training = record.train[name]
    known = json.dumps([_command(record, training, scale, seed), kibitz.__version__])
    mark = hashlib.sha256(known.encode()).hexdigest()[:12]
    home = results / "store" / "networks" / f"{training.learner}-{mark}"
    if not home.exists():
        _train(record, training, scale, home, seed)
    return home / training.file


def _train(record: Record, training: Training, scale: Scale, home: Path, seed: int) -> None:
    _check_installed()
    import torch
    from safetensors import safe_open

    from kibitz.learning import learner
    from kibitz.learning.order import Order, changed

    module, samples = learner(training.learner), training.samples(scale)
    fresh = home.with_name(f"{home.name}.part")
    begun = (fresh / "checkpoint.pt").exists()
    if not begun:
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
    order = Order(
        game_of(training.game or record.rules("paper")),
        fresh,
        samples=samples,
        seed=seed,
        resume=begun,
        quiet=True,
        command=_command(record, training, scale, seed),
    )
    began = time.process_time()
    torch.set_num_threads(1)  # sums in another order are other sums
    settings = changed(module.defaults("cpu"), {key: str(value) for key, value in training.set.items()})
    for path in module.train(order, settings):
        with safe_open(str(path), "pt") as file:
            if int(file.metadata()["samples"]) < samples:
                raise KeyboardInterrupt  # learners keep what they have when they are stopped; half a network is none
    (fresh / _SPENT).write_text(f"{time.process_time() - began:.1f}\n", encoding="utf-8")
    fresh.rename(home)


def _check_installed() -> None:
    if find_spec("torch") is None:
        raise Unavailable('Its networks are trained with PyTorch, which is not here: pip install "kibitz[learn]".')


def _command(record: Record, training: Training, scale: Scale, seed: int = 1) -> str:
    game = game_of(training.game or record.rules("paper"))
    words = ["kibitz", "train", training.learner, "--game", game.name, "--rules", game.rules]
    words += ["--samples", str(training.samples(scale)), "--seed", str(seed), "--threads", "1", "--device", "cpu"]
    words += [word for key, value in training.set.items() for word in ("--set", f"{key}={value}")]
    return shlex.join(words)
