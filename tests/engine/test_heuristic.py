"""Newcomers: each game's score by hand and by a slow reference, and the choice by score."""

from random import Random

import pytest

from greylox_web.engine.engine import SearchTask
from greylox_web.engine.heuristic import best_actions, score, scores
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import replay
from greylox_web.rules.state import MAIN
from tests.diagrams import cells, position_from_diagram
from tests.engine.samples import positions
from tests.rules.playouts import SMALL, game_of, playout, twin_of, word


def strip_zeros(values):
    """Return a score without its trailing zeros."""
    while values and not values[-1]:
        values = values[:-1]
    return values


# ------------------------------------------------------------------ by hand


def test_greylox_score_counts_controlled_cells_in_groups():
    game = new_game("greylox", 3)
    text = """
        . x x
       x . . .
      o . . . .
       . . . .
        . . o
    """
    state = position_from_diagram(game, text)
    controls = [mask & ~state.occupied for mask in game.controlled(state)]
    assert controls == [cells(game.board, "c5"), cells(game.board, "a1 e3")], "corners: 2 of 3"
    assert strip_zeros(score(game, state, 0)) == (4 - 1, 0 - 1, 0 - 1, 0 - 1)
    assert strip_zeros(score(game, state, 1)) == (1 - 4, 1 - 0, 1 - 0, 1 - 0)


def test_greylox_opening_score_ignores_control():
    game = new_game("greylox", 3)
    state = replay(game, [game.board.parse_cell("c3")])[-1]
    assert strip_zeros(score(game, state, 0)) == (1,)


def test_lox_score_counts_missing_stones():
    game = new_game("lox", 5)
    text = """
        . . x . .
         . . x . .
          . . x . .
           o o . . .
            . . . . .
    """
    state = position_from_diagram(game, text)
    # red needs two more, blue three
    assert score(game, state, 0) == (1,)
    assert score(game, state, 1) == (-1,)


def test_lox_blocked_colour_needs_board_width():
    game = new_game("lox", 3, allow_small=True)
    text = """
        . x .
         . x .
          . x .
    """
    assert score(game, position_from_diagram(game, text, mover=1), 0) == (3,)


def test_brink_score_grows_with_group_size_lead():
    game = new_game("brink", 3, {"x": 3})
    text = """
        x x .
       . . . .
      x . . . .
       . o . .
        . . .
    """
    assert strip_zeros(score(game, position_from_diagram(game, text), 0)) == (1, 1)


def test_in_multiplicity_the_products_count():
    game = new_game("multiplicity", 3)
    text = """
        x x .
       . . . .
      x x . o o
       . . . .
        x . o
    """
    state = position_from_diagram(game, text)
    assert score(game, state, 0) == (4 * 1 - 2 * 1,)
    assert score(game, state, 1) == (-2,)


def test_byg_score_compares_stones_of_next_turn_first():
    game = new_game("byg", 3)
    text = """
        x . x
       . . . .
      o o o . .
       . . . .
        . . .
    """
    state = position_from_diagram(game, text)
    assert strip_zeros(score(game, state, 0)) == (1, -2, 1)
    ahead = scores(game, state)
    max_score = max(ahead.values())
    # a third group, rather than a larger one
    third = {action for action, value in ahead.items() if value == max_score}
    assert third and not third & set(bits(game.board.neighbours(state.stones[0])))


# ------------------------------------------------------------------ by the reference


def twin_score(twin, colour):
    """Return a position's score for a colour, by the reference and without trailing zeros."""
    if twin.game == "lox":
        theirs, ours = (count_missing_stones(twin, side) for side in (twin.other(colour), colour))
        return strip_zeros((theirs - ours,))
    if twin.game == "multiplicity":
        return strip_zeros((twin.product(colour) - twin.product(twin.other(colour)),))
    lists = []
    for side in (colour, twin.other(colour)):
        held = twin.stones_of(side)
        if twin.game == "greylox" and twin.phase == "main":
            held = held | (twin.control(side) & twin.vacant())
        lists.append(sorted(map(len, twin.connected_sets(held)), reverse=True))
    max_length = max(map(len, lists))
    ours, theirs = (sizes + [0] * (max_length - len(sizes)) for sizes in lists)
    ahead = tuple(a - b for a, b in zip(ours, theirs, strict=True))
    if twin.game == "byg":
        more = [max(1, min(3, len([s for s in sizes if s]))) for sizes in (ours, theirs)]
        ahead = (more[0] - more[1], *ahead)
    return strip_zeros(ahead)


def count_missing_stones(twin, colour):
    """Return the fewest stones to join a colour's edges in Lox; the board's size if cut off."""
    where = 1 if colour == "Red" else 0
    free = twin.cells - twin.stones_of(twin.other(colour))
    costs = {cell: int(cell not in twin.stones) for cell in free if cell[where] == 0}
    changed = True
    while changed:
        changed = False
        for cell in free:
            for neighbour in twin.neighbours(cell) & costs.keys():
                cost = costs[neighbour] + (cell not in twin.stones)
                if cost < costs.get(cell, 999):
                    costs[cell], changed = cost, True
    ends = [cost for cell, cost in costs.items() if cell[where] == twin.size - 1]
    return min(ends, default=twin.size)


@pytest.mark.parametrize("spec", SMALL)
def test_the_twin_sees_the_same(spec):
    game = game_of(spec)
    for seed in range(2):
        states, actions = playout(game, seed)
        twin = twin_of(game)
        for ply, state in enumerate(states):
            if ply:
                twin.apply(word(game, actions[ply - 1]))
            for side, colour in enumerate(twin.colours):
                assert strip_zeros(score(game, state, side)) == twin_score(twin, colour), (
                    seed,
                    ply,
                )


@pytest.mark.parametrize("name", GAMES)
def test_scores_of_both_colours_are_opposite(name):
    game = new_game(name, 4 if name != "lox" else 5)
    lengths = set()
    for state in positions(game, games=2):
        ours, theirs = score(game, state, 0), score(game, state, 1)
        assert ours == tuple(-number for number in theirs)
        lengths.add(len(ours))
    assert len(lengths) == 1, "so scores can be compared"


# ------------------------------------------------------------------ the choice


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 0.9, 1.0])
def test_best_actions_have_few_better_actions(share):
    random = Random(1)
    for count in range(1, 30):
        action_scores = {action: (random.randrange(6),) for action in range(count)}
        chosen = best_actions(action_scores, share)
        for action, mine in action_scores.items():
            better = sum(other > mine for other in action_scores.values())
            assert (action in chosen) == (better < share * count)


def test_level_share_restricts_choice_to_best_actions():
    game = new_game("byg", 3)
    states = [next(state for state in positions(game, games=1) if state.phase == MAIN)]
    candidates = set(best_actions(scores(game, states[-1]), 0.2))
    memory = PlayerTree(Random(1), lambda _: None)
    task = SearchTask(memory, game, states, [], LevelSettings(0, 100.0, 20))
    while not task.is_done:
        task.step()
    for share, expected in (0.2, candidates), (1.0, set(bits(game.legal(states[-1])))):
        level = LevelSettings(0, 100.0, 20, share=share)
        assert {memory.select_action(task.search, level).action for _ in range(400)} == expected
    assert len(candidates) < len(expected)
