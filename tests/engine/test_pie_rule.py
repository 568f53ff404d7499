"""The engine and the swap that leaves the stone on its cell, with which no network was trained."""

import hashlib
from random import Random

import numpy as np
import pytest

from greylox_web.command.match.native import Uct
from greylox_web.engine.compiled.network import make_encoder
from greylox_web.engine.engine import Engine
from greylox_web.engine.heuristic import best_actions, scores
from greylox_web.engine.inputs import Encoder
from greylox_web.engine.levels import FIXED_LEVELS
from greylox_web.engine.network import Network, NetworkEvaluator
from greylox_web.engine.network_registry import load_networks
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_spec
from lab.training.boards import offered_games
from tests.engine.samples import PIE, positions, random_weights

# without the swap, 1,000 visits found the first stone's owner well ahead or well behind
GOOD = {
    "brink5-x3-p": "e5",
    "brink5-x2-p": "d4 e5",
    "brink5-x4-p": "e5",
    "brink4-x3-p": "d4",
    "brink4-x4-p": "d4",
    "brink6-x3-p": "e5 f6",
    "multiplicity4-f-p": "a1 b1 b2 c2",
    "multiplicity5-f-p": "a1 b1 c1 b2 c2",
    "multiplicity6-f-p": "a1 b1 c1 b2 c2 d2 c3 d3",
}
POOR = {
    "brink5-x3-p": "a1 b1 c1 b2 c2 c3",
    "brink4-x3-p": "a1 b1 b2",
    "brink5-x2-p": "a1",
    "brink5-x4-p": "a1",
    "brink6-x3-p": "a1",
    "multiplicity4-f-p": "c3 d4",
    "multiplicity5-f-p": "e5",
}
# of all inputs in a random game, as computed before these games could have a swap
INPUTS = {
    "greylox4": "aa745c290e3cd80a",
    "lox6": "541aac2501e73636",
    "lox6-n": "b4fb4a4e625f2f98",
    "brink4": "a1d7d4109f4f6fa8",
    "brink7-d-x8": "bd6a3a05e7744c36",
    "multiplicity4": "37b30c5809138627",
    "multiplicity4-f": "140d768d93048d96",
    "byg4": "ebb8b37711d4b3f2",
}


@pytest.fixture(scope="module")
def evaluators():
    """Return a function from a game to the evaluator of its network."""
    registry, known = load_networks()[0], {}

    def evaluator(game):
        if game not in known:
            known[game] = registry.evaluator(game)
        return known[game]

    return evaluator


def without_swap(game):
    return new_game(game.name, game.size, game.options | {"swap": False}, allow_small=True)


def exchanged(state):
    """Return the position with exchanged colours."""
    return state._replace(stones=state.stones[::-1], mover=1 - state.mover)


def positions_after_swap(game, seed):
    """Return the positions of a random game with a swap, from the swap on."""
    random, state = Random(seed), game.start()
    state = game.play(state, random.choice(list(bits(game.board.cells))))
    states = [game.play(state, game.board.swap_action)]
    while game.legal(states[-1]):
        states.append(game.play(states[-1], random.choice(list(bits(game.legal(states[-1]))))))
    return states[:-1]


def outputs(evaluator, game, states):
    return evaluator(states, [game.legal(state) for state in states])


def make_evaluator(game, *, compiled):
    """Return an evaluator with random weights, by the compiled encoder or by numpy."""
    encoder = make_encoder(game) if compiled else Encoder(game)
    return NetworkEvaluator(game, Network(random_weights(encoder), encoder), encoder)


@pytest.mark.parametrize("spec", INPUTS)
@pytest.mark.parametrize("make", [Encoder, make_encoder])
def test_inputs_without_swap_equal_earlier_inputs(spec, make):
    game = read_spec(spec, allow_small=True)
    states, encoder = positions(game, 1)[:20], make(game)
    arrays = encoder.inputs(encoder.stage(states, [game.legal(state) for state in states]))
    digest = hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()
    assert digest[:16] == INPUTS[spec]


@pytest.mark.parametrize("spec", PIE)
@pytest.mark.parametrize("compiled", [False, True])
def test_position_after_swap_is_evaluated_as_with_exchanged_colours(spec, compiled):
    game = read_spec(spec, allow_small=True)
    plain, states = without_swap(game), positions_after_swap(game, 1)
    swapped = outputs(make_evaluator(game, compiled=compiled), game, states)
    usual = outputs(make_evaluator(plain, compiled=compiled), plain, list(map(exchanged, states)))
    for one, two in zip(swapped, usual, strict=True):
        assert one.value_first == -two.value_first
        assert one.actions.tolist() == two.actions.tolist()
        assert one.prior.tobytes() == two.prior.tobytes()


@pytest.mark.parametrize("spec", PIE)
def test_swap_is_chosen_as_far_as_mover_is_behind(spec):
    """The value is that of the better side, and the cells keep their proportions."""
    game = read_spec(spec, allow_small=True)
    plain = without_swap(game)
    for cell in list(bits(game.board.cells))[::8]:
        state = game.play(game.start(), cell)
        [after] = outputs(make_evaluator(game, compiled=True), game, [state])
        [usual] = outputs(make_evaluator(plain, compiled=True), plain, [state])
        swap = after.actions.tolist().index(game.board.swap_action)
        cells = np.delete(after.prior, swap)
        assert after.value_first == -abs(usual.value_first)
        assert cells / cells.sum() == pytest.approx(usual.prior, rel=1e-4)
        odds = np.log(after.prior[swap] / cells.max())
        assert odds == pytest.approx(8 * usual.value_first, abs=1e-3)


@pytest.mark.parametrize("spec", PIE)
def test_every_first_stone_is_equally_likely_before_swap(spec):
    game = read_spec(spec, allow_small=True)
    [output] = outputs(make_evaluator(game, compiled=True), game, [game.start()])
    assert output.value_first == 0 and output.prior == pytest.approx(1 / len(output.actions))


@pytest.mark.parametrize("level", FIXED_LEVELS[7:])
@pytest.mark.parametrize("spec", ["brink5-x3-p", "multiplicity5-f-p"])
def test_first_stone_is_even_if_it_may_be_taken_over(spec, level, evaluators):
    game = read_spec(spec)
    task = Engine(Random(1), evaluators).start_task(game, [game.start()], [], level)
    task.think()
    action, board = task.result(chosen=True).action, game.board
    one_sided = f"{GOOD[spec]} {POOR[spec]}".split()
    images = {symmetry[action] for symmetry in board.symmetries}
    assert not images & set(map(board.parse_cell, one_sided))


def first_replies(evaluators, spec, level, purpose="play"):
    """Yield the engine's reply to each good and each poor first stone, and which it was."""
    game = read_spec(spec)
    for is_good, names in (True, GOOD.get(spec, "")), (False, POOR.get(spec, "")):
        for name in names.split():
            cell = game.board.parse_cell(name)
            states = [game.start(), game.play(game.start(), cell)]
            task = Engine(Random(1), evaluators).start_task(game, states, [cell], level, purpose)
            task.think()
            yield name, task.result(chosen=True).action, is_good


@pytest.mark.parametrize("spec", GOOD)
def test_engine_swaps_good_first_stones_only(spec, evaluators):
    swap = read_spec(spec).board.swap_action
    for name, action, is_good in first_replies(evaluators, spec, FIXED_LEVELS[-1]):
        assert (action == swap) == is_good, name


def test_twenty_first_stones_of_each_game_are_one_sided():
    for name in ("brink", "multiplicity"):
        counts = [
            sum(len(names.split()) for spec, names in stones.items() if spec.startswith(name))
            for stones in (GOOD, POOR)
        ]
        assert sum(counts) == 20 and min(counts) > 2


@pytest.mark.parametrize("level", FIXED_LEVELS)
@pytest.mark.parametrize("spec", ["brink5-x3-p", "multiplicity5-f-p"])
def test_each_level_replies_to_first_stone_legally(spec, level, evaluators):
    game = read_spec(spec)
    for name, action, is_good in first_replies(evaluators, spec, level):
        cell = game.board.parse_cell(name)
        assert game.legal(game.play(game.start(), cell)) >> action & 1
        if level >= 6 and name in ("e5", "a1"):  # the best and the worst first stones
            assert (action == game.board.swap_action) == is_good, name


@pytest.mark.parametrize("spec", ["brink5-x3-p", "multiplicity5-f-p"])
def test_low_levels_consider_both_swap_and_cells(spec):
    game = read_spec(spec)
    state = game.play(game.start(), next(bits(game.board.cells)))
    considered = best_actions(scores(game, state), 0.6)
    assert game.board.swap_action in considered and len(considered) > 1


@pytest.mark.parametrize(("spec", "swaps"), [("brink3-x1-p", True), ("brink3-x7-p", False)])
def test_search_with_random_games_finds_swap(spec, swaps):
    """The centre is a good first stone if the largest group wins, else a poor one."""
    game = read_spec(spec)
    cell = game.board.parse_cell("c3")
    states = [game.start(), game.play(game.start(), cell)]
    task = Engine(Random(1)).start_task(game, states, [cell], 9)
    task.think()
    uct = Uct(game, Random(1))
    uct.set_position(states, [cell])
    for action in (task.result(chosen=True).action, uct.choose(20_000)):
        assert (action == game.board.swap_action) == swaps


@pytest.mark.parametrize("name", GAMES)
def test_training_has_no_games_with_untrained_swap(name):
    games = [game for games in offered_games(name) for game in games]
    assert any(game.options.get("swap") for game in games) == (name == "lox")
