"""The stored state of the set-up editor: any position survives the round trip."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.match.match import Match
from greylox_web.rules import new_game
from greylox_web.rules.board import NO_CELL
from greylox_web.rules.state import MAIN, OPENING
from greylox_web.session.editor import Editor, read_editor, write_editor
from greylox_web.session.load_match import LoadMatch, MatchMerged
from greylox_web.session.study import ToggleEditor
from greylox_web.session.update import update
from tests.formats.strategies import games, many
from tests.session.session_helpers import click_cells, new_session


@many
@given(games, st.data())
def test_unplayable_editor_position_round_trips(game, data):
    editor = Editor(game, game.start())
    cells = st.integers(0, len(game.board.cell_names(game.board.cells)) - 1)
    tools = st.sampled_from(["first", "second", "vacant", "placed", "anchor"])
    for _ in range(data.draw(st.integers(0, 12))):
        number, tool = data.draw(cells), data.draw(tools)
        cell = game.board.parse_cell(game.board.cell_names(game.board.cells)[number])
        editor = Editor(game, editor.state, tool).apply_tool(cell)
    mover, phase = data.draw(st.integers(0, 1)), data.draw(st.sampled_from([MAIN, OPENING]))
    state = editor.with_state(mover=mover, phase=phase).state
    reloaded = read_editor(game, write_editor(Editor(game, state)))
    assert reloaded == Editor(game, state._replace(quota=1))


@pytest.mark.parametrize("text", ["", "5.5", "5.5.5.5.6-x", "5.5.5.5.5-z", "5.5.5.5.5-la9", "\0"])
def test_invalid_text_gives_no_editor(text: str):
    assert read_editor(new_game("lox", 5), text) is None


def test_marks_of_missing_stones_are_dropped():
    editor = read_editor(new_game("lox", 5), "5.5.5.5.5-x-2-la1-ha2")
    assert editor and (editor.state.anchor, editor.state.placed) == (NO_CELL, 0)


def test_merged_match_keeps_editor_open():
    """After a reload of the page, the stored game arrives while the editor is open."""
    session = click_cells(new_session("brink", 3), "a1")
    session = update(session, ToggleEditor(True))
    copy = click_cells(new_session("brink", 3), "a1", "b1")
    came = update(session, MatchMerged(Match(copy.tree, 2, 1)))
    assert len(came.tree.nodes) == 3 and came.editor == session.editor
    opened = update(session, LoadMatch(Match(copy.tree, 2, 1), imported=True))
    assert opened.editor is None


def test_setup_quota_ignores_quota_before_editing():
    """Byg allows more stones a turn after the opening; a new opening allows one again."""
    session = click_cells(new_session("byg", 3), "c3", "c5", "d2", "e4")
    assert session.state.quota == 2
    editor = Editor(session.game, session.state).with_state(stones=(0, 0), mover=0, phase=OPENING)
    assert editor.validated() == session.game.start()


def test_two_hundred_changes_can_be_taken_back():
    game = new_game("lox", 5)
    editor = Editor(game, game.start())
    states = [editor.state]
    for number in range(205):
        editor = editor.apply_tool(
            game.board.parse_cell("abcde"[number % 5] + str(1 + number // 5 % 5))
        )
        states.append(editor.state)
    for state in reversed(states[5:-1]):
        editor = editor.undo()
        assert editor.state == state
    assert editor.undo() is editor
