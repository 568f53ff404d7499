"""The replay buffer of self-play: saved in files and reloaded."""

from random import Random

import numpy as np
import pytest

from lab.training.data import concatenate
from lab.training.replay import ReplayBuffer
from lab.training.replay import read as read_round
from lab.training.replay import write as write_round
from tests.lab.training.samples import make_games


def make_replay(folder, max_positions=1000):
    replay = ReplayBuffer(folder, max_positions)
    replay.add("byg3", make_games("byg"), 0.7)
    replay.add("lox5", make_games("lox"), 0.7)
    return replay


def test_the_memory_is_read_as_it_was_written(tmp_path):
    replay, reloaded = make_replay(tmp_path), ReplayBuffer(tmp_path, 1000)
    reloaded.load()
    assert reloaded.count == replay.count > 0
    assert list(reloaded.buffers) == ["byg3", "lox5"]
    for spec in reloaded.buffers:
        ours, theirs = (each_replay.buffer_of(spec).rounds[0] for each_replay in (replay, reloaded))
        for one, other in zip((*ours.batch, *ours[1:]), (*theirs.batch, *theirs[1:]), strict=True):
            assert one.dtype == other.dtype
            assert np.array_equal(one, other)
    reloaded.add("byg3", make_games("byg"), 0.7)
    assert len(list(tmp_path.iterdir())) == 3


def test_the_memory_forgets_the_oldest(tmp_path):
    replay = make_replay(tmp_path, max_positions=140)
    first = len(replay.buffer_of("byg3").rounds[0].value)
    for _ in range(5):
        replay.add("lox5", make_games("lox", 90), 0.7)
    assert replay.buffer_of("byg3").count == 0 < first
    assert replay.count == replay.buffer_of("lox5").count >= 140
    assert len(list(tmp_path.glob("*.npz"))) == len(replay.rounds) < 5
    reloaded = ReplayBuffer(tmp_path, 140)
    reloaded.load()
    assert reloaded.count == replay.count


@pytest.mark.parametrize("kind", ["cut", "changed", "empty", "other", "board"])
def test_damaged_file_is_reported_and_removed(tmp_path, capsys, kind):
    whole = make_replay(tmp_path).buffer_of("lox5").count
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
    replay = ReplayBuffer(tmp_path, 1000)
    replay.load()
    assert replay.count == whole
    assert f"{path} is damaged and is left out: " in capsys.readouterr().out
    assert not path.exists()


def test_positions_of_many_rounds_are_drawn_alike(tmp_path):
    replay = ReplayBuffer(tmp_path, 10_000)
    for _ in range(4):
        replay.add("byg3", make_games("byg", 30), 0.7)
    memory = replay.buffer_of("byg3")
    rows = memory.sample(3000, np.random.default_rng(1), Random(1))
    assert len(rows.value) == 3000
    stones = concatenate(list(memory.rounds)).batch.stones.astype(bool).sum(axis=1).mean()
    assert rows.batch.stones.astype(bool).sum(axis=1).mean() == pytest.approx(stones, abs=0.5)
