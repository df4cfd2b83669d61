"""What a network does to bit-packed features: three small kernels for the GPU, the same in plain PyTorch elsewhere.

A feature word holds 64 inputs, one per bit. Words travel packed, 64 times smaller than half-precision numbers,
and are spread out only where the matrix product needs them.
"""

import numpy as np
import torch
from torch import Tensor

try:
    import triton
    import triton.language as tl
except ImportError:  # no GPU build of PyTorch: the plain versions below do
    triton = None

BITS = 64
ROWS = 8  # rows of one kernel program; a width of 512 then fills the registers well


# Triton reads the annotations of a kernel: a parameter has none unless it is a constant.
if triton is not None:

    @triton.jit
    def _spread(words, out, count, block: tl.constexpr) -> None:  # type: ignore[no-untyped-def]
        at = tl.program_id(0) * block + tl.arange(0, block)
        inside = at < count
        word = tl.load(words + at, mask=inside, other=0)
        bit = tl.arange(0, 64)
        value = (word[:, None] >> bit[None, :].to(tl.int64)) & 1
        place = at.to(tl.int64)[:, None] * 64 + bit[None, :]
        tl.store(out + place, value.to(out.dtype.element_ty), mask=inside[:, None])

    @triton.jit
    def _gather_add_relu(  # type: ignore[no-untyped-def]
        rows, states, owner, count, width: tl.constexpr, wide: tl.constexpr, block: tl.constexpr
    ) -> None:
        row = tl.program_id(0) * block + tl.arange(0, block)
        column = tl.arange(0, wide)
        inside = (row < count)[:, None] & (column < width)[None, :]
        state = tl.load(owner + row, mask=row < count, other=0).to(tl.int64)
        place = row.to(tl.int64)[:, None] * width + column[None, :]
        a = tl.load(rows + place, mask=inside, other=0).to(tl.float32)
        s = tl.load(states + state[:, None] * width + column[None, :], mask=inside, other=0).to(tl.float32)
        tl.store(rows + place, tl.maximum(a + s, 0.0).to(rows.dtype.element_ty), mask=inside)

    @triton.jit
    def _dot(  # type: ignore[no-untyped-def]
        rows, weight, bias, out, count,
        width: tl.constexpr, wide: tl.constexpr, block: tl.constexpr,
    ) -> None:  # fmt: skip
        row = tl.program_id(0) * block + tl.arange(0, block)
        column = tl.arange(0, wide)
        inside = (row < count)[:, None] & (column < width)[None, :]
        place = row.to(tl.int64)[:, None] * width + column[None, :]
        x = tl.load(rows + place, mask=inside, other=0).to(tl.float32)
        w = tl.load(weight + column, mask=column < width, other=0).to(tl.float32)
        tl.store(out + row, tl.sum(x * w[None, :], axis=1) + tl.load(bias).to(tl.float32), mask=row < count)


def spread(words: Tensor, dtype: torch.dtype) -> Tensor:
    """Packed words ``[n, k]`` as ``[n, 64 k]`` zeros and ones."""
    n, k = words.shape
    words = words.contiguous()
    if words.is_cuda:
        out = torch.empty(n, k * BITS, dtype=dtype, device=words.device)
        _spread[(triton.cdiv(n * k, 128),)](words, out, n * k, block=128)
        return out
    bits = np.unpackbits(words.numpy().view(np.uint8), bitorder="little")
    return torch.from_numpy(bits).view(n, k * BITS).to(dtype)


def gather_add_relu(rows: Tensor, states: Tensor, owner: Tensor) -> Tensor:
    """``relu(rows + states[owner])``, in place of ``rows``."""
    if rows.is_cuda:
        count, width = rows.shape
        _gather_add_relu[(triton.cdiv(count, ROWS),)](rows, states, owner, count, **_sizes(width))
        return rows
    return rows.add_(states[owner.long()]).relu_()


def dot(rows: Tensor, weight: Tensor, bias: Tensor, out: Tensor) -> None:
    """``out[i] = rows[i] · weight + bias``, summed in single precision."""
    count, width = rows.shape
    if rows.is_cuda:
        _dot[(triton.cdiv(count, ROWS),)](rows, weight, bias, out, count, **_sizes(width))
    else:
        torch.addmv(bias.float(), rows.float(), weight.float().view(-1), out=out[:count])


def _sizes(width: int) -> dict[str, int]:
    # Triton counts in powers of two; what is beyond the width is masked
    return {"width": width, "wide": triton.next_power_of_2(width), "block": ROWS}
