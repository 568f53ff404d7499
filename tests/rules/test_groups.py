"""Stones that connect two edges, against a search from cell to cell."""

from random import Random

import pytest

from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.rules.groups import stones_to_connect
from greylox_web.rules.play import random_game, replay
from tests.edge_distance import min_stones_to_connect


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_as_few_cells_join_the_edges_as_a_walk_finds(size):
    game, random, values = new_game("lox", size, allow_small=True), Random(size), set()
    cells = list(bits(game.board.cells))
    for _ in range(200):
        random.shuffle(cells)
        count = random.randrange(len(cells) + 1)
        parts = [cells[:count:2], cells[1:count:2]]
        stones, walls = (sum(1 << cell for cell in part) for part in parts)
        for first_edge, second_edge in game.edges:
            expected = min_stones_to_connect(game.board, stones, walls, first_edge, second_edge)
            assert stones_to_connect(game.board, stones, walls, first_edge, second_edge) == expected
            values.add(expected)
    assert {None, 0, 1, size} <= values


def test_lox_interim_score_is_stones_to_connect():
    game = new_game("lox", 4, allow_small=True)
    for seed in range(5):
        for state in replay(game, random_game(game, Random(seed))):
            for colour, edges in enumerate(game.edges):
                own, other = state.stones[colour], state.stones[1 - colour]
                assert game.interim_score(state, colour) == min_stones_to_connect(
                    game.board, own, other, *edges
                )
