"""Trees of variations: round trips through records, and no loss by playing."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.match import move_list
from greylox_web.match.match import Match
from greylox_web.match.tree import ROOT, merge, new_tree, record_from_tree, tree_from_record
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import MAX_ACTIONS, Mark
from greylox_web.rules.notation.links import read_link
from greylox_web.session.session import Session

games = st.sampled_from([new_game(name, 3 if name != "lox" else 5) for name in GAMES])


def random_tree(game, random: Random, additions: int):
    """A tree grown by playing legal actions at random nodes."""
    tree = new_tree(game)
    for _ in range(additions):
        node = random.randrange(len(tree.nodes))
        legal = list(bits(game.legal(tree.nodes[node].state)))
        if legal:
            tree, _ = tree.add(node, random.choice(legal))
    return tree


def lines(tree):
    """The lines from the root to each leaf, as actions."""
    return {tree.actions(node) for node in range(len(tree.nodes)) if not tree.nodes[node].children}


@given(games, st.randoms(use_true_random=False), st.integers(0, 14))
def test_a_record_keeps_every_line(game, random, additions):
    tree = random_tree(game, random, additions)
    leaf = tree.line_end(ROOT)
    reloaded, reloaded_leaf, cursor = tree_from_record(record_from_tree(tree, leaf, leaf))
    assert lines(reloaded) == lines(tree)
    assert reloaded.actions(reloaded_leaf) == tree.actions(leaf) == reloaded.actions(cursor)


def test_a_variation_inside_a_turn_begins_with_the_whole_turn():
    record = read_link("1/greylox3/ma1b2b4c5d3/v2e5").record
    tree, _, _ = tree_from_record(record)
    rows = [
        (m.number, [s for s, _ in m.actions], m.begins_in_setup)
        for line in move_list.move_list(tree)
        for m in line.turns
    ]
    assert rows == [
        (1, ["a1"], False),
        (2, ["b2", "b4"], False),
        (2, ["b2", "e5"], False),
        (3, ["c5", "d3"], False),
    ]


@given(games, st.randoms(use_true_random=False), st.integers(0, 20))
def test_numbers_of_nodes_keep_their_meaning(game, random, additions):
    tree = random_tree(game, random, additions)
    node = random.randrange(len(tree.nodes))
    legal = list(bits(game.legal(tree.nodes[node].state)))
    if not legal:
        return
    bigger, new = tree.add(node, random.choice(legal))
    for number, old in enumerate(tree.nodes):
        assert bigger.nodes[number].state == old.state
        assert bigger.nodes[number].children[: len(old.children)] == old.children
    assert bigger.nodes[new].parent == node
    assert bigger.add(node, bigger.nodes[new].action) == (bigger, new)


def test_resignation_round_trips_with_variations():
    game = new_game("brink", 3)
    tree = new_tree(game)
    tree, one = tree.add(ROOT, game.board.parse_cell("a1"))
    tree, _ = tree.add(one, game.board.parse_cell("b1"))
    tree = tree.resign(one)
    reloaded, leaf, _ = tree_from_record(record_from_tree(tree, one, one))
    assert reloaded.nodes[leaf].resigned
    assert lines(reloaded) == lines(tree)


def test_link_over_limit_drops_earliest_variations():
    game = new_game("brink", 8)
    tree, random = new_tree(game), Random(4)
    tree, leaf = with_random_line(tree, random, ROOT, 150)
    main = tree.path(leaf)
    for index in range(16):
        tree, _ = with_random_line(tree, random, main[index], 120)
    session = Session(Match(tree, leaf=leaf, cursor=leaf))
    everything = session.record
    assert len(everything.variations) == 16
    many = len(everything.actions) + sum(len(actions) for _, actions in everything.variations)
    assert many > MAX_ACTIONS
    reading = read_link(session.link)
    assert reading.error is None and reading.record.actions == everything.actions
    variations = reading.record.variations
    assert 0 < len(variations) < 16 and variations == everything.variations[-len(variations) :]


def with_random_line(tree, random, node, actions):
    """The tree with a new line of ``actions`` actions from a node, and the end of that line."""
    for _ in range(actions):
        legal = list(bits(tree.game.legal(tree.nodes[node].state)))
        existing = {tree.nodes[child].action for child in tree.nodes[node].children}
        tree, node = tree.add(node, random.choice([a for a in legal if a not in existing]))
    return tree, node


def test_two_versions_are_put_together_and_ours_comes_first():
    game = new_game("brink", 3)
    cell = game.board.parse_cell
    ours, one = new_tree(game).add(ROOT, cell("a1"))
    ours = ours.with_node(one, comment="ours", marks=(Mark("circle", cell("b2")),))
    theirs, other = new_tree(game).add(ROOT, cell("b1"))
    theirs, same = theirs.add(ROOT, cell("a1"))
    theirs, more = theirs.add(same, cell("c1"))
    theirs = theirs.with_node(same, comment="theirs", marks=(Mark("cross", cell("b2")),))
    theirs = theirs.with_node(more, comment="more", marks=(Mark("cross", cell("b2")),))
    both, numbers = merge(ours, theirs.resign(more))
    assert both.nodes[ROOT].children == (one, numbers[other]), "our order stays"
    assert numbers[same] == one and both.nodes[one].comment == "ours\ntheirs"
    assert both.nodes[one].marks == (Mark("circle", cell("b2")), Mark("cross", cell("b2")))
    new = both.nodes[numbers[more]]
    assert (new.comment, new.marks, new.resigned) == ("more", (Mark("cross", cell("b2")),), True)
    assert merge(both, theirs.resign(more))[0] == both


@pytest.mark.parametrize(
    ("ours", "theirs", "both"),
    [
        ("Good move", "Good mo", "Good move"),
        ("Good mo", "Good move", "Good move"),
        ("", "One.\n\nTwo.", "One.\n\nTwo."),
        ("One.\nTw", "One.\nTwo.\nThree.", "One.\nTwo.\nThree."),
        ("Good", "Bad\nGood move", "Good\nBad\nGood move"),
        ("One.\n\nTwo.", "", "One.\n\nTwo."),
    ],
)
def test_merge_of_growing_comment_keeps_longer_line(ours: str, theirs: str, both: str):
    mine = new_tree(new_game("brink", 3)).with_node(ROOT, comment=ours)
    merged, _ = merge(mine, new_tree(new_game("brink", 3)).with_node(ROOT, comment=theirs))
    assert merged.nodes[ROOT].comment == both


def test_more_variations_than_a_record_holds_leave_the_latest():
    game = new_game("brink", 5)
    tree = new_tree(game)
    for cell in list(bits(game.board.cells))[:20]:
        tree, _ = tree.add(ROOT, cell)
    record = record_from_tree(tree, 1, 1)
    assert len(record.variations) == 16
