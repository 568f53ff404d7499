"""Requests to the engine: it solves late positions, and brute force confirms the results."""

from random import Random
from time import process_time

import pytest

from greylox_web.command.game import EnginePlayer, GameInProgress
from greylox_web.command.match.native import Uct
from greylox_web.engine import messages
from greylox_web.engine.engine import Engine
from greylox_web.engine.service import Service
from greylox_web.engine.solver import SOLVER_STEPS, EndgameSolver, is_solvable
from greylox_web.engine.tree_reuse import PlayerTree, no_network
from greylox_web.engine.tuning import FIRST_SOLVING_LEVEL, TUNING, LevelSettings, level_settings
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord, ParseResult, parse_action
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.rules.play import random_game, replay
from lab.calibrate import Candidate
from lab.match import MatchSeat, Player
from tests.engine.samples import minimax

SIZES = {"greylox": 4, "lox": 5, "brink": 4, "multiplicity": 4, "byg": 4}
VACANT = 5  # the most vacant cells, so that brute force is quick


def count_vacant(game, state):
    return (game.board.cells & ~state.occupied).bit_count()


def make_late_records(name, count):
    """Return records of random games, up to a late position in which the choice matters."""
    game, random, positions = new_game(name, SIZES[name]), Random(name), []
    while len(positions) < count:
        actions = random_game(game, random)
        states = replay(game, actions)
        for ply, state in enumerate(states[:-1]):
            if 2 <= count_vacant(game, state) <= VACANT:
                children = {minimax(game, game.play(state, a)) for a in bits(game.legal(state))}
                if len(children) > 1:
                    positions.append((GameRecord(game, tuple(actions[:ply])), state))
                    break
    return positions


def run_engine(record, purpose="play", level=FIRST_SOLVING_LEVEL):
    """Return the engine's result, without a network."""
    states = replay(record.game, record.actions)
    task = Engine(Random(1)).start_task(record.game, states, record.actions, level, purpose)
    task.think()
    return task.result(chosen=task.wants_move)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("purpose", ["play", "hint", "review", "analyse"])
def test_late_position_is_solved_and_action_keeps_value(name, purpose):
    for record, state in make_late_records(name, 6):
        game = record.game
        result = run_engine(record, purpose)
        value = minimax(game, state)
        assert (result.proven, result.value_first) == (True, value)
        assert minimax(game, game.play(state, result.action)) == value
        assert result.pv[0] == result.candidates[0].action == result.action
        for top in result.candidates:
            assert minimax(game, game.play(state, top.action)) == top.value_first


def ask_worker(record):
    worker = Service(Random(1), levels=weak_solving_level)
    request = messages.SearchRequest(1, write_link(record), FIRST_SOLVING_LEVEL)
    report = messages.read_report(worker.begin(messages.write_request(request)))
    while not report.final:
        report = messages.read_report(worker.slice_(1, 50))
    return parse_action(record.game.board, report.action)


def ask_gtp(record):
    player = EnginePlayer(FIRST_SOLVING_LEVEL, Random(1), no_network)
    player.engine.levels = weak_solving_level
    game = GameInProgress(record.game)
    game.load(ParseResult(record, tuple(replay(record.game, record.actions))))
    return player.choose_turn(game)[0]


def ask_match(record):
    seat = MatchSeat(Player("playouts:4,exact=1"), Random(1))
    thinking = seat.think(record.game, replay(record.game, record.actions), list(record.actions))
    with pytest.raises(StopIteration) as stop:
        next(thinking)
    return stop.value.value


def weak_solving_level(game, level):
    """Return a level that hardly searches but solves late positions."""
    return LevelSettings(0, 0.0, 4, solves_endgames=True)


@pytest.mark.parametrize("plays", [ask_worker, ask_gtp, ask_match])
@pytest.mark.parametrize(("name", "count"), [("greylox", 6), ("multiplicity", 12), ("byg", 12)])
def test_all_clients_get_late_positions_solved(plays, name, count):
    for record, state in make_late_records(name, count):
        game, value = record.game, minimax(record.game, state)
        assert minimax(game, game.play(state, plays(record))) == value


def test_a_level_of_a_match_is_the_level_of_the_page():
    """Levels from 7 up solve late positions; levels 1 to 5 choose from a share of the actions."""
    for name in GAMES:
        game = new_game(name)
        for level in range(11):
            assert Player(f"level:{level}").level(game) == level_settings(game, level)
            assert level_settings(game, level).solves_endgames == (level >= 7)
            assert (level_settings(game, level).share < 1) == (1 <= level <= 5)


def test_the_calibration_measures_the_levels_as_they_play():
    game, candidate = new_game("byg"), Candidate(192, 0.0)
    assert not Player(candidate.with_level(6).player_name(game)).level(game).solves_endgames
    assert (
        Player(candidate.with_level(9).player_name(game)).level(game)[:2]
        == level_settings(game, 9)[:2]
    )
    assert Player(candidate.with_level(9).player_name(game)).level(game).solves_endgames


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("greylox", 15), ("multiplicity", 60), ("byg", 40)])
def test_where_a_little_search_errs_the_answer_is_right(name, count):
    erred = 0
    for record, state in make_late_records(name, count):
        game, value = record.game, minimax(record.game, state)
        search = PlayerTree(Random(2)).start_search(game, [state], [])
        for _ in range(4):
            search.step()
        if minimax(game, game.play(state, search.result().action)) != value:
            erred += 1
            result = run_engine(record)
            assert minimax(game, game.play(state, result.action)) == value and result.proven
    assert erred


@pytest.mark.parametrize("name", GAMES)
def test_the_line_is_legal_and_keeps_the_value(name):
    for record, state in make_late_records(name, 6):
        game, value = record.game, minimax(record.game, state)
        ending = EndgameSolver(game, state)
        while not ending.step():
            pass
        for action in ending.principal_variation(12):
            assert game.legal(state) >> action & 1
            state = game.play(state, action)
            assert minimax(game, state) == value


@pytest.mark.parametrize("name", GAMES)
def test_node_budget_follows_available_solver(name, monkeypatch):
    game, tuned = new_game(name), TUNING[name]
    assert EndgameSolver(game, game.start()).node_budget == tuned.compiled_solver_nodes
    monkeypatch.setattr("greylox_web.engine.solver.make_solver", lambda game: None)
    assert EndgameSolver(game, game.start()).node_budget == tuned.python_solver_nodes


def test_solution_action_keeps_value_without_table_entry(monkeypatch):
    record, state = make_late_records("byg", 1)[0]
    ending = EndgameSolver(record.game, state)
    while not ending.step():
        pass
    monkeypatch.setattr(ending, "probe", lambda state: None)
    assert ending.values() == {ending.solution.action: minimax(record.game, state)}


def test_solving_ends_with_the_work_and_not_with_the_time():
    record, state = make_late_records("greylox", 1)[0]
    ending = EndgameSolver(record.game, state)
    while not ending.step():
        pass
    assert ending.solution.value_first == minimax(record.game, state)
    early_solver = EndgameSolver(new_game("greylox", 5), new_game("greylox", 5).start())
    steps = 1
    while not early_solver.step():
        assert early_solver.nodes_left > 0
        steps += 1
    assert early_solver.solution is None and steps >= SOLVER_STEPS
    assert (
        early_solver.compiled_solver.nodes <= TUNING["greylox"].compiled_solver_nodes + SOLVER_STEPS
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_step_is_short(name):
    game, times = new_game(name), []
    for seed in range(3):
        states = replay(game, random_game(game, Random(seed)))
        ending, done = EndgameSolver(game, next(s for s in states if is_solvable(game, s))), False
        while not done:
            start = process_time()
            done = ending.step()
            times.append(process_time() - start)
    assert sorted(times)[len(times) // 2] < 0.1


def test_weak_levels_and_early_positions_are_searched_as_before():
    record, _ = make_late_records("brink", 1)[0]
    weak = run_engine(record, level=FIRST_SOLVING_LEVEL - 1)
    assert weak.visits > 1
    game = new_game("brink", 4)
    assert not is_solvable(game, game.start())
    early_result = run_engine(GameRecord(game), "review", level=1)
    assert early_result.visits > 1 and not early_result.proven


def test_lost_position_is_searched_and_reported_as_lost():
    game, random = new_game("byg", 4), Random(5)
    while True:
        actions = random_game(game, random)
        states = replay(game, actions)
        ply = next(n for n, state in enumerate(states) if count_vacant(game, state) <= VACANT)
        state = states[ply]
        lost = 1 if state.mover else -1
        if len(list(bits(game.legal(state)))) > 2 and minimax(game, state) == lost:
            break
    result = run_engine(GameRecord(game, tuple(actions[:ply])), "analyse")
    assert (result.proven, result.value_first) == (True, lost)
    assert result.visits and all(top.value_first == lost for top in result.candidates)


def test_trees_are_reused_until_game_changes():
    engine, byg, lox = Engine(Random(1)), new_game("byg", 3), new_game("lox", 5)
    first = engine.start_task(byg, [byg.start()], [], 3)
    assert engine.start_task(byg, [byg.start()], [], 3).tree_reuse is first.tree_reuse
    assert engine.start_task(lox, [lox.start()], [], 3).tree_reuse is not first.tree_reuse
    assert engine.start_task(byg, [byg.start()], [], 3).tree_reuse is not first.tree_reuse


@pytest.mark.parametrize("name", GAMES)
def test_the_worth_of_a_solved_position_is_the_movers(name):
    for record, state in make_late_records(name, 6):
        states = replay(record.game, record.actions)
        task = Engine(Random(1)).start_task(
            record.game, states, record.actions, FIRST_SOLVING_LEVEL
        )
        assert task.mover_value is None
        task.think()
        value = minimax(record.game, state)
        assert task.mover_value == (-value if state.mover else value)


def test_timed_level_ends_solving_by_clock_not_node_budget():
    # 270,000 positions have to be opened; the default budget is 250,000
    ending = read_link(
        "1/multiplicity5/ma1a2e1d1i5i6a5b6i9i8e9d8g3f2g9h9f5g5d4c3e6f7b4a4e3e2h4f9b1c7b5e8c1i7f8d7b3"
        "b2c6h7h8h5h6g4g6g8e7/cm3"
    ).record
    states = replay(ending.game, ending.actions)
    task = Engine(Random(1)).start_task(ending.game, states, ending.actions, level=11)
    task.think(clock=lambda: 0.0)
    assert task.mover_value == 1
    assert task.result(chosen=True).action == parse_action(ending.game.board, "c2")


def test_early_positions_are_solved_without_fixed_level():
    game = new_game("lox")
    search, states, actions = Uct(game, Random(1), 200_000), [game.start()], []
    while count_vacant(game, states[-1]) > TUNING["lox"].analysis_solver_vacancies - 10:
        search.set_position(states, actions)
        actions.append(search.choose(300))
        states.append(game.play(states[-1], actions[-1]))
    assert count_vacant(game, states[-1]) > TUNING["lox"].compiled_solver_vacancies
    for level, purpose in ((11, "play"), (1, "review"), (1, "hint"), (1, "analyse")):
        task = Engine(Random(1)).start_task(game, states, actions, level, purpose)
        task.think()
        assert task.endgame_solver.solution is not None and task.result().proven
    task = Engine(Random(1)).start_task(game, states, actions, 10)
    task.think()
    assert task.endgame_solver is None
