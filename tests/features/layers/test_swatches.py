"""The swatches of the layers: each layer of each game has its own sign."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from greylox_web.features.layers.swatches import swatch
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.registry import get_shapes
from greylox_web.session.layers import available_layers


@pytest.mark.parametrize("name", GAMES)
def test_each_layer_has_a_sign_of_its_own(name: str):
    for shape, options in get_shapes(name):
        layers = available_layers(new_game(name, options=options))
        swatches = [swatch(name, shape.name, layer) for layer in layers]
        assert len(set(swatches)) == len(layers)
        assert all(ElementTree.fromstring(one).tag.endswith("svg") for one in swatches)
        assert max(map(len, swatches)) < 9000
