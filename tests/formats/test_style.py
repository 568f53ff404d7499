"""Colours computed from other colours."""

import re

import pytest

from greylox_web.formats.style import attributes, mix_colours
from greylox_web.rules import GAMES, new_game


def channels(text):
    return [int(part, 16) for part in re.search(r"#(..)(..)(..)", text).groups()]


@pytest.mark.parametrize("name", GAMES)
def test_the_foot_of_a_tile_is_half_as_bright(name):
    class_attributes = attributes(new_game(name))
    assert channels(class_attributes["tile-foot"]) == [
        round(p / 2) for p in channels(class_attributes["tile"])
    ]


def test_a_mixture_goes_from_the_colour_to_black_or_white():
    assert mix_colours("#204060", 0, 0.0) == mix_colours("#204060", 255, 0.0) == "#204060"
    assert (mix_colours("#204060", 0, 1.0), mix_colours("#204060", 255, 1.0)) == (
        "#000000",
        "#ffffff",
    )
    assert mix_colours("#204060", 0, 0.25) == "#183048"
