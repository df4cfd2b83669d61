"""Networks that an experiment names, trained from a seed before its deals are played and kept beside them.

A training is identified by everything that determines its result, so experiments that need the same network share it.
It is all or nothing: an interrupted one resumes from its checkpoint, or starts over if the learner has none.
"""

import hashlib
import json
import shlex
import shutil
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import kibitz
from kibitz.experiments.experiment import COLUMNS, AgentText, Column, Experiment, Scale, Training, game_of


class Unavailable(ValueError):
    """What is needed to train is not installed."""


def ready(experiment: Experiment, columns: Iterable[Column], scale: Scale, results: Path) -> Experiment:
    """The experiment with the networks of these columns trained, and agents that name their files."""
    if experiment.analysis and experiment.analysis.learns:
        _check_installed()
    files = {name: str(_made(experiment, name, scale, results)) for name in _wanted(experiment, columns)}

    def told(spec: str | None) -> str | None:
        return spec and renamed(kibitz.Spec(spec), files)

    agents = {
        name: AgentText(**{column: told(text.spec(column)) for column in COLUMNS})
        for name, text in experiment.agents.items()
    }
    return experiment.model_copy(update={"agents": agents})


def share(experiment: Experiment, quantities: Iterable[str], column: Column, scale: Scale) -> float:
    """The least share of its full training that a network had of which these quantities tell."""
    if experiment.analysis and experiment.analysis.learns:
        return experiment.scale.quick[column] / experiment.scale.full[column] if scale == "quick" else 1.0
    told = " ".join(quantities)
    texts = [text for name, text in experiment.agents.items() if name in told]
    trainings = [experiment.train[name] for text in texts for name in _trained(experiment, text, column)]
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


def _wanted(experiment: Experiment, columns: Iterable[Column]) -> list[str]:
    there = [_trained(experiment, text, column) for column in columns for text in experiment.agents.values()]
    return [name for name in experiment.train if any(name in names for names in there)]


def _trained(experiment: Experiment, text: AgentText, column: Column) -> list[str]:
    spec = text.spec(column)
    return [name for name in kibitz.Spec(spec).networks if name in experiment.train] if spec else []


def _made(experiment: Experiment, name: str, scale: Scale, results: Path) -> Path:
    training = experiment.train[name]
    known = json.dumps([_command(experiment, training, scale), kibitz.__version__])
    mark = hashlib.sha256(known.encode()).hexdigest()[:12]
    home = results / "store" / "networks" / f"{training.learner}-{mark}"
    if not home.exists():
        _train(experiment, training, scale, home)
    return home / training.file


def _train(experiment: Experiment, training: Training, scale: Scale, home: Path) -> None:
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
        game_of(training.game or experiment.rules("paper")),
        fresh,
        samples=samples,
        resume=begun,
        quiet=True,
        command=_command(experiment, training, scale),
    )
    torch.set_num_threads(1)  # sums in another order are other sums
    settings = changed(module.defaults("cpu"), {key: str(value) for key, value in training.set.items()})
    for path in module.train(order, settings):
        with safe_open(str(path), "pt") as file:
            if int(file.metadata()["samples"]) < samples:
                raise KeyboardInterrupt  # learners keep what they have when they are stopped; half a network is none
    fresh.rename(home)


def _check_installed() -> None:
    if find_spec("torch") is None:
        raise Unavailable('Its networks are trained with PyTorch, which is not installed: pip install "kibitz[learn]".')


def _command(experiment: Experiment, training: Training, scale: Scale) -> str:
    game = game_of(training.game or experiment.rules("paper"))
    words = ["kibitz", "train", training.learner, "--game", game.name, "--rules", game.rules]
    words += ["--samples", str(training.samples(scale)), "--seed", "1", "--threads", "1", "--device", "cpu"]
    words += [word for key, value in training.set.items() for word in ("--set", f"{key}={value}")]
    return shlex.join(words)
