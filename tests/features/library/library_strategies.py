"""Small games, random trees and arbitrary JSON values, for tests of the library."""

from random import Random

from hypothesis import strategies as st

from greylox_web.match.match import Match
from greylox_web.match.tree import ROOT, new_tree
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord, Mark

games = st.sampled_from(
    [
        *(new_game(name, 3 if name != "lox" else 5) for name in GAMES),
        new_game("brink", 3, {"swap": True}),
    ]
)
randoms = st.randoms(use_true_random=False)
BRINK = new_game("brink", 3, {"x": 2})
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
ALL_META = ("id", "name", "opponent", "created", "updated", "flagged", "seats", "other")
SEATS = st.text() | st.text(st.characters(categories=["Nd", "No"])) | st.just("5" * 5000)


def randomly_extended(tree, random: Random, additions: int):
    """The tree after random additions: legal actions, comments, marks and resignations."""
    for _ in range(additions):
        node = random.choice(tree.reachable())
        legal = list(bits(tree.game.legal(tree.nodes[node].state)))
        kind = random.randrange(8)
        if kind == 0:
            comment = random.choice(["", "good", "bad", "good\nbad", "bad\n\nworse"])
            tree = tree.with_node(node, comment=comment)
        elif kind == 1:
            cell = random.choice(list(bits(tree.game.board.cells))[:3])
            mark = Mark(random.choice(["circle", "cross"]), cell)
            tree = tree.with_node(node, marks=tuple({*tree.nodes[node].marks, mark}))
        elif kind == 2 and legal:
            tree = tree.resign(node)
        elif legal:
            tree, _ = tree.add(node, random.choice(legal))
    return tree


def tree_content(tree):
    """The content of a tree by its actions, independent of the order of its lines."""
    contents = {}
    for number in tree.reachable():
        node = tree.nodes[number]
        comment = frozenset(filter(None, node.comment.split("\n")))
        contents[tree.actions(number)] = (comment, frozenset(node.marks), node.resigned)
    return contents


def contains_all(tree, part) -> bool:
    """Return whether ``tree`` contains all of ``part``."""
    whole = tree_content(tree)
    return all(
        actions in whole
        and comment <= whole[actions][0]
        and marks <= whole[actions][1]
        and resigned <= whole[actions][2]
        for actions, (comment, marks, resigned) in tree_content(part).items()
    )


def brink_session(*lines: str):
    """A match of a small game of Brink with these lines; the first is the main line."""
    tree, leaf = new_tree(BRINK), ROOT
    for number, line in enumerate(lines):
        node = ROOT
        for name in line.split():
            tree, node = tree.add(node, BRINK.board.parse_cell(name))
        leaf = node if number == 0 else leaf
    return Match(tree, leaf, leaf)


def record(line: str, resigned: bool = False) -> GameRecord:
    cells = tuple(BRINK.board.parse_cell(name) for name in line.split())
    return GameRecord(BRINK, cells, resigned=resigned)
