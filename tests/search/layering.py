"""What two ways to compute layers have to agree on; also for Pyodide."""

import random

import numpy as np

from greylox_web.rules.board import bits, hexhex, rhombus
from greylox_web.search.network.layers import Layer


def floats(*shape):
    count = int(np.prod(shape))
    return np.array([random.uniform(-1, 1) for _ in range(count)], np.float32).reshape(shape)


def around(board):
    """For each cell itself and its six neighbours, as a net looks at it."""
    place = {cell: row for row, cell in enumerate(bits(board.cells))}
    ways = [0, *board.steps, *(-way for way in board.steps)]
    rows = [[place.get(cell + way, len(place)) for way in ways] for cell in place]
    return np.array(rows, np.int32)


def table(cells, taps):
    rows = [[random.randint(0, cells) for _ in range(taps)] for _ in range(cells)]
    return np.array(rows, np.int32)


def layers():
    """Real boards and random tables, with every kind of bias and residual."""
    random.seed(1)
    tables = [around(hexhex(5)), around(hexhex(6)), around(rhombus(11))]
    tables += [table(random.randint(1, 9), taps) for taps in (1, 2, 7) for _ in range(4)]
    for neighbours in tables:
        cells, taps = neighbours.shape
        for kind in ("", "own bias", "residual", "own bias, over itself"):
            boards, ins = random.randint(1, 9), random.choice([1, 5, 20, 32])
            outs = random.choice([16, 32, 48])
            x = floats(boards, cells + 1, ins)
            x[:, cells] = 0
            weights = floats(taps * ins, outs)
            bias = floats(boards, outs) if "bias" in kind else floats(outs)
            out = floats(boards, cells + 1, outs)
            residual = out if "over" in kind else floats(*out.shape) if kind else None
            relu = random.random() < 0.5
            yield Layer(x, neighbours, weights, bias, out, residual, relu)


def furthest(first, second):
    """The largest difference between two convolutions, on all boards but one of each layer."""
    most = 0.0
    for layer in layers():
        before, boards = layer.out.copy(), max(1, len(layer.x) - 1)
        results = []
        for convolution in (first, second):
            layer.out[:] = before
            convolution(layer)(boards)
            results.append(layer.out.copy())
        assert not results[0][:boards, -1].any()
        assert np.isfinite(results).all()
        assert (results[0][boards:] == before[boards:]).all()
        most = max(most, float(np.abs(results[0] - results[1]).max()))
    return most


def pools_apart(first, second):
    """The largest difference between two poolings."""
    random.seed(3)
    most = 0.0
    for boards, cells, channels in ((1, 1, 4), (8, 61, 32), (5, 37, 16), (3, 225, 20)):
        x = floats(boards, cells + 1, channels)
        pools = [way(x) for way in (first, second)]
        for count in range(boards + 1):
            found = [pool(count) for pool in pools]
            assert found[0].shape == found[1].shape == (count, 2 * channels)
            assert np.isfinite(found).all()
            most = max(most, float(np.abs(found[0] - found[1]).max(initial=0)))
    return most
