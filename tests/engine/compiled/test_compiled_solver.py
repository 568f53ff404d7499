"""The compiled solver against the slow and simple Python solver."""

from collections import Counter
from random import Random

import pytest

from greylox_web.engine.compiled.solver import make_solver
from greylox_web.engine.playouts import terminal_value
from greylox_web.engine.solver import (
    SOLVER_STEPS,
    Budget,
    EndgameSolver,
    Solver,
    is_python_solvable,
    is_solvable,
)
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_link, read_spec
from greylox_web.rules.play import count_vacant, random_game, replay
from lab.bench.endings import positions
from tests.engine.samples import minimax
from tests.thoroughness import LONG

pytestmark = pytest.mark.slow

BOARDS = [
    ("greylox", 3, {}),
    ("greylox", 4, {}),
    ("lox", 4, {}),
    ("lox", 4, {"swap": False}),
    ("brink", 3, {"x": 1}),
    ("brink", 4, {"x": 8, "board": "rhombus"}),
    ("multiplicity", 3, {}),
    ("multiplicity", 4, {"opening": False}),
    ("brink", 3, {"x": 2, "swap": True}),
    ("multiplicity", 3, {"opening": False, "swap": True}),
    ("byg", 4, {}),
    ("byg", 4, {"board": "rhombus"}),
]
MAX_NODES = 1_000_000


@pytest.mark.parametrize(("name", "size", "options"), BOARDS)
def test_both_solvers_agree_and_the_action_keeps_the_value(name, size, options):
    game = new_game(name, size, options, allow_small=True)
    twin, compiled = Solver(game), make_solver(game)  # both cache results between positions
    for seed in range(16):
        states = replay(game, random_game(game, Random(seed)))
        few = (s for s in states if count_vacant(game, s) <= 4 + seed % 4)
        state = next(few, states[-1])
        if not game.legal(state):
            continue
        exact, solved = twin.solve(state).value_first, compiled.solve(state, MAX_NODES)
        assert (-solved.mover_value if state.mover else solved.mover_value) == exact
        after = game.play(state, solved.action)
        child_value = (
            twin.solve(after).value_first if game.legal(after) else terminal_value(game, after)
        )
        assert child_value == exact
        for action in bits(game.legal(state)):
            child = game.play(state, action)
            mover_value = compiled.probe(child)
            if mover_value is not None and game.legal(child):
                value = twin.solve(child).value_first
                assert mover_value == (-value if child.mover else value)


def compare_solvers(game, state, compiled):
    """Return the value; check the compiled solver's value and its cached values of children."""
    twin = Solver(game)
    exact, solved = twin.solve(state).value_first, compiled.solve(state, MAX_NODES)
    assert (-solved.mover_value if state.mover else solved.mover_value) == exact
    for action in bits(game.legal(state)):
        child = game.play(state, action)
        mover_value = compiled.probe(child)
        if not game.legal(child):
            value = terminal_value(game, child)
        elif mover_value is not None or count_vacant(game, child) <= 4:  # then always available
            value = twin.solve(child).value_first
        else:
            continue
        assert mover_value == (-value if child.mover else value)
    assert compiled.probe(state) in (solved.mover_value, None)
    return exact


FILLED = [
    ("brink", 3, {"x": 1}),
    ("brink", 4, {"x": 3}),
    ("brink", 4, {"x": 2, "board": "rhombus"}),
    ("brink", 5, {"x": 15, "board": "rhombus"}),
    ("multiplicity", 3, {"opening": False}),
    ("multiplicity", 4, {"opening": False}),
]


@pytest.mark.parametrize(("name", "size", "options"), FILLED)
def test_arbitrary_fill_positions_agree_with_python_solver(name, size, options):
    """Positions beyond those of games: enclosed or equal largest groups, few stones of a colour."""
    game = new_game(name, size, options, allow_small=True)
    compiled, worths = make_solver(game), Counter()  # one for all; their vacant cells differ
    for seed in range(120 if LONG else 45):
        random = Random(seed)
        cells = list(bits(game.board.cells))
        if seed % 3:
            random.shuffle(cells)
        else:  # the vacant cells are neighbours
            start = random.randrange(len(cells))
            cells = cells[start:] + cells[:start]
        vacant_count, stones, probability = 2 + seed % 9, [0, 0], random.choice([0.1, 0.5, 0.8])
        for cell in cells[vacant_count:]:
            stones[random.random() < probability] |= 1 << cell
        vacancies = sum(1 << cell for cell in cells[:vacant_count])
        neighbours = game.board.neighbours(vacancies)
        for colouring in range(2):
            if colouring:  # other stones where they touch no vacant cell
                for cell in bits(game.board.cells & ~(vacancies | neighbours)):
                    stones[0] &= ~(1 << cell)
                    stones[1] &= ~(1 << cell)
                    stones[random.random() < probability] |= 1 << cell
            state = game.start()._replace(stones=tuple(stones), mover=seed % 2)
            worths[compare_solvers(game, state, compiled)] += 1
    assert worths[1] and worths[-1]
    if name == "brink":
        assert bool(worths[0]) == (game.board.cells.bit_count() % 2 == 0)


@pytest.mark.parametrize("name", ["brink", "multiplicity"])
def test_solver_fails_with_many_vacant_cells_only(name):
    game = new_game(name, 8, {"opening": False} if name == "multiplicity" else {})
    compiled, states = make_solver(game), replay(game, random_game(game, Random(2)))
    for vacant_count in (160, 66, 64, 63, 40, 9, 30, 5):
        state = next(s for s in states if count_vacant(game, s) == vacant_count)
        solved = compiled.solve(state, 5000)
        assert (solved is None) == (vacant_count > 20)
        if solved:
            exact = Solver(game).solve(state).value_first
            assert (-solved.mover_value if state.mover else solved.mover_value) == exact


@pytest.mark.parametrize("spec", "brink2-x1-p brink2-x2-p brink2-d-x1-p multiplicity2-f-p".split())
def test_swap_is_solved_as_by_minimax(spec):
    """The start, each first stone, and the position after each swap."""
    game = read_spec(spec, allow_small=True)
    compiled, start = make_solver(game), game.start()
    after_stone = [game.play(start, action) for action in bits(game.legal(start))]
    swapped = [game.play(state, game.board.swap_action) for state in after_stone]
    for state in [start, *after_stone, *swapped]:
        solved, exact = compiled.solve(state, MAX_NODES), minimax(game, state)
        assert (-solved.mover_value if state.mover else solved.mover_value) == exact
        assert minimax(game, game.play(state, solved.action)) == exact
        assert compiled.probe(state) in (None, solved.mover_value)
        ending = EndgameSolver(game, state)
        while not ending.step():
            pass
        assert all(
            value == minimax(game, game.play(state, action))
            for action, value in ending.values().items()
        )


def test_second_player_never_loses_with_swap():
    """The value with the swap is the absolute value without it."""
    game, plain = (read_spec(spec) for spec in ("brink3-x1-p", "brink3-x1"))
    compiled, twin, swaps = make_solver(game), make_solver(plain), set()
    for cell in bits(game.board.cells):
        if any(symmetry[cell] < cell for symmetry in game.board.symmetries):
            continue
        state = game.play(game.start(), cell)
        solved, without = compiled.solve(state, 10 * MAX_NODES), twin.solve(state, 10 * MAX_NODES)
        assert solved.mover_value == abs(without.mover_value)
        assert (solved.action == game.board.swap_action) == (without.mover_value < 0)
        swaps.add(solved.action == game.board.swap_action)
    assert swaps == {True, False}
    assert compiled.solve(game.start(), 10 * MAX_NODES).mover_value == -1, "no draws here"


def test_solver_gives_up_at_start_of_base_3_game_within_budget():
    game = read_spec("brink3-x3-p")
    ending = EndgameSolver(game, game.start())
    assert is_solvable(game, game.start())
    steps = 1
    while not ending.step():
        steps += 1
    assert ending.solution is None and steps <= SOLVER_STEPS + 1


def test_lox_positions_are_solved_as_early_as_in_python():
    game, solved = new_game("lox"), 0
    for vacancies, states in positions(game, 3, 40).items():
        for state in states:
            exact, compiled = Solver(game).solve(state, Budget(1000)), make_solver(game)
            solved_position = compiled.solve(state, 1000)
            assert (exact is None) == (solved_position is None)
            if exact is not None and solved_position is not None:
                assert (
                    -solved_position.mover_value if state.mover else solved_position.mover_value
                ) == exact.value_first
                assert solved_position.nodes <= 2 * exact.nodes
                solved += vacancies > 30
    assert solved > 8


@pytest.mark.parametrize(
    ("link", "mover_value"),
    [
        (
            "1/brink7-d-x3/mf7a5f1d2d4e3e4c3f3b5c5f2g2b6c6e2g1b7e6d1e5b3b2a3a2b4c1f6e7e1c2g4g5/cup",
            1,
        ),
        (
            "1/multiplicity5/mi5h4d2c1i9h9e9f9a5a4e1f2a1b1e5f6c7b6i7i6c4b4f4f3e7e8d8i8g3d1a2g9a3b5"
            "e2h5b2c2g8h7g7f7h8d3f8/cea",
            -1,
        ),
    ],
    ids=["brink", "multiplicity"],
)
def test_match_endings_are_solved_within_level_budget(link, mover_value):
    """Without the history heuristic Brink needed 348,000 positions and Multiplicity 272,000."""
    reading = read_link(link)
    game, state = reading.record.game, reading.states[-1]
    assert count_vacant(game, state) == 16
    ending = EndgameSolver(game, state)  # each step continues the last one
    while not ending.step():
        pass
    assert ending.solution is not None
    value = ending.solution.value_first
    assert (-value if state.mover else value) == mover_value


def test_solver_stops_at_budget_and_resumes_from_table():
    game = new_game("brink", 4)
    states = replay(game, random_game(game, Random(3)))
    state = next(s for s in states if count_vacant(game, s) <= 12)
    whole = make_solver(game).solve(state, MAX_NODES)
    assert make_solver(game).solve(state, whole.nodes - 1) is None
    parts = make_solver(game)
    for _ in range(200):
        solved = parts.solve(state, max(whole.nodes // 4, 30))
        if solved is not None:
            break
    assert solved.mover_value == whole.mover_value


@pytest.mark.parametrize("name", [name for name in GAMES if name != "lox"])
def test_python_solver_solves_fewer_positions(name, monkeypatch):
    monkeypatch.setattr("greylox_web.engine.solver.make_solver", lambda game: None)
    game = new_game(name)
    states = replay(game, random_game(game, Random(1)))
    first_solvable = next(s for s in states if is_solvable(game, s))
    assert not is_python_solvable(game, first_solvable)
    ending = EndgameSolver(game, first_solvable)
    assert ending.step() and ending.solution is None
    small_position = next(s for s in states if count_vacant(game, s) <= 4 and game.legal(s))
    ending = EndgameSolver(game, small_position)
    while not ending.step():
        pass
    assert ending.solution is not None
