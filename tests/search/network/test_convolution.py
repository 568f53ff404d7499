"""A layer in numpy against one cell at a time, and what does not fit together."""

import numpy as np
import pytest

from greylox_web.search.network import kernel
from greylox_web.search.network.layers import Layer, convolution
from tests.search.layering import floats, furthest, table


def cell_by_cell(layer):
    """What a layer is, said slowly."""

    def step(boards):
        cells = len(layer.neighbours)
        for board in range(boards):
            bias = layer.bias if layer.bias.ndim == 1 else layer.bias[board]
            for cell, rows in enumerate(layer.neighbours):
                seen = np.concatenate([layer.x[board, row] for row in rows])
                total = bias + seen @ layer.weights
                if layer.residual is not None:
                    total = total + layer.residual[board, cell]
                layer.out[board, cell] = [max(t, 0) if layer.relu else t for t in total]
            layer.out[board, cells] = 0

    return step


def test_it_is_what_one_cell_at_a_time_gives():
    assert furthest(convolution, cell_by_cell) < 1e-5


def layer(**changed):
    made = Layer(floats(2, 4, 5), table(3, 7), floats(35, 16), floats(16), floats(2, 4, 16))
    return made._replace(**changed)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"x": floats(2, 5, 5)}, r"x: float32 \(2, 5, 5\), expected float32 \(2, 4, 5\)"),
        ({"x": floats(2, 4, 5).astype(float)}, "x: float64"),
        ({"x": floats(2, 5, 4).swapaxes(1, 2)}, "in C order"),
        ({"neighbours": table(3, 7).astype(np.int64)}, "neighbours: int64"),
        ({"neighbours": table(3, 7) + 4}, "rows beyond 0 to 3"),
        ({"neighbours": table(3, 7) - 4}, "rows beyond 0 to 3"),
        ({"weights": floats(30, 16)}, "weights"),
        ({"bias": floats(3, 16)}, "bias"),
        ({"bias": floats(1, 2, 16)}, "bias"),
        ({"out": floats(1, 4, 16)}, "out"),
        ({"residual": floats(2, 3, 16)}, "residual"),
        (
            {"weights": floats(35, 8), "bias": floats(8), "out": floats(2, 4, 8)},
            "8 channels, not a multiple of 16",
        ),
    ],
)
def test_arrays_that_do_not_fit_are_refused(changed, sentence):
    with pytest.raises(ValueError, match=sentence):
        convolution(layer(**changed))


def test_a_layer_does_not_write_over_what_it_reads():
    x = floats(2, 4, 16)
    with pytest.raises(ValueError, match="write over"):
        convolution(layer(x=x, weights=floats(112, 16), out=x))


def test_outside_a_browser_there_is_no_kernel():
    assert kernel.load() is None
