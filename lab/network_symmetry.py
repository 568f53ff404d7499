"""How equal a network's values are where the rules make them equal.

    python3 -m lab.network_symmetry                     # every game on its reference board
    nice python3 -m lab.network_symmetry lox7 byg6-d --positions 100 --visits 100

A symmetry of the board changes no value; in Lox it must keep each colour's edges.  Exchanged
colours, in Lox also mirrored, change only its sign.  Nothing in a network guarantees either.
Positions come from games by the network's policy after two random turns.  A change is the mean
difference of the values, from -1 to 1, over the positions and all symmetries.  With ``--visits`` it
is the change of a search's values.

The last columns compare the compiled network, in integers, with numpy's: the mean and the largest
difference of a value, and the mean difference of the likeliest action's prior.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from greylox_web.engine.canonical import symmetries
from greylox_web.engine.compiled.search import CompiledPuctSearch, SearchKernel
from greylox_web.engine.inputs import Encoder
from greylox_web.engine.network import Network, NetworkEvaluator
from greylox_web.engine.network_registry import load_networks
from greylox_web.engine.search import Evaluator, NetworkOutput
from greylox_web.engine.tree import Array
from greylox_web.engine.tuning import reference_game
from greylox_web.rules import GAMES
from greylox_web.rules.board import NO_CELL, bits, transform_mask
from greylox_web.rules.notation.links import read_spec, write_spec
from greylox_web.rules.state import Game, State

from .command_line import make_parser

POSITIONS = 500
INTERVAL = 3  # actions between two positions of a game, on average
BATCH = 64

Map = dict[int, int]


class Changes(NamedTuple):
    """The mean changes of a network's values."""

    board: float
    """By the symmetries of the board, without the identity."""
    colours: float
    """By exchanged colours."""


def policy_positions(game: Game, evaluator: Evaluator, count: int) -> list[State]:
    """Return distinct unfinished positions with at least two stones.

    With fewer stones the colours differ: they may swap, or have different openings.
    """
    random, states = Random(1), dict[State, None]()
    while len(states) < count:
        state, turns = game.start(), 0
        while (legal := game.legal(state)) and len(states) < count:
            if turns < 2:
                action = random.choice(list(bits(legal)))
            else:
                [output] = evaluator([state], [legal])
                [action] = random.choices(output.actions.tolist(), output.prior.tolist())
            if turns >= 2 and state.occupied.bit_count() > 1 and random.random() < 1 / INTERVAL:
                states[state] = None
            state = game.play(state, action)
            turns += not state.is_mid_turn
    return list(states)


def transform_state(state: State, symmetry: Map) -> State:
    """Return the image of a position."""
    first, second = (transform_mask(stones, symmetry) for stones in state.stones)
    anchor = state.anchor if state.anchor == NO_CELL else symmetry[state.anchor]
    placed = transform_mask(state.placed, symmetry)
    return state._replace(stones=(first, second), placed=placed, anchor=anchor)


def exchange_colours(state: State) -> State:
    """Return the position in which each colour has the other's stones."""
    first, second = state.stones
    return state._replace(stones=(second, first), mover=1 - state.mover)


def value_changes(
    game: Game, evaluator: Evaluator, states: Sequence[State], sample: Random | None = None
) -> Changes:
    """Return the mean changes; with ``sample``, by one random symmetry for each position."""
    (_, *turned), exchanging = symmetries(game)  # the identity comes first
    expected = values(game, evaluator, states)

    def change(maps: list[Map], sign: int) -> float:
        total, rounds = 0.0, [None] if sample else maps
        for one in rounds:
            images = [
                transform_state(state, sample.choice(maps) if one is None and sample else one or {})
                for state in states
            ]
            if sign < 0:
                images = list(map(exchange_colours, images))
            total += float(np.abs(sign * values(game, evaluator, images) - expected).mean())
        return total / len(rounds)

    return Changes(change(turned, 1), change(exchanging, -1))


def outputs(
    game: Game, evaluator: Evaluator, states: Sequence[State]
) -> Iterator[tuple[float, float]]:
    """Yield the first colour's value and the largest prior of each position."""
    for start in range(0, len(states), BATCH):
        batch = states[start : start + BATCH]
        for output in evaluator(batch, [game.legal(state) for state in batch]):
            yield output.value_first, float(output.prior.max())


def values(game: Game, evaluator: Evaluator, states: Sequence[State]) -> Array:
    """Return the first colour's values of positions."""
    return np.array([value for value, _ in outputs(game, evaluator, states)])


def numpy_evaluator(game: Game) -> NetworkEvaluator:
    """Return the network of a game in numpy, the reference of the compiled one."""
    nets, _ = load_networks()
    encoder = Encoder(game)
    return NetworkEvaluator(game, Network(nets.weights[game.name], encoder), encoder)


def compiled_evaluator(game: Game) -> SearchKernel:
    """Return the compiled network of a game."""
    nets, _ = load_networks()
    evaluator = nets.evaluator(game)
    assert isinstance(evaluator, SearchKernel), "build first: the compiled code is missing"
    return evaluator


def compiled_differences(game: Game, states: Sequence[State]) -> Array:
    """Return the differences of value and of largest prior, compiled and numpy: (positions, 2)."""
    compiled, slow = (
        np.array(list(outputs(game, evaluator, states)))
        for evaluator in (compiled_evaluator(game), numpy_evaluator(game))
    )
    difference: Array = np.abs(compiled - slow)
    return difference


def searching_evaluator(game: Game, kernel: SearchKernel, visits: int) -> Evaluator:
    """Return an evaluator whose values are those of a search."""

    def evaluate(states: Sequence[State], legals: Sequence[int]) -> list[NetworkOutput]:
        results = []
        for state, output in zip(states, kernel(states, legals), strict=True):
            search = CompiledPuctSearch(game, state, kernel)
            while search.root.visits < visits and not search.is_solved:
                search.step(visits - search.root.visits)
            value = search.root.value_first
            results.append(NetworkOutput(value, output.actions, output.prior))
        return results

    return evaluate


def main() -> None:
    """Print a row for each board."""
    parser = make_parser("lab.network_symmetry", __doc__)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help="as in links, such as lox7")
    parser.add_argument("--positions", type=int, default=POSITIONS, help=f"default {POSITIONS}")
    parser.add_argument("--visits", type=int, default=0, help="of a search; default: none")
    arguments = parser.parse_args()
    games = [read_spec(spec) for spec in arguments.boards] or list(map(reference_game, GAMES))
    print("| board | symmetries | exchanged colours | compiled: mean | largest | prior |")
    print("|---|---:|---:|---:|---:|---:|")
    for game in games:
        evaluator = compiled_evaluator(game)
        states = policy_positions(game, evaluator, arguments.positions)
        judge = (
            searching_evaluator(game, evaluator, arguments.visits)
            if arguments.visits
            else evaluator
        )
        changes = value_changes(game, judge, states)
        apart = compiled_differences(game, states)
        figures = (*changes, apart[:, 0].mean(), apart[:, 0].max(), apart[:, 1].mean())
        print(
            f"| {write_spec(game)} |" + "".join(f" {figure:.4f} |" for figure in figures),
            flush=True,
        )


if __name__ == "__main__":
    main()
