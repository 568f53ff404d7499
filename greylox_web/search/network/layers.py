"""One layer of a convolutional network on hexagons, in numpy.

Activations are float32 of shape (boards, cells + 1, channels); the last row of each board is
zero and stands for "off the board".  A table of shape (cells, taps) names for each cell the rows
that it looks at: itself and its six neighbours, say.  With the cell itself as its only tap, a
layer is a matrix product.

A layer is made into a step once, and the step runs many times, on the first so many boards of
the layer's arrays, where they lie.  ``kernel`` makes the same steps of compiled code.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float32]]
CellTable = np.ndarray[Any, np.dtype[np.int32]]

CHANNELS = 16
"""The number of channels that a layer gives is a multiple of this."""


class Sizes(NamedTuple):
    """The sizes of a layer; ``boards`` is what its arrays have room for."""

    boards: int
    cells: int
    taps: int
    channels_in: int
    channels_out: int


class Layer(NamedTuple):
    """What a layer reads, and ``out``, which it sets; all in C order."""

    x: Floats  # (boards, cells + 1, channels in)
    neighbours: CellTable  # (cells, taps): rows of x
    weights: Floats  # (taps * channels in, channels out), tap by tap
    bias: Floats  # (channels out,) or, for each board its own, (boards, channels out)
    out: Floats  # (boards, cells + 1, channels out); not x
    residual: Floats | None = None  # is added; of out's shape, and may be out
    relu: bool = True  # negative sums become 0

    def sizes(self) -> Sizes:
        """The sizes; ``ValueError`` when the arrays do not fit together."""
        (cells, taps), (boards, _, channels_in) = self.neighbours.shape, self.x.shape
        channels_out = self.weights.shape[1]
        check("x", self.x, np.float32, boards, cells + 1, channels_in)
        check("neighbours", self.neighbours, np.int32, cells, taps)
        check("weights", self.weights, np.float32, taps * channels_in, channels_out)
        check("bias", self.bias, np.float32, *(boards, channels_out)[2 - self.bias.ndim :])
        for name, array in (("out", self.out), ("residual", self.residual)):
            if array is not None:
                check(name, array, np.float32, boards, cells + 1, channels_out)
        if channels_out % CHANNELS:
            raise ValueError(f"weights: {channels_out} channels, not a multiple of {CHANNELS}")
        if not 0 <= self.neighbours.min() <= self.neighbours.max() <= cells:
            raise ValueError(f"neighbours: they name rows beyond 0 to {cells}")
        if np.may_share_memory(self.x, self.out):
            raise ValueError("out: a layer cannot write over what it reads")
        return Sizes(boards, cells, taps, channels_in, channels_out)


def check(name: str, array: Floats | CellTable, kind: type[np.generic], *shape: int) -> None:
    """Raise ``ValueError`` unless the array is as it has to be."""
    if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
        has = f"{array.dtype} {array.shape}"
        raise ValueError(f"{name}: {has}, expected {kind.__name__} {shape} in C order")


Step = Callable[[int], None]
"""Runs a layer on the first so many boards: the sums over the taps, and zero in the last rows."""

Convolution = Callable[[Layer], Step]
"""Makes a layer into a step."""


Pool = Callable[[int], Floats]
"""Mean and maximum over the cells of so many boards: (boards, 2 * channels); valid until asked
again."""

Pooling = Callable[[Floats], Pool]
"""What pools the activations in an array, where they lie."""


def pooling(x: Floats) -> Pool:
    """The pool in numpy; ``x`` has the shape (boards, cells + 1, channels)."""

    def pool(boards: int) -> Floats:
        on = x[:boards, :-1]
        return np.concatenate([on.mean(axis=1), on.max(axis=1)], axis=1)

    return pool


def convolution(layer: Layer) -> Step:
    """The step in numpy."""
    _, cells, taps, channels_in, channels_out = layer.sizes()
    x, neighbours, weights, bias, out, residual, relu = layer

    def step(boards: int) -> None:
        seen = x[:boards].take(neighbours, axis=1).reshape(boards * cells, taps * channels_in)
        total = (seen @ weights).reshape(boards, cells, channels_out)
        total += bias if bias.ndim == 1 else bias[:boards, None]
        if residual is not None:
            total += residual[:boards, :cells]
        out[:boards, :cells] = np.maximum(total, 0) if relu else total
        out[:boards, cells] = 0

    return step
