"""The steps of ``layers`` in WebAssembly with SIMD, for Python in a browser.

``build.py`` compiles ``kernel.ts`` into libraries that Pyodide's ``ctypes`` can load.  They work
on numpy's arrays where they lie: nothing is copied.
"""

import ctypes
from contextlib import suppress
from pathlib import Path

from .layers import Convolution, Layer, Step

LIBRARIES = ("kernel-fused.wasm", "kernel.wasm")
"""The quicker first; not every browser knows fused multiplications (relaxed SIMD)."""


def load(folder: Path = Path(__file__).parent) -> Convolution | None:
    """What makes the quickest steps here; None where numpy's have to do, as outside browsers."""
    for name in LIBRARIES:
        with suppress(OSError):
            return compiled(ctypes.CDLL(str(folder / name)))
    return None


def compiled(library: ctypes.CDLL) -> Convolution:
    """What makes steps of the library's function."""
    convolve = library.convolve
    convolve.restype = None

    def convolution(layer: Layer) -> Step:
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

    return convolution
