"""The list of moves, which keeps what it can from tree to tree."""

from random import Random

import pytest

from greylox_web.app.session import lines as module
from greylox_web.app.session.lines import lines
from greylox_web.app.session.tree import ROOT, Tree, plant
from greylox_web.rules import new_game
from greylox_web.rules.board import bits


def from_nothing(tree: Tree) -> tuple[module.Line, ...]:
    """The same by its own code, with nothing kept: what is kept must not matter."""
    return module._lines(tree, {}, {})


def changed(tree: Tree, random: Random) -> Tree:
    """The tree after something that a player may do to it."""
    node = random.choice(tree.reachable()[-6:])
    legal = list(bits(tree.game.legal(tree.nodes[node].state)))
    kind = random.random()
    if kind < 0.75 and legal:
        return tree.add(node, random.choice(legal))[0]
    if kind < 0.85 and node != ROOT:
        return tree.promote(node)
    if kind < 0.9:
        return tree.delete(node)
    return tree.with_node(node, comment="seen")


@pytest.mark.parametrize("name", ["greylox", "lox", "brink", "multiplicity", "byg"])
def test_what_is_kept_from_the_tree_before_changes_nothing(name: str):
    random = Random(name)
    for _ in range(6):
        tree = plant(new_game(name, 5 if name == "lox" else 3))
        for _ in range(60):
            tree = changed(tree, random)
            assert lines(tree) == from_nothing(tree)


def test_a_move_that_is_the_same_is_the_same_object():
    tree, node = plant(new_game("lox", 5)), ROOT
    for action in list(bits(tree.game.board.cells))[:6]:
        tree, node = tree.add(node, action)
        before = lines(tree)
    after = lines(tree.add(node, 6)[0])
    assert all(a is b for a, b in zip(before[0].moves[:-1], after[0].moves, strict=False))


def test_moves_of_another_game_with_the_same_numbers_are_not_taken_over():
    for name, texts in (("lox", ["c3", "b2"]), ("lox", ["b2", "c3"])):
        tree, node = plant(new_game(name, 5)), ROOT
        for text in texts:
            tree, node = tree.add(node, tree.game.board.cell(text))
        assert [text for move in lines(tree)[0].moves for text, _ in move.stones] == texts
