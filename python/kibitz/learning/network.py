"""Networks over bit-packed features: one trunk that sees a state and an action, and named heads on it.

The first layer is split. What it makes of the state is computed once per decision, what it makes of an action once
per legal action, and the two are added: with five legal actions that is a third of the work. A shape is written
``5x512`` (five hidden layers of 512) or ``9x512r`` (each layer after the first is added to what it was given).
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from kibitz import _core
from kibitz.learning.kernels import BITS, dot, gather_add_relu, spread

# About so many inputs are set at a time in every game of ours; the first layer is drawn for that.
ACTIVE = 90


@dataclass(frozen=True, slots=True)
class Shape:
    """Depth and width of a network, and whether its layers add to what they are given."""

    depth: int
    width: int
    residual: bool = False

    @classmethod
    def parse(cls, text: str) -> "Shape":
        """The shape of a text such as ``5x512`` or ``9x512r``."""
        form = re.fullmatch(r"([1-9]\d?)x([1-9]\d{0,4})(r?)", text.strip())
        if form is None:
            raise _core.InvalidSpec(
                f'"{text}" is not the shape of a network; write depth x width, such as 5x512 or 9x512r.'
            )
        return cls(int(form[1]), int(form[2]), bool(form[3]))

    def __str__(self) -> str:
        return f"{self.depth}x{self.width}{'r' * self.residual}"


class Network(nn.Module):
    """Trunk and heads, for learning: ``network(words)`` gives the outputs of every head."""

    def __init__(self, state_words: int, action_words: int, shape: Shape, heads: Mapping[str, int]) -> None:
        super().__init__()
        self.state_words, self.action_words, self.shape = state_words, action_words, shape
        width = shape.width
        self.state = nn.Linear(state_words * BITS, width)
        self.action = nn.Linear(action_words * BITS, width, bias=False)
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(shape.depth - 1))
        self.heads = nn.ModuleDict({name: nn.Linear(width, outputs) for name, outputs in heads.items()})
        for part in (self.state, self.action):
            nn.init.normal_(part.weight, std=math.sqrt(2 / ACTIVE))
        nn.init.zeros_(self.state.bias)
        for layer in self.layers:
            _draw(layer, math.sqrt((1 / shape.depth if shape.residual else 2) / width))
        for head in self.heads.values():
            _draw(head, math.sqrt(0.1 / width))

    def forward(self, words: Tensor, dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
        """Outputs of every head for samples: state words, then action words, computed in ``dtype``."""
        first = torch.cat([self.state.weight, self.action.weight], 1)
        x = functional.linear(spread(words, dtype), first.to(dtype), self.state.bias.to(dtype)).relu()
        return self.outputs(self.trunk(x, dtype), dtype)

    def trunk(self, x: Tensor, dtype: torch.dtype = torch.float32) -> Tensor:
        """From the first hidden layer to the last."""
        for layer in self.layers:
            y = _linear(x, layer, dtype).relu()
            x = x + y if self.shape.residual else y
        return x

    def outputs(self, x: Tensor, dtype: torch.dtype = torch.float32) -> dict[str, Tensor]:
        """What the heads make of the last hidden layer."""
        return {name: _linear(x, head, dtype).float() for name, head in self.heads.items()}


def _linear(x: Tensor, layer: nn.Module, dtype: torch.dtype) -> Tensor:
    assert isinstance(layer, nn.Linear)
    return functional.linear(x, layer.weight.to(dtype), layer.bias.to(dtype))


def _draw(layer: nn.Module, deviation: float) -> None:
    assert isinstance(layer, nn.Linear)
    nn.init.normal_(layer.weight, std=deviation)
    nn.init.zeros_(layer.bias)


class Values:
    """A network's values of legal actions, for playing: half precision on a GPU, nothing kept for learning.

    On a CPU it is single precision unless said otherwise: an evaluation should be of what will play. ``load`` copies
    new weights into the same memory, so that a captured graph keeps playing with them.
    """

    def __init__(
        self, network: Network, device: torch.device, head: str = "q", cpu: torch.dtype = torch.float32
    ) -> None:
        self.shape, self.device = network.shape, device
        self.dtype = torch.float16 if device.type == "cuda" else cpu
        self._names = [name for name, _ in network.named_parameters() if not name.startswith("heads.")]
        self._names += [f"heads.{head}.weight", f"heads.{head}.bias"]
        parameters = dict(network.named_parameters())
        self._own = [parameters[name].detach().to(device, self.dtype).clone() for name in self._names]
        self._of = dict(zip(self._names, self._own, strict=True))
        self._head = head
        self.scale = 1.0  # of the values

    def load(self, parameters: Mapping[str, Tensor]) -> None:
        """Takes over the weights of a network of the same shape."""
        torch._foreach_copy_(self._own, [parameters[name].detach() for name in self._names])

    @torch.no_grad()
    def __call__(self, state: Tensor, action: Tensor, owner: Tensor, out: Tensor) -> None:
        """Writes the value of every action row to ``out``; ``owner`` is the state each row belongs to."""
        of = self._of
        states = torch.addmm(of["state.bias"], spread(state, self.dtype), of["state.weight"].t())
        x = gather_add_relu(spread(action, self.dtype) @ of["action.weight"].t(), states, owner)
        for i in range(self.shape.depth - 1):
            weight, bias = of[f"layers.{i}.weight"].t(), of[f"layers.{i}.bias"]
            # one call: product, bias and ReLU in the matrix library's epilogue
            y = torch._addmm_activation(bias, x, weight)
            x = y.add_(x) if self.shape.residual else y
        dot(x, of[f"heads.{self._head}.weight"], of[f"heads.{self._head}.bias"], out)
        if self.scale != 1:
            out.mul_(self.scale)
