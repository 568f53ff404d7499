"""Every format reads back exactly what it wrote, for any game and any comment."""

from hypothesis import given
from hypothesis import strategies as st

from greylox_web.formats import game_json, read, sgf
from greylox_web.formats.diagram import diagram
from greylox_web.formats.sgf_names import format_result, get_letters
from greylox_web.match.tree import (
    ROOT,
    line_annotations,
    new_tree,
    record_from_tree,
    tree_from_record,
)
from greylox_web.rules.notation.actions import Annotation, Mark
from greylox_web.rules.notation.links import read_spec, write_link
from greylox_web.rules.notation.records import write_record
from greylox_web.rules.play import replay
from greylox_web.text import escape_xml, sanitize, sanitize_label
from tests.formats.strategies import (
    games,
    many,
    random_actions,
    random_record,
    random_text,
    random_tree,
    randoms,
    tree_content,
)
from tests.thoroughness import examples

META = {"first": "Ada ]\\", "second": "Bob", "date": "2026-01-02", "name": "a: b"}


@many
@given(games, randoms)
def test_sgf(game, random):
    tree, leaf, cursor = random_tree(game, random)
    text = sgf.write_sgf(tree, leaf, cursor, META)
    text.encode()
    imported = read(text)
    outcome = tree.outcome(tree.line_end(ROOT))
    result = {"result": format_result(outcome, get_letters(game))} if outcome else {}
    assert (imported.error, imported.kind, dict(imported.meta)) == (None, "sgf", META | result)
    assert tree_content(imported.tree, imported.leaf, imported.cursor) == tree_content(
        tree, leaf, cursor
    )
    assert sgf.write_sgf(*imported[:3], imported.meta) == text


@many
@given(games, randoms)
def test_json(game, random):
    tree, leaf, cursor = random_tree(game, random)
    meta = META | {
        "seats": [None, 3],
        "rating": 1.5,
        "won": True,
        "note": sanitize(random_text(random)),
    }
    text = game_json.write_game(tree, leaf, cursor, meta)
    text.encode()
    imported = read(text)
    assert (imported.error, imported.kind, dict(imported.meta)) == (None, "json", meta)
    assert tree_content(imported.tree, imported.leaf, imported.cursor) == tree_content(
        tree, leaf, cursor
    )
    assert [n.marks for n in imported.tree.nodes] == [tree.nodes[n].marks for n in tree.reachable()]
    assert game_json.write_game(*imported[:3], imported.meta) == text


@many
@given(games, randoms)
def test_links_and_records(game, random):
    record = random_record(game, random)
    tree, leaf, cursor = tree_from_record(record)
    for kind, text in (("link", write_link(record)), ("record", write_record(record))):
        imported = read(text)
        assert (imported.error, imported.kind) == (None, kind)
        expected_cursor = cursor if kind == "link" else leaf
        assert tree_content(imported.tree, imported.leaf, imported.cursor) == tree_content(
            tree, leaf, expected_cursor
        )


@many
@given(games, randoms)
def test_the_lines_of_a_tree_in_links_and_records(game, random):
    tree, _, _ = random_tree(game, random, max_actions=25)
    leaf = tree.line_end(ROOT)
    record = record_from_tree(tree, leaf, leaf)
    for text in (write_link(record), write_record(record)):
        imported = read(text)
        assert imported.error is None
        assert record_from_tree(*imported[:3]) == record


@many
@given(games, randoms)
def test_diagrams_carry_their_position(game, random):
    actions = random_actions(game, random)
    state = replay(game, actions)[-1]
    text = diagram(game, state, game.board.cells & (1 << actions[-1]) if actions else 0)
    imported = read(text)
    assert (imported.error, imported.kind) == (None, "link")
    assert imported.tree.nodes[ROOT].state == state
    for sign, stones in zip("XO", state.stones, strict=True):
        assert text.split("\n\n")[0].count(sign) == stones.bit_count()


@examples(20)
@given(games, randoms, st.integers(0, 6))
def test_libraries(game, random, count):
    trees = [random_tree(game, random) for _ in range(count)]
    text = game_json.write_library(game_json.to_json(*one, META) for one in trees)
    results = [game_json.read_value(value) for value in game_json.parse_games(text)]
    assert [one.error for one in results] == [None] * count
    assert [tree_content(*one[:3]) for one in results] == [tree_content(*one) for one in trees]
    assert read(text).kind == "library"


@given(st.text() | randoms.map(random_text))
def test_plain_text_stays_as_it_is(text):
    sanitized = sanitize(text)
    assert sanitize(sanitized) == sanitized
    assert sanitize_label(sanitize_label(text)) == sanitize_label(text)
    sanitized.encode()
    assert not set("<>\"'") & set(escape_xml(text))


@given(games, st.text() | randoms.map(random_text))
def test_comments_round_trip_as_sanitized_text(game, text):
    tree = new_tree(game).with_node(ROOT, comment=text)
    for written_text in (sgf.write_sgf(tree, 0, 0), game_json.write_game(tree, 0, 0)):
        assert read(written_text).tree.nodes[ROOT].comment == sanitize(text)


def test_sgf_label_with_colon_is_escaped():
    game = read_spec("brink3-x2")
    words = "a:b]\\:c"
    tree = new_tree(game).with_node(
        ROOT, marks=(Mark("label", game.board.parse_cell("c3"), words),)
    )
    text = sgf.write_sgf(tree, ROOT, ROOT)
    assert r"LB[c3:a\:b\]\\\:c]" in text
    assert read(text).tree == tree
    plain_colon = read("(;GG[brink:3-x2]LB[c3:a:b])")  # as other programs write it
    assert [mark.text for mark in plain_colon.tree.nodes[ROOT].marks] == ["a:b"]


def test_sgf_arrows_are_read_as_other_programs_write_them():
    game = read_spec("brink3-x2")
    a1, b2, c3 = map(game.board.parse_cell, ("a1", "b2", "c3"))
    marks = (Mark("circle", a1), Mark("arrow", a1, end=c3), Mark("arrow", a1, end=b2))
    tree = new_tree(game).with_node(ROOT, marks=marks)
    text = sgf.write_sgf(tree, ROOT, ROOT)
    assert "AR[a1:c3][a1:b2]" in text
    assert read(text).tree == tree
    odd = read("(;GG[brink:3-x2]AR[a1][a1:a1][a1:z9][z9:a1][b2:c3][b2:c3][:][a1:b2:c3])")
    assert odd.error is None and odd.tree.nodes[ROOT].marks == (Mark("arrow", b2, end=c3),)
    hex_marks = read("(;GM[11]SZ[5]AR[a1:c3];B[a2])").tree.nodes[ROOT].marks
    assert [mark.kind for mark in hex_marks] == ["arrow"] and hex_marks[0].cell != hex_marks[0].end


def test_comments_of_a_link_stay_apart_in_json_and_come_first_in_sgf():
    tree = new_tree(read_spec("brink3-x2")).with_node(ROOT, comment="Mine.", link_comment="Theirs.")
    assert read(game_json.write_game(tree, ROOT, ROOT)).tree == tree
    from_sgf = read(sgf.write_sgf(tree, ROOT, ROOT)).tree.nodes[ROOT]
    assert (from_sgf.comment, from_sgf.link_comment) == ("Theirs.\nMine.", "")
    assert line_annotations(tree, ROOT) == (Annotation(0, "Theirs.\nMine."),)


def test_sgf_result_is_of_main_line_not_shown_line():
    game = read_spec("brink3-x2")
    tree, main = new_tree(game).add(ROOT, game.board.parse_cell("a1"))
    tree = tree.resign(main)
    tree, other = tree.add(ROOT, game.board.parse_cell("b2"))
    for leaf in main, other:
        assert "RE[B+R]" in sgf.write_sgf(tree, leaf, leaf)
    assert "RE[" not in sgf.write_sgf(
        new_tree(game).add(ROOT, game.board.parse_cell("b2"))[0], 1, 1
    )
