"""Stored puzzles are correct: proven again, and checked with a plain minimax."""

from contextlib import suppress
from dataclasses import replace

import pytest

from greylox_web.rules import GAMES
from lab.puzzles import store
from lab.puzzles.generator import is_worthwhile
from lab.puzzles.proof import DRAW, LOSS, prove
from lab.puzzles.store import state_after_turn
from lab.puzzles.themes import themes_of
from tests.lab.puzzles.samples import PUZZLES, Minimax, TooManyPositions
from tests.thoroughness import LONG

PLAIN = 4000  # the most positions of a plain minimax in the quick run


def check_with_minimax(each, max_positions, cache=None):
    """Check every turn and every reply of a puzzle with a plain minimax."""
    plain, puzzle, game, mover = (
        Minimax(each.game, max_positions, cache),
        each.puzzle,
        each.game,
        each.state.mover,
    )

    def to_mover(state):
        return plain.mover_value(state) * (1 if state.mover == mover else -1)

    mover_value = store.VALUES[puzzle.value]
    assert to_mover(each.solution_state) == mover_value
    for turns, less in ((puzzle.lost, LOSS), (puzzle.drawn, DRAW)):
        for turn, reply in turns.items():
            after = state_after_turn(game, each.state, turn)
            assert less < mover_value
            assert to_mover(after) == less
            if reply:
                assert to_mover(state_after_turn(game, after, reply)) == less


@pytest.mark.parametrize("name", GAMES)
def test_the_smallest_puzzles_hold_against_a_plain_minimax(name):
    smallest = sorted(PUZZLES[name], key=lambda each: each.puzzle.nodes)[:20]
    proven = 0
    for each in smallest:
        with suppress(TooManyPositions):
            check_with_minimax(each, PLAIN)
            proven += 1
        if proven == 2:
            break
    assert proven


@pytest.mark.timeout(3000 if LONG else 300)
@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_proven_again(name):
    """The same proof results from a new search; the profile long checks all puzzles."""
    puzzles = (
        PUZZLES[name] if LONG else sorted(PUZZLES[name], key=lambda each: each.puzzle.nodes)[:8]
    )
    for each in puzzles:
        puzzle, game = each.puzzle, each.game
        proof = prove(game, each.state, puzzle.nodes)
        assert proof is not None
        reproven = store.make_puzzle(
            game, puzzle.link, proof, themes_of(game, each.state, proof), puzzle.number, puzzle.net
        )
        assert replace(reproven, grade=puzzle.grade) == puzzle
        assert is_worthwhile(proof)
        assert prove(game, each.state, puzzle.nodes - 1) is None
        if LONG:
            with suppress(TooManyPositions):
                check_with_minimax(each, 100_000, {})
