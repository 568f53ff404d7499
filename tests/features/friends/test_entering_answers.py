"""Entering an answer in advance on the board or as text."""

import pytest

from greylox_web.features.friends.answers import (
    AnswerEntry,
    EnterAnswer,
    LeaveAnswer,
    read_typed,
    typed_answer,
)
from greylox_web.match.match import PERSON, GameTerms, Seat
from greylox_web.rules import NotationError
from greylox_web.session.answers import own_answer_texts
from greylox_web.session.playing import ClickCell, PlayAction, StepBy, Undo
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session
from tests.session.test_answers_in_advance import answer, received, waiting
from tests.session.test_correspondence import opened


def entry(session):
    """The answer that is entered, or None."""
    return session.activity(AnswerEntry.name)


def test_answer_is_played_on_the_board():
    session = waiting("e5", "greylox", 5, ())
    assert Screen(session).send
    entering = update(session, EnterAnswer())
    screen = Screen(entering)
    assert (screen.status, screen.prompt_line) == (
        "Anna: the turn you expect",
        "Play it on the board.",
    )
    assert not screen.send and entering.board_session.state == session.state
    half = click_cells(entering, "e6", "b2")
    assert Screen(half).status == "Your answer"
    assert Screen(half).prompt_line == "Play your answer to e6+b2."
    board = half.board_session
    assert board.state.stones[1].bit_count() == 2 and half.state == session.state
    assert half.link == session.link and half.match.tree is session.match.tree
    back = update(half, Undo())
    assert back.board_session.state.is_mid_turn and entry(back)
    refused = click_cells(half, "f6")
    assert "touch" in refused.notice.text and entry(refused) == entry(half)
    done = click_cells(half, "b3", "d2")
    assert entry(done) is None and own_answer_texts(done) == [("if e6+b2, then b3+d2",)]
    assert done.state == session.state and done.board_session is done


def test_answer_after_another_one():
    session = answer(waiting(), "b1 c1")
    (actions,) = (line[1:] for line in session.match.answers)
    entering = update(session, EnterAnswer(actions))
    assert entering.board_session.state.occupied.bit_count() == 3
    done = click_cells(entering, "d2", "c3")
    assert own_answer_texts(done) == [("if b1, then c1", "and if d2, then c3")]
    assert entry(update(session, EnterAnswer((actions[0], actions[0])))) is None


def test_terms_without_takebacks_are_those_of_the_game_only():
    session = waiting().with_match(terms=GameTerms(takebacks=False))
    half = click_cells(update(update(session, StepBy(-1)), EnterAnswer()), "b1")
    assert entry(half).is_reply_due and half.notice is None, "an earlier position is shown"
    back = update(half, Undo())
    assert not entry(back).is_reply_due and back.notice is None


def test_second_answer_to_a_turn_is_refused():
    session = answer(waiting(), "b1 c1")
    done = click_cells(update(session, EnterAnswer()), "b1", "d2")
    assert entry(done) is None and done.notice.text.startswith("You already answer this turn")
    assert done.match.answers == session.match.answers


def test_entry_ends_without_an_answer():
    session = update(waiting(), EnterAnswer())
    assert entry(update(session, LeaveAnswer())) is None
    assert entry(update(session, Undo())) is None, "nothing is entered yet"
    assert update(session, Undo()).cursor == session.cursor
    half = click_cells(session, "b1")
    assert entry(update(half, StepBy(-1))) is None
    assert entry(click_cells(half, "b1")), "an occupied cell"


def test_only_who_waits_can_answer():
    alone = click_cells(new_session("brink", 3, {"x": 2}), "a1")
    assert entry(update(alone, EnterAnswer())) is None
    friend = received(waiting().link)
    assert entry(update(friend, EnterAnswer())) is None
    session = waiting()
    earlier = update(session, StepBy(-1))
    assert entry(update(earlier, EnterAnswer())), "whichever position is shown"


def test_swap_in_an_answer():
    session = waiting("b2", "brink", 3, (("x", 2), ("swap", True)))
    entering = update(session, EnterAnswer())
    swapped = update(entering, PlayAction(session.game.board.swap_action))
    assert Screen(swapped).status == "Your answer"
    done = update(swapped, ClickCell(session.game.board.parse_cell("c3")))
    assert own_answer_texts(done) == [("if swap, then c3",)]
    friend = update(received(done.link), PlayAction(session.game.board.swap_action))
    assert len(friend.tree.actions(friend.leaf)) == 3


@pytest.mark.parametrize(
    ("turn", "reply", "text"),
    [
        ("d7+b5", "f4", "if d7+b5, then f4"),
        (" D7 , b5 ", "f4+end", "if d7+b5, then f4"),
        ("d7", "f4 c1", "if d7, then f4+c1"),
    ],
)
def test_typed_answer(turn, reply, text):
    session = opened("1/byg4/ma4f7e2e5").with_match(seats=(PERSON, Seat(remote=True)))
    typed = update(session, typed_answer(session, (), turn, reply))
    assert own_answer_texts(typed) == [(text,)]


@pytest.mark.parametrize("text", ["", " ", "a1", "zz", "z99", "b1 b1", "b1+c1", "pass", "e5" * 900])
def test_faulty_typed_turn_has_a_sentence(text):
    session = waiting()
    with pytest.raises(NotationError) as error:
        read_typed(session.game, session.state, text)
    assert str(error.value)
