"""The steps of ``layers`` and the ``components`` in WebAssembly, for Python in a browser.

``build.py`` compiles ``kernel.ts`` into libraries that Pyodide's ``ctypes`` can load.  They work
on numpy's arrays where they lie: nothing is copied.
"""

import ctypes
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..tree.node import Array
from . import layers
from .components import Components
from .layers import Convolution, Floats, Layer, Pool, Pooling, Step, check

LIBRARIES = ("kernel-fused.wasm", "kernel.wasm")
"""The quicker first; not every browser knows fused multiplications (relaxed SIMD)."""


class Kernel(NamedTuple):
    """What a library makes quick."""

    convolution: Convolution
    pooling: Pooling
    components: type[Components]


NUMPY = Kernel(layers.convolution, layers.pooling, Components)
"""What has to do where no library runs."""


def load(folder: Path = Path(__file__).parent) -> Kernel | None:
    """The quickest that runs here; None where numpy has to do, as outside browsers."""
    for name in LIBRARIES:
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL(str(folder / name))
            return Kernel(convolution(library), pooling(library), components(library))
    return None


def convolution(library: ctypes.CDLL) -> Convolution:
    """What makes steps of the library's function."""
    convolve = library.convolve
    convolve.restype = None

    def compiled(layer: Layer) -> Step:
        most, *sizes = layer.sizes()
        x, neighbours, weights, bias, out, residual, relu = layer
        addresses = (
            *(array.ctypes.data for array in (x, neighbours, weights, bias)),
            bias.strides[0] if bias.ndim == 2 else 0,
            0 if residual is None else residual.ctypes.data,
            out.ctypes.data,
        )
        arguments = (*sizes, int(relu), *addresses)

        def step(boards: int, _kept: Layer = layer) -> None:  # its arrays have to stay
            if not 0 <= boards <= most:
                raise ValueError(f"{boards} boards, the layer has {most}")
            convolve(boards, *arguments)

        return step

    return compiled


def pooling(library: ctypes.CDLL) -> Pooling:
    """What pools by the library's function."""
    function = library.pool
    function.restype = None

    def compiled(x: Floats) -> Pool:
        most, rows, channels = x.shape
        check("x", x, np.float32, most, rows, channels)
        if channels % 4:
            raise ValueError(f"x: {channels} channels, not a multiple of 4")
        out = np.empty((most, 2 * channels), dtype=np.float32)
        arguments = (rows - 1, channels, x.ctypes.data, out.ctypes.data)

        def pool(boards: int, _kept: Floats = x) -> Floats:
            if not 0 <= boards <= most:
                raise ValueError(f"{boards} boards, the array has {most}")
            function(boards, *arguments)
            return out[:boards]

        return pool

    return compiled


def components(library: ctypes.CDLL) -> type[Components]:
    """The components by the library's functions."""
    for function in (library.groups, library.linked, library.merged):
        function.restype = None

    def address(array: Array, kind: type[np.generic], *shape: int) -> int:
        if array.shape != shape or array.dtype != kind or not array.flags.c_contiguous:
            has = f"{array.dtype} {array.shape}"
            raise ValueError(f"{has}, expected {kind.__name__} {shape} in C order")
        return int(array.ctypes.data)

    class Compiled(Components):
        """Labels are int32."""

        def groups(self, stones: Array) -> tuple[Array, Array]:
            labels = np.empty((len(stones), self.geometry.off + 1), dtype=np.int32)
            around = address(self.geometry.around, np.int32, self.geometry.off, 6)
            return labels, self.joined(library.groups, stones, around, labels)

        def linked(self, stones: Array, labels: Array) -> Array:
            bridges = address(self.geometry.bridges, np.int32, self.geometry.off, 6, 3)
            return self.joined(library.linked, stones, bridges, labels.copy())

        def joined(self, find: Any, stones: Array, table: int, labels: Array) -> Array:
            """The sizes, by a function that sets the labels."""
            count, off = len(stones), self.geometry.off
            sizes = np.empty((count, off + 1), dtype=np.int16)
            find(
                count,
                off,
                address(stones, np.uint8, count, off),
                table,
                address(labels, np.int32, count, off + 1),
                address(sizes, np.int16, count, off + 1),
            )
            return sizes

        def merged(self, stones: Array, labels: Array, sizes: Array) -> Array:
            count, off = len(stones), self.geometry.off
            found = np.empty((2, count, off), dtype=np.int16)
            library.merged(
                count,
                off,
                address(stones, np.uint8, count, off),
                address(self.geometry.around, np.int32, off, 6),
                address(labels, np.int32, count, off + 1),
                address(sizes, np.int16, count, off + 1),
                address(found, np.int16, 2, count, off),
            )
            return found

    return Compiled
