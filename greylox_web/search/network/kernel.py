"""The steps of ``layers`` in WebAssembly, for Python in a browser.

``build.py`` compiles ``kernel.ts`` into libraries that Pyodide's ``ctypes`` can load.  They work
on numpy's arrays where they lie: nothing is copied.
"""

import ctypes
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np

from . import layers
from .layers import Convolution, Floats, Layer, Pool, Pooling, Step, check

LIBRARIES = ("kernel-fused.wasm", "kernel.wasm")
"""The quicker first; not every browser knows fused multiplications (relaxed SIMD)."""


class Kernel(NamedTuple):
    """What a library makes quick."""

    convolution: Convolution
    pooling: Pooling


NUMPY = Kernel(layers.convolution, layers.pooling)
"""What has to do where no library runs."""


def load(folder: Path = Path(__file__).parent) -> Kernel | None:
    """The quickest that runs here; None where numpy has to do, as outside browsers."""
    for name in LIBRARIES:
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL(str(folder / name))
            return Kernel(convolution(library), pooling(library))
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
