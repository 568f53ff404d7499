"""The reason why a turn is wrong: one sentence, true in the position after its refutation."""

from __future__ import annotations

import re

import pytest

from greylox_web.explanations.model import Explanation
from greylox_web.features.board.marks import texts
from greylox_web.features.exercise.model import Answer, PlayReply, ShowSolution, StartExercise
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.puzzles import explanations
from greylox_web.features.puzzles.explanations import forced_ending, refutation_text
from greylox_web.features.puzzles.judge import Judge, make_exercise
from greylox_web.rules import GAMES
from greylox_web.rules.play import play_all
from greylox_web.session.playing import PlayAction
from greylox_web.session.update import update
from tests.features.puzzles.shipped_puzzles import puzzle, puzzles_of
from tests.session.session_helpers import new_session

MAX_SENTENCE_LENGTH = 140  # characters: three lines on a phone and one more word


def verdict_text(name: str, turn: str) -> str:
    loaded = puzzle(name)
    actions = loaded.turn(loaded.state, turn)
    state = loaded.play(actions)
    before = loaded.play(actions[:-1])
    verdict = Judge(loaded)(Answer(loaded.game, loaded.state, actions, before, state))
    return f"{verdict.heading}: {verdict.text}" if verdict.heading else verdict.text


@pytest.fixture
def no_facts(monkeypatch):
    """Only the sentences on the board, without facts on the turn."""
    monkeypatch.setattr(explanations, "explain", lambda _: Explanation())


@pytest.mark.usefixtures("no_facts")
@pytest.mark.parametrize(
    ("name", "turn", "expected"),
    [
        ("lox-1", "a1", "Blue answers g7. Stones still needed to connect: Blue 1, Red 5."),
        ("lox-36", "d7", "Blue flips e6. Now Blue wins, whatever Red plays."),  # both need one
        ("lox-2", "b1", "Red answers a1. Now Red wins, whatever Blue plays."),
        ("lox-4", "b1", "Blue answers j11. Blue is connected, and Red cannot break it."),
        ("lox-8", "a4", "Red flips d4. That breaks Blue's connection."),
        ("lox-11", "c1", "Blue answers b7. Blue is connected, and Red must break it at once."),
        (
            "brink-1",
            "c1",
            "Black answers c5. Now Black wins, whatever White plays.",
        ),
        (
            "brink-7",
            "a1",
            "Black answers e7. Now Black wins, whatever White plays.",
        ),
        ("brink-19", "d1", "White answers d8. Now Black can no longer win."),
        (
            "byg-1",
            "a2",
            "White answers b3+d7+a4. "
            "The rest is forced: White's largest group holds 13, Black's 12.",
        ),
        ("byg-3", "a2+e3+a4", "White answers e1+d5. White's largest group holds 8, Black's 6."),
        (
            "byg-20",
            "a1+d1+g7",
            "White answers c6+e3. That joins White's stones into a group of 7.",
        ),
        (
            "greylox-1",
            "h4",
            "White flips a2. Now White wins, whatever Black plays.",
        ),
        (
            "greylox-6",
            "i7",
            "White flips d6. Now White wins, whatever Black plays.",
        ),
        ("multiplicity-1", "d4", "Red answers b4. Now Red wins, whatever White plays."),
    ],
)
def test_the_sentence_tells_the_games_own_reason(name, turn, expected):
    kind = "only draws" if turn in puzzle(name).row.drawn else "loses"
    assert verdict_text(name, turn).removeprefix("Flipping ") == f"{turn} {kind}: {expected}"


def test_flip_is_named_in_words():
    assert verdict_text("greylox-6", "i7").startswith("Flipping i7 loses: ")
    assert verdict_text("greylox-1", "h4").startswith("h4 loses: ")


@pytest.mark.parametrize("game", GAMES)
def test_every_wrong_turn_has_a_true_reason(game):
    for name in puzzles_of(game):
        loaded = puzzle(name)
        for state, (kind, reply) in loaded.wrong_turns.items():
            after = state
            for action in reply:
                after = loaded.game.play(after, action)
            text = refutation_text(loaded.game, state, after, loaded.state.mover, kind)
            assert text.endswith(".") and "{" not in text, (name, text)
            ending = forced_ending(loaded.game, after)
            outcome = loaded.game.outcome(play_all(loaded.game, after, ending))
            assert outcome or not ending
            if outcome:
                winner = None if kind == "drawn" else 1 - loaded.state.mover
                assert outcome.winner == winner, (name, text)
            else:  # sizes of an unfinished board would look as if they decided
                assert not re.search(r"largest|product", text), (name, text)
        for turn in (*loaded.row.lost, *loaded.row.drawn)[:1]:
            assert len(verdict_text(name, turn)) <= MAX_SENTENCE_LENGTH, (name, turn)


@pytest.mark.parametrize("game", GAMES)
def test_common_refutation_is_true(game: str):
    count = 0
    for name in puzzles_of(game):
        row = puzzle(name).row
        replies = [*row.lost.values(), *row.drawn.values()]
        pattern = r"answers (every|most) other turns? (?:with|by flipping) (.*)[.]$"
        if match := re.search(pattern, verdict_text(name, row.solution)):
            count += 1
            minimum = len(replies) / 2 if match[1] == "most" else len(replies) - 1
            assert replies.count(match[2]) > minimum, name
    assert count


@pytest.mark.usefixtures("no_facts")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lox-1", "Red is connected, and Blue cannot break it."),
        ("greylox-4", "h8 is the only turn that wins."),  # the sizes do not decide yet
        ("multiplicity-3", "That joins White's stones into a group of 12."),
        ("multiplicity-4", "Now White can no longer win."),
        ("greylox-1", "White answers every other turn by flipping a2."),  # no visible gain
        ("brink-1", "c5 is the only turn that wins. Black answers every other turn with c5."),
        ("brink-2", "Black answers most other turns with c1."),
        ("brink-38", "a1 is the only turn that wins."),  # the other turns have various refutations
    ],
)
def test_right_turn_explains_its_gain(name, expected):
    text = verdict_text(name, puzzle(name).row.solution)
    assert text.endswith(expected)
    assert len(text) <= MAX_SENTENCE_LENGTH


def test_shown_solution_has_the_reason_of_the_right_turn():
    for name in ("lox-1", "byg-2", "greylox-6"):
        reason = verdict_text(name, puzzle(name).row.solution)
        session = update(new_session("byg", 4), StartExercise(make_exercise(puzzle(name))))
        shown = update(session, ShowSolution())
        while shown.exercise_attempt.pending:
            shown = update(shown, PlayReply())
        feedback = exercise_view(shown).feedback
        assert feedback == f"Like this. {reason} Now try it yourself."


def test_numbered_stones_have_no_sizes_beside_them():
    loaded = puzzle("byg-1")  # the rest of the game is forced
    session = update(new_session("byg", 4), StartExercise(make_exercise(loaded)))
    for action in loaded.turn(loaded.state, "a2"):
        session = update(session, PlayAction(action))
    while session.exercise_attempt.pending:
        session = update(session, PlayReply())
    drawn = texts(session)
    assert session.outcome is not None and drawn["rank"] and "plaque" not in drawn
