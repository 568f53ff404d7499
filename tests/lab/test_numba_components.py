"""The compiled components against numpy's, and that self-play and matches use them."""

import sys

from greylox_web.rules import new_game
from greylox_web.search.network.components import Components
from lab.numba_components import NumbaComponents
from lab.training.data import Memory
from lab.training.source import quick_encoder
from tests.search.layering import disagreements


def test_they_are_the_same_as_in_numpy():
    assert disagreements(Components, NumbaComponents) == ([], 11)


def test_without_numba_numpy_finds_them(monkeypatch):
    game = new_game("byg", 3)
    assert type(quick_encoder(game).components) is NumbaComponents
    assert type(Memory(game).encoder.components) is NumbaComponents
    monkeypatch.setitem(sys.modules, "lab.numba_components", None)
    assert type(quick_encoder(game).components) is Components
