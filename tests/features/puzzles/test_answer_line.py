"""The line of an answered puzzle: the refutation of a wrong turn, or the right turn."""

import pytest

from greylox_web.explanations.model import Explanation, Fact
from greylox_web.features.exercise.model import PlayReply, RetryExercise, StartExercise
from greylox_web.features.line_player.model import CloseLine, ShowLine
from greylox_web.features.puzzles import explanations
from greylox_web.features.puzzles.answer_line import answer_line
from greylox_web.features.puzzles.judge import make_exercise
from greylox_web.rules import GAMES
from greylox_web.rules.play import play_all
from greylox_web.session.playing import ClickCell, PlayAction, StepBy
from greylox_web.session.update import update
from tests.features.puzzles.shipped_puzzles import puzzle, puzzles_of
from tests.session.session_helpers import new_session


def first_names(game):
    """The names of some puzzles of a game."""
    return [*puzzles_of(game)][:20]


def answer(name, text):
    """The session after an answer to a puzzle and all replies."""
    loaded = puzzle(name)
    session = update(new_session(), StartExercise(make_exercise(loaded)))
    for action in loaded.turn(loaded.state, text):
        assert answer_line(session) is None
        is_cell = session.game.board.cells >> action & 1
        session = update(session, ClickCell(action) if is_cell else PlayAction(action))
    while session.exercise_attempt.pending:
        assert answer_line(session) is None, "the replies are still being played"
        session = update(session, PlayReply())
    return session


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_turn_plays_out_with_its_refutation(game):
    name = first_names(game)[0]
    loaded = puzzle(name)
    text = next(turn for turn, reply in loaded.row.lost.items() if reply)
    session = answer(name, text)
    shown = answer_line(session)
    line, ply = shown.line, shown.ply
    assert line.state == loaded.state and ply == len(line.actions)
    assert play_all(game=line.game, state=line.state, actions=line.actions) == session.state
    _, reply = loaded.wrong_turns[loaded.play(loaded.turn(loaded.state, text))]
    after = len(loaded.turn(loaded.state, text))
    assert line.actions[after : after + len(reply)] == reply


def test_stepping_through_the_refutation_leaves_the_answer_alone():
    name = first_names("greylox")[0]
    session = answer(name, next(iter(puzzle(name).row.lost)))
    shown = answer_line(session)
    opened = update(session, ShowLine(shown.line, 1))
    assert opened.exercise_attempt == session.exercise_attempt
    assert opened.board_session.state == puzzle(name).play(shown.line.actions[:1])
    assert answer_line(opened) == shown
    stepped = update(opened, StepBy(1))
    assert stepped.line.ply == 2 and stepped.state == session.state
    assert update(stepped, CloseLine()) == session
    assert update(stepped, ClickCell(0)).line is None, "a click first leads back"
    assert update(stepped, ClickCell(0)).exercise_attempt == session.exercise_attempt
    retried = update(opened, RetryExercise())
    assert retried.line is None and answer_line(retried) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_right_turn_plays_out_with_what_is_forced(game):
    for name in first_names(game):
        loaded = puzzle(name)
        session = answer(name, loaded.row.solution)
        shown = answer_line(session)
        rest = explanations.forced_ending(loaded.game, loaded.solution_state)
        expected = (*loaded.solution, *rest)
        assert (shown.line.actions if shown else expected[:1]) == expected
        assert shown is None or shown.ply == len(loaded.solution)


def test_facts_on_the_reply_are_told_only_where_the_board_shows_no_reason(monkeypatch):
    monkeypatch.setattr(
        explanations,
        "explain",
        lambda _: Explanation((Fact("better-wins", {"Colour": "Green"}),)),
    )
    told, kept = set(), set()
    for name in first_names("byg") + first_names("lox"):
        loaded = puzzle(name)
        for state, (kind, reply) in loaded.wrong_turns.items():
            after = play_all(loaded.game, state, reply)
            arguments = loaded.game, state, after, loaded.state.mover, kind
            plain = explanations.refutation_text(*arguments)
            facts = explanations.turn_facts(loaded.game, state, reply)
            text = explanations.refutation_text(*arguments, facts)
            assert text in (plain, f"{facts} {plain}") and text.count("Green") <= 1
            if facts:
                (told if text != plain else kept).add(plain)
    assert len(told) and len(kept)
    assert not told & kept, "a sentence of the board needs no other fact"


def test_a_flip_is_told_once():
    loaded = puzzle(first_names("greylox")[0])
    flips = [a for a in range(loaded.game.board.end_action) if loaded.state.occupied >> a & 1]
    assert explanations.turn_facts(loaded.game, loaded.state, (flips[0],)) == ""
