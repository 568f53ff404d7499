"""The prover: a turn as a set of stones, and the only turn that keeps the result."""

from random import Random

import pytest

from greylox_web.engine.solver import OutOfBudget
from greylox_web.rules import new_game
from greylox_web.rules.play import random_game, replay
from greylox_web.rules.turns import all_turns
from lab.puzzles.proof import LOSS, Prover, prove
from lab.puzzles.store import turn_name
from tests.lab.puzzles.samples import Minimax, position

ENDLESS = 10**9


def test_a_turn_is_a_set_of_stones():
    game, state = position("1/byg3/sx2.4.2o2.4.2x-x-2/m")
    turns = list(all_turns(game, state))
    names = {frozenset(turn_name(game, each.actions).split("+")) for each in turns}
    assert len(names) == len(turns) == len({each.state for each in turns})
    assert {"b1", "end"} in names
    assert {"b1", "d5"} in names
    assert {"b1", "a2"} not in names  # the same group would grow twice
    game, state = position("1/greylox3/sx2.4.5.4.3-o-1-la1/m")
    assert {"b1", "e5"} in [
        {*turn_name(game, c.actions).split("+")} for c in all_turns(game, state)
    ]
    assert all(each.state.mover == 0 for each in all_turns(game, state))


@pytest.mark.parametrize("spec", ["brink3-x2", "multiplicity3-f", "byg3", "greylox3", "lox3-n"])
def test_prover_agrees_with_minimax(spec):
    """On late positions of random games: all turns that keep the result, and the only one."""
    game, start = position(f"1/{spec}/m")
    counts = {True: 0, False: 0}
    for seed in range(16):
        states = replay(game, random_game(game, Random(seed), start))
        turn_starts = [state for state in states if not state.placed and game.legal(state)]
        state = turn_starts[max(len(turn_starts) - 4 - seed % 2, 0)]
        plain = Minimax(game, ENDLESS, {})
        ends = [each.state for each in all_turns(game, state)]
        worths = {
            after: plain.mover_value(after) * (1 if after.mover == state.mover else -1)
            for after in ends
        }
        best = max(worths.values())
        keepers = {after for after, mover_value in worths.items() if mover_value == best}
        prover = Prover(game)
        assert {each.state for each in prover.keeping_turns(state, best)} == keepers
        assert prover.mover_value(state) == best
        only, proof = prover.unique_keeping_turn(state), prove(game, state, ENDLESS)
        single = best > LOSS and len(keepers) == 1
        counts[single] += 1
        assert (only is not None) == (proof is not None) == single
        if proof is not None:
            assert proof.mover_value == best
            assert {proof.solution.state} == keepers
            assert {w.turn.state: w.mover_value for w in proof.wrong} == {
                after: mover_value for after, mover_value in worths.items() if after not in keepers
            }
            assert game.outcome(proof.final_state) == proof.outcome
    assert counts[False]
    assert counts[True] or spec == "lox3-n"


def test_a_spent_budget_is_no_proof():
    game = new_game("multiplicity")
    prover = Prover(game)
    prover.set_node_budget(50)
    with pytest.raises(OutOfBudget):
        prover.unique_keeping_turn(game.start())
    assert prove(game, game.start(), 50) is None
