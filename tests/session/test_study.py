"""Variations, comments, marks and set-ups at the table."""

from dataclasses import replace

import pytest

from greylox_web.match.match import UNTIMED, GameTerms
from greylox_web.match.tree import ROOT, Mark
from greylox_web.rules.board import NO_CELL
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.state import MAIN, OPENING
from greylox_web.session.opening import NewGame
from greylox_web.session.playing import ClickCell, StepBy
from greylox_web.session.study import (
    ClearEditor,
    Comment,
    Delete,
    PickMark,
    PlayFromHere,
    Promote,
    Restore,
    SetEditorTool,
    SetEditorTurn,
    ToggleEditor,
    UndoEdit,
)
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.sittings import begin, click


def do(session, *events):
    for event in events:
        session = update(session, event)
    return session


def varied():
    """a1 b1 c1, with c3 tried instead of b1 and shown: the nodes 1 2 3, and 4."""
    session = click(begin("brink", 3), "a1", "b1", "c1")
    return click(do(session, StepBy(-2)), "c3")


def test_a_variation_becomes_the_main_line_and_no_longer_with_restore():
    session = varied()
    assert session.tree.nodes[1].children == (2, 4) and Screen(session).buttons["promote"]
    main = do(session, Promote(4))
    assert main.tree.nodes[1].children == (4, 2) and not Screen(main).buttons["promote"]
    assert Screen(main).buttons["restore"]
    same = do(main, Promote(4))
    assert same.tree is main.tree and same.undo_stack == main.undo_stack, (
        "it is the main line already"
    )
    back = do(main, Restore())
    assert back.tree.nodes[1].children == (2, 4) and not Screen(back).buttons["restore"]


@pytest.mark.parametrize(("node", "cursor", "leaf"), [(4, 1, 3), (2, 4, 4), (1, 0, 0)])
def test_what_is_deleted_is_gone_and_comes_back(node: int, cursor: int, leaf: int):
    session = varied()
    gone = do(session, Delete(node))
    assert (gone.cursor, gone.leaf) == (cursor, leaf) and node not in gone.tree.reachable()
    assert gone.notice.text.startswith("Deleted")
    back = do(gone, Restore())
    assert back.tree == session.tree and (back.cursor, back.leaf) == (4, 4)


def test_of_several_deletions_the_last_one_is_taken_back_first():
    session = varied()
    first = do(session, Delete(4))
    second = do(first, Delete(1))
    back = do(second, Restore())
    assert (back.tree, back.cursor, back.leaf) == (first.tree, first.cursor, first.leaf)
    assert do(back, Restore()).tree == session.tree


def test_what_was_played_since_a_deletion_stays_when_it_is_taken_back():
    gone = do(varied(), Delete(4))
    played = click(gone, "d3")
    back = do(played, Restore())
    tips = {back.tree.actions(n)[1:] for n in back.tree.nodes[1].children}
    cell = back.game.board.parse_cell
    assert tips == {(cell("b1"),), (cell("c3"),), (cell("d3"),)}


def test_there_is_nothing_to_delete_or_promote_at_the_start_or_of_what_is_gone():
    session = varied()
    assert do(session, Delete(ROOT)).tree is session.tree
    gone = do(session, Delete(4))
    for event in (Delete(4), Promote(4)):
        again = do(gone, event)
        assert again.tree is gone.tree and again.undo_stack == gone.undo_stack
    assert do(begin(), Restore()).tree.nodes[1:] == ()


def test_a_mark_is_drawn_changed_and_taken_away():
    session = do(begin("brink", 3), PickMark("circle"))
    cell = session.game.board.parse_cell("b2")
    drawn = click(session, "b2")
    assert drawn.tree.nodes[0].marks == (Mark("circle", cell),) and drawn.cursor == 0
    assert Screen(drawn).layers["mark-circle"] == 1 << cell
    label = do(drawn, PickMark("label", " ABCD"))
    labelled = click(label, "b2")
    assert labelled.tree.nodes[0].marks == (Mark("label", cell, "ABC"),)
    assert Screen(labelled).texts["label"] == {cell: "ABC"}
    assert click(labelled, "b2").tree.nodes[0].marks == ()
    empty = click(do(drawn, PickMark("label", " ")), "b2")
    assert empty.tree is drawn.tree, "nothing would be seen of it"
    played = click(do(labelled, PickMark(None)), "b2")
    assert played.cursor == 1


def test_a_comment_belongs_to_the_position():
    session = click(begin("brink", 3), "a1")
    said = do(session, Comment("Good\x00."))
    assert Screen(said).comment == "Good." and Screen(do(said, StepBy(-1))).comment == ""


def test_a_position_is_set_up_and_played_from():
    session = click(begin("brink", 3), "a1")
    cell = session.game.board.parse_cell
    opened = do(session, PickMark("circle"), ToggleEditor(True))
    assert opened.editor.state == session.state and opened.drawing_mark is None
    edited = do(opened, SetEditorTool("second"), ClickCell(cell("c3")), SetEditorTurn(0, MAIN))
    assert edited.editor.state.stones == (1 << cell("a1"), 1 << cell("c3"))
    assert edited.editor.state.mover == 0 and edited.tree is session.tree
    assert do(edited, UndoEdit()).editor.state.mover == 1
    assert do(edited, ClearEditor()).editor.state.stones == (0, 0)
    assert do(edited, ToggleEditor(False)).editor is None
    there = do(edited, PlayFromHere())
    assert there.editor is None and there.state.stones == edited.editor.state.stones
    assert read_link(there.link).record.setup == there.state
    back = do(there, Restore())
    assert back.tree == session.tree and back.cursor == 1


def test_a_game_that_comes_back_from_behind_a_set_up_is_as_it_was():
    session = click(begin("brink", 3), "a1")
    session = session.with_match(
        unrated_reason="hint", friend="Ada", evaluations=((session.state, 0.5),)
    )
    there = do(session, ToggleEditor(True), PlayFromHere())
    assert (there.unrated_reason, there.friend, there.evaluations) == ("", "", ())
    back = do(there, Restore())
    assert (back.unrated_reason, back.friend, back.evaluations) == (
        "hint",
        "Ada",
        session.evaluations,
    )


@pytest.mark.parametrize(
    ("tool", "before", "after"),
    [
        ("first", (0, 0), (1, 0)),
        ("first", (1, 0), (0, 0)),
        ("first", (0, 1), (1, 0)),
        ("second", (0, 0), (0, 1)),
        ("second", (0, 1), (0, 0)),
        ("second", (1, 0), (0, 1)),
        ("vacant", (1, 0), (0, 0)),
        ("vacant", (0, 1), (0, 0)),
        ("vacant", (0, 0), (0, 0)),
    ],
)
def test_a_tool_puts_a_stone_or_takes_its_own_away(tool, before, after):
    session = do(begin("brink", 3), ToggleEditor(True), SetEditorTool(tool))
    editor = session.editor.with_state(stones=before)
    assert editor.apply_tool(0).state.stones == after


def test_stones_of_the_open_turn_and_the_anchor_are_marked_where_they_can_be():
    session = do(begin("greylox", 3), ToggleEditor(True), SetEditorTool("placed"))
    editor = session.editor.with_state(stones=(1, 2), mover=0)
    assert (
        editor.apply_tool(0).state.placed == 1
        and editor.apply_tool(0).apply_tool(0).state.placed == 0
    )
    assert editor.apply_tool(1).state.placed == 0, "it is the opponent's"
    anchored = replace(editor, tool="anchor").apply_tool(1)
    assert anchored.state.anchor == 1 and anchored.apply_tool(1).state.anchor == NO_CELL
    assert anchored.apply_tool(0).state.anchor == NO_CELL, "it is the mover's own"
    assert anchored.with_state(stones=(1, 0)).state.anchor == NO_CELL, "the stone is gone"
    assert editor.apply_tool(0).with_state(stones=(0, 2)).state.placed == 0


def test_a_position_that_cannot_be_is_not_played_from():
    opened = do(begin("greylox", 3), ToggleEditor(True), SetEditorTurn(1, OPENING))
    refused = do(opened, PlayFromHere())
    assert refused.editor is not None and Screen(refused).prompt_line == Screen(opened).prompt_line
    assert refused.notice is None, "it is said once"


@pytest.mark.parametrize(
    "event",
    [SetEditorTool("vacant"), SetEditorTurn(1, MAIN), UndoEdit(), ClearEditor()],
)
def test_the_tools_of_the_editor_do_nothing_without_it(event):
    session = varied()
    same = do(session, event)
    assert same.tree is session.tree and same.editor is None


@pytest.mark.parametrize(
    ("terms", "restores"),
    [(GameTerms(300_000), False), (GameTerms(takebacks=False), False), (UNTIMED, True)],
)
def test_a_set_up_is_no_way_around_the_terms_of_a_game(terms, restores):
    session = do(begin(), NewGame("brink", 3, terms=terms))
    session = click(session, "a1", "b1")
    there = do(session, ToggleEditor(True), PlayFromHere())
    assert there.editor is None and Screen(there).buttons["restore"] == restores
