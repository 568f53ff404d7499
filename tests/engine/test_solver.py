"""The exact solver against plain minimax and against published results."""

import re
from pathlib import Path
from random import Random

import pytest

from greylox_web.command.retrograde import RetrogradeTable
from greylox_web.command.solve import solve as solve_command
from greylox_web.engine.canonical import Canonicalizer, symmetries
from greylox_web.engine.solver import UNLIMITED, Budget, Solver, certain_value
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_spec
from greylox_web.rules.play import random_game, replay
from tests.engine.samples import SMALL_GAMES, minimax
from tests.sixth.siege import Siege

THREE = [
    *((name, 3, {}) for name in GAMES),
    ("byg", 3, {"board": "rhombus"}),
    ("brink", 4, {"board": "rhombus", "x": 2}),
]
MAX_SECONDS = 2.0
TABLE = Path(__file__).parents[2] / "lab" / "solved.md"
ROW = re.compile(r"\| (\S+) \| (\w+) \| [^|]* \| [^|]* \| ([0-9.]+) s \|")


def random_late_position(game, random, max_vacant):
    """Return an unfinished position of a random game with few vacant cells."""
    while True:
        states = replay(game, random_game(game, random))[:-1]
        candidates = [
            s for s in states if (game.board.cells & ~s.occupied).bit_count() <= max_vacant
        ]
        if candidates:
            return random.choice(candidates)


def check_solution(game, state):
    solution = Solver(game).solve(state)
    assert solution.value_first == minimax(game, state)
    assert minimax(game, game.play(state, solution.action)) == solution.value_first


@pytest.mark.parametrize(("name", "size", "options"), SMALL_GAMES)
def test_small_boards(name, size, options):
    game, random = new_game(name, size, options, allow_small=True), Random(5)
    check_solution(game, game.start())
    for _ in range(25):
        states = replay(game, random_game(game, random))[:-1]
        check_solution(game, random.choice(states))


@pytest.mark.parametrize(
    ("options", "nodes"), [({}, 31), ({"opening": False}, 39)], ids=["opening", "free"]
)
def test_position_decided_by_bounds_is_not_searched(options, nodes):
    game = new_game("multiplicity", 2, options, allow_small=True)
    solver = Solver(game)
    assert solver.solve(game.start()).nodes <= nodes
    assert solver.solve(game.start()).nodes == 1, "all is known"


@pytest.mark.parametrize(("name", "size", "options"), THREE)
def test_late_positions(name, size, options):
    game, random = new_game(name, size, options, allow_small=True), Random(6)
    for _ in range(12):
        check_solution(
            game, random_late_position(game, random, 4 if name in ("greylox", "lox") else 6)
        )


@pytest.mark.parametrize(
    ("name", "size", "options", "games"),
    [("brink", 4, {"board": "rhombus", "x": 2}, 15), ("multiplicity", 3, {}, 8)],
)
def test_solver_and_table_bounds_are_correct_with_draws(name, size, options, games):
    """All answers are correct, and all bounds in the table, which only later searches may use."""
    game, answers, draws = new_game(name, size, options, allow_small=True), 0, 0
    for seed in range(games):
        solver, states_by_key = Solver(game), {}
        find = solver.keys.canonical_key
        solver.keys.canonical_key = lambda state, find=find, states_by_key=states_by_key: (
            states_by_key.setdefault(find(state), state) and find(state)
        )
        for state in replay(game, random_game(game, Random(seed)))[:-1]:
            if (game.board.cells & ~state.occupied).bit_count() <= 8:
                value = solver.solve(state).value_first
                assert value == minimax(game, state)
                answers, draws = answers + 1, draws + (value == 0)
        for key, (low, high) in solver.table.items():
            state = states_by_key[key]
            assert low <= minimax(game, state) * (1 - 2 * state.mover) <= high
    assert answers > 50 and draws > 3


@pytest.mark.parametrize(("name", "size", "options"), [*SMALL_GAMES, ("lox", 3, {})])
def test_positions_with_same_key_have_same_value(name, size, options):
    game, random, values_by_key = new_game(name, size, options, allow_small=True), Random(7), {}
    keys = Canonicalizer(game)
    for _ in range(60 if size == 2 else 15):
        for state in replay(game, random_game(game, random)):
            if size > 2 and (game.board.cells & ~state.occupied).bit_count() > 4:
                continue
            mover_value = minimax(game, state) * (1 - 2 * state.mover)
            assert values_by_key.setdefault(keys.canonical_key(state), mover_value) == mover_value
    assert len(values_by_key) > 10


@pytest.mark.parametrize(("name", "size", "options"), [("greylox", 3, {}), ("byg", 3, {})])
def test_a_key_has_all_twelve_symmetries(name, size, options):
    game = new_game(name, size, options)
    keys, board = Canonicalizer(game), game.board
    for state in replay(game, random_game(game, Random(8))):
        if state.placed or state.anchor >= 0:
            continue
        images = {
            keys.canonical_key(
                state._replace(
                    stones=tuple(sum(1 << move[c] for c in bits(side)) for side in state.stones)
                )
            )
            for move in board.symmetries
        }
        assert len(images) == 1


def apply_symmetry(stones, move):
    """Return the stones of both colours after a symmetry."""
    return tuple(sum(1 << move[cell] for cell in bits(side)) for side in stones)


@pytest.mark.parametrize("game", [Siege(2), Siege(3), Siege(3, 4)], ids=repr)
def test_where_the_aims_differ_a_key_has_the_mover_and_its_quota(game):
    keys, random, values_by_key = Canonicalizer(game), Random(7), {}
    for _ in range(20):
        for state in replay(game, random_game(game, random)):
            others = [state._replace(mover=1 - state.mover)]
            others += [state._replace(quota=n) for n in range(1, 5) if n != state.quota]
            assert keys.canonical_key(state) not in map(keys.canonical_key, others)
            if (game.board.cells & ~state.occupied).bit_count() <= 5:
                mover_value = minimax(game, state) * (1 - 2 * state.mover)
                assert (
                    values_by_key.setdefault(keys.canonical_key(state), mover_value) == mover_value
                )
    assert len(values_by_key) > 10


def test_lox_key_has_four_symmetries_after_first_stone():
    """Two symmetries preserve the edges, two exchange them together with the colours."""
    game = new_game("lox", 4, allow_small=True)
    keys, (keeping_maps, exchanged) = Canonicalizer(game), symmetries(game)
    assert len(keeping_maps) == len(exchanged) == 2
    for state in replay(game, random_game(game, Random(8))):
        if state.occupied.bit_count() < 2:
            continue
        images = [
            state._replace(stones=apply_symmetry(state.stones, move)) for move in keeping_maps
        ]
        images += [
            state._replace(stones=apply_symmetry(state.stones, move)[::-1], mover=1 - state.mover)
            for move in exchanged
        ]
        assert len({keys.canonical_key(image) for image in images}) == 1


def test_the_last_stone_matters_in_the_opening():
    game = new_game("greylox", 3)
    state = game.start()
    for _ in range(3):
        state = game.play(state, next(bits(game.legal(state))))
    stones = bits(state.stones[1 - state.mover])
    keys = {Canonicalizer(game).canonical_key(state._replace(anchor=anchor)) for anchor in stones}
    assert len(keys) > 1


def test_certain_values_equal_minimax():
    game, random = new_game("byg", 2, allow_small=True), Random(9)
    count = 0
    for _ in range(100):
        for state in replay(game, random_game(game, random)):
            mover_value = certain_value(game, state, game.legal(state))
            if mover_value is not None:
                count += bool(game.legal(state))
                assert mover_value == minimax(game, state) * (1 - 2 * state.mover)
    assert count > 10


def test_a_spent_budget_gives_up_and_the_table_stays():
    game = new_game("lox", 3, allow_small=True)
    assert Solver(game).solve(game.start(), Budget(nodes=100)) is None
    solver = Solver(game)
    solutions = [solver.solve(game.start(), Budget(nodes=100)) for _ in range(40)]
    assert solutions[:4] == [None] * 4
    assert solutions[-1].value_first == -1


def test_solver_refuses_too_large_boards():
    game = new_game("lox", 11)
    assert Solver(game).solve(game.start(), UNLIMITED) is None


def test_the_budget_of_time_ends_a_search():
    game = new_game("greylox", 5)
    assert Solver(game).solve(game.start(), Budget(seconds=0.05)) is None


@pytest.mark.parametrize(
    ("name", "size", "options"),
    [
        ("brink", 2, {}),
        ("brink", 3, {"board": "rhombus"}),
        ("brink", 2, {"board": "rhombus"}),
        ("multiplicity", 2, {"opening": False}),
        ("brink", 2, {"swap": True}),
        ("multiplicity", 2, {"opening": False, "swap": True}),
    ],
)
@pytest.mark.parametrize("low", [3, 9])
def test_the_table_of_all_positions(name, size, options, low, monkeypatch):
    monkeypatch.setattr("greylox_web.command.retrograde.LOW", low)
    margins = ({"x": x} for x in (1, 2, 3)) if name == "brink" else [{}]
    games = [new_game(name, size, options | margin, allow_small=True) for margin in margins]
    table, random = RetrogradeTable(games), Random(10)
    for game_index, game in enumerate(games):
        for _ in range(20):
            states = replay(game, random_game(game, random))
            for state in states[4 if size > 2 else 0 :]:
                if game.options.get("swap") and state.mover == state.occupied.bit_count():
                    assert table.value_first(game_index, state) is None, "a swap is possible"
                    continue
                if game.options.get("swap") and state.occupied.bit_count() == 1:
                    assert table.value_first(game_index, state) == minimax(game, state)
                    continue  # with exchanged colours a swap is possible
                assert table.value_first(game_index, state) == minimax(game, state)
                other = state._replace(stones=state.stones[::-1], mover=1 - state.mover)
                assert table.value_first(game_index, other) == -minimax(game, state)


def rows():
    """Return the rows of the table of results: game, winner, seconds."""
    matches = map(ROW.match, TABLE.read_text().splitlines())
    return [(match[1], match[2], float(match[3])) for match in matches if match]


def test_the_table_of_results_has_all_rows():
    named = {spec for spec, _, _ in rows()}
    expected_specs = {"greylox2", "greylox3", "byg2", "byg3"}
    expected_specs |= {f"multiplicity{size}{option}" for size in (2, 3) for option in ("", "-f")}
    expected_specs |= {
        f"brink{size}-x{x}" for size in (2, 3) for x in range(1, 9 if size == 3 else 8)
    }
    expected_specs |= {"lox2", "lox3", "lox4", "lox2-n", "lox3-n"}
    assert expected_specs <= named


@pytest.mark.parametrize(
    ("spec", "winner"),
    [(spec, winner) for spec, winner, seconds in rows() if seconds < MAX_SECONDS],
)
def test_the_table_of_results(spec, winner):
    game = read_spec(spec, allow_small=True)
    solution = solve_command(game, game.start(), UNLIMITED)
    assert game.colours[solution.value_first < 0] == winner.lower()


@pytest.mark.parametrize(
    ("spec", "winner"),
    [
        *(("greylox2", "White"), ("multiplicity2", "White"), ("multiplicity2-f", "White")),
        *(("brink2-x1", "Black"), ("brink2-x2", "Black"), ("brink2-x3", "White")),
        *(("byg2", "Black"), ("lox2", "Blue"), ("lox3", "Blue")),
    ],
)
def test_solved_table_has_published_results(spec, winner):
    assert (spec, winner) in {row[:2] for row in rows()}
