"""Training: what self-play teaches, that the network learns it, that a run goes on."""

from dataclasses import replace
from math import exp
from random import Random

import numpy as np
import pytest
import torch

from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.search.network.evaluator import Judge
from greylox_web.search.network.features import LEAD, Encoder
from greylox_web.search.network.network import Network
from greylox_web.search.tree.evaluate import result
from greylox_web.search.tree.puct import Spot
from lab.training import __main__ as training
from lab.training.data import Memory, rows_of
from lab.training.forward import forward_of
from lab.training.model import Model, Shape, grown, shape_of, weights
from lab.training.run import Plan, Run, pick
from lab.training.selfplay import Effort, GumbelRoot
from lab.training.source import Fleet, Here
from tests.search.samples import sure_weights

SIZE = {"greylox": 3, "lox": 5, "brink": 3, "multiplicity": 3, "byg": 3}
LITTLE = Effort(visits=6, few=2, width=4)


def some_model(name):
    """A network that was not trained, with statistics as if it had been."""
    torch.manual_seed(1)
    model = Model(replace(shape_of(name), channels=16, blocks=2))
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    return model.eval()


def some_games(name, positions=60, effort=LITTLE):
    weighted = weights(some_model(name))
    return Here(name, 4, effort, seed=1).games(SIZE[name], weighted, positions)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_computes_what_was_trained(name):
    """The model, its folded twin for self-play and numpy's in the page agree."""
    game, model = new_game(name, SIZE[name], small=True), some_model(name)
    encoder = Encoder(game)
    states = [lesson.state for lesson in some_games(name, 20)[0].lessons]
    planes, numbers = encoder.show(encoder.batch(states, [game.legal(s) for s in states]))
    taps = torch.from_numpy(encoder.geometry.taps.ravel().copy())
    with torch.no_grad():
        found = model(torch.from_numpy(planes), torch.from_numpy(numbers), taps)
    value, policy, _, lead = (part.numpy() for part in found)
    value = np.tanh(value / 2)
    if name == "brink":
        value = [expected(game, *position) for position in zip(lead, value, strict=True)]
    values, policies = Network(weights(model), encoder)(planes, numbers)
    assert values == pytest.approx(value, abs=1e-4)
    assert policies == pytest.approx(policy, abs=1e-4)
    values, policies = forward_of(weights(model), encoder)(planes, numbers)
    assert values == pytest.approx(value, abs=0.1)  # half precision
    assert policies == pytest.approx(policy, abs=0.3)


@pytest.mark.parametrize("worth", [1, -1])
def test_no_value_lies_beyond_a_sure_win_or_loss(worth):
    game = new_game("brink", 3, {"x": 1})
    encoder = Encoder(game)
    shown = encoder.show(encoder.batch([game.start()], [game.legal(game.start())]))
    for seed in range(40):
        [value], _ = forward_of(sure_weights(encoder, worth, seed), encoder)(*shown)
        assert -1.0 <= value <= 1.0
        assert value == pytest.approx(worth, abs=1e-5)


def expected(game, logits, value):
    """The mover's value in Brink, lead by lead, each judged by the rule; ``value`` at none."""
    weighed = [exp(logit) for logit in logits]
    worths = [
        value
        if lead == 0
        else (1 if lead > 0 else -1) * (1 if abs(lead) >= game.options["x"] else -1)
        for lead in range(-LEAD, LEAD + 1)
    ]
    return sum(w * worth for w, worth in zip(weighed, worths, strict=True)) / sum(weighed)


@pytest.mark.parametrize("name", GAMES)
def test_games_of_self_play_are_games(name):
    for played in some_games(name):
        game = new_game(name, SIZE[name], small=True)
        for before, after in zip(played.lessons, played.lessons[1:], strict=False):
            followers = [game.play(before.state, action) for action in bits(before.legal)]
            assert after.state in followers
        assert played.value_first in (-1, 0, 1)
        for lesson in played.lessons:
            assert lesson.legal == game.legal(lesson.state)
            if lesson.policy is not None:
                assert len(lesson.policy) == lesson.legal.bit_count()
                assert lesson.policy.sum() == pytest.approx(1)
            assert -1 <= lesson.root_value <= 1


def exact(game, state):
    """The first colour's value, by looking at everything."""
    values = [exact(game, game.play(state, action)) for action in bits(game.legal(state))]
    return (min if state.mover else max)(values) if values else result(game, state)


@pytest.mark.parametrize("name", ["brink", "byg"])
def test_the_end_of_a_game_is_solved_and_teaches_its_exact_value(name):
    game = new_game(name, SIZE[name], small=True)
    played, solved = some_games(name, 120, replace(LITTLE, solved=5)), 0
    for one in played:
        rows = rows_of(Encoder(game), one, 0.0)
        for row, lesson in enumerate(one.lessons):
            late = (game.board.cells & ~lesson.state.occupied).bit_count() <= 5
            assert lesson.exact == late
            if late:
                solved += 1
                value = exact(game, lesson.state)
                assert lesson.root_value == value == one.value_first
                assert rows.value[row] == (-value if lesson.state.mover else value)
    assert solved > 10


def test_an_exact_value_is_taught_whatever_the_end():
    game = new_game("brink", 3)
    one = some_games("brink", 20, replace(LITTLE, solved=5))[0]
    one.value_first = -one.value_first
    rows = rows_of(Encoder(game), one, 1.0)
    for value, lesson in zip(rows.value, one.lessons, strict=True):
        sign = -1 if lesson.state.mover else 1
        assert value == sign * (lesson.root_value if lesson.exact else one.value_first)


@pytest.mark.parametrize("name", GAMES)
def test_plain_search_has_one_side_in_some_games(name):
    effort = replace(LITTLE, share=1.0, late=0.0, strange=0.0, rival=0.5, playouts=7)
    silent = []
    for played in some_games(name, 150, effort):
        teaching = {lesson.state.mover for lesson in played.lessons if lesson.policy is not None}
        silent.append(2 - len(teaching))
    assert set(silent) == {0, 1}, "plain search teaches no policy, and has at most one side"


@pytest.mark.parametrize("visits", [1, 2, 5, 16, 33])
def test_the_root_is_visited_as_often_as_planned(visits):
    game = new_game("brink", 3)
    encoder = Encoder(game)
    judge = Judge(game, Network(weights(some_model("brink")), encoder), encoder)
    root = Spot(game, game.start())
    [opinion] = judge([root.state], [root.legal])
    root.expand(opinion, 0.1)
    search = GumbelRoot(root, visits, 12, Effort(), np.random.default_rng(1))
    count = 0
    for place in search.plan:
        root.leave(place)
        root.learn(place, 0.1)
        count += 1
    assert count == visits
    assert search.policy().sum() == pytest.approx(1)
    assert 0 <= search.action_place() < len(root.visits)


@pytest.mark.parametrize("name", GAMES)
def test_rows_teach_from_the_movers_side(name):
    game = new_game(name, SIZE[name], small=True)
    encoder = Encoder(game)
    played = some_games(name)[0]
    rows = rows_of(encoder, played, 1.0)
    for row, lesson in enumerate(played.lessons):
        sign = -1 if lesson.state.mover else 1
        assert rows.value[row] == sign * played.value_first
        assert rows.policy[row].sum() == pytest.approx(float(lesson.policy is not None), abs=0.01)
        assert rows.lead[row] == sign * max(-LEAD, min(LEAD, played.lead))
        own = played.owned[lesson.state.mover]
        assert (rows.owner[row] == 2).sum() == own.bit_count()


def test_a_turned_position_is_the_same_position():
    game = new_game("greylox", 3)
    memory = Memory(game, 1000)
    memory.add(some_games("greylox"), 1.0)
    assert len(memory.turns) == 12
    noise, turner = np.random.default_rng(1), Random(1)
    for _ in range(24):
        rows = memory.sample(16, noise, turner)
        planes, _ = memory.encoder.show(rows.batch)
        legal = planes[:, :-1, memory.encoder.names.index("legal")]
        assert not rows.policy[:, : legal.shape[1]][legal == 0].any()
    assert len(Memory(new_game("lox", 5), 10).turns) == 2


def test_a_run_learns_is_kept_and_goes_on(tmp_path):
    source = Here("byg", 8, LITTLE, seed=2)
    run = Run("byg", tmp_path, Plan(rows=64), "cpu", source, fresh=True)
    run.random_games(3, 60)
    first = run.learn(10)
    later = [run.learn(20) for _ in range(4)][-1]
    assert later["value"] < first["value"]
    assert later["owner"] < first["owner"]
    assert later["lead"] < first["lead"]
    run.self_play(3, 80)
    run.self_play(4, 20)
    run.settle(20)
    fixed = [module.running_mean.clone() for module in norms(run.model)]
    learned = run.learn(5)
    assert all(map(torch.equal, fixed, (module.running_mean for module in norms(run.model))))
    run.model.eval()
    memory, rows = run.some_rows()
    played = run.look(memory, rows)[0]
    run.settled = False
    run.model.train()
    assert not torch.allclose(played, run.look(memory, rows)[0]), "by its own averages alone"
    assert learned["policy"] > 0
    run.save()
    again = Run("byg", tmp_path, Plan(), "cpu", source, fresh=False)
    assert again.facts == run.facts
    assert again.facts["games"] > 0
    ours, theirs = run.model.state_dict(), again.model.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)


def test_minutes_that_are_used_up_are_told(tmp_path, monkeypatch, capsys):
    words = ["lab.training", "byg", "--minutes", "1", "--folder", str(tmp_path)]
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit, match="2"):
        training.main()
    assert "byg has been trained for 68 minutes" in capsys.readouterr().err


def norms(model):
    return [part for part in model.modules() if isinstance(part, torch.nn.BatchNorm1d)]


def test_small_boards_come_first():
    random = Random(1)
    assert {pick("lox", [7, 9, 11], 0.05, random) for _ in range(50)} == {7}
    late = [pick("lox", [7, 9, 11], 0.5, random) for _ in range(200)]
    assert late.count(11) > 140
    assert {pick("brink", [3, 4, 5, 6], 0.05, random) for _ in range(50)} == {3}
    assert {pick("brink", [3, 4, 5, 6], 0.9, random) for _ in range(200)} == {3, 4, 5, 6}


def test_a_network_that_has_grown_says_what_it_said():
    """A checkpoint of fewer planes and blocks and without the lead goes on, and then learns."""
    torch.manual_seed(3)
    large = Model(shape_of("brink")).eval()
    new = 6
    small = Model(Shape(large.shape.planes - new, blocks=large.shape.blocks - 2)).eval()
    for module in small.modules():
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    kept = {key: value for key, value in small.state_dict().items() if "lead" not in key}
    large.load_state_dict(grown(kept, large))
    encoder = Encoder(new_game("brink", 3))
    states = [lesson.state for lesson in some_games("brink", 20)[0].lessons]
    arrays = encoder.show(encoder.batch(states, [encoder.game.legal(s) for s in states]))
    planes, numbers = map(torch.from_numpy, arrays)
    taps = torch.from_numpy(encoder.geometry.taps.ravel().copy())
    now, before = large(planes, numbers, taps), small(planes[:, :, :-new], numbers, taps)
    for ours, theirs in zip(now[:3], before[:3], strict=True):
        assert torch.allclose(ours, theirs, atol=1e-4)
    now[0].sum().backward()
    assert large.blocks[-1].two.norm.weight.grad.abs().sum() > 0
    assert large.stem.linear.weight.grad.view(-1, 7, planes.shape[2])[:, :, -new:].abs().sum() > 0


def test_two_workers_of_ray_play_together():
    fleet = Fleet(2, "brink", 3, LITTLE, seed=1)
    try:
        games = fleet.games(3, weights(some_model("brink")), 60)
        assert sum(len(game.lessons) for game in games) >= 60
        again = fleet.games(3, weights(some_model("brink")), 20)
        assert again
        assert games[0].lessons[1].state != games[-1].lessons[1].state or len(games) > 2
    finally:
        fleet.close()
