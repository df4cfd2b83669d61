"""Network files: safetensors with all that is needed to use them and to know where they came from.

Tensors, in half or single precision, matrices as ``[outputs, inputs]``::

    state.weight  [width, 64 · state_words]      state.bias  [width]
    action.weight [width, 64 · action_words]
    layers.0.weight [width, width]               layers.0.bias [width]       … depth − 1 of them
    heads.NAME.weight [outputs, width]           heads.NAME.bias [outputs]

``x = relu(state.weight · s + state.bias + action.weight · a)``, then per layer ``x = relu(weight · x + bias)``,
to which a residual network adds the old ``x``; a head is linear. Metadata, all texts: ``format`` (``kibitz-net 1``),
``game``, ``rules``, ``features`` (version of the encoding), ``shape``, ``heads`` (JSON: name → outputs), ``pick``
(``greedy`` for values, ``sample`` for logits of a policy), ``reward`` (the unit of ``q``), ``learner``, ``command``,
``settings`` (JSON), ``samples``, ``minutes`` and ``ratings`` (JSON: what it scored against whom).
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from kibitz import _core, saving
from kibitz.learning.network import Network, Shape
from kibitz.learning.order import Order
from kibitz.learning.run import Budget
from kibitz.nets import FORMAT, metadata

__all__ = ["FORMAT", "load", "metadata", "origin", "save"]


def save(path: Path, network: Network, weights: Mapping[str, Tensor], metadata: Mapping[str, str]) -> None:
    """Writes the file of a network with the given weights (its own or their running mean)."""
    from safetensors.torch import save_file

    heads = {name: len(weights[f"heads.{name}.bias"]) for name in network.heads}
    header = {"format": FORMAT, "shape": str(network.shape), "heads": json.dumps(heads), **metadata}
    tensors = {name: tensor.detach().to("cpu", torch.float16).contiguous() for name, tensor in weights.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    with saving.replacing(path) as fresh:
        save_file(tensors, str(fresh), metadata={key: str(value) for key, value in header.items()})


def origin(
    order: Order, learner: str, settings: Any, budget: Budget, samples: int, ratings: list[dict[str, Any]]
) -> dict[str, str]:
    """Where a network comes from and what it scored: the part of the metadata that every learner writes alike."""
    return {
        "learner": learner,
        "game": order.game.name,
        "rules": order.game.rules,
        "features": str(order.game.features()["version"]),
        "command": order.command,
        "settings": json.dumps(asdict(settings)),
        "samples": str(samples),
        "minutes": f"{budget.seconds() / 60:.2f}",
        "ratings": json.dumps(ratings),
    }


def load(path: Path, game: _core.Game) -> Network:
    """The network of a file, if it was made for this game and this encoding."""
    from safetensors.torch import load_file

    found, spec = metadata(path), game.features()
    if found.get("game") != game.name:
        raise _core.InvalidSpec(f"{path} plays {found.get('game')}, not {game.name}.")
    if found.get("features") != str(spec["version"]):
        raise _core.InvalidSpec(
            f"{path} was made for features {found.get('features')}; {game.name} has features {spec['version']} now."
        )
    network = Network(
        spec["state_words"], spec["action_words"], Shape.parse(found["shape"]), json.loads(found["heads"])
    )
    tensors = load_file(str(path))
    wanted = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    if {name: tuple(tensor.shape) for name, tensor in tensors.items()} != wanted:
        raise _core.InvalidSpec(f"{path} does not have the tensors of a {found['shape']} network for {game.name}.")
    network.load_state_dict({name: tensor.float() for name, tensor in tensors.items()})
    return network
