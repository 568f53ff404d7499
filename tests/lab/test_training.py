"""Training: what self-play teaches, that the network learns it, that a run goes on."""

import inspect
import json
from dataclasses import replace
from itertools import islice
from math import exp
from random import Random

import numpy as np
import pytest
import torch

from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import write_spec
from greylox_web.search.compiled.encoder import quick_encoder
from greylox_web.search.compiled.guided import GuidedSearch
from greylox_web.search.compiled.net import CompiledNet
from greylox_web.search.network.features import LEAD, Encoder
from greylox_web.search.network.nets import quick_evaluator
from greylox_web.search.network.network import Network
from greylox_web.search.tree.playouts import result
from lab.training import __main__ as training
from lab.training import rotate
from lab.training.boards import game_of, pick, shares
from lab.training.data import Memory, joined, rows_of
from lab.training.export import compact
from lab.training.model import Model, Shape, grown, shape_of, weights
from lab.training.replay import Replay
from lab.training.replay import read as read_round
from lab.training.replay import write as write_round
from lab.training.run import Plan, Run
from lab.training.selfplay import Effort, GumbelRoot
from lab.training.source import Fleet, Here
from tests.search.samples import sure_weights

SPEC = {name: f"{name}3" for name in GAMES} | {"lox": "lox5", "brink": "brink3-x3"}
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
    return Here(effort, seed=1).games(SPEC[name], weighted, positions)


@pytest.mark.parametrize("name", GAMES)
def test_the_page_computes_what_was_trained(name):
    """The model, the compiled network and numpy's agree."""
    game, model = game_of(SPEC[name]), some_model(name)
    encoder = quick_encoder(game)
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
    values, policies = CompiledNet(weights(model), encoder)(planes, numbers)
    assert values == pytest.approx(value, abs=0.01)  # in whole numbers
    assert policies == pytest.approx(policy, abs=0.03)


@pytest.mark.parametrize("worth", [1, -1])
def test_no_value_lies_beyond_a_sure_win_or_loss(worth):
    game = new_game("brink", 3, {"x": 1})
    encoder = quick_encoder(game)
    shown = encoder.show(encoder.batch([game.start()], [game.legal(game.start())]))
    for seed in range(40):
        [value], _ = CompiledNet(sure_weights(encoder, worth, seed), encoder)(*shown)
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
        game = game_of(SPEC[name])
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


@pytest.mark.parametrize("name", GAMES)
def test_the_end_of_a_game_is_solved_and_teaches_its_exact_value(name):
    game = game_of(SPEC[name])
    played, solved = some_games(name, 300, replace(LITTLE, solved=5)), 0
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
    guided = GuidedSearch(game, game.start(), quick_evaluator(game, weights(some_model("brink"))))
    guided.step(1)
    root = guided.root
    search = GumbelRoot(root, visits, 12, Effort(), np.random.default_rng(1))
    for place in search.plan:
        before = root.visits[place]
        guided.visit_by(place)
        assert root.visits[place] == before + 1
    assert root.visits_in - 1 == root.visits.sum() == visits
    assert search.policy().sum() == pytest.approx(1)
    assert 0 <= search.action_place() < len(root.visits)


@pytest.mark.parametrize("name", GAMES)
def test_rows_teach_from_the_movers_side(name):
    game = game_of(SPEC[name])
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
    memory = Memory(game)
    for one in some_games("greylox"):
        memory.add(rows_of(memory.encoder, one, 1.0))
    assert len(memory.turns) == 12
    noise, turner = np.random.default_rng(1), Random(1)
    for _ in range(24):
        rows = memory.sample(16, noise, turner)
        planes, _ = memory.encoder.show(rows.batch)
        legal = planes[:, :-1, memory.encoder.names.index("legal")]
        assert not rows.policy[:, : legal.shape[1]][legal == 0].any()
    assert len(Memory(new_game("lox", 5)).turns) == 2


def little_run(folder, name="byg", fresh=False, **settings):
    plan = Plan(**{"rows": 64, "chunk": 60, "least": 50} | settings)
    return Run(name, folder, plan, "cpu", Here(LITTLE, seed=2), fresh)


def test_a_run_learns_is_kept_and_goes_on(tmp_path):
    run = little_run(tmp_path, fresh=True)
    run.random_games("byg3", 60)
    first = run.learn(10)
    later = [run.learn(20) for _ in range(4)][-1]
    assert later["value"] < first["value"]
    assert later["owner"] < first["owner"]
    assert later["lead"] < first["lead"]
    run.self_play("byg3", 80)
    run.self_play("byg5-d", 20)
    assert set(run.facts["boards"]) == {"byg3", "byg5-d"}
    assert sum(run.facts["boards"].values()) == run.facts["positions"]
    assert run.learn(5)["policy"] > 0
    run.save()
    again = little_run(tmp_path)
    assert again.facts == run.facts
    assert again.facts["games"] > 0
    assert again.replay.count == run.replay.count
    for one, other in ((run.model, again.model), (run.average, again.average)):
        ours, theirs = one.state_dict(), other.state_dict()
        assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    moments = [known.optimizer.state_dict()["state"][0]["exp_avg"] for known in (run, again)]
    assert torch.equal(*moments)


def test_normalisation_stays_as_it_is_after_so_many_steps(tmp_path):
    run = little_run(tmp_path, fresh=True, moving=4)
    run.random_games("byg3", 60)
    run.learn(4)
    fixed = [module.running_mean.clone() for module in norms(run.model)]
    run.learn(5)
    assert all(map(torch.equal, fixed, (module.running_mean for module in norms(run.model))))
    run.model.eval()
    memory, rows = run.some_rows()
    played = run.look(run.model, memory, rows)[0]
    run.model.train()
    other = run.look(run.model, memory, rows)[0]
    assert not torch.allclose(played, other), "by its own averages alone"


def test_a_run_that_is_taken_up_learns_before_it_plays(tmp_path, monkeypatch):
    run = little_run(tmp_path, fresh=True)
    run.facts["positions"] = 1
    run.self_play("byg3", 100)
    run.save()
    again, done = little_run(tmp_path), []
    learn, play = again.learn, again.self_play
    monkeypatch.setattr(again, "learn", lambda steps: done.append(("learn", steps)) or learn(steps))
    monkeypatch.setattr(again, "self_play", lambda *what: done.append("play") or play(*what))
    ticks = iter([0, 0, 5, 5])
    training.train(again, 1, lambda: next(ticks))
    assert done[:2] == [("learn", 4), "play"]
    assert again.facts["seconds"] == 5
    lines = (tmp_path / "log.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["board"] in shares("byg")


def test_a_checkpoint_without_memory_and_optimizer_is_enough(tmp_path, monkeypatch):
    run = little_run(tmp_path / "one", fresh=True)
    run.facts["positions"] = 1
    run.self_play("byg3", 60)
    run.learn(3)
    run.save()
    kept = compact(run.path)
    assert set(kept) == {"model", "facts"}
    monkeypatch.setattr("lab.training.run.CHECKPOINTS", tmp_path)
    torch.save(kept, tmp_path / "byg.pt")
    torch.save(kept, tmp_path / "byg-next.pt")
    (tmp_path / "byg.pt").write_bytes(b"the later one goes first")
    again = little_run(tmp_path / "two")
    assert again.facts == run.facts
    assert again.replay.count == 0
    ours, theirs = run.average.state_dict(), again.model.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    again.self_play("byg3", 60)
    assert again.learn(2)["value"] > 0


def test_the_rate_hangs_on_the_steps_alone(tmp_path):
    run = little_run(tmp_path, fresh=True)
    rates = []
    for steps in (0, 1_000, 3_000, 10_000, 100_000, 1_000_000):
        run.facts["steps"], run.facts["seconds"] = steps, 60.0 * steps
        rates.append(run.rate)
    assert rates[0] == run.plan.rate
    assert rates == sorted(rates, reverse=True)
    assert rates[-2] == rates[-1] == run.plan.slow
    assert "minutes" not in inspect.signature(Run).parameters


def test_what_plays_is_an_average_of_the_weights(tmp_path):
    run = little_run(tmp_path, fresh=True, window=4)
    run.random_games("byg3", 60)
    run.facts["steps"] = 1000
    before = run.average.cells.weight.clone()
    run.learn(1)
    newest = run.model.cells.weight
    assert torch.allclose(run.average.cells.weight, before + (newest - before) / 4)
    seen = []
    run.source.games = lambda spec, weighted, positions: seen.append(weighted) or []
    run.self_play("byg3", 10)
    assert np.array_equal(seen[0]["cells.w"], weights(run.average)["cells.w"])


def test_a_pause_waits_and_does_not_count(tmp_path, monkeypatch):
    run, now = little_run(tmp_path, fresh=True), 0.0
    run.facts["positions"] = 1
    pause = tmp_path / "pause"
    pause.touch()
    monkeypatch.setattr(training, "PAUSE", pause)
    waited = []

    def sleep(seconds):
        nonlocal now
        now += 100
        waited.append(seconds)
        if len(waited) == 3:
            pause.unlink()

    def play(spec, positions):
        nonlocal now
        now += 7
        return {"positions": 0}

    monkeypatch.setattr(training, "sleep", sleep)
    monkeypatch.setattr(run, "self_play", play)
    training.train(run, 10, lambda: now)
    assert len(waited) == 3
    assert run.facts["seconds"] == 14


def norms(model):
    return [part for part in model.modules() if isinstance(part, torch.nn.BatchNorm1d)]


@pytest.mark.parametrize("name", GAMES)
def test_every_board_and_option_of_the_page_is_played(name):
    chances = shares(name)
    assert sum(chances.values()) == pytest.approx(1)
    found = [game_of(spec) for spec in chances]
    assert {write_spec(game) for game in found} == set(chances)
    for shape in ("hexhex", "rhombus"):
        sizes = {game.size for game in found if game.board.shape == shape}
        if shape == "hexhex":
            assert sizes == (set() if name == "lox" else set(range(3, 9)))
        elif name == "lox":
            assert sizes == {5, 7, 9, 11, 13, 15}
        else:
            assert sizes == (set(range(5, 16)) if name in ("brink", "byg") else set())
    others = {"brink": 15, "lox": 2, "multiplicity": 2}.get(name, 1)
    assert len(chances) == others * len({(game.board.shape, game.size) for game in found})
    if name == "brink":
        assert {game.x for game in found} == set(range(1, LEAD + 1))
    default = new_game(name)
    here = [spec for spec in chances if game_of(spec).board is default.board]
    assert sum(chances[spec] for spec in here) == pytest.approx(0.5)
    assert max(chances, key=chances.get) == write_spec(default)
    assert min(chances.values()) > 0


@pytest.mark.parametrize("name", GAMES)
def test_no_board_falls_behind_its_share(name):
    chances, chunk = shares(name), 2000
    played: dict[str, int] = {}
    for _ in range(3 * len(chances)):
        spec = pick(name, 10**7, played)
        played[spec] = played.get(spec, 0) + chunk
    whole = sum(played.values())
    for spec, share in chances.items():
        assert played.get(spec, 0) == pytest.approx(share * whole, abs=2 * chunk)


def test_a_new_network_begins_on_small_boards():
    assert set(shares("lox", 0)) == {"lox5", "lox5-n"}
    assert {game_of(spec).board.size for spec in shares("byg", 50_000)} == {3, 4, 5, 6, 7}
    assert pick("lox", 0, {}) == "lox5"
    assert pick("lox", 0, {"lox5": 2000}) == "lox5-n"
    assert sum(shares("lox", 60_000).values()) == pytest.approx(1)


def some_replay(folder, most=1000):
    replay = Replay(folder, most)
    replay.add("byg3", some_games("byg"), 0.7)
    replay.add("lox5", some_games("lox"), 0.7)
    return replay


def test_the_memory_is_read_as_it_was_written(tmp_path):
    replay, again = some_replay(tmp_path), Replay(tmp_path, 1000)
    again.load()
    assert again.count == replay.count > 0
    assert list(again.memories) == ["byg3", "lox5"]
    for spec in again.memories:
        ours, theirs = (known.memory(spec).parts[0] for known in (replay, again))
        for one, other in zip((*ours.batch, *ours[1:]), (*theirs.batch, *theirs[1:]), strict=True):
            assert one.dtype == other.dtype
            assert np.array_equal(one, other)
    again.add("byg3", some_games("byg"), 0.7)
    assert len(list(tmp_path.iterdir())) == 3


def test_the_memory_forgets_the_oldest(tmp_path):
    replay = some_replay(tmp_path, most=140)
    first = len(replay.memory("byg3").parts[0].value)
    for _ in range(5):
        replay.add("lox5", some_games("lox", 90), 0.7)
    assert replay.memory("byg3").count == 0 < first
    assert replay.count == replay.memory("lox5").count >= 140
    assert len(list(tmp_path.glob("*.npz"))) == len(replay.rounds) < 5
    again = Replay(tmp_path, 140)
    again.load()
    assert again.count == replay.count


@pytest.mark.parametrize("kind", ["cut", "changed", "empty", "other", "board"])
def test_a_damaged_file_is_told_and_left_out(tmp_path, capsys, kind):
    whole = some_replay(tmp_path).memory("lox5").count
    path = tmp_path / "00000000.npz"
    data = bytearray(path.read_bytes())
    if kind == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif kind == "changed":
        data[len(data) // 3] ^= 255
        path.write_bytes(data)
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "other":
        np.savez(path, spec=np.array("byg3"))
    else:
        _, rows = read_round(path)
        write_round(path, "byg4", rows)
    replay = Replay(tmp_path, 1000)
    replay.load()
    assert replay.count == whole
    assert f"{path} is damaged and is left out: " in capsys.readouterr().out
    assert not path.exists()


def test_positions_of_many_rounds_are_drawn_alike(tmp_path):
    replay = Replay(tmp_path, 10_000)
    for _ in range(4):
        replay.add("byg3", some_games("byg", 30), 0.7)
    memory = replay.memory("byg3")
    rows = memory.sample(3000, np.random.default_rng(1), Random(1))
    assert len(rows.value) == 3000
    stones = joined(list(memory.parts)).batch.stones.astype(bool).sum(axis=1).mean()
    assert rows.batch.stones.astype(bool).sum(axis=1).mean() == pytest.approx(stones, abs=0.5)


def test_the_games_take_turns_and_a_stop_loses_none(tmp_path, monkeypatch):
    monkeypatch.setattr(rotate, "TURN", tmp_path / "runs" / "turn")
    assert list(islice(rotate.turns(["byg", "lox"]), 3)) == ["byg", "lox", "byg"]
    assert list(islice(rotate.turns(["byg", "lox", "brink"]), 2)) == ["byg", "lox"]
    assert list(islice(rotate.turns(["byg", "lox", "brink"]), 2)) == ["lox", "brink"]
    assert next(rotate.turns(["byg"])) == "byg"


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
    fleet = Fleet(2, LITTLE, seed=1)
    try:
        games = fleet.games("brink3-x3", weights(some_model("brink")), 120)
        assert sum(len(game.lessons) for game in games) >= 60
        again = fleet.games("brink3-x3", weights(some_model("brink")), 20)
        assert again
        assert games[0].lessons[1].state != games[-1].lessons[1].state or len(games) > 2
    finally:
        fleet.close()
