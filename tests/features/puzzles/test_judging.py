"""Puzzles on the table: every shipped one can be solved, and wrong turns are refuted."""

from __future__ import annotations

from itertools import permutations

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.exercise.model import (
    PlayReply,
    RetryExercise,
    ShowSolution,
    StartExercise,
)
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.prompt.speech import announcement
from greylox_web.features.puzzles.judging import make_exercise, uniqueness_text
from greylox_web.features.puzzles.puzzle import InvalidPuzzle, make_puzzle
from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import DEFAULT_GAME, GAMES, new_game
from greylox_web.session.playing import ClickCell, PlayAction, Undo
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.features.puzzles.shelves import puzzle, shelf


def begun(name: str) -> Session:
    table = Session(Match(new_tree(new_game(DEFAULT_GAME))))
    return update(table, StartExercise(make_exercise(puzzle(name))))


def played(session: Session, actions) -> Session:
    board = session.game.board
    for action in actions:
        event = ClickCell(action) if board.cells >> action & 1 else PlayAction(action)
        session = update(session, event)
    return session


def answered(session: Session) -> Session:
    """The session after all that the other side plays."""
    while session.exercise_attempt.pending:
        session = update(session, PlayReply())
    return session


def turn(name: str, text: str) -> tuple[int, ...]:
    made = puzzle(name)
    return made.turn(made.state, text)


def words(session: Session) -> list[str]:
    return [button.name for button in exercise_view(session).buttons]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_solved_by_its_solution_and_by_no_other_turn(game):
    for name in shelf(game):
        made, start = puzzle(name), begun(name)
        session = played(start, made.solution)
        assert (
            session.exercise_attempt.kind == "done" and session.exercise_attempt.wrong_count == 0
        ), name
        turns = [*made.row.lost, *made.row.drawn]
        assert len(made.wrong_turns) == len(turns), "each leads elsewhere"
        assert made.solution_state not in made.wrong_turns
        for turn in turns:
            wrong = played(start, made.turn(made.state, turn))
            assert (
                wrong.exercise_attempt.kind == "wrong" and wrong.exercise_attempt.wrong_count == 1
            ), (name, turn)
            replies = wrong.exercise_attempt.pending
            refuted = answered(wrong)
            assert len(refuted.tree.path(refuted.cursor)) == (
                len(wrong.tree.path(wrong.cursor)) + len(replies)
            ), "all replies are legal"
            again = update(refuted, RetryExercise())
            assert again.state == made.state
            assert played(again, made.solution).exercise_attempt.kind == "done"


def test_the_order_of_the_stones_of_a_turn_does_not_matter():
    name = next(n for n, row in shelf("byg").items() if len(row.solution.split("+")) == 3)
    made = puzzle(name)
    orders = [
        order
        for order in permutations(made.solution)
        if made.game.board.end_action not in order or order[-1] == made.game.board.end_action
    ]
    assert len(orders) > 1
    for order in orders:
        session = played(begun(name), order)
        assert session.exercise_attempt.kind == "done", order


def test_the_end_of_a_turn_is_a_button():
    rows = shelf("byg").values()
    name, text = next((r.name, t) for r in rows for t in r.lost if t.endswith("end"))
    actions = turn(name, text)
    session = played(begun(name), actions[:-1])
    assert session.exercise_attempt.kind == "on" and "end" in words(session)
    assert played(session, actions[-1:]).exercise_attempt.kind == "wrong"
    assert "end" not in words(begun(name)), "not before the first stone"


def test_within_a_turn_the_stones_are_counted():
    session = begun("byg-50")
    assert exercise_view(session).prompt == "Up to 3 stones, in different groups."
    placed = played(session, [session.game.board.parse_cell("a1")])
    assert exercise_view(placed).prompt.startswith("1 of up to 3 stones placed")


def test_a_stone_of_a_turn_is_taken_back_by_a_button():
    rows = shelf("byg").values()
    name, actions = next((r.name, a) for r in rows if len(a := turn(r.name, r.solution)) > 1)
    assert "undo" not in words(begun(name))
    session = played(begun(name), actions[:1])
    assert "undo" in words(session)
    back = update(session, Undo())
    assert back.state == begun(name).state and "undo" not in words(back)
    assert "undo" not in words(played(begun(name), actions)), "the answer was given"


def test_the_buttons_lead_on_when_all_is_done():
    made = puzzle("greylox-2")
    session = begun("greylox-2")
    assert [w for w in words(session) if w in ("skip", "next")] == ["skip"]
    done = played(session, made.solution)
    assert [w for w in words(done) if w in ("skip", "next")] == ["next"]
    shown = answered(update(session, ShowSolution()))
    assert shown.exercise_attempt.kind == "shown" and shown.exercise_attempt.helped
    assert shown.state == made.solution_state
    hinted = update(session, PressHint())
    assert hinted.exercise_attempt.helped and not hinted.exercise_attempt.is_finished


def test_what_is_said_is_true_of_the_puzzle():
    view = exercise_view(begun("greylox-2"))
    assert view.title == "Black to play and win" and view.eyebrow == "Puzzle · Greylox · base 4"
    assert view.text == "One turn wins, the other 9 lose: proven, not guessed."
    assert view.prompt.startswith("Place where White has no control")
    wrong = exercise_view(played(begun("greylox-2"), turn("greylox-2", "d1")))
    assert wrong.feedback.startswith("d1 loses: White answers f5. ")
    rows = {**shelf("multiplicity"), **shelf("byg"), **shelf("brink")}.values()
    mixed = next(row for row in rows if row.lost and row.drawn)
    text = exercise_view(begun(mixed.name)).text
    assert f"of the other {len(mixed.lost) + len(mixed.drawn)}, {len(mixed.drawn)} draw" in text
    only = mixed._replace(lost={})
    assert uniqueness_text(make_puzzle(only)).startswith(
        f"One turn wins, the other {len(only.drawn)} only draw"
    )
    drawn = next(row for row in rows if row.value == "draw")
    assert "and draw" in exercise_view(begun(drawn.name)).title


def test_what_does_not_fit_the_rules_is_refused():
    row = shelf("greylox")["greylox-2"]
    for link in ("", "nonsense", "1/greylox99/m", "1/brink3-x3/ma1z9"):
        with pytest.raises(InvalidPuzzle):
            assert make_puzzle(row._replace(link=link)).solution
    for turn in ("", "z9", "b1+b2", "pass"):
        with pytest.raises(InvalidPuzzle):
            assert make_puzzle(row._replace(solution=turn)).solution


@pytest.mark.parametrize("game", [name for name in GAMES if new_game(name).uses_sight])
def test_a_flip_is_heard_with_its_cell(game):
    heard = 0
    for name in shelf(game):
        made = puzzle(name)
        cell = made.solution[0]
        if made.state.stones[1 - made.state.mover] >> cell & 1:
            before = begun(name)
            after = played(before, [cell])
            text = announcement(before, after)
            assert f" flip {made.game.board.cell_name(cell)}." in text, name
            heard += 1
    assert heard
