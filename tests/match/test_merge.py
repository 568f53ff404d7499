"""Merging two versions of one game, and links that continue a game."""

import time
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.library.collection import merge_entries
from greylox_web.features.library.entry import load_match, make_entry
from greylox_web.formats import read
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.merge import (
    at_line_end,
    compare_lines,
    contains,
    fast_forward,
    merge_matches,
)
from greylox_web.match.tree import (
    ROOT,
    Mark,
    merge,
    merge_in_their_order,
    new_tree,
    tree_from_record,
)
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link
from greylox_web.text import MAX_COMMENT_LENGTH
from tests.features.library.library_strategies import (
    BRINK,
    brink_session,
    contains_all,
    games,
    randomly_extended,
    randoms,
    record,
    tree_content,
)


@given(games, randoms, st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_two_versions_together_keep_all_of_both(game, random, before, our_actions, their_actions):
    start = randomly_extended(new_tree(game), random, before)
    ours, theirs = (
        randomly_extended(start, random, our_actions),
        randomly_extended(start, random, their_actions),
    )
    both, numbers = merge(ours, theirs)
    assert contains_all(both, ours) and contains_all(both, theirs)
    other, _ = merge(theirs, ours)
    assert tree_content(both) == tree_content(other)
    assert merge(both, theirs)[0].nodes == both.nodes == merge(both, both)[0].nodes
    assert contains(both, theirs) and contains(ours, ours)
    for number, node in enumerate(ours.nodes):
        assert both.nodes[number].state == node.state
    for number in theirs.reachable():
        assert both.actions(numbers[number]) == theirs.actions(number)


@given(games, randoms, st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_merge_in_their_order_keeps_our_node_numbers(
    game, random, before, our_actions, their_actions
):
    start = randomly_extended(new_tree(game), random, before)
    ours, theirs = (
        randomly_extended(start, random, our_actions),
        randomly_extended(start, random, their_actions),
    )
    both, _ = merge_in_their_order(ours, theirs)
    twin, _ = merge(theirs, ours)
    assert [both.actions(node) for node in both.reachable()] == [
        twin.actions(node) for node in twin.reachable()
    ]
    assert tree_content(both) == tree_content(twin)
    for number, node in enumerate(ours.nodes):
        assert both.nodes[number].state is node.state


@given(games, randoms, st.integers(0, 12), st.integers(0, 12))
def test_fast_forward_drops_deleted_nodes(game, random, before, after):
    start = randomly_extended(new_tree(game), random, before)
    theirs = randomly_extended(start, random, after)
    deleted = random.choice(theirs.reachable())
    theirs = theirs.delete(deleted).with_node(ROOT, comment="")
    leaf = start.line_end(ROOT)
    cursor = random.choice(start.path(leaf))
    table = Match(start, leaf, cursor, takeback_node=cursor)
    ours = fast_forward(table, Match(theirs, theirs.line_end(ROOT), ROOT))
    assert tree_content(ours.tree) == tree_content(theirs)
    assert {ours.cursor, ours.leaf, ours.live_node} <= set(ours.tree.reachable())
    assert ours.cursor in ours.tree.path(ours.leaf)
    for number, node in enumerate(start.nodes):
        assert ours.tree.nodes[number].state == node.state
    if cursor in theirs.reachable():
        assert ours.cursor == cursor


def test_fast_forward_keeps_line_shown():
    theirs = brink_session("a1 b2 c1", "a1 c3 d4")
    for leaf in 3, 5:
        ours = replace(theirs, leaf=leaf, cursor=1)
        after = fast_forward(ours, theirs)
        assert (after.leaf, after.cursor) == (leaf, 1)


def test_at_line_end_stops_before_engine_turn():
    """The cursor stops where the engine is to move: it answers in the other tab."""
    table = replace(brink_session("a1 b2 c1"), cursor=2)
    assert at_line_end(table).cursor == 3
    against = replace(table, seats=(PERSON, Seat(1)))
    assert at_line_end(against) == against
    assert at_line_end(replace(against, seats=(Seat(1), PERSON))).cursor == 3
    over = replace(against, tree=table.tree.with_node(3, resigned=True))
    assert at_line_end(over).cursor == 3


@given(games, randoms, st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_any_order_of_putting_together_holds_the_same(game, random, one, two, three):
    trees = [randomly_extended(new_tree(game), random, number) for number in (one, two, three)]
    first_order, _ = merge(merge(trees[0], trees[1])[0], trees[2])
    right, _ = merge(trees[0], merge(trees[1], trees[2])[0])
    assert tree_content(first_order) == tree_content(right)


def test_large_trees_are_put_together_in_no_time():
    """A copy of the tree for each node took four seconds."""
    game = new_game("brink", 15, {"board": "rhombus"})
    names = game.board.cell_names(game.board.cells)
    trees = []
    for random in (Random(1), Random(2)):
        lines = (random.sample(names, 3) for _ in range(2_500))
        text = "".join(f"(;B[{a}];W[{b}];B[{c}]C[{a}])" for a, b, c in lines)
        trees.append(read(f"(;GG[brink:15-d-x3]{text})").tree)
    began = time.thread_time()
    both, _ = merge(*trees)
    assert contains(both, trees[0]) and contains(both, trees[1])
    assert time.thread_time() - began < 1.5
    assert len(both.nodes) > 9_000


def test_merged_tree_fits_into_a_file():
    """Otherwise two tabs would send each other the truncated parts for ever."""
    cells = [*bits(BRINK.board.cells)]
    signs = [Mark("label", cell, f"{n}") for cell in cells for n in range(40)]
    one, other = (
        new_tree(BRINK).with_node(
            ROOT,
            comment="\n".join(f"{name} {n}" for n in range(3000)),
            marks=tuple(signs[start : start + 300]),
        )
        for name, start in (("one", 0), ("two", 300))
    )
    both, _ = merge(one, other)
    assert len(both.nodes[ROOT].comment) == MAX_COMMENT_LENGTH
    assert len(both.nodes[ROOT].marks) == 500
    stored = load_match(make_entry(Match(both), "one")).tree
    assert stored.nodes == both.nodes and contains(stored, both)
    assert merge(merge(other, stored)[0], stored)[0].nodes == merge(other, stored)[0].nodes


@pytest.mark.parametrize(
    ("lines", "opened", "relation", "common"),
    [
        (["a1 b2"], "a1 b2", "same", 2),
        (["a1 b2"], "a1 b2 c3", "ahead", 2),
        (["a1 b2"], "a1 b2 c3 a2", "ahead", 2),
        (["a1 b2 c3"], "a1 b2", "behind", 2),
        (["a1 b2 c3"], "a1 b2 c2", "differs", 2),
        (["a1 b2 c3", "a1 b1"], "a1 b1 c2", "ahead", 2),
        (["a1 b2"], "a1", "behind", 1),
    ],
)
def test_compare_lines_returns_relation_and_prefix(lines, opened, relation, common):
    stored = brink_session(*lines).tree
    opened_record = record(opened)
    comparison = compare_lines(stored, opened_record)
    assert comparison == (
        relation,
        common,
        common,
        len(opened_record.actions) % 2,
    )  # a stone is a turn
    opened_tree, leaf, _ = tree_from_record(opened_record)
    tree, numbers = merge(stored, opened_tree)
    assert contains_all(tree, stored) and tree.actions(numbers[leaf]) == opened_record.actions


def test_a_link_parts_in_a_turn_and_not_after_a_stone():
    stored, _, _ = tree_from_record(read_link("1/greylox5/me5e6b2").record)
    for actions, turn in ("e5", 1), ("e5e6", 2), ("e5e6b2", 2):
        assert compare_lines(stored, read_link(f"1/greylox5/m{actions}").record).turn == turn


def test_other_games_are_not_continued():
    stored = brink_session("a1 b2").tree
    assert compare_lines(stored, record("b2 a1")) is None
    assert compare_lines(stored, record("")) is None
    other = new_game("brink", 3, {"x": 3})
    assert compare_lines(stored, GameRecord(other, record("a1 b2").actions)) is None
    state = brink_session("a1 b2").state
    assert (
        compare_lines(stored, GameRecord(BRINK, (BRINK.board.parse_cell("c3"),), setup=state))
        is None
    )


@pytest.mark.parametrize("stored", [True, False])
@pytest.mark.parametrize("opened", [True, False])
def test_reply_with_resignation_is_ahead_unless_stored(stored: bool, opened: bool):
    tree = brink_session("a1 b2").tree
    tree = tree.resign(tree.line_end(ROOT)) if stored else tree
    comparison = compare_lines(tree, record("a1 b2", resigned=opened))
    assert comparison is not None
    assert comparison.relation == ("ahead" if opened and not stored else "same")


def test_merge_keeps_unrated_reason_of_either_version():
    alone = brink_session("a1 b2")
    helped = replace(alone, unrated_reason="hint")
    for ours, theirs in ((alone, helped), (helped, alone)):
        assert (
            merge_matches(ours, theirs).unrated_reason
            == fast_forward(ours, theirs).unrated_reason
            == "hint"
        )
        assert merge_entries(make_entry(ours, "one"), make_entry(theirs, "one")).helped == "hint"
