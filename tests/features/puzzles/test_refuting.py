"""Why a wrong turn is wrong: one sentence, true of the board that its refutation leads to."""

from __future__ import annotations

import re

import pytest

from greylox_web.features.exercise.model import Answer
from greylox_web.features.puzzles.judging import Judge
from greylox_web.features.puzzles.refuting import play_forced, refutation_text
from greylox_web.rules import GAMES
from greylox_web.rules.groups import sizes
from greylox_web.rules.state import State
from tests.features.puzzles.shelves import puzzle, shelf

MOST = 140  # characters, which three lines of a phone and a word more hold


def said(name: str, turn: str) -> str:
    made = puzzle(name)
    actions = made.turn(made.state, turn)
    state = made.play(actions)
    before = made.play(actions[:-1])
    return Judge(made)(Answer(made.game, made.state, actions, before, state)).text


@pytest.mark.parametrize(
    ("name", "turn", "told"),
    [
        ("lox-1", "a1", "Blue answers g7. Stones still needed to connect: Blue 1, Red 5."),
        ("lox-36", "d7", "Blue flips e6. Now Blue wins, whatever Red plays."),  # both lack one
        ("lox-2", "b1", "Red answers a1. Now Red wins, whatever Blue plays."),
        ("lox-4", "b1", "Blue answers j11. Blue is connected, and Red cannot break it."),
        ("lox-8", "a4", "Red flips d4. That breaks Blue's connection."),
        ("lox-11", "c1", "Blue answers b7. Blue is connected, and Red must break it at once."),
        (
            "brink-1",
            "c1",
            "Black answers c5. White's largest group is now larger, 6 to 4, but by less than 9.",
        ),
        (
            "brink-7",
            "a1",
            "Black answers e7. "
            "Black's largest group is now larger, 15 to 11; a lead of 3 or more wins.",
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
            "White flips a2. The largest groups are now 19 for White, 17 for Black.",
        ),
        (
            "greylox-6",
            "i7",
            "White flips d6. The larger groups are now equal; "
            "White's second largest holds 5, Black's 2.",
        ),
        ("multiplicity-1", "d4", "Red answers b4. The products are now 35 for Red, 30 for White."),
    ],
)
def test_the_sentence_tells_the_games_own_reason(name, turn, told):
    kind = "only draws" if turn in puzzle(name).row.drawn else "loses"
    assert said(name, turn).removeprefix("Flipping ") == f"{turn} {kind}: {told}"


def test_a_flip_is_called_so_in_words():
    assert said("greylox-6", "i7").startswith("Flipping i7 loses: ")
    assert said("greylox-1", "h4").startswith("h4 loses: ")


@pytest.mark.parametrize("game", GAMES)
def test_every_wrong_turn_of_every_puzzle_has_a_reason_that_is_true(game):
    for name in shelf(game):
        made = puzzle(name)
        for state, (kind, reply) in made.wrong_turns.items():
            after = state
            for action in reply:
                after = made.game.play(after, action)
            text = refutation_text(made.game, state, after, made.state.mover, kind)
            assert text.endswith(".") and "{" not in text, (name, text)
            end = play_forced(made.game, after)
            assert made.game.legal(end).bit_count() != 1
            if outcome := made.game.outcome(end):
                winner = None if kind == "drawn" else 1 - made.state.mover
                assert outcome.winner == winner, (name, text)
            _check_sizes(made.game, after, 1 - made.state.mover, text)
        for turn in (*made.row.lost, *made.row.drawn)[:1]:
            assert len(said(name, turn)) <= MOST, (name, turn)


def _check_sizes(game, after: State, other: int, text: str) -> None:
    """The sizes of largest groups that a sentence tells, counted once more."""
    if found := re.match(r"The largest groups are now (\d+) for (\w+), (\d+)", text):
        ours, name, theirs = found.groups()
        assert name.lower() == game.colours[other] and int(ours) > int(theirs)
        told = [max(sizes(game.board, after.stones[side])) for side in (other, 1 - other)]
        assert told == [int(ours), int(theirs)]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_to_refute_the_others_does(game: str):
    told = 0
    for name in shelf(game):
        row = puzzle(name).row
        replies = [*row.lost.values(), *row.drawn.values()]
        pattern = r"answers (every|most) other turns? (?:with|by flipping) (.*)[.]$"
        if found := re.search(pattern, said(name, row.solution)):
            told += 1
            most = len(replies) / 2 if found[1] == "most" else len(replies) - 1
            assert replies.count(found[2]) > most, name
    assert told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("lox-1", "Red is connected, and Blue cannot break it."),
        ("greylox-4", "The largest groups are now 23 for White, 8 for Black."),
        ("multiplicity-3", "That joins White's stones into a group of 12."),
        ("multiplicity-4", "Now White can no longer win."),
        ("greylox-1", "White answers every other turn by flipping a2."),  # the board tells nothing
        ("brink-1", "c5 is the only turn that wins. Black answers every other turn with c5."),
        ("brink-2", "Black answers most other turns with c1."),
        ("brink-38", "a1 is the only turn that wins."),  # others are refuted by this and that
    ],
)
def test_a_right_turn_is_told_what_it_has_brought(name, told):
    text = said(name, puzzle(name).row.solution)
    assert text.endswith(told)
    assert len(text) <= MOST
