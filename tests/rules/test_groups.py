"""What joins two edges, against a walk from cell to cell."""

from random import Random

import pytest

from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.rules.groups import stones_to_connect
from greylox_web.rules.play import random_game, replay
from tests.ways import fewest


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_as_few_cells_join_the_edges_as_a_walk_finds(size):
    game, random, found = new_game("lox", size, allow_small=True), Random(size), set()
    cells = list(bits(game.board.cells))
    for _ in range(200):
        random.shuffle(cells)
        some = random.randrange(len(cells) + 1)
        parts = [cells[:some:2], cells[1:some:2]]
        stones, walls = (sum(1 << cell for cell in part) for part in parts)
        for near, far in game.edges:
            expected = fewest(game.board, stones, walls, near, far)
            assert stones_to_connect(game.board, stones, walls, near, far) == expected
            found.add(expected)
    assert {None, 0, 1, size} <= found


def test_how_lox_stands_is_what_each_colour_still_needs():
    game = new_game("lox", 4, allow_small=True)
    for seed in range(5):
        for state in replay(game, random_game(game, Random(seed))):
            for colour, edges in enumerate(game.edges):
                own, other = state.stones[colour], state.stones[1 - colour]
                assert game.interim_score(state, colour) == fewest(game.board, own, other, *edges)
