"""The order in which the compiled network processes the cells."""

import numpy as np
import pytest

from greylox_web.engine.compiled.network import pair_cells
from greylox_web.engine.inputs import Geometry
from greylox_web.rules import GAMES, new_game

SIZES = range(2, 9)


@pytest.mark.parametrize("name", GAMES)
def test_pair_cells_covers_each_cell_once_with_its_taps(name):
    for size in SIZES:
        taps = Geometry(new_game(name, size, allow_small=True).board).conv_taps
        pairs = pair_cells(taps)
        cells = pairs[:, 0].ravel().tolist()
        if len(taps) % 2:
            assert cells.pop() == cells[-1], "the last one is its own other"
        assert sorted(cells) == list(range(len(taps)))
        for (one, other), *tap_pairs in pairs:
            assert np.array(tap_pairs).T.tolist() == [taps[one].tolist(), taps[other].tolist()]


@pytest.mark.parametrize("name", GAMES)
def test_paired_taps_are_mostly_both_on_or_off_board(name):
    taps = Geometry(new_game(name).board).conv_taps
    off = pair_cells(taps)[:, 1:] == len(taps)
    assert off.all(axis=2).sum() >= 0.75 * off.sum() / 2
