"""The judge of puzzles: each shipped puzzle can be solved, and wrong turns are refuted."""

from __future__ import annotations

from itertools import permutations

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.board.marks import cell_ranks
from greylox_web.features.exercise.model import (
    PlayReply,
    RetryExercise,
    ShowSolution,
    StartExercise,
)
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.prompt.announcements import announcement
from greylox_web.features.puzzles.judge import make_exercise, uniqueness_text
from greylox_web.features.puzzles.puzzle import InvalidPuzzle, make_puzzle
from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import DEFAULT_GAME, GAMES, new_game
from greylox_web.session.playing import ClickCell, PlayAction, Undo
from greylox_web.session.prompt import first_goal as goal
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.features.puzzles.shipped_puzzles import puzzle, puzzles_of


def start_puzzle(name: str) -> Session:
    session = Session(Match(new_tree(new_game(DEFAULT_GAME))))
    return update(session, StartExercise(make_exercise(puzzle(name))))


def played(session: Session, actions) -> Session:
    board = session.game.board
    for action in actions:
        event = ClickCell(action) if board.cells >> action & 1 else PlayAction(action)
        session = update(session, event)
    return session


def answered(session: Session) -> Session:
    """The session after all pending replies."""
    while session.exercise_attempt.pending:
        session = update(session, PlayReply())
    return session


def turn(name: str, text: str) -> tuple[int, ...]:
    loaded = puzzle(name)
    return loaded.turn(loaded.state, text)


def button_names(session: Session) -> list[str]:
    return [button.name for button in exercise_view(session).buttons]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_only_the_solution_solves_each_puzzle(game):
    for name in puzzles_of(game):
        loaded, start = puzzle(name), start_puzzle(name)
        session = played(start, loaded.solution)
        assert (
            session.exercise_attempt.kind == "done" and session.exercise_attempt.wrong_count == 0
        ), name
        turns = [*loaded.row.lost, *loaded.row.drawn]
        assert len(loaded.wrong_turns) == len(turns), "each leads elsewhere"
        assert loaded.solution_state not in loaded.wrong_turns
        for turn in turns:
            wrong = played(start, loaded.turn(loaded.state, turn))
            assert (
                wrong.exercise_attempt.kind == "wrong" and wrong.exercise_attempt.wrong_count == 1
            ), (name, turn)
            replies = wrong.exercise_attempt.pending
            refuted = answered(wrong)
            assert len(refuted.tree.path(refuted.cursor)) == (
                len(wrong.tree.path(wrong.cursor)) + len(replies)
            ), "all replies are legal"
            retried = update(refuted, RetryExercise())
            assert retried.state == loaded.state
            assert played(retried, loaded.solution).exercise_attempt.kind == "done"


def test_a_refutation_is_numbered_and_played_to_a_forced_end():
    session = played(start_puzzle("byg-1"), turn("byg-1", "a2"))
    replies = puzzle("byg-1").wrong_turns[session.state][1]
    refuted = answered(session)
    numbers = cell_ranks(refuted)
    assert [numbers[cell] for cell in (*turn("byg-1", "a2"), *replies)] == ["1", "2", "3", "4"]
    assert refuted.outcome is not None and len(numbers) == 5, "the rest is forced"
    assert cell_ranks(update(refuted, RetryExercise())) == {}
    solved = played(start_puzzle("byg-1"), puzzle("byg-1").solution)
    assert cell_ranks(solved) == {}


def test_a_solved_puzzle_can_be_tried_again():
    solved = played(start_puzzle("lox-1"), puzzle("lox-1").solution)
    view = exercise_view(solved)
    assert [button.name for button in view.buttons if button.is_primary] == ["next"]
    assert "again" in button_names(solved)
    again = update(solved, RetryExercise())
    assert again.state == puzzle("lox-1").state and again.exercise_attempt.kind is None


def test_the_task_has_the_goal_of_an_unknown_game():
    known, new = (make_exercise(puzzle("lox-1"), is_new_game=is_new) for is_new in (False, True))
    assert new.prompt == f"{goal(new.game)} {known.prompt}" != known.prompt


def test_the_order_of_the_stones_of_a_turn_does_not_matter():
    name = next(n for n, row in puzzles_of("byg").items() if len(row.solution.split("+")) == 3)
    loaded = puzzle(name)
    orders = [
        order
        for order in permutations(loaded.solution)
        if loaded.game.board.end_action not in order or order[-1] == loaded.game.board.end_action
    ]
    assert len(orders) > 1
    for order in orders:
        session = played(start_puzzle(name), order)
        assert session.exercise_attempt.kind == "done", order


def test_the_end_of_a_turn_is_a_button():
    rows = puzzles_of("byg").values()
    name, text = next((r.name, t) for r in rows for t in r.lost if t.endswith("end"))
    actions = turn(name, text)
    session = played(start_puzzle(name), actions[:-1])
    assert session.exercise_attempt.kind == "on" and "end" in button_names(session)
    assert played(session, actions[-1:]).exercise_attempt.kind == "wrong"
    assert "end" not in button_names(start_puzzle(name)), "not before the first stone"


def test_within_a_turn_the_stones_are_counted():
    session = start_puzzle("byg-50")
    assert exercise_view(session).prompt == "Up to 3 stones, in different groups."
    placed = played(session, [session.game.board.parse_cell("a1")])
    assert exercise_view(placed).prompt.startswith("1 of up to 3 stones placed")


def test_a_stone_of_a_turn_is_taken_back_by_a_button():
    rows = puzzles_of("byg").values()
    name, actions = next((r.name, a) for r in rows if len(a := turn(r.name, r.solution)) > 1)
    assert "undo" not in button_names(start_puzzle(name))
    session = played(start_puzzle(name), actions[:1])
    assert "undo" in button_names(session)
    undone = update(session, Undo())
    assert undone.state == start_puzzle(name).state and "undo" not in button_names(undone)
    assert "undo" not in button_names(played(start_puzzle(name), actions)), "the answer was given"


def test_the_buttons_lead_on_when_all_is_done():
    loaded = puzzle("greylox-2")
    session = start_puzzle("greylox-2")
    assert [w for w in button_names(session) if w in ("skip", "next")] == ["skip"]
    done = played(session, loaded.solution)
    assert [w for w in button_names(done) if w in ("skip", "next")] == ["next"]
    solved = answered(update(session, ShowSolution()))
    assert solved.exercise_attempt.kind == "shown" and solved.exercise_attempt.helped
    assert solved.state == loaded.solution_state
    hinted = update(session, PressHint())
    assert hinted.exercise_attempt.helped and not hinted.exercise_attempt.is_finished


def test_puzzle_texts_match_the_puzzle():
    view = exercise_view(start_puzzle("greylox-2"))
    assert view.title == "Black to play and win" and view.eyebrow == "Puzzle · Greylox · base 4"
    assert view.text == "One turn wins, the other 9 lose: proven, not guessed."
    assert view.prompt.startswith("Place where White has no control")
    wrong = exercise_view(played(start_puzzle("greylox-2"), turn("greylox-2", "d1")))
    assert wrong.feedback.startswith("White answers f5. ")
    rows = {**puzzles_of("multiplicity"), **puzzles_of("byg"), **puzzles_of("brink")}.values()
    mixed = next(row for row in rows if row.lost and row.drawn)
    text = exercise_view(start_puzzle(mixed.name)).text
    assert f"of the other {len(mixed.lost) + len(mixed.drawn)}, {len(mixed.drawn)} draw" in text
    only = mixed._replace(lost={})
    assert uniqueness_text(make_puzzle(only)).startswith(
        f"One turn wins, the other {len(only.drawn)} only draw"
    )
    draw_row = next(row for row in rows if row.value == "draw")
    assert "and draw" in exercise_view(start_puzzle(draw_row.name)).title


def test_illegal_puzzle_row_is_refused():
    row = puzzles_of("greylox")["greylox-2"]
    for link in ("", "nonsense", "1/greylox99/m", "1/brink3-x3/ma1z9"):
        with pytest.raises(InvalidPuzzle):
            assert make_puzzle(row._replace(link=link)).solution
    for turn in ("", "z9", "b1+b2", "pass"):
        with pytest.raises(InvalidPuzzle):
            assert make_puzzle(row._replace(solution=turn)).solution


@pytest.mark.parametrize("game", [name for name in GAMES if new_game(name).uses_sight])
def test_flip_is_announced_with_its_cell(game):
    flip_count = 0
    for name in puzzles_of(game):
        loaded = puzzle(name)
        cell = loaded.solution[0]
        if loaded.state.stones[1 - loaded.state.mover] >> cell & 1:
            before = start_puzzle(name)
            after = played(before, [cell])
            text = announcement(before, after)
            assert f" flip {loaded.game.board.cell_name(cell)}." in text, name
            flip_count += 1
    assert flip_count
