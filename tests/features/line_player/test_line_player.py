"""A line on the board: steps, playing it out, and the way back to the game."""

import pytest

from greylox_web.features.board.labels import cell_labels
from greylox_web.features.board.marks import cell_ranks, layers
from greylox_web.features.controls.usable import usable_buttons
from greylox_web.features.line_player.model import (
    CloseLine,
    Line,
    PlayNext,
    ShowLine,
    StopPlaying,
)
from greylox_web.features.line_player.view import (
    ShownLine,
    current_chip,
    line_chips,
    selected_line,
    step_sentence,
)
from greylox_web.features.players.sides import sides
from greylox_web.match.match import GameTerms
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.session.event import SetPreference, ShowNotice
from greylox_web.session.load_match import NewGame
from greylox_web.session.playing import ClickCell, GoToNode, StepBy, Undo
from greylox_web.session.prompt import prompt
from greylox_web.session.update import update
from tests.session.session_helpers import ENGINE, click_cells, engine_answers, new_session


def legal_moves(game, state):
    """The legal actions of a position."""
    return list(bits(game.legal(state)))


BRINK = ("d4", "c2", "d3", "b3")


def line_from(session, *names, explained=0):
    """A line of these cells from the position shown."""
    board = session.game.board
    return Line(session.game, session.state, tuple(map(board.parse_cell, names)), explained)


def opened(session, *names, ply=0, is_playing=False):
    """The session with a line open after ``ply`` actions."""
    return update(session, ShowLine(line_from(session, *names), ply, is_playing))


def brink_game():
    return click_cells(new_session("brink", 3, {"x": 3}), *BRINK)


def shown_stones(session):
    masks = layers(session.board_session)
    return masks["first"], masks["second"]


def reference_stones(game, state, actions):
    """The stones after some actions, by playing them."""
    for action in actions:
        state = game.play(state, action)
    return state.stones


@pytest.mark.parametrize("name", ["greylox", "lox", "brink", "multiplicity", "byg"])
def test_each_step_shows_the_position_after_so_many_actions(name):
    start = new_session(name, 3 if name != "lox" else 5)
    game, state, actions = start.game, start.state, []
    while len(actions) < 12 and game.outcome(state) is None:
        actions.append(legal_moves(game, state)[len(actions) % 3])
        state = game.play(state, actions[-1])
    session = update(start, ShowLine(Line(game, start.state, tuple(actions)), 0))
    for count in range(len(actions) + 1):
        assert session.line.ply == count
        assert shown_stones(session) == reference_stones(game, start.state, actions[:count])
        session = update(session, StepBy(1))
    assert session.line.is_at_end, "a step beyond the end changes nothing"
    session = update(session, StepBy(-10_000))
    assert session.line.ply == 0
    assert update(session, StepBy(10_000)).line.ply == len(actions)


def test_the_game_its_address_and_its_record_stay_as_they_are():
    before = brink_game()
    session = opened(before, "b2", "c3", ply=2)
    assert shown_stones(session) != shown_stones(before)
    for kept in ("match", "link", "saved_match", "record", "state", "cursor", "leaf"):
        assert getattr(session, kept) == getattr(before, kept)
    closed = update(session, CloseLine())
    assert closed.line is None and shown_stones(closed) == shown_stones(before)
    assert closed.match == before.match


def test_stones_have_numbers_and_before_the_first_all_are_ghosts():
    session = opened(brink_game(), "b2", "c3", "a1")
    masks, ranks = layers(session.board_session), cell_ranks(session.board_session)
    board = session.game.board
    names = {board.cell_name(cell): rank for cell, rank in ranks.items()}
    assert names == {"b2": "1", "c3": "2", "a1": "3"}
    assert sorted(board.cell_names(masks["line-first"] | masks["line-second"])) == [
        "a1",
        "b2",
        "c3",
    ]
    session = update(session, StepBy(2))
    masks, ranks = layers(session.board_session), cell_ranks(session.board_session)
    assert not masks.get("line-first") and not masks.get("line-second")
    assert {board.cell_name(cell): rank for cell, rank in ranks.items()} == {"b2": "1", "c3": "2"}
    label = cell_labels(session.board_session, masks)
    assert "the engine's stone 2" in label(board.parse_cell("c3"))


def test_nothing_can_be_played_in_a_line_and_explained_cells_are_lit():
    game = brink_game()
    line = line_from(game, "b2", explained=1 << game.game.board.parse_cell("e4"))
    masks = layers(update(game, ShowLine(line, 1)).board_session)
    assert masks["explained"] == line.explained and not masks.get("legal")


def test_the_plates_and_the_prompt_speak_of_the_line():
    before = brink_game()
    session = opened(before, "c4", "b2", ply=2)
    assert [side.score.number for side in sides(before)] == ["2", "1"]
    assert [side.score.number for side in sides(session)] == ["3", "3"]
    assert [side.name for side in sides(session)] == [side.name for side in sides(before)]
    assert prompt(session).status == "A line: stone 2 of 2"


def test_the_buttons_that_step_follow_the_line():
    session = opened(brink_game(), "b2", "c3")
    usable = [usable_buttons(update(session, StepBy(count))) for count in range(3)]
    assert [(one["back"], one["forward"]) for one in usable] == [
        (False, True),
        (True, True),
        (True, False),
    ]


@pytest.mark.parametrize(
    "event",
    [ClickCell(0), GoToNode(1), Undo(), NewGame("lox", 5, ()), CloseLine()],
    ids=lambda event: type(event).__name__,
)
def test_what_a_player_does_closes_the_line(event):
    assert update(opened(brink_game(), "b2"), event).line is None


def test_a_click_on_the_board_plays_nothing_in_the_hidden_game():
    before = brink_game()
    assert update(opened(before, "b2", ply=1), ClickCell(0)).match == before.match


def test_a_click_closes_the_line_in_an_earlier_position_of_a_game_without_takebacks():
    before = update(brink_game().with_match(terms=GameTerms(takebacks=False)), StepBy(-1))
    closed = update(opened(before, "b2", ply=1), ClickCell(0))
    assert closed.line is None and closed.notice is None and closed.match == before.match
    assert update(before, ClickCell(0)).notice, "in the game it would be refused"


def test_preferences_and_notices_keep_the_line():
    session = opened(brink_game(), "b2", ply=1)
    for event in (SetPreference("coordinates", False), ShowNotice("Stored.")):
        assert update(session, event).line.ply == 1


def test_the_engines_turn_closes_the_line():
    session = click_cells(new_session("brink", 3, {"x": 3}, (ENGINE, ENGINE)))
    session = opened(session, "b2", ply=1)
    assert engine_answers(session, "c3").line is None


def test_a_line_is_played_out_to_its_end():
    session = opened(brink_game(), "b2", "c3", "a1", ply=1, is_playing=True)
    plies = []
    while session.line.is_playing:
        plies.append(session.line.ply)
        session = update(session, PlayNext())
    assert plies == [1, 2] and session.line.ply == 3
    assert update(session, PlayNext()) == session


def test_a_press_or_a_step_stops_playing():
    session = opened(brink_game(), "b2", "c3", "a1", ply=1, is_playing=True)
    for event in (StopPlaying(), ClickCell(0)):
        stopped = update(session, event)
        assert stopped.line.ply == 1 and not stopped.line.is_playing
        assert update(stopped, PlayNext()).line.ply == 1
    stepped = update(session, StepBy(1))
    assert stepped.line.ply == 2 and not stepped.line.is_playing


def test_playing_needs_an_open_line():
    session = brink_game()
    for event in (PlayNext(), StopPlaying(), CloseLine()):
        assert update(session, event) == session


def test_turns_are_chips_and_the_last_action_marks_one():
    game = new_game("multiplicity", 3)
    state = game.start()
    actions = []
    while len(actions) < 7:
        actions.append(legal_moves(game, state)[0])
        state = game.play(state, actions[-1])
    chips = line_chips(Line(game, game.start(), tuple(actions)))
    assert [chip.start for chip in chips] == [0, *(chip.end for chip in chips[:-1])]
    assert chips[-1].end == len(actions)
    assert {chip.colour for chip in chips} == set(game.colours)
    assert any("+" in chip.text for chip in chips), "a turn of two stones is one chip"
    for ply in range(1, len(actions) + 1):
        chip = chips[current_chip(chips, ply)]
        assert chip.start < ply <= chip.end
    assert current_chip(chips, 0) == -1


def test_the_open_line_is_selected_else_the_first():
    session = brink_game()
    lines = tuple(ShownLine(line_from(session, name)) for name in ("b2", "c3"))
    assert selected_line(lines, None) == 0
    assert selected_line(lines, opened(session, "c3").line) == 1
    assert selected_line(lines, opened(session, "a1").line) == 0


def test_each_step_is_a_sentence():
    session = opened(brink_game(), "b2", "c3")
    assert step_sentence(session) == "The position before the line."
    session = update(session, StepBy(1))
    assert step_sentence(session) == "1 of 2: Black plays b2."
    assert step_sentence(update(session, CloseLine())) == ""
