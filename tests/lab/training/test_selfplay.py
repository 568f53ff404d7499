"""Training: the targets from self-play, and the network that learns them."""

from dataclasses import replace
from functools import cache
from math import exp
from random import Random

import numpy as np
import pytest
import torch

from greylox_web.engine.compiled.network import CompiledNet, make_encoder
from greylox_web.engine.compiled.search import CompiledPuctSearch
from greylox_web.engine.inputs import MAX_LEAD, Encoder
from greylox_web.engine.network import Network
from greylox_web.engine.network_registry import make_evaluator
from greylox_web.engine.playouts import terminal_value
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import write_spec
from lab.training.boards import parse_game, pick_spec, shares
from lab.training.data import BoardReplay, make_rows
from lab.training.model import Model, NetworkConfig, expand_weights, network_config, weights
from lab.training.selfplay import GumbelRoot, SelfPlayConfig
from lab.training.source import RaySource
from tests.engine.samples import certain_weights
from tests.lab.training.samples import SMALL_CONFIG, SPEC, make_games, make_model


@pytest.mark.parametrize("name", GAMES)
def test_page_network_agrees_with_trained_model(name):
    """The model, the compiled network and numpy's agree."""
    game, model = parse_game(SPEC[name]), make_model(name)
    encoder = make_encoder(game)
    states = [sample.state for sample in make_games(name, 20)[0].samples]
    planes, numbers = encoder.inputs(encoder.stage(states, [game.legal(s) for s in states]))
    taps = torch.from_numpy(encoder.geometry.conv_taps.ravel().copy())
    with torch.no_grad():
        outputs = model(torch.from_numpy(planes), torch.from_numpy(numbers), taps)
    value, policy, _, lead = (part.numpy() for part in outputs)
    value = np.tanh(value / 2)
    if name == "brink":
        value = [expected(game, *position) for position in zip(lead, value, strict=True)]
    values, policies = Network(weights(model), encoder)(planes, numbers)
    assert values == pytest.approx(value, abs=1e-4)
    assert policies == pytest.approx(policy, abs=1e-4)
    values, policies = CompiledNet(weights(model), encoder)(planes, numbers)
    assert values == pytest.approx(value, abs=0.01)  # integer arithmetic
    assert policies == pytest.approx(policy, abs=0.03)


@pytest.mark.parametrize("sure_value", [1, -1])
def test_no_value_lies_beyond_a_sure_win_or_loss(sure_value):
    game = new_game("brink", 3, {"x": 1})
    encoder = make_encoder(game)
    inputs = encoder.inputs(encoder.stage([game.start()], [game.legal(game.start())]))
    for seed in range(40):
        [value], _ = CompiledNet(certain_weights(encoder, sure_value, seed), encoder)(*inputs)
        assert -1.0 <= value <= 1.0
        assert value == pytest.approx(sure_value, abs=1e-5)


def expected(game, logits, value):
    """Return the mover's value in Brink from the leads' logits; ``value`` counts at a lead of 0."""
    weighed = [exp(logit) for logit in logits]
    worths = [
        value
        if lead == 0
        else (1 if lead > 0 else -1) * (1 if abs(lead) >= game.options["x"] else -1)
        for lead in range(-MAX_LEAD, MAX_LEAD + 1)
    ]
    return sum(w * lead_value for w, lead_value in zip(weighed, worths, strict=True)) / sum(weighed)


@pytest.mark.parametrize("name", GAMES)
def test_games_of_self_play_are_games(name):
    for played in make_games(name):
        game = parse_game(SPEC[name])
        for before, after in zip(played.samples, played.samples[1:], strict=False):
            followers = [game.play(before.state, action) for action in bits(before.legal)]
            assert after.state in followers
        assert played.value_first in (-1, 0, 1)
        for sample in played.samples:
            assert sample.legal == game.legal(sample.state)
            if sample.improved_policy is not None:
                assert len(sample.improved_policy) == sample.legal.bit_count()
                assert sample.improved_policy.sum() == pytest.approx(1)
            assert -1 <= sample.root_value <= 1


@cache
def exact(game, state):
    """Return the exact value for the first colour, by exhaustive search."""
    values = [exact(game, game.play(state, action)) for action in bits(game.legal(state))]
    return (min if state.mover else max)(values) if values else terminal_value(game, state)


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_a_game_is_solved_and_teaches_its_exact_value(name):
    game = parse_game(SPEC[name])
    played, solved = make_games(name, 300, replace(SMALL_CONFIG, solver_vacancies=5)), 0
    for one in played:
        rows = make_rows(Encoder(game), one, 0.0)
        for row, sample in enumerate(one.samples):
            is_late = (game.board.cells & ~sample.state.occupied).bit_count() <= 5
            if sample.exact:  # solved, or proven by the search a little earlier
                value = exact(game, sample.state)
                assert sample.root_value == value
                assert rows.value[row] == (-value if sample.state.mover else value)
            if is_late:
                solved += 1
                assert sample.exact and sample.root_value == one.value_first
    assert solved > 10


def test_an_exact_value_is_taught_whatever_the_end():
    game = new_game("brink", 3)
    one = make_games("brink", 20, replace(SMALL_CONFIG, solver_vacancies=5))[0]
    one.value_first = -one.value_first
    rows = make_rows(Encoder(game), one, 1.0)
    for value, sample in zip(rows.value, one.samples, strict=True):
        sign = -1 if sample.state.mover else 1
        assert value == sign * (sample.root_value if sample.exact else one.value_first)


@pytest.mark.parametrize("name", GAMES)
def test_plain_search_plays_one_side_in_some_games(name):
    config = replace(
        SMALL_CONFIG,
        full_visit_share=1.0,
        late_start_share=0.0,
        random_opening_share=0.0,
        opponent_share=0.5,
        playouts=7,
    )
    silent = []
    for played in make_games(name, 150, config):
        teaching = {
            sample.state.mover for sample in played.samples if sample.improved_policy is not None
        }
        silent.append(2 - len(teaching))
    assert set(silent) == {0, 1}, "plain search teaches no policy, and has at most one side"


@pytest.mark.parametrize("visits", [1, 2, 5, 16, 33])
def test_the_root_is_visited_as_often_as_planned(visits):
    game = new_game("brink", 3)
    guided = CompiledPuctSearch(
        game, game.start(), make_evaluator(game, weights(make_model("brink")))
    )
    guided.step(1)
    root = guided.root
    search = GumbelRoot(root, visits, 12, SelfPlayConfig(), np.random.default_rng(1))
    for index in search.considered_visits:
        before = root.child_visits[index]
        guided.visit_child(index)
        assert root.child_visits[index] == before + 1
    assert root.visits - 1 == root.child_visits.sum() == visits
    assert search.improved_policy().sum() == pytest.approx(1)
    assert 0 <= search.action_index() < len(root.child_visits)


@pytest.mark.parametrize("name", GAMES)
def test_rows_teach_from_the_movers_side(name):
    game = parse_game(SPEC[name])
    encoder = Encoder(game)
    played = make_games(name)[0]
    rows = make_rows(encoder, played, 1.0)
    for row, sample in enumerate(played.samples):
        sign = -1 if sample.state.mover else 1
        assert rows.value[row] == sign * played.value_first
        assert rows.policy[row].sum() == pytest.approx(
            float(sample.improved_policy is not None), abs=0.01
        )
        assert rows.lead[row] == sign * max(-MAX_LEAD, min(MAX_LEAD, played.lead))
        own = played.ownership[sample.state.mover]
        assert (rows.owner[row] == 2).sum() == own.bit_count()


def test_a_turned_position_is_the_same_position():
    game = new_game("greylox", 3)
    memory = BoardReplay(game)
    for one in make_games("greylox"):
        memory.add(make_rows(memory.encoder, one, 1.0))
    assert len(memory.symmetries) == 12
    noise, symmetry_random = np.random.default_rng(1), Random(1)
    for _ in range(24):
        rows = memory.sample(16, noise, symmetry_random)
        planes, _ = memory.encoder.inputs(rows.batch)
        legal = planes[:, :-1, memory.encoder.names.index("legal")]
        assert not rows.policy[:, : legal.shape[1]][legal == 0].any()
    assert len(BoardReplay(new_game("lox", 5)).symmetries) == 2


@pytest.mark.parametrize("name", GAMES)
def test_every_board_and_option_of_the_page_is_played(name):
    chances = shares(name)
    assert sum(chances.values()) == pytest.approx(1)
    games = [parse_game(spec) for spec in chances]
    assert {write_spec(game) for game in games} == set(chances)
    for shape in ("hexhex", "rhombus"):
        sizes = {game.size for game in games if game.board.shape == shape}
        if shape == "hexhex":
            assert sizes == (set() if name == "lox" else set(range(3, 9)))
        elif name == "lox":
            assert sizes == {5, 7, 9, 11, 13, 15}
        else:
            assert sizes == (set(range(5, 16)) if name in ("brink", "byg") else set())
    others = {"brink": 15, "lox": 2, "multiplicity": 2}.get(name, 1)
    assert len(chances) == others * len({(game.board.shape, game.size) for game in games})
    if name == "brink":
        assert {game.x for game in games} == set(range(1, MAX_LEAD + 1))
        assert chances["brink5-x3"] == pytest.approx(1 / 3), "twice its other margins together"
    default = new_game(name)
    default_board_specs = [spec for spec in chances if parse_game(spec).board is default.board]
    assert sum(chances[spec] for spec in default_board_specs) == pytest.approx(0.5)
    assert max(chances, key=chances.get) == write_spec(default)
    assert min(chances.values()) > 0


@pytest.mark.parametrize("name", GAMES)
def test_no_board_falls_behind_its_share(name):
    chances, chunk = shares(name), 2000
    played: dict[str, int] = {}
    for _ in range(3 * len(chances)):
        spec = pick_spec(name, 10**7, played)
        played[spec] = played.get(spec, 0) + chunk
    whole = sum(played.values())
    for spec, share in chances.items():
        assert played.get(spec, 0) == pytest.approx(share * whole, abs=2 * chunk)


def test_a_new_network_begins_on_small_boards():
    assert set(shares("lox", 0)) == {"lox5", "lox5-n"}
    assert {parse_game(spec).board.size for spec in shares("byg", 50_000)} == {3, 4, 5, 6, 7}
    assert pick_spec("lox", 0, {}) == "lox5"
    assert pick_spec("lox", 0, {"lox5": 2000}) == "lox5-n"
    assert sum(shares("lox", 60_000).values()) == pytest.approx(1)


def test_expanded_network_keeps_its_outputs():
    """A checkpoint with fewer planes and blocks and no lead gives the same outputs, then learns."""
    torch.manual_seed(3)
    large = Model(network_config("brink")).eval()
    new = 6
    small = Model(NetworkConfig(large.shape.planes - new, blocks=large.shape.blocks - 2)).eval()
    for module in small.modules():
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    old_weights = {key: value for key, value in small.state_dict().items() if "lead" not in key}
    large.load_state_dict(expand_weights(old_weights, large))
    encoder = Encoder(new_game("brink", 3))
    states = [sample.state for sample in make_games("brink", 20)[0].samples]
    arrays = encoder.inputs(encoder.stage(states, [encoder.game.legal(s) for s in states]))
    planes, numbers = map(torch.from_numpy, arrays)
    taps = torch.from_numpy(encoder.geometry.conv_taps.ravel().copy())
    now, before = large(planes, numbers, taps), small(planes[:, :, :-new], numbers, taps)
    for ours, theirs in zip(now[:3], before[:3], strict=True):
        assert torch.allclose(ours, theirs, atol=1e-4)
    now[0].sum().backward()
    assert large.blocks[-1].two.norm.weight.grad.abs().sum() > 0
    assert large.stem.linear.weight.grad.view(-1, 7, planes.shape[2])[:, :, -new:].abs().sum() > 0


def test_two_workers_of_ray_play_together(monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")  # it must not select a cluster
    fleet, weighted = RaySource(2, SMALL_CONFIG, seed=1), weights(make_model("brink"))
    try:
        assert fleet.capacity == 4
        for spec in ("brink3-x3", "brink3-x3", "brink4-x3", "brink4-x3"):
            fleet.request(spec, weighted, 60)
        assert fleet.capacity == 0
        assert sorted(number for number, _ in fleet.in_flight.values()) == [0, 0, 1, 1]
        collected = [fleet.collect() for _ in range(4)]
        assert fleet.capacity == 4
        assert sorted(spec for spec, _ in collected) == ["brink3-x3"] * 2 + ["brink4-x3"] * 2
        for spec, games in collected:
            lessons = [sample for game in games for sample in game.samples]
            assert len(lessons) >= 30
            assert all(sample.legal == parse_game(spec).legal(sample.state) for sample in lessons)
        one, other = (
            [[sample.state for sample in game.samples] for game in games]
            for spec, games in collected
            if spec == "brink3-x3"
        )
        assert one != other, "by random numbers of its own"
    finally:
        fleet.close()
