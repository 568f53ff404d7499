"""Detection of positions that are equal up to symmetry."""

from random import Random

import pytest

from greylox_web.engine.canonical import symmetries
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import transform_mask
from greylox_web.rules.play import random_game, replay
from lab.puzzles.symmetry import canonical_image, cell_difference, images
from tests.lab.puzzles.samples import position


def apply_symmetry(game, state, move, exchange):
    """Return the position after a symmetry of the board, optionally with the colours exchanged."""
    sides = [transform_mask(side, move) for side in state.stones]
    anchor = state.anchor if state.anchor < 0 else move[state.anchor]
    return state._replace(
        stones=(sides[1], sides[0]) if exchange else (sides[0], sides[1]),
        mover=1 - state.mover if exchange else state.mover,
        placed=transform_mask(state.placed, move),
        anchor=anchor,
    )


@pytest.mark.parametrize("name", GAMES)
def test_symmetric_positions_have_equal_images(name):
    game, random = new_game(name, 5), Random(5)
    keeping_maps, exchanged = symmetries(game)
    positions = replay(game, random_game(game, random))[3::7]
    for state in positions:
        image = canonical_image(game, state)
        for move in keeping_maps:
            twin = apply_symmetry(game, state, move, exchange=False)
            assert canonical_image(game, twin) == image
            assert cell_difference(game, twin, image) == 0
        for move in exchanged:
            assert canonical_image(game, apply_symmetry(game, state, move, exchange=True)) == image
        other = state._replace(mover=1 - state.mover)
        assert canonical_image(game, other) != image
        cell = state.stones[0] & -state.stones[0]
        fewer = state._replace(stones=(state.stones[0] ^ cell, state.stones[1]), anchor=-1)
        assert canonical_image(game, fewer) != image
        assert cell_difference(game, fewer, image) == 1
    assert len({canonical_image(game, state) for state in positions}) == len(positions)
    bigger = new_game(name, 7)
    assert cell_difference(bigger, bigger.start(), images(game, game.start())[0]) is None


def test_lox_mirrored_board_needs_colour_exchange():
    game, state = position("1/lox5/s1x3.1x3.5.2o2.5-x-2/m")
    _, exchanged = symmetries(game)
    assert canonical_image(
        game, apply_symmetry(game, state, exchanged[0], exchange=True)
    ) == canonical_image(game, state)
    assert canonical_image(
        game, apply_symmetry(game, state, exchanged[0], exchange=False)
    ) != canonical_image(game, state)
