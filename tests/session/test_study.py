"""Variations, comments, marks and set-ups in a session."""

from dataclasses import replace

import pytest

from greylox_web.features.board.labels import cell_labels
from greylox_web.match.match import UNTIMED, GameTerms
from greylox_web.match.tree import ROOT
from greylox_web.rules.board import NO_CELL
from greylox_web.rules.notation.actions import Mark
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.state import MAIN, OPENING
from greylox_web.session.load_match import NewGame
from greylox_web.session.playing import ClickCell, StepBy
from greylox_web.session.study import (
    ClearEditor,
    Comment,
    Delete,
    Draw,
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
from tests.session.session_helpers import click_cells, new_session


def do(session, *events):
    for event in events:
        session = update(session, event)
    return session


def varied():
    """The session after a1 b1 c1 (nodes 1 2 3) and the current variation c3 (node 4)."""
    session = click_cells(new_session("brink", 3), "a1", "b1", "c1")
    return click_cells(do(session, StepBy(-2)), "c3")


def test_promote_is_undone_by_restore():
    session = varied()
    assert session.tree.nodes[1].children == (2, 4) and Screen(session).buttons["promote"]
    main = do(session, Promote(4))
    assert main.tree.nodes[1].children == (4, 2) and not Screen(main).buttons["promote"]
    assert Screen(main).buttons["restore"]
    same = do(main, Promote(4))
    assert same.tree is main.tree and same.restore_stack == main.restore_stack, (
        "it is the main line already"
    )
    restored = do(main, Restore())
    assert restored.tree.nodes[1].children == (2, 4) and not Screen(restored).buttons["restore"]


@pytest.mark.parametrize(("node", "cursor", "leaf"), [(4, 1, 3), (2, 4, 4), (1, 0, 0)])
def test_delete_is_undone_by_restore(node: int, cursor: int, leaf: int):
    session = varied()
    deleted = do(session, Delete(node))
    assert (deleted.cursor, deleted.leaf) == (cursor, leaf) and node not in deleted.tree.reachable()
    assert deleted.notice.text.startswith("Deleted")
    restored = do(deleted, Restore())
    assert restored.tree == session.tree and (restored.cursor, restored.leaf) == (4, 4)


def test_restore_undoes_last_deletion_first():
    session = varied()
    first = do(session, Delete(4))
    second = do(first, Delete(1))
    restored = do(second, Restore())
    assert (restored.tree, restored.cursor, restored.leaf) == (first.tree, first.cursor, first.leaf)
    assert do(restored, Restore()).tree == session.tree


def test_restore_keeps_moves_played_since_deletion():
    deleted = do(varied(), Delete(4))
    played = click_cells(deleted, "d3")
    restored = do(played, Restore())
    tips = {restored.tree.actions(n)[1:] for n in restored.tree.nodes[1].children}
    cell = restored.game.board.parse_cell
    assert tips == {(cell("b1"),), (cell("c3"),), (cell("d3"),)}


def test_delete_and_promote_of_root_or_deleted_are_ignored():
    session = varied()
    assert do(session, Delete(ROOT)).tree is session.tree
    deleted = do(session, Delete(4))
    for event in (Delete(4), Promote(4)):
        repeated = do(deleted, event)
        assert repeated.tree is deleted.tree and repeated.restore_stack == deleted.restore_stack
    assert do(new_session(), Restore()).tree.nodes[1:] == ()


def test_a_mark_is_drawn_changed_and_taken_away():
    session = do(new_session("brink", 3), PickMark("circle"))
    cell = session.game.board.parse_cell("b2")
    marked = click_cells(session, "b2")
    assert marked.tree.nodes[0].marks == (Mark("circle", cell),) and marked.cursor == 0
    assert Screen(marked).layers["mark-circle"] == 1 << cell
    label = do(marked, PickMark("label", " ABCD"))
    labelled = click_cells(label, "b2")
    assert labelled.tree.nodes[0].marks == (Mark("label", cell, "ABC"),)
    assert Screen(labelled).texts["label"] == {cell: "ABC"}
    assert click_cells(labelled, "b2").tree.nodes[0].marks == ()
    empty = click_cells(do(marked, PickMark("label", " ")), "b2")
    assert empty.tree is marked.tree, "nothing would be seen of it"
    played = click_cells(do(labelled, PickMark(None)), "b2")
    assert played.cursor == 1


def test_an_arrow_is_drawn_between_two_cells_and_erased():
    session = do(new_session("brink", 3), PickMark("arrow"))
    a1, b2, c3 = map(session.game.board.parse_cell, ("a1", "b2", "c3"))
    begun = click_cells(session, "a1")
    assert begun.tree is session.tree and Screen(begun).layers["chosen"] == 1 << a1
    assert not Screen(click_cells(begun, "a1")).layers.get("chosen"), "the same cell takes it back"
    drawn = click_cells(begun, "c3")
    assert drawn.tree.nodes[0].marks == (Mark("arrow", a1, end=c3),) and drawn.cursor == 0
    assert Screen(drawn).texts["arrow"] == {a1: "c3"} and not Screen(drawn).layers.get("chosen")
    second = click_cells(drawn, "a1", "b2")
    assert Screen(second).texts["arrow"] == {a1: "c3 b2"}
    assert click_cells(second, "a1", "b2").tree == drawn.tree, "the same arrow again erases it"
    circled = do(second, Draw(Mark("circle", a1)), Draw(Mark("square", a1)))
    assert circled.tree.nodes[0].marks == (
        Mark("square", a1),
        Mark("arrow", a1, end=c3),
        Mark("arrow", a1, end=b2),
    )
    eraser = do(circled, PickMark("erase"))
    assert click_cells(eraser, "b2").tree.nodes[0].marks == circled.tree.nodes[0].marks[:2]
    assert click_cells(eraser, "a1").tree.nodes[0].marks == ()
    assert do(drawn, Draw(Mark("arrow", a1, end=c3))).tree.nodes[0].marks == ()


def test_an_arrow_begun_on_another_position_is_forgotten():
    session = click_cells(new_session("brink", 3), "a1", "b1")
    moved = do(click_cells(do(session, PickMark("arrow")), "c3"), StepBy(-1))
    assert not Screen(moved).layers.get("chosen")
    assert click_cells(moved, "b2").tree is moved.tree


def test_marks_are_in_the_names_of_their_cells():
    session = new_session("brink", 3)
    board = session.game.board
    marks = (
        Mark("circle", board.parse_cell("b2")),
        Mark("label", board.parse_cell("c3"), "A"),
        Mark("arrow", board.parse_cell("b2"), end=board.parse_cell("c3")),
    )
    label = cell_labels(do(session, *map(Draw, marks)), {})
    assert label(board.parse_cell("b2")) == "b2, vacant, marked with a circle, arrow to c3"
    assert label(board.parse_cell("c3")) == "c3, vacant, marked A, arrow from b2"
    assert label(board.parse_cell("a1")) == "a1, vacant"


def test_a_comment_belongs_to_the_position():
    session = click_cells(new_session("brink", 3), "a1")
    commented = do(session, Comment("Good\x00."))
    assert Screen(commented).comment == "Good." and Screen(do(commented, StepBy(-1))).comment == ""


def test_a_position_is_set_up_and_played_from():
    session = click_cells(new_session("brink", 3), "a1")
    cell = session.game.board.parse_cell
    opened = do(session, PickMark("circle"), ToggleEditor(True))
    assert opened.editor.state == session.state and opened.drawing_mark is None
    edited = do(opened, SetEditorTool("second"), ClickCell(cell("c3")), SetEditorTurn(0, MAIN))
    assert edited.editor.state.stones == (1 << cell("a1"), 1 << cell("c3"))
    assert edited.editor.state.mover == 0 and edited.tree is session.tree
    assert do(edited, UndoEdit()).editor.state.mover == 1
    assert do(edited, ClearEditor()).editor.state.stones == (0, 0)
    assert do(edited, ToggleEditor(False)).editor is None
    started = do(edited, PlayFromHere())
    assert started.editor is None and started.state.stones == edited.editor.state.stones
    assert read_link(started.link).record.setup == started.state
    restored = do(started, Restore())
    assert restored.tree == session.tree and restored.cursor == 1


def test_restore_after_setup_brings_back_game_unchanged():
    session = click_cells(new_session("brink", 3), "a1")
    session = session.with_match(
        unrated_reason="hint", remote_name="Ada", state_values=((session.state, 0.5),)
    )
    started = do(session, ToggleEditor(True), PlayFromHere())
    assert (started.unrated_reason, started.remote_name, started.state_values) == ("", "", ())
    restored = do(started, Restore())
    assert (restored.unrated_reason, restored.remote_name, restored.state_values) == (
        "hint",
        "Ada",
        session.state_values,
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
    session = do(new_session("brink", 3), ToggleEditor(True), SetEditorTool(tool))
    editor = session.editor.with_state(stones=before)
    assert editor.apply_tool(0).state.stones == after


def test_editor_marks_placed_stones_and_anchor_if_valid():
    session = do(new_session("greylox", 3), ToggleEditor(True), SetEditorTool("placed"))
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


def test_unplayable_setup_does_not_start_game():
    opened = do(new_session("greylox", 3), ToggleEditor(True), SetEditorTurn(1, OPENING))
    refused = do(opened, PlayFromHere())
    assert refused.editor is not None and Screen(refused).prompt_line == Screen(opened).prompt_line
    assert refused.notice is None, "it is said once"


@pytest.mark.parametrize(
    "event",
    [SetEditorTool("vacant"), SetEditorTurn(1, MAIN), UndoEdit(), ClearEditor()],
)
def test_editor_events_without_editor_are_ignored(event):
    session = varied()
    same = do(session, event)
    assert same.tree is session.tree and same.editor is None


@pytest.mark.parametrize(
    ("terms", "restores"),
    [(GameTerms(300_000), False), (GameTerms(takebacks=False), False), (UNTIMED, True)],
)
def test_setup_cannot_bypass_terms(terms, restores):
    session = do(new_session(), NewGame("brink", 3, terms=terms))
    session = click_cells(session, "a1", "b1")
    started = do(session, ToggleEditor(True), PlayFromHere())
    assert started.editor is None and Screen(started).buttons["restore"] == restores
