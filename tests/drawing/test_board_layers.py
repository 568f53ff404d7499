"""Layers below the stones: hints of a cell and of a region are drawn alike."""

import pytest

from greylox_web.drawing.board_layers import layers_below_stones
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_of_a_cell_and_of_a_region_are_drawn_alike(name):
    game = new_game(name)
    cells = list(bits(game.board.cells))
    for mask in (1 << cells[0], 1 << cells[20] | 1 << cells[21]):
        one, other = (
            layers_below_stones(game, 0, {kind: mask}) for kind in ("hint", "hint-region")
        )
        assert one == other != layers_below_stones(game, 0, {})
