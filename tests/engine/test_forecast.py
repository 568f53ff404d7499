"""The forecast: the games that it plays on, and its reports."""

import itertools
from random import Random

import pytest

from greylox_web.engine import messages
from greylox_web.engine.compiled.search import SearchKernel
from greylox_web.engine.forecast import GAMES, STEP_ACTIONS, ForecastTask, play_on
from greylox_web.engine.network_registry import load_networks, make_evaluator
from greylox_web.engine.service import FORECAST_SEED, Service
from greylox_web.rules import GAMES as GAME_NAMES
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_spec, write_link
from tests.engine.samples import positions, random_weights

SPECS = """
    greylox3 greylox4 lox4 lox5-n brink3-x2 brink4-d-x3 brink3-x2-p multiplicity3
    multiplicity3-f-p byg3 byg4-d
""".split()
NETS, _ = load_networks()


def kernel(spec):
    """Return a game and a compiled network for it."""
    game = read_spec(spec, allow_small=True)
    from greylox_web.engine.compiled.network import make_encoder

    evaluator = make_evaluator(game, random_weights(make_encoder(game), 16))
    assert isinstance(evaluator, SearchKernel)
    return game, evaluator


@pytest.mark.parametrize("spec", SPECS)
def test_compiled_code_plays_the_same_games(spec):
    game, evaluator = kernel(spec)
    random = Random(2)
    for state in random.sample(positions(game, 2), 6):
        seed, actions = random.getrandbits(62), random.choice((1, 7, 1000))
        expected = play_on(game, state, evaluator, seed, actions)
        assert evaluator.play_on(state, seed, actions) == expected


@pytest.mark.parametrize("spec", SPECS)
def test_each_cell_counts_for_its_holder_at_the_end(spec):
    game, evaluator = kernel(spec)
    start = positions(game, 1)[4]
    task = ForecastTask(game, start, evaluator, Random(5))
    while task.games < 3:
        task.step()
    random, held, ends = Random(5), ({}, {}), []
    while len(ends) < 3:
        state = start
        while game.legal(state):
            state = play_on(game, state, evaluator, random.getrandbits(62), STEP_ACTIONS)
        ends.append(state)
        for colour in (0, 1):
            for cell in bits(game.scored_cells(state)[colour]):
                held[colour][cell] = held[colour].get(cell, 0) + 1
    cells = list(bits(game.board.cells))
    assert task.held == tuple([held[colour].get(cell, 0) for cell in cells] for colour in (0, 1))
    winners = [game.outcome(state).winner for state in ends]
    assert task.value_sum == winners.count(0) - winners.count(1)


def test_the_games_differ_but_not_the_forecasts():
    game, evaluator = kernel("greylox4")
    state = positions(game, 1)[6]
    ends = {evaluator.play_on(state, seed, 1000) for seed in range(10)}
    assert len(ends) > 5
    tasks = [ForecastTask(game, state, evaluator, Random(1)) for _ in range(2)]
    for task in tasks:
        task.think()
    assert tasks[0].held == tasks[1].held and tasks[0].games == GAMES


def request(service, game, actions=(), purpose="forecast"):
    """Begin a request and return the service's first report."""
    position = write_link(GameRecord(game, actions))
    line = messages.write_request(messages.SearchRequest(1, position, 6, purpose))
    return messages.read_report(service.begin(line))


def finish(service, millis=20):
    """Return all further reports."""
    reports = []
    while not reports or not reports[-1].final:
        reports.append(messages.read_report(service.slice_(1, millis)))
    return reports


@pytest.mark.parametrize("has_network", [False, True])
def test_reports_refine_until_all_games_are_played(has_network):
    ticks = itertools.count()
    game, last = new_game("byg", 4), []
    for millis in (5, 80):  # the length of a slice changes nothing
        service = Service(clock=lambda: next(ticks) * 0.001, nets=NETS if has_network else None)
        reports = [request(service, game, (game.board.parse_cell("a1"),)), *finish(service, millis)]
        assert all(a.visits <= b.visits for a, b in itertools.pairwise(reports))
        assert not any(report.final for report in reports[:-1])
        assert reports[-1].visits == reports[-1].visit_limit == GAMES
        assert reports[-1].error is None and reports[-1].action is None
        assert {len(counts) for counts in reports[-1].held} == {game.board.cells.bit_count()}
        last.append(reports[-1])
    if has_network:
        assert last[0].held == last[1].held


def test_a_forecast_is_stopped_like_any_request():
    service = Service(nets=NETS)
    request(service, new_game("greylox"))
    stopped = messages.read_report(service.stop(1))
    assert stopped.final and stopped.visits < GAMES
    assert messages.read_report(service.slice_(1, 20)) == stopped


@pytest.mark.parametrize("name", GAME_NAMES)
def test_reports_on_the_largest_boards_are_short_enough(name):
    game = max((new_game(name, size) for size in sizes(name)), key=lambda g: g.board.cells)
    assert game.board.cells.bit_count() <= messages.MAX_CELLS
    task = ForecastTask(game, game.start(), None, Random(FORECAST_SEED))
    held = tuple([GAMES] * len(task.cells) for _ in range(2))
    top = [messages.CandidateMove("o15", 10**9, -0.123456789012345)] * 5
    thoughts = (messages.FirstThought("o15", 1000, 1000),) * 200  # each is at least 10 permille
    report = messages.SearchReport(
        1, False, "o15", 10**9, 0.1, False, ["o15"] * 12, top, 10**9, None, thoughts=thoughts
    )
    report = report._replace(pvs=(["o15"] * 12,) * 5, warning="w" * 500)
    assert len(messages.write_report(report)) < messages.MAX_MESSAGE_CHARACTERS
    report = report._replace(held=held, thoughts=(), pvs=())
    assert len(messages.write_report(report)) < messages.MAX_MESSAGE_CHARACTERS


def sizes(name):
    """Return the sizes of a game's boards."""
    from greylox_web.rules.registry import GAME_CLASSES

    return next(cls for cls in GAME_CLASSES if cls.name == name).shapes[0].sizes


@pytest.mark.parametrize("name", ["greylox", "lox"])
def test_an_analysis_reports_the_networks_first_thoughts(name):
    game, service = new_game(name), Service(nets=NETS)
    report = request(service, game, purpose="analyse")
    [output] = NETS.evaluator(game)([game.start()], [game.legal(game.start())])
    priors = {
        game.board.cell_name(int(action)): round(1000 * float(prior))
        for action, prior in zip(output.actions, output.prior, strict=True)
        if action < game.board.end_action
    }
    shown = {one.action: one.prior for one in report.thoughts}
    assert shown == {name: prior for name, prior in priors.items() if prior >= 10}
    for _ in range(40):
        service.slice_(1, 20)
    report = messages.read_report(service.stop(1))
    assert 800 < sum(one.visits for one in report.thoughts) <= 1005
