"""A training run: it learns, is saved, and resumes."""

import inspect
import json
from itertools import islice

import numpy as np
import pytest
import torch

from lab.training import __main__ as training
from lab.training import rotate
from lab.training.boards import shares
from lab.training.export import compact_checkpoint
from lab.training.model import weights
from lab.training.run import Hyperparameters, TrainingRun
from lab.training.source import LocalSource
from tests.lab.training.samples import SMALL_CONFIG, small_network_config


@pytest.fixture(autouse=True)
def _small_networks(monkeypatch):
    """Use small networks: the run is the same, in a tenth of the time."""
    monkeypatch.setattr("lab.training.run.network_config", small_network_config)


def make_small_run(folder, name="byg", fresh=False, **settings):
    params = Hyperparameters(
        **{"batch_size": 64, "chunk": 60, "share": 60, "min_positions": 50} | settings
    )
    return TrainingRun(name, folder, params, "cpu", LocalSource(SMALL_CONFIG, seed=2), fresh)


def play(run, spec, positions):
    run.request_games(spec, positions)
    return run.collect_games()


def test_run_learns_and_resumes_from_checkpoint(tmp_path):
    run = make_small_run(tmp_path, fresh=True)
    run.random_games("byg3", 60)
    first_losses = run.learn(10)
    last_losses = [run.learn(20) for _ in range(4)][-1]
    assert last_losses["value"] < first_losses["value"]
    assert last_losses["owner"] < first_losses["owner"]
    assert last_losses["lead"] < first_losses["lead"]
    play(run, "byg3", 80)
    play(run, "byg5-d", 20)
    assert set(run.counters["boards"]) == {"byg3", "byg5-d"}
    assert sum(run.counters["boards"].values()) == run.counters["positions"]
    assert run.learn(5)["policy"] > 0
    run.save()
    resumed = make_small_run(tmp_path)
    assert resumed.counters == run.counters
    assert resumed.counters["games"] > 0
    assert resumed.replay.count == run.replay.count
    for one, other in ((run.model, resumed.model), (run.ema_model, resumed.ema_model)):
        ours, theirs = one.state_dict(), other.state_dict()
        assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    moment_tensors = [
        each_run.optimizer.state_dict()["state"][0]["exp_avg"] for each_run in (run, resumed)
    ]
    assert torch.equal(*moment_tensors)


def test_batch_norm_is_frozen_after_given_steps(tmp_path):
    run = make_small_run(tmp_path, fresh=True, batch_stat_steps=4)
    run.random_games("byg3", 60)
    run.learn(4)
    fixed = [module.running_mean.clone() for module in norms(run.model)]
    run.learn(5)
    assert all(map(torch.equal, fixed, (module.running_mean for module in norms(run.model))))
    run.model.eval()
    memory, rows = run.sample_batch()
    played = run.forward(run.model, memory, rows)[0]
    run.model.train()
    other = run.forward(run.model, memory, rows)[0]
    assert not torch.allclose(played, other), "by its own averages alone"


def test_resumed_run_learns_before_it_plays(tmp_path, monkeypatch):
    run = make_small_run(tmp_path, fresh=True)
    run.counters["positions"] = 1
    play(run, "byg3", 100)
    run.save()
    resumed, done = make_small_run(tmp_path), []
    learn, collect = resumed.learn, resumed.collect_games
    monkeypatch.setattr(
        resumed, "learn", lambda steps: done.append(("learn", steps)) or learn(steps)
    )
    monkeypatch.setattr(resumed, "collect_games", lambda: done.append("play") or collect())
    ticks = iter([0, 0, 5, 5])
    training.train(resumed, 1, lambda: next(ticks))
    assert done[:2] == [("learn", 4), "play"]
    assert resumed.counters["seconds"] == 5
    lines = (tmp_path / "log.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["board"] in shares("byg")


def test_board_missing_from_buffer_is_played_again(tmp_path, monkeypatch):
    run, requested = make_small_run(tmp_path, fresh=True), []
    run.counters["positions"] = 10**6
    run.counters["boards"] = {"byg5": 10**6}
    request = run.request_games
    monkeypatch.setattr(
        run,
        "request_games",
        lambda spec, positions: requested.append(spec) or request(spec, positions),
    )
    ticks = iter([0, 0, 5, 5])
    training.train(run, 1, lambda: next(ticks))
    assert requested[0] == "byg5"


class UnorderedSource(LocalSource):
    """A source with several workers that returns games in another order than requested."""

    @property
    def capacity(self):
        return 6 - len(self.queue)

    def collect(self):
        self.queue.reverse()
        return super().collect()


def test_many_workers_share_boards_and_fill_chunks(tmp_path):
    params = Hyperparameters(batch_size=64, chunk=120, min_positions=50, share=30)
    run = TrainingRun(
        "byg", tmp_path, params, "cpu", UnorderedSource(SMALL_CONFIG, seed=2), fresh=True
    )
    run.counters["positions"] = 10**6
    training.request_games(run)
    assert run.source.capacity == 0 and {positions for _, _, positions in run.source.queue} == {30}
    boards = list(run.requested_specs)
    assert boards[0] == "byg5" and len(set(boards)) >= 4, "what is being played counts"
    ticks = iter([0, *[0] * 24, 5, 5])
    training.train(run, 1, lambda: next(ticks))
    lines = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert len(lines) == 12 and {line["board"] for line in lines} <= {*boards, *shares("byg")}
    new = 0
    for line in lines:
        new += line["play_positions"]
        assert ("learn_value" in line) == (new >= 120)
        new *= new < 120
    assert any("learn_value" in line for line in lines)
    assert run.counters["positions"] - 10**6 == sum(line["play_positions"] for line in lines)
    assert len(run.requested_specs) == len(run.source.queue)


def test_annealing_learns_at_the_lowest_rate_without_new_games(tmp_path):
    run = make_small_run(tmp_path, fresh=True)
    run.random_games("byg3", 60)
    run.learn(2)
    steps, ticks = run.counters["steps"], iter([3, 5, 8])
    training.anneal(run, 250, lambda: next(ticks))
    resumed = make_small_run(tmp_path)
    assert resumed.counters["steps"] == steps + 250 and resumed.counters["seconds"] == 5
    assert resumed.learning_rate == run.optimizer.param_groups[0]["lr"] == run.params.annealed_rate
    play(resumed, "byg3", 20)
    assert (
        resumed.learning_rate > run.params.min_learning_rate and "annealed" not in resumed.counters
    )


def test_relearn_uses_initial_learning_rate(tmp_path):
    run = make_small_run(tmp_path, fresh=True)
    run.random_games("byg3", 60)
    run.learn(2)
    training.anneal(run, 2)
    steps, positions, ticks = run.counters["steps"], run.counters["positions"], iter([3, 5, 8])
    training.relearn(run, 250, lambda: next(ticks))
    resumed = make_small_run(tmp_path)
    assert resumed.counters["steps"] == steps + 250 and resumed.counters["positions"] == positions
    assert "annealed" not in resumed.counters
    assert (
        run.optimizer.param_groups[0]["lr"]
        > run.params.min_learning_rate
        > resumed.params.annealed_rate
    )


@pytest.mark.parametrize("able", [True, False])
def test_bfloat16_is_used_only_if_supported(tmp_path, monkeypatch, able):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"avx512_bf16": able})
    run = make_small_run(tmp_path, fresh=True)
    run.random_games("byg3", 60)
    kinds = []
    run.model.cells.register_forward_hook(lambda *hook_args: kinds.append(hook_args[-1].dtype))
    run.learn(1)
    assert kinds == [torch.bfloat16 if able else torch.float32]


def test_a_checkpoint_without_memory_and_optimizer_is_enough(tmp_path, monkeypatch):
    run = make_small_run(tmp_path / "one", fresh=True)
    run.counters["positions"] = 1
    play(run, "byg3", 60)
    run.learn(3)
    run.save()
    checkpoint = compact_checkpoint(run.path)
    assert set(checkpoint) == {"model", "facts"}
    monkeypatch.setattr("lab.training.run.CHECKPOINTS", tmp_path)
    torch.save(checkpoint, tmp_path / "byg.pt")
    torch.save(checkpoint, tmp_path / "byg-next.pt")
    (tmp_path / "byg.pt").write_bytes(b"the later one goes first")
    resumed = make_small_run(tmp_path / "two")
    assert resumed.counters == run.counters
    assert resumed.replay.count == 0
    ours, theirs = run.ema_model.state_dict(), resumed.model.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    play(resumed, "byg3", 60)
    assert resumed.learn(2)["value"] > 0


def test_the_rate_hangs_on_the_steps_alone(tmp_path):
    run = make_small_run(tmp_path, fresh=True)
    rates = []
    for steps in (0, 1_000, 3_000, 10_000, 100_000, 1_000_000):
        run.counters["steps"], run.counters["seconds"] = steps, 60.0 * steps
        rates.append(run.learning_rate)
    assert rates[0] == run.params.learning_rate
    assert rates == sorted(rates, reverse=True)
    assert rates[-2] == rates[-1] == run.params.min_learning_rate
    assert "minutes" not in inspect.signature(TrainingRun).parameters


def test_self_play_uses_averaged_weights(tmp_path):
    run = make_small_run(tmp_path, fresh=True, window=4)
    run.random_games("byg3", 60)
    run.counters["steps"] = 1000
    before = run.ema_model.cells.weight.clone()
    run.learn(1)
    newest = run.model.cells.weight
    assert torch.allclose(run.ema_model.cells.weight, before + (newest - before) / 4)
    weights_seen = []
    run.source.games = lambda spec, weighted, positions: weights_seen.append(weighted) or []
    play(run, "byg3", 10)
    assert np.array_equal(weights_seen[0]["cells.w"], weights(run.ema_model)["cells.w"])


def test_a_pause_waits_and_does_not_count(tmp_path, monkeypatch):
    run, now = make_small_run(tmp_path, fresh=True), 0.0
    run.counters["positions"] = 1
    pause = tmp_path / "pause"
    pause.touch()
    monkeypatch.setattr(training, "PAUSE_FILE", pause)
    waited = []

    def sleep(seconds):
        nonlocal now
        now += 100
        waited.append(seconds)
        if len(waited) == 3:
            pause.unlink()

    def fake_collect():
        nonlocal now
        now += 7
        return "byg3", {"positions": 0}

    monkeypatch.setattr(training, "sleep", sleep)
    monkeypatch.setattr(run, "collect_games", fake_collect)
    training.train(run, 10, lambda: now)
    assert len(waited) == 3
    assert run.counters["seconds"] == 14


def norms(model):
    return [part for part in model.modules() if isinstance(part, torch.nn.BatchNorm1d)]


def test_the_games_take_turns_and_a_stop_loses_none(tmp_path, monkeypatch):
    monkeypatch.setattr(rotate, "TURN_FILE", tmp_path / "runs" / "turn")
    assert list(islice(rotate.rotation(["byg", "lox"]), 3)) == ["byg", "lox", "byg"]
    assert list(islice(rotate.rotation(["byg", "lox", "brink"]), 2)) == ["byg", "lox"]
    assert list(islice(rotate.rotation(["byg", "lox", "brink"]), 2)) == ["lox", "brink"]
    assert next(rotate.rotation(["byg"])) == "byg"
