"""What a network's convolutions cost in a worker of Chromium: the kernel against numpy.

    python3 build.py bench kernel [--runs 9]

Eight layers of 32 channels on a board of base 5, the second of each two with a residual.
Overhead is what a layer costs on no board at all.  Each figure is the median of the runs.
"""

import argparse
import inspect
from statistics import median

from tools import in_worker

BOARDS, LAYERS, CHANNELS = (1, 8, 16), 8, 32
OPERATIONS = 2 * LAYERS * 61 * 7 * CHANNELS**2  # for a board with 61 cells, each seeing 7


def times(
    runs: int, numbers: tuple[int, ...], layers: int, channels: int
) -> dict[str, dict[str, list[float]]]:
    """For each way to compute, for so many boards and each run: milliseconds of all layers."""
    from ctypes import CDLL
    from pathlib import Path
    from time import perf_counter

    import numpy as np

    from greylox_web.rules.board import bits, hexhex
    from greylox_web.search.network import kernel
    from greylox_web.search.network.layers import Convolution, Floats, Layer, Step, convolution

    board = hexhex(5)
    place = {cell: row for row, cell in enumerate(bits(board.cells))}
    steps = [0, *board.steps, *(-step for step in board.steps)]
    taps = np.array([[place.get(c + s, len(place)) for s in steps] for c in place], np.int32)

    def floats(*shape: int) -> Floats:
        waves: Floats = np.sin(np.arange(np.prod(shape), dtype=np.float32)).reshape(shape)
        return waves / np.float32(9)

    def network(convolution: Convolution) -> list[Step]:
        x, inner = (floats(max(numbers), len(taps) + 1, channels) for _ in range(2))
        weights, bias = floats(len(steps) * channels, channels), floats(channels)
        one = convolution(Layer(x, taps, weights, bias, inner))
        two = convolution(Layer(inner, taps, weights, bias, x, residual=x))
        return [one, two] * (layers // 2)

    networks = {"numpy": network(convolution)}
    for name in reversed(kernel.LIBRARIES):
        library = CDLL(str(Path(kernel.__file__).with_name(name)))
        networks[name] = network(kernel.convolution(library))
    found: dict[str, dict[str, list[float]]] = {
        name: {str(boards): [] for boards in numbers} for name in networks
    }
    for _ in range(runs):
        for name, steps_of in networks.items():
            for boards in numbers:
                count, start = 0, perf_counter()
                while (spent := perf_counter() - start) < 0.05:
                    for step in steps_of:
                        step(boards)
                    count += 1
                found[name][str(boards)].append(1e3 * spent / count)
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    call = f"times({options.runs}, {(0, *BOARDS)}, {LAYERS}, {CHANNELS})"
    found = in_worker.run(f"import json\n{inspect.getsource(times)}\njson.dumps({call})")
    assert isinstance(found, dict)
    heads = [f"ms for {boards} (GFLOP/s)" for boards in BOARDS]
    print("| boards |", " | ".join(heads), "| overhead of a layer in us |")
    print("|---|" + "---:|" * (len(BOARDS) + 1))
    for name, runs in found.items():
        millis = {boards: median(runs[str(boards)]) for boards in (0, *BOARDS)}
        cells = [f"{millis[n]:.2f} ({OPERATIONS * n / millis[n] / 1e6:.1f})" for n in BOARDS]
        print(f"| {name} |", " | ".join(cells), f"| {1e3 * millis[0] / LAYERS:.1f} |")


if __name__ == "__main__":
    main()
