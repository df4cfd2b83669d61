"""Self-play seen from PyTorch: pinned buffers, a ring of samples on the device, networks that answer a whole batch."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from kibitz import _core
from kibitz.learning.network import Values

_BUCKET = 16_384  # rows of a captured graph are a multiple of this: few graphs, little waste

# What a step writes about the decisions at hand, and about finished samples.
DECISION = ("state", "action", "offset")
SAMPLE = ("samples", "returns")


def torch_type(numpy_type: str) -> torch.dtype:
    """The PyTorch type of the same size: words are signed there, which changes nothing about their bits."""
    kind = np.dtype(numpy_type)
    types = {
        "f4": torch.float32,
        "u1": torch.uint8,
        "u8": torch.int64,
        "i8": torch.int64,
        "u4": torch.int32,
        "i4": torch.int32,
    }
    return types[f"{kind.kind}{kind.itemsize}"]


class Group:
    """The memory of one group of self-play, and the copy of it on the device."""

    def __init__(
        self,
        pool: _core.SelfPlay,
        index: int,
        device: torch.device,
        rows: int,
        samples: int = 0,
        extra: Iterable[str] = (),
    ) -> None:
        self.pool, self.index, self.device = pool, index, device
        names = {*DECISION, "values", *(SAMPLE if samples else ()), *extra}
        if "sample_truth" in names:
            names.add("truth")  # the engine keeps it from there
        cuda = device.type == "cuda"
        self.host: dict[str, Tensor] = {
            name: torch.zeros(shape, dtype=torch_type(kind), pin_memory=cuda)
            for name, (kind, shape) in pool.shapes(rows, samples).items()
            if name in names
        }
        memory: dict[str, Any] = {name: tensor.numpy() for name, tensor in self.host.items()}
        pool.bind(index, **memory)
        self._ready = torch.cuda.Event() if cuda else None  # type: ignore[no-untyped-call]
        self._graphs: dict[int, torch.cuda.CUDAGraph] = {}
        self._near: dict[str, Tensor] = {}

    def step(self, choose: str = "values", **how: float) -> _core.Batch:
        """Waits for the values asked for, plays on with the GPU free for the other group."""
        if self._ready is not None:
            self._ready.synchronize()
        return self.pool.step(self.index, choose, **how)  # type: ignore[arg-type]

    def think(self, values: Values, rows: int) -> None:
        """Values of all rows, asked of one network; on a GPU as a captured graph that runs on while we go on."""
        if self._ready is None:
            self.think_among([values], rows)
            return
        if not rows:
            return
        if not self._near:
            self._near = {name: torch.zeros_like(self.host[name], device=self.device) for name in (*DECISION, "values")}
        near, host = self._near, self.host
        size = min(-(-rows // _BUCKET) * _BUCKET, len(host["action"]))
        near["state"].copy_(host["state"], non_blocking=True)
        near["offset"].copy_(host["offset"], non_blocking=True)
        near["action"][:rows].copy_(host["action"][:rows], non_blocking=True)
        self._graph(values, size).replay()
        host["values"][:rows].copy_(near["values"][:rows], non_blocking=True)
        self._ready.record()

    def _graph(self, values: Values, size: int) -> torch.cuda.CUDAGraph:
        graph = self._graphs.get(size)
        if graph is None:
            self._all_rows(values, size)  # compiles the kernels before anything is captured
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            pool = next(iter(self._graphs.values())).pool() if self._graphs else None
            with torch.cuda.graph(graph, pool=pool):
                self._all_rows(values, size)
            self._graphs[size] = graph
        return graph

    def _all_rows(self, values: Values, size: int) -> None:
        near = self._near
        # rows beyond the last offset belong to nobody; they get a value that nobody reads
        row = torch.arange(size, device=self.device, dtype=near["offset"].dtype)
        owner = torch.searchsorted(near["offset"], row, right=True).sub_(1).clamp_(max=len(near["state"]) - 1)
        values(near["state"], near["action"][:size], owner, near["values"])

    def think_among(self, networks: Sequence[Values], rows: int) -> None:
        """Values of all rows, each asked of the network whose turn it is, for the places that have a decision."""
        count = self.host["offset"].diff()
        for number, values in enumerate(networks):
            asked = count > 0
            if len(networks) > 1:
                asked &= self.host["learner"] == number
            place = asked.nonzero().view(-1)
            if not len(place):
                continue
            mine = (
                slice(0, rows)
                if len(networks) == 1
                else torch.repeat_interleave(asked, count)[:rows].nonzero().view(-1)
            )
            action = self.host["action"][mine].to(self.device)
            owner = torch.repeat_interleave(torch.arange(len(place)), count[place]).to(self.device)
            out = torch.empty(len(action), device=self.device)
            values(self.host["state"][place].to(self.device), action, owner, out)
            self.host["values"][mine] = out.to("cpu")


def offered(group: Group, count: int) -> Tensor:
    """For each finished sample: number of the step that offered its decision (from 0), and its place."""
    ticket = group.host["sample_ticket"][:count].long()
    return ticket - torch.tensor([1, 0])  # the engine numbers the step that made the choice


class Ring:
    """The newest finished samples, on the device; the oldest are overwritten."""

    def __init__(self, pool: _core.SelfPlay, size: int, names: Sequence[str], device: torch.device) -> None:
        shapes = pool.shapes(1, size)
        self._of = {
            name: torch.zeros(shapes[name][1], dtype=torch_type(shapes[name][0]), device=device) for name in names
        }
        self.size, self._next = size, 0
        self.filled = 0
        # a copy on the device, so that a captured graph draws from all that is there when it is replayed
        self._filled = torch.zeros((), device=device)
        self._device = device

    def push(self, host: dict[str, Tensor], count: int) -> None:
        """Takes over the first ``count`` samples of a group's buffers."""
        begin = 0
        while begin < count:
            take = min(count - begin, self.size - self._next)
            for name, own in self._of.items():
                own[self._next : self._next + take].copy_(host[name][begin : begin + take], non_blocking=True)
            self._next = (self._next + take) % self.size
            begin += take
        if self.filled < self.size:
            self.filled = min(self.size, self.filled + count)
            self._filled.fill_(float(self.filled))

    def draw(self, count: int) -> dict[str, Tensor]:
        """Samples at random, with replacement."""
        at = (torch.rand(count, device=self._device) * self._filled).long()
        return {name: own[at] for name, own in self._of.items()}

    def clear(self) -> None:
        """Forgets everything."""
        self._next = self.filled = 0
        self._filled.zero_()
