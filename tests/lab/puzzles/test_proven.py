"""Puzzles that are kept are right: proven again, and held against a plain minimax."""

from contextlib import suppress
from dataclasses import replace

import pytest

from greylox_web.rules import GAMES
from lab.puzzles import store
from lab.puzzles.making import is_worthwhile
from lab.puzzles.proof import DRAW, LOSS, prove
from lab.puzzles.store import state_after_turn
from lab.puzzles.themes import themes_of
from tests.lab.puzzles.samples import KEPT, Plain, TooMany
from tests.thoroughness import LONG

PLAIN = 4000  # positions of a plain minimax in the quick run


def disprove(each, most, known=None):
    """Hold a puzzle against the plain minimax: every turn, and every reply."""
    plain, puzzle, game, mover = (
        Plain(each.game, most, known),
        each.puzzle,
        each.game,
        each.state.mover,
    )

    def to_mover(state):
        return plain.worth(state) * (1 if state.mover == mover else -1)

    worth = store.VALUES[puzzle.value]
    assert to_mover(each.solution_state) == worth
    for turns, less in ((puzzle.lost, LOSS), (puzzle.drawn, DRAW)):
        for turn, reply in turns.items():
            after = state_after_turn(game, each.state, turn)
            assert less < worth
            assert to_mover(after) == less
            if reply:
                assert to_mover(state_after_turn(game, after, reply)) == less


@pytest.mark.parametrize("name", GAMES)
def test_the_smallest_puzzles_hold_against_a_plain_minimax(name):
    few = sorted(KEPT[name], key=lambda each: each.puzzle.nodes)[:20]
    proven = 0
    for each in few:
        with suppress(TooMany):
            disprove(each, PLAIN)
            proven += 1
        if proven == 2:
            break
    assert proven


@pytest.mark.timeout(3000 if LONG else 300)
@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_proven_again(name):
    """From nothing, with the same proof; all of them in the long form."""
    some = KEPT[name] if LONG else sorted(KEPT[name], key=lambda each: each.puzzle.nodes)[:8]
    for each in some:
        puzzle, game = each.puzzle, each.game
        proof = prove(game, each.state, puzzle.nodes)
        assert proof is not None
        again = store.make_puzzle(
            game, puzzle.link, proof, themes_of(game, each.state, proof), puzzle.number, puzzle.net
        )
        assert replace(again, grade=puzzle.grade) == puzzle
        assert is_worthwhile(proof)
        assert prove(game, each.state, puzzle.nodes - 1) is None
        if LONG:
            with suppress(TooMany):
                disprove(each, 100_000, {})
