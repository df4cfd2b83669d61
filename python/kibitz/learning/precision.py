"""In which numbers networks learn: bfloat16 where the hardware multiplies it, two to three times as fast.

It has the range of single precision, so that gradients need no scaling; the weights themselves stay single.

A processor may announce instructions that a virtual machine does not let anybody use (AMX, for one). The matrix library
believes it, and the program would be ended by a signal in the middle of a run. So a child process tries first.
"""

import os
import signal
import subprocess
import sys
from functools import cache
from typing import NamedTuple

import torch
from torch import Tensor, nn

from kibitz.learning.network import Network, Shape, Values

# What the child runs, and the seconds it has: far more than it needs, even where all cores are busy.
_TRIAL = "from kibitz.learning import precision; precision.trial()"
_PATIENCE = 300.0


class Precision(NamedTuple):
    """The type that products are computed in, and the sentence about it for the person at the terminal."""

    dtype: torch.dtype
    told: str


def precision(device: torch.device) -> Precision:
    """What networks learn with on this device."""
    if device.type != "cuda":
        if not torch.cpu._is_avx512_bf16_supported():
            return Precision(torch.float32, "Learning in single precision.")
        if failure := _failure(_TRIAL, _PATIENCE):
            return Precision(
                torch.float32,
                f"Learning in single precision: the processor announces bfloat16, but a trial of it {failure}. "
                "It may work with ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16 in the environment.",
            )
    return Precision(torch.bfloat16, "Learning in bfloat16, with weights in single precision.")


@cache
def _failure(program: str, patience: float) -> str:
    """How a child with this program failed; empty if it did not."""
    # the same modules and the same settings of the libraries as here
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", program],
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=patience,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"took longer than {patience:g} seconds"
    except OSError as error:
        return f"could not be made ({error.strerror or error})"
    if done.returncode < 0:
        return f"was ended by {_name(-done.returncode)}"
    said = done.stderr.strip().splitlines()
    return f"failed ({said[-1] if said else f'exit status {done.returncode}'})" if done.returncode else ""


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def trial() -> None:
    """Plays and learns in bfloat16 and compares with single precision: few and many rows, on one core and on all."""
    torch.manual_seed(1)
    for threads in {1, os.cpu_count() or 1}:
        torch.set_num_threads(threads)
        for shape in ("1x16", "2x128", "2x512r"):
            network = Network(12, 3, Shape.parse(shape), {"q": 1, "belief": 96})
            for rows in (1, 16, 500):
                words = torch.randint(-(2**63), 2**63 - 1, (rows, 15)) & 0x1111_1111_1111_1111
                single, quick = (_learned(network, words, dtype) for dtype in (torch.float32, torch.bfloat16))
                played = torch.empty(rows)
                values = Values(network, torch.device("cpu"), cpu=torch.bfloat16)
                values(words[:, :12], words[:, 12:], torch.arange(rows), played)
                # in single precision other units are just above zero, so that gradients are only about the same
                pairs = [*zip(single, quick, strict=True), (single[0].view(-1), played)]
                if not all(torch.dist(a, b) <= 0.5 * a.norm() for a, b in pairs):
                    raise SystemExit(f"wrong products of a {shape} network, {rows} rows")


def _learned(network: nn.Module, words: Tensor, dtype: torch.dtype) -> list[Tensor]:
    """Outputs and gradients."""
    out = list(network(words, dtype).values())
    total = torch.cat([part.view(-1) for part in out]).sum()
    return [*(part.detach() for part in out), *torch.autograd.grad(total, list(network.parameters()))]
