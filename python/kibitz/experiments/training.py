"""Networks that an experiment names, trained from a seed before its deals are played and kept beside them.

A training is identified by everything that determines its result, so experiments that need the same network share it.
It is all or nothing: an interrupted one resumes from its checkpoint, or starts over if the learner has none. A longer
training goes on where a shorter one that is otherwise the same has ended, if the learner has checkpoints.
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
from kibitz import plots, saving
from kibitz.experiments.experiment import COLUMNS, AgentText, Column, Experiment, Figure, Scale, Training, game_of
from kibitz.stats import Interval

_SPENT = "cpu-seconds.txt"
_ORDERED = "ordered.json"  # samples, and the command without them


class Unavailable(ValueError):
    """What is needed to train is not installed."""


def ready(experiment: Experiment, columns: Iterable[Column], scale: Scale, results: Path, seed: int = 1) -> Experiment:
    """The experiment with the networks of these columns trained from a seed, and agents that name their files."""
    if experiment.analysis and experiment.analysis.learns:
        _check_installed()
        return experiment.model_copy(update={"analysis": experiment.analysis.model_copy(update={"seed": seed})})
    files = {
        name: str(trained(experiment, name, scale, results, min(seed, _trainings(experiment.train[name], scale))))
        for name in _wanted(experiment, columns)
    }

    def told(spec: str | None) -> str | None:
        return spec and renamed(kibitz.Spec(spec), files)

    agents = {
        name: AgentText(**{column: told(text.spec(column)) for column in COLUMNS})
        for name, text in experiment.agents.items()
    }
    return experiment.model_copy(update={"agents": agents})


def seeds(experiment: Experiment, column: Column, scale: Scale) -> int:
    """From how many seeds the networks of a column are trained: where they learn less than they should, from one."""
    if experiment.analysis and experiment.analysis.learns:
        return experiment.analysis.seeds if share(experiment, (), column, scale) == 1 else 1
    return max((_trainings(experiment.train[name], scale) for name in _wanted(experiment, [column])), default=1)


def seeds_of(experiment: Experiment, quantities: Iterable[str], column: Column) -> int:
    """How many trainings a judgement of these quantities wants."""
    if experiment.analysis and experiment.analysis.learns:
        return experiment.analysis.seeds
    return max((training.seeds for training in _told_of(experiment, quantities, column)), default=1)


def trains(experiment: Experiment, names: Iterable[str], column: Column) -> bool:
    """Whether one of these agents has a network that the experiment trains."""
    return any(_trained(experiment, experiment.agents[name], column) for name in names)


def cpu_seconds(experiment: Experiment) -> float:
    """What the networks of an experiment that is ready took to train, as far as it is known."""
    homes = {
        Path(name).parent
        for text in experiment.agents.values()
        for column in COLUMNS
        if (spec := text.spec(column))
        for name in kibitz.Spec(spec).networks
    }
    kept = [home / _SPENT for home in homes]
    return sum(float(path.read_text(encoding="utf-8")) for path in kept if path.exists())


def drawing(experiment: Experiment, ready: Iterable[Experiment], column: Column) -> str | None:
    """What the logs of the experiment's networks say of their training, one line for each seed."""
    figure = experiment.figure
    if figure is None or figure.kind != "training" or not isinstance(figure.of, list):
        return None
    lines: dict[str, list[tuple[float, Interval]]] = {}
    for seed, trained in enumerate(ready, 1):
        for name, text in trained.agents.items():
            for network in kibitz.Spec(text.spec(column) or "random").networks:
                for what in figure.of:
                    lines[f"{name} {what}, seed {seed}"] = _curve(Path(network).parent / "log.csv", what, figure)
    lines = {name: line for name, line in lines.items() if line}
    return plots.curves(lines, title=experiment.title, x=figure.x, y=figure.y, band=False) if lines else None


def _curve(path: Path, column: str, figure: Figure) -> list[tuple[float, Interval]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        told = [row for row in csv.DictReader(file) if row.get(column)]
    rows = [(float(row["samples"]), figure.times * float(row[column])) for row in told]
    size = max(1, len(rows) // figure.blocks)
    blocks = [rows[first : first + size] for first in range(0, len(rows), size)]
    return [(block[-1][0], Interval(*[sum(value for _, value in block) / len(block)] * 3)) for block in blocks]


def share(experiment: Experiment, quantities: Iterable[str], column: Column, scale: Scale) -> float:
    """The least share of its full training that a network had of which these quantities tell."""
    if experiment.analysis and experiment.analysis.learns:
        return experiment.scale.quick[column] / experiment.scale.full[column] if scale == "quick" else 1.0
    trainings = _told_of(experiment, quantities, column)
    return min((training.samples(scale) / training.full for training in trainings), default=1.0)


def commands(experiment: Experiment, columns: Iterable[Column], scale: Scale) -> dict[str, str]:
    """What trains each network of these columns by hand."""
    return {name: _command(experiment, experiment.train[name], scale) for name in _wanted(experiment, columns)}


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


def _told_of(experiment: Experiment, quantities: Iterable[str], column: Column) -> list[Training]:
    told = " ".join(quantities)
    texts = [text for name, text in experiment.agents.items() if name in told]
    return [experiment.train[name] for text in texts for name in _trained(experiment, text, column)]


def _wanted(experiment: Experiment, columns: Iterable[Column]) -> list[str]:
    there = [_trained(experiment, text, column) for column in columns for text in experiment.agents.values()]
    return [name for name in experiment.train if any(name in names for names in there)]


def _trained(experiment: Experiment, text: AgentText, column: Column) -> list[str]:
    spec = text.spec(column)
    return [name for name in kibitz.Spec(spec).networks if name in experiment.train] if spec else []


def trained(experiment: Experiment, name: str, scale: Scale, results: Path, seed: int) -> Path:
    """The file of a network; it is trained if it is not there."""
    where = home(experiment, name, scale, results, seed)
    if not where.exists():
        _train(experiment, experiment.train[name], scale, where, seed)
    return where / experiment.train[name].file


def home(experiment: Experiment, name: str, scale: Scale, results: Path, seed: int) -> Path:
    """The folder of a network, which is there when it has been trained."""
    training = experiment.train[name]
    known = json.dumps([_command(experiment, training, scale, seed), kibitz.__version__])
    mark = hashlib.sha256(known.encode()).hexdigest()[:12]
    return results / "store" / "networks" / f"{training.learner}-{mark}"


def _train(experiment: Experiment, training: Training, scale: Scale, where: Path, seed: int) -> None:
    _check_installed()
    import torch
    from safetensors import safe_open

    from kibitz.learning import learner
    from kibitz.learning.order import Order, changed

    module, samples = learner(training.learner), training.samples(scale)
    fresh = where.with_name(f"{where.name}.part")
    ordered = _command(experiment, training, None, seed)
    if not (fresh / "checkpoint.pt").exists():
        shutil.rmtree(fresh, ignore_errors=True)
        if shorter := _shorter(where.parent, ordered, samples):
            shutil.copytree(shorter, fresh)
        else:
            fresh.mkdir(parents=True)
    saving.write(fresh / _ORDERED, json.dumps([samples, ordered]))
    begun = (fresh / "checkpoint.pt").exists()
    spent = fresh / _SPENT
    before = float(spent.read_text(encoding="utf-8")) if spent.exists() else 0.0
    order = Order(
        game_of(training.game or experiment.rules("paper")),
        fresh,
        samples=samples,
        seed=seed,
        resume=begun,
        quiet=True,
        command=_command(experiment, training, scale, seed),
    )
    began = time.process_time()
    torch.set_num_threads(1)  # sums in another order are other sums
    settings = changed(module.defaults("cpu"), {key: str(value) for key, value in training.set.items()})
    for path in module.train(order, settings):
        with safe_open(str(path), "pt") as file:
            if int(file.metadata()["samples"]) < samples:
                raise KeyboardInterrupt  # learners keep what they have when they are stopped; half a network is none
    saving.write(spent, f"{before + time.process_time() - began:.2f}\n")
    fresh.rename(where)


def _shorter(networks: Path, ordered: str, samples: int) -> Path | None:
    """The longest training of fewer samples that is otherwise the same and can go on."""
    known: dict[int, Path] = {}
    for path in networks.glob(f"*/{_ORDERED}"):
        number, command = json.loads(path.read_text(encoding="utf-8"))
        finished = path.parent.suffix != ".part" and (path.parent / "checkpoint.pt").exists()
        if finished and command == ordered and number < samples:
            known[number] = path.parent
    return known[max(known)] if known else None


def _check_installed() -> None:
    if find_spec("torch") is None:
        raise Unavailable('Its networks are trained with PyTorch, which is not installed: pip install "kibitz[learn]".')


def _command(experiment: Experiment, training: Training, scale: Scale | None, seed: int = 1) -> str:
    """What trains a network by hand; without a scale, for as long as one likes."""
    game = game_of(training.game or experiment.rules("paper"))
    words = ["kibitz", "train", training.learner, "--game", game.name, "--rules", game.rules]
    words += ["--samples", str(training.samples(scale))] if scale else []
    words += ["--seed", str(seed), "--threads", "1", "--device", "cpu"]
    words += [word for key, value in training.set.items() for word in ("--set", f"{key}={value}")]
    return shlex.join(words)
