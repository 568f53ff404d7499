"""The move list, which reuses cached rows from tree to tree."""

from random import Random

import pytest

from greylox_web.features.review.view import last_move_text
from greylox_web.match import move_list as move_list_module
from greylox_web.match.match import Match
from greylox_web.match.move_list import move_list
from greylox_web.match.tree import ROOT, Tree, new_tree, tree_from_record
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import format_turns
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.rules.play import replay
from greylox_web.session.announcement_parts import OFF_BOARD, move_sentence, named_swap_sentence
from greylox_web.session.load_match import LoadMatch, OpenLink
from greylox_web.session.naming import display_name
from greylox_web.session.playing import GoToNode
from greylox_web.session.update import update
from greylox_web.text import plain_text
from greylox_web.words import WORDS
from tests.formats.strategies import random_record
from tests.screen import Screen
from tests.session.session_helpers import new_session


def from_nothing(tree: Tree) -> tuple[move_list_module.MoveListRow, ...]:
    """The rows built with empty caches: cached entries must make no difference."""
    return move_list_module._build_rows(tree, {}, {})


def changed(tree: Tree, random: Random) -> Tree:
    """The tree after a random change that a player can make."""
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


@pytest.mark.parametrize("name", GAMES)
def test_move_list_from_cache_equals_fresh_one(name: str):
    random = Random(name)
    for _ in range(6):
        tree = new_tree(new_game(name, 5 if name == "lox" else 3))
        for _ in range(60):
            tree = changed(tree, random)
            assert move_list(tree) == from_nothing(tree)


def test_unchanged_turn_entry_is_same_object():
    tree, node = new_tree(new_game("lox", 5)), ROOT
    for action in list(bits(tree.game.board.cells))[:6]:
        tree, node = tree.add(node, action)
        before = move_list(tree)
    after = move_list(tree.add(node, 6)[0])
    assert all(a is b for a, b in zip(before[0].turns[:-1], after[0].turns, strict=False))


def test_turn_entries_of_other_games_are_not_reused():
    for name, texts in (("lox", ["c3", "b2"]), ("lox", ["b2", "c3"])):
        tree, node = new_tree(new_game(name, 5)), ROOT
        for text in texts:
            tree, node = tree.add(node, tree.game.board.parse_cell(text))
        assert [text for move in move_list(tree)[0].turns for text, _ in move.actions] == texts


def as_read(rows: tuple[move_list_module.MoveListRow, ...]) -> set[tuple[str, ...]]:
    """The lines of a move list, reconstructed from its rows alone.

    An indented row replaces the last turn before it; any other row continues the row at its
    depth, or starts another variation at that depth.
    """
    read: set[tuple[str, ...]] = set()
    open_rows: list[list[str]] = []
    for row in rows:
        number = row.turns[0].number
        continues_row = row.depth < len(open_rows) and len(open_rows[row.depth]) == number - 1
        base = open_rows[row.depth if continues_row else row.depth - 1] if open_rows else []
        assert continues_row or not open_rows or len(base) == number
        line = base[: number - 1]
        for move in row.turns:
            line = [*line, "+".join(text for text, _ in move.actions)]
            assert len(line) == move.number
        open_rows[row.depth :] = [line]
        read.add(tuple(line))
    return {line for line in read if not any(line == o[: len(line)] and line != o for o in read)}


def as_played(tree: Tree) -> set[tuple[str, ...]]:
    """The lines of a tree, turn by turn."""
    tips = [node for node in tree.reachable() if not tree.nodes[node].children]
    played = [tree.actions(tip) for tip in tips]
    return {tuple(format_turns(tree.game, replay(tree.game, a, tree.setup), a)) for a in played}


@pytest.mark.parametrize("name", GAMES)
def test_variation_shows_whole_turn(name: str):
    random = Random(name)
    for _ in range(40):
        record = random_record(new_game(name, 5 if name == "lox" else 3), random)
        tree, _, _ = tree_from_record(record)
        for _ in range(random.randrange(30)):
            tree = changed(tree, random)
        assert as_read(move_list(tree)) == as_played(tree) - {()}


@pytest.mark.parametrize("link", ["1/greylox3/ma1b2b4c5d3/v2e5e4", "1/byg3/ma1e5a3c5c1e3/v5b4"])
def test_shared_stones_lead_to_line_they_are_selected_in(link: str):
    """The move list shows them twice; each copy selects its own line, and the mark follows."""
    tree, leaf, cursor = tree_from_record(read_link(link).record)
    session = update(new_session(), LoadMatch(Match(tree, leaf, cursor), imported=True))
    moves = [move for line in Screen(session).lines for move in line.turns]
    shared = [node for move in moves for _, node in move.actions]
    assert len(shared) > len(set(shared))
    for move in (*moves, *reversed(moves)):
        for text, node in move.actions:
            session = update(session, GoToNode(node, move.end))
            assert session.cursor == node and move.end in session.tree.path(session.leaf)
            assert (Screen(session).node, Screen(session).turn) == (node, move.end), text


@pytest.mark.parametrize(
    ("link", "name"),
    [("#1/lox5/mc3-s", "swap"), ("#1/byg3/mb1a2b2d4d5c2c4b3e3e5a1a3e4.d3", "end")],
)
def test_special_actions_are_translated(monkeypatch, link, name):
    monkeypatch.setitem(WORDS, f"action-{name}", "Tausch")
    monkeypatch.setitem(OFF_BOARD, "Tausch", name)
    session = update(new_session(), OpenLink(link))
    stones = [stone for move in move_list(session.tree)[0].turns for stone in move.actions]
    assert name not in dict(stones)
    node = dict(stones)["Tausch"]
    assert last_move_text(update(session, GoToNode(node))).endswith(". Tausch")
    moved = update(session, GoToNode(node))
    sentence = WORDS["says-end"].format(Name=display_name(session, 1))
    assert move_sentence(moved, 1, ["Tausch"]) == (
        plain_text(named_swap_sentence(moved, node)) if name == "swap" else sentence
    )
    assert write_link(session.record).startswith(link[1:])


@pytest.mark.parametrize("is_within_turn", [True, False])
def test_turn_with_stones_in_setup_begins_in_setup(is_within_turn: bool):
    game = new_game("byg", 3)
    state = game.start()
    while bool(state.placed) != is_within_turn or state == game.start():
        state = game.play(state, next(bits(game.legal(state))))
    tree = new_tree(game, state)
    tree, _ = tree.add(ROOT, next(bits(game.legal(state))))
    [move] = [move for line in move_list(tree) for move in line.turns]
    assert move.begins_in_setup == is_within_turn and move.colour == state.mover
