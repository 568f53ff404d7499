"""The link to share: the line shown, the game itself, or the start of an exercise."""

from datetime import date

import pytest

from greylox_web.features.exercise.model import StartExercise
from greylox_web.features.puzzles.judge import make_exercise
from greylox_web.features.share.shareable import (
    annotated_link,
    drops_variations,
    is_variation,
    mainline_session,
    preview_path,
    shareable_session,
    shared_positions,
)
from greylox_web.formats.share_card import share_card_svg, status_text
from greylox_web.rules.notation.actions import MAX_VARIATIONS, Mark
from greylox_web.rules.notation.links import read_link
from greylox_web.session.load_match import OpenLink
from greylox_web.session.playing import ClickCell, GoToNode, Resign, StepBy, Undo
from greylox_web.session.study import Comment, Draw
from greylox_web.session.update import update
from tests.features.puzzles.shipped_puzzles import puzzle
from tests.session.session_helpers import click_cells, new_session


def moves(link):
    """The cell names of a link's main line."""
    record = read_link(link).record
    return [record.game.board.cell_name(action) for action in record.actions]


def test_link_starts_with_the_shown_variation_or_the_game():
    session = click_cells(new_session("brink", 3, {"x": 2}), "a1", "b1", "c1")
    assert not is_variation(session) and moves(session.link) == ["a1", "b1", "c1"]
    stepped_back = update(session, StepBy(-1))
    assert not is_variation(stepped_back), "an earlier position of the game"
    varied = click_cells(stepped_back, "e5")
    assert is_variation(varied) and moves(varied.link) == ["a1", "b1", "e5"]
    game = mainline_session(varied)
    assert not is_variation(game) and moves(game.link) == ["a1", "b1", "c1"]
    assert read_link(game.link).record.variations


def test_choice_of_the_position():
    session = new_session("brink", 3, {"x": 2})
    assert shared_positions(session) == {}
    session = click_cells(session, "a1", "b1", "c1")
    assert shared_positions(session) == {"last": 3, "start": 0}
    assert list(shared_positions(update(session, StepBy(-3)))) == ["last", "start"]
    earlier = update(session, StepBy(-1))
    assert shared_positions(earlier) == {"last": 3, "shown": 2, "start": 0}
    over = update(session, Resign())
    assert list(shared_positions(over)) == ["over", "start"]


def test_link_reports_dropped_variations():
    session = click_cells(new_session("brink", 4), "a1", "b1")
    cells = session.game.board.cell_names(session.game.legal(session.state))
    for count, name in enumerate(cells[:20]):
        assert drops_variations(session) == (count > MAX_VARIATIONS + 1), count
        session = update(click_cells(session, name), Undo())
        session = update(session, GoToNode(2))


def test_shared_link_holds_comments_and_marks_as_far_as_they_fit():
    session = click_cells(new_session("brink", 3, {"x": 2}), "a1", "b1", "c1")
    assert annotated_link(session) == (session.link, 0, 0)
    session = update(session, Comment("End."))
    session = update(session, Draw(Mark("arrow", 0, end=1)))
    session = update(update(session, StepBy(-1)), Comment("Before."))
    link, annotated, left_out = annotated_link(session)
    assert (annotated, left_out) == (2, 0)
    opened = update(new_session(), OpenLink(link))
    assert [node.link_comment for node in opened.tree.nodes] == ["", "", "Before.", "End."]
    assert opened.tree.nodes[3].marks == (Mark("arrow", 0, end=1),)
    assert opened.cursor == session.cursor
    long = update(session, Comment("".join(f"{n * 7919 % 104729:x}" for n in range(2000))))
    assert annotated_link(long)[1:] == (1, 1)
    varied = click_cells(session, "e5")  # its line has no "End."
    assert annotated_link(varied)[1:] == (1, 1)


def test_shared_puzzle_omits_answers_and_has_a_permalink():
    loaded = puzzle("lox-36")
    exercise = make_exercise(loaded, date(2026, 11, 22))
    fresh = update(new_session("brink", 3), StartExercise(exercise))
    answered = update(fresh, ClickCell(loaded.solution[0]))
    assert answered.exercise_attempt.is_finished and answered.link == "puzzle/today"
    shared = shareable_session(answered)
    assert shared_positions(shared) == {}
    assert shared.link == "puzzle/lox-36", "tomorrow there is another one"
    assert share_card_svg(shared) == share_card_svg(fresh) != share_card_svg(answered)
    assert status_text(shared) == "Red to play and win"
    game = new_session("brink", 3)
    assert shareable_session(game) is game


@pytest.mark.parametrize(
    ("link", "path"),
    [
        ("puzzle/lox-36", "go/puzzle/lox-36.html"),
        ("learn/greylox", "go/learn/greylox.html"),
        ("learn/lox/second-try", "go/learn/lox.html?second-try"),
        ("puzzle/today", ""),
        ("puzzle/streak", ""),
        ("1/lox5/ma3", ""),
        ("puzzle/lox-36/../x", ""),
    ],
)
def test_puzzles_and_lessons_have_a_page_for_previews(link, path):
    assert preview_path(link) == path
