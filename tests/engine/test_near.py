"""What a newcomer sees: each game's score by hand and by a slow twin, and the choice by it."""

from random import Random

import pytest

from greylox_web.engine.engine import SearchTask
from greylox_web.engine.memory import TreeReuse
from greylox_web.engine.near import best_actions, score, scores
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import replay
from greylox_web.rules.state import MAIN
from tests.boards import cells, stand
from tests.engine.samples import positions
from tests.rules.playouts import SMALL, game_of, playout, twin_of, word


def nonzero(found):
    """A score without the zeros that end it."""
    while found and not found[-1]:
        found = found[:-1]
    return found


# ------------------------------------------------------------------ by hand


def test_in_greylox_vacant_cells_that_are_controlled_join_groups():
    game = new_game("greylox", 3)
    text = """
        . x x
       x . . .
      o . . . .
       . . . .
        . . o
    """
    state = stand(game, text)
    controls = [mask & ~state.occupied for mask in game.controlled(state)]
    assert controls == [cells(game.board, "c5"), cells(game.board, "a1 e3")], "corners: 2 of 3"
    assert nonzero(score(game, state, 0)) == (4 - 1, 0 - 1, 0 - 1, 0 - 1)
    assert nonzero(score(game, state, 1)) == (1 - 4, 1 - 0, 1 - 0, 1 - 0)


def test_in_greylox_nothing_is_controlled_in_the_opening():
    game = new_game("greylox", 3)
    state = replay(game, [game.board.parse_cell("c3")])[-1]
    assert nonzero(score(game, state, 0)) == (1,)


def test_in_lox_the_stones_that_are_missing_count():
    game = new_game("lox", 5)
    text = """
        . . x . .
         . . x . .
          . . x . .
           o o . . .
            . . . . .
    """
    state = stand(game, text)
    # red needs two more; blue three
    assert score(game, state, 0) == (1,)
    assert score(game, state, 1) == (-1,)


def test_in_lox_a_colour_that_is_cut_off_needs_a_whole_row():
    game = new_game("lox", 3, allow_small=True)
    text = """
        . x .
         . x .
          . x .
    """
    assert score(game, stand(game, text, mover=1), 0) == (3,)


def test_in_brink_being_ahead_looks_like_progress():
    game = new_game("brink", 3, {"x": 3})
    text = """
        x x .
       . . . .
      x . . . .
       . o . .
        . . .
    """
    assert nonzero(score(game, stand(game, text), 0)) == (1, 1)


def test_in_multiplicity_the_products_count():
    game = new_game("multiplicity", 3)
    text = """
        x x .
       . . . .
      x x . o o
       . . . .
        x . o
    """
    state = stand(game, text)
    assert score(game, state, 0) == (4 * 1 - 2 * 1,)
    assert score(game, state, 1) == (-2,)


def test_in_byg_the_stones_of_the_next_turn_come_first():
    game = new_game("byg", 3)
    text = """
        x . x
       . . . .
      o o o . .
       . . . .
        . . .
    """
    state = stand(game, text)
    assert nonzero(score(game, state, 0)) == (1, -2, 1)
    ahead = scores(game, state)
    most = max(ahead.values())
    # a third group of its own, rather than a larger one
    third = {action for action, found in ahead.items() if found == most}
    assert third and not third & set(bits(game.board.neighbours(state.stones[0])))


# ------------------------------------------------------------------ by the twin


def by_twin(twin, colour):
    """The score of a position for a colour, without its last zeros: slow and obvious."""
    if twin.game == "lox":
        theirs, ours = (missing(twin, side) for side in (twin.other(colour), colour))
        return nonzero((theirs - ours,))
    if twin.game == "multiplicity":
        return nonzero((twin.product(colour) - twin.product(twin.other(colour)),))
    lists = []
    for side in (colour, twin.other(colour)):
        held = twin.of(side)
        if twin.game == "greylox" and twin.phase == "main":
            held = held | (twin.control(side) & twin.vacant())
        lists.append(sorted(map(len, twin.connected_sets(held)), reverse=True))
    longest = max(map(len, lists))
    ours, theirs = (sizes + [0] * (longest - len(sizes)) for sizes in lists)
    ahead = tuple(a - b for a, b in zip(ours, theirs, strict=True))
    if twin.game == "byg":
        more = [max(1, min(3, len([s for s in sizes if s]))) for sizes in (ours, theirs)]
        ahead = (more[0] - more[1], *ahead)
    return nonzero(ahead)


def missing(twin, colour):
    """Lox: the fewest stones that join a colour's edges, or the board's size if it is cut off."""
    where = 1 if colour == "Red" else 0
    free = twin.cells - twin.of(twin.other(colour))
    costs = {cell: int(cell not in twin.stones) for cell in free if cell[where] == 0}
    changed = True
    while changed:
        changed = False
        for cell in free:
            for near in twin.neighbours(cell) & costs.keys():
                cost = costs[near] + (cell not in twin.stones)
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
                twin.do(word(game, actions[ply - 1]))
            for side, colour in enumerate(twin.colours):
                assert nonzero(score(game, state, side)) == by_twin(twin, colour), (seed, ply)


@pytest.mark.parametrize("name", GAMES)
def test_what_one_colour_is_ahead_the_other_is_behind(name):
    game = new_game(name, 4 if name != "lox" else 5)
    lengths = set()
    for state in positions(game, games=2):
        ours, theirs = score(game, state, 0), score(game, state, 1)
        assert ours == tuple(-number for number in theirs)
        lengths.add(len(ours))
    assert len(lengths) == 1, "so scores can be compared"


# ------------------------------------------------------------------ the choice


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 0.9, 1.0])
def test_the_best_actions_are_those_that_few_beat(share):
    random = Random(1)
    for count in range(1, 30):
        found = {action: (random.randrange(6),) for action in range(count)}
        chosen = best_actions(found, share)
        for action, mine in found.items():
            better = sum(other > mine for other in found.values())
            assert (action in chosen) == (better < share * count)


def test_a_level_with_a_share_chooses_only_among_these_and_one_without_among_all():
    game = new_game("byg", 3)
    states = [next(state for state in positions(game, games=1) if state.phase == MAIN)]
    near = set(best_actions(scores(game, states[-1]), 0.2))
    memory = TreeReuse(Random(1), lambda _: None)
    task = SearchTask(memory, game, states, [], LevelSettings(0, 100.0, 20))
    while not task.is_done:
        task.step()
    for share, wanted in (0.2, near), (1.0, set(bits(game.legal(states[-1])))):
        level = LevelSettings(0, 100.0, 20, share=share)
        assert {memory.select_action(task.search, level).action for _ in range(400)} == wanted
    assert len(near) < len(wanted)
