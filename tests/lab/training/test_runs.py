"""A run of training: it learns, is kept, and goes on."""

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
from tests.lab.training.samples import LITTLE, little_shape


@pytest.fixture(autouse=True)
def _little_networks(monkeypatch):
    """A run is the same with them, in a tenth of the time."""
    monkeypatch.setattr("lab.training.run.network_config", little_shape)


def little_run(folder, name="byg", fresh=False, **settings):
    plan = Hyperparameters(**{"rows": 64, "chunk": 60, "share": 60, "least": 50} | settings)
    return TrainingRun(name, folder, plan, "cpu", LocalSource(LITTLE, seed=2), fresh)


def play(run, spec, positions):
    run.request_games(spec, positions)
    return run.collect_games()


def test_a_run_learns_is_kept_and_goes_on(tmp_path):
    run = little_run(tmp_path, fresh=True)
    run.random_games("byg3", 60)
    first = run.learn(10)
    later = [run.learn(20) for _ in range(4)][-1]
    assert later["value"] < first["value"]
    assert later["owner"] < first["owner"]
    assert later["lead"] < first["lead"]
    play(run, "byg3", 80)
    play(run, "byg5-d", 20)
    assert set(run.counters["boards"]) == {"byg3", "byg5-d"}
    assert sum(run.counters["boards"].values()) == run.counters["positions"]
    assert run.learn(5)["policy"] > 0
    run.save()
    again = little_run(tmp_path)
    assert again.counters == run.counters
    assert again.counters["games"] > 0
    assert again.replay.count == run.replay.count
    for one, other in ((run.model, again.model), (run.ema_model, again.ema_model)):
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
    memory, rows = run.sample_batch()
    played = run.forward(run.model, memory, rows)[0]
    run.model.train()
    other = run.forward(run.model, memory, rows)[0]
    assert not torch.allclose(played, other), "by its own averages alone"


def test_a_run_that_is_taken_up_learns_before_it_plays(tmp_path, monkeypatch):
    run = little_run(tmp_path, fresh=True)
    run.counters["positions"] = 1
    play(run, "byg3", 100)
    run.save()
    again, done = little_run(tmp_path), []
    learn, take = again.learn, again.collect_games
    monkeypatch.setattr(again, "learn", lambda steps: done.append(("learn", steps)) or learn(steps))
    monkeypatch.setattr(again, "collect_games", lambda: done.append("play") or take())
    ticks = iter([0, 0, 5, 5])
    training.train(again, 1, lambda: next(ticks))
    assert done[:2] == [("learn", 4), "play"]
    assert again.counters["seconds"] == 5
    lines = (tmp_path / "log.jsonl").read_text().splitlines()
    assert json.loads(lines[0])["board"] in shares("byg")


def test_a_board_whose_games_are_no_longer_remembered_is_played_again(tmp_path, monkeypatch):
    run, asked = little_run(tmp_path, fresh=True), []
    run.counters["positions"] = 10**6
    run.counters["boards"] = {"byg5": 10**6}
    ask = run.request_games
    monkeypatch.setattr(
        run, "request_games", lambda spec, most: asked.append(spec) or ask(spec, most)
    )
    ticks = iter([0, 0, 5, 5])
    training.train(run, 1, lambda: next(ticks))
    assert asked[0] == "byg5"


class Crowd(LocalSource):
    """Many who play; this one gives games back in another order than they were asked for in."""

    @property
    def capacity(self):
        return 6 - len(self.queue)

    def collect(self):
        self.queue.reverse()
        return super().collect()


def test_while_many_play_each_board_gets_its_share_and_learning_waits_for_a_chunk(tmp_path):
    plan = Hyperparameters(batch_size=64, chunk=120, min_positions=50, share=30)
    run = TrainingRun("byg", tmp_path, plan, "cpu", Crowd(LITTLE, seed=2), fresh=True)
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
    run = little_run(tmp_path, fresh=True)
    run.random_games("byg3", 60)
    run.learn(2)
    steps, ticks = run.counters["steps"], iter([3, 5, 8])
    training.anneal(run, 250, lambda: next(ticks))
    again = little_run(tmp_path)
    assert again.counters["steps"] == steps + 250 and again.counters["seconds"] == 5
    assert again.learning_rate == run.optimizer.param_groups[0]["lr"] == run.params.annealed_rate
    play(again, "byg3", 20)
    assert again.learning_rate > run.params.min_learning_rate and "annealed" not in again.counters


def test_what_is_remembered_can_be_learned_again_at_the_usual_rate(tmp_path):
    run = little_run(tmp_path, fresh=True)
    run.random_games("byg3", 60)
    run.learn(2)
    training.anneal(run, 2)
    steps, positions, ticks = run.counters["steps"], run.counters["positions"], iter([3, 5, 8])
    training.relearn(run, 250, lambda: next(ticks))
    again = little_run(tmp_path)
    assert again.counters["steps"] == steps + 250 and again.counters["positions"] == positions
    assert "annealed" not in again.counters
    assert (
        run.optimizer.param_groups[0]["lr"]
        > run.params.min_learning_rate
        > again.params.annealed_rate
    )


@pytest.mark.parametrize("able", [True, False])
def test_bfloat16_is_for_processors_that_multiply_it(tmp_path, monkeypatch, able):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {"avx512_bf16": able})
    run = little_run(tmp_path, fresh=True)
    run.random_games("byg3", 60)
    kinds = []
    run.model.cells.register_forward_hook(lambda *seen: kinds.append(seen[-1].dtype))
    run.learn(1)
    assert kinds == [torch.bfloat16 if able else torch.float32]


def test_a_checkpoint_without_memory_and_optimizer_is_enough(tmp_path, monkeypatch):
    run = little_run(tmp_path / "one", fresh=True)
    run.counters["positions"] = 1
    play(run, "byg3", 60)
    run.learn(3)
    run.save()
    kept = compact_checkpoint(run.path)
    assert set(kept) == {"model", "facts"}
    monkeypatch.setattr("lab.training.run.CHECKPOINTS", tmp_path)
    torch.save(kept, tmp_path / "byg.pt")
    torch.save(kept, tmp_path / "byg-next.pt")
    (tmp_path / "byg.pt").write_bytes(b"the later one goes first")
    again = little_run(tmp_path / "two")
    assert again.counters == run.counters
    assert again.replay.count == 0
    ours, theirs = run.ema_model.state_dict(), again.model.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    play(again, "byg3", 60)
    assert again.learn(2)["value"] > 0


def test_the_rate_hangs_on_the_steps_alone(tmp_path):
    run = little_run(tmp_path, fresh=True)
    rates = []
    for steps in (0, 1_000, 3_000, 10_000, 100_000, 1_000_000):
        run.counters["steps"], run.counters["seconds"] = steps, 60.0 * steps
        rates.append(run.learning_rate)
    assert rates[0] == run.params.learning_rate
    assert rates == sorted(rates, reverse=True)
    assert rates[-2] == rates[-1] == run.params.min_learning_rate
    assert "minutes" not in inspect.signature(TrainingRun).parameters


def test_what_plays_is_an_average_of_the_weights(tmp_path):
    run = little_run(tmp_path, fresh=True, window=4)
    run.random_games("byg3", 60)
    run.counters["steps"] = 1000
    before = run.ema_model.cells.weight.clone()
    run.learn(1)
    newest = run.model.cells.weight
    assert torch.allclose(run.ema_model.cells.weight, before + (newest - before) / 4)
    seen = []
    run.source.games = lambda spec, weighted, positions: seen.append(weighted) or []
    play(run, "byg3", 10)
    assert np.array_equal(seen[0]["cells.w"], weights(run.ema_model)["cells.w"])


def test_a_pause_waits_and_does_not_count(tmp_path, monkeypatch):
    run, now = little_run(tmp_path, fresh=True), 0.0
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

    def take():
        nonlocal now
        now += 7
        return "byg3", {"positions": 0}

    monkeypatch.setattr(training, "sleep", sleep)
    monkeypatch.setattr(run, "collect_games", take)
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
