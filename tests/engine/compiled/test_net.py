"""The order in which the compiled network goes over the cells."""

import numpy as np
import pytest

from greylox_web.engine.compiled.network import pair_cells
from greylox_web.engine.inputs import Geometry
from greylox_web.rules import GAMES, new_game

SIZES = range(2, 9)


@pytest.mark.parametrize("name", GAMES)
def test_every_cell_is_in_one_pair_and_looks_where_it_did(name):
    for size in SIZES:
        taps = Geometry(new_game(name, size, allow_small=True).board).conv_taps
        pairs = pair_cells(taps)
        cells = pairs[:, 0].ravel().tolist()
        if len(taps) % 2:
            assert cells.pop() == cells[-1], "the last one is its own other"
        assert sorted(cells) == list(range(len(taps)))
        for (one, other), *seen in pairs:
            assert np.array(seen).T.tolist() == [taps[one].tolist(), taps[other].tolist()]


@pytest.mark.parametrize("name", GAMES)
def test_mostly_both_look_off_the_board_or_neither(name):
    taps = Geometry(new_game(name).board).conv_taps
    off = pair_cells(taps)[:, 1:] == len(taps)
    assert off.all(axis=2).sum() >= 0.75 * off.sum() / 2
