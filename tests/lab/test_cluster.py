"""Studies on a Ray cluster: games, lost workers, and missing clusters."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
import ray
from ray.cluster_utils import Cluster

from greylox_web.__main__ import main
from greylox_web.command.networks import engine_version
from greylox_web.command.study.batches import study_parameters
from greylox_web.command.study.workers import play_batches
from greylox_web.measure.job import Job
from greylox_web.rules import new_game

STUDY = ["brink", "--size", "3", "--visits", "8", "--games", "128"]


@pytest.fixture(scope="module")
def cluster():
    """A cluster of two machines with one core each, from Ray's view."""
    ray_cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    ray_cluster.add_node(num_cpus=1)
    yield ray_cluster
    ray_cluster.shutdown()


def start_study(path, address):
    """Start the command, which plays on a cluster and saves its games in a file."""
    words = [*STUDY, "--results", str(path), "--address", address]
    return subprocess.Popen(
        [sys.executable, "-m", "greylox_web", "study", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read_rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()[1:]] if path.exists() else []


def wait_until(poll, command):
    """Return the first true result of ``poll``; fail if the command ends or after 120 seconds."""
    end = monotonic() + 120
    while not (result := poll()):
        assert command.poll() is None, command.communicate()
        assert monotonic() < end
        sleep(0.05)
    return result


def playing_pids():
    """Return the ids of the processes that play a batch now."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it may have ended meanwhile
            if path.read_bytes().startswith(b"ray::pl"):
                pids.append(int(path.parent.name))
    return pids


def test_cluster_losing_workers_plays_every_game_once(cluster, tmp_path):
    path = tmp_path / "brink.jsonl"
    command = start_study(path, cluster.address)
    os.kill(wait_until(playing_pids, command)[0], signal.SIGKILL)
    wait_until(lambda: read_rows(path), command)
    cluster.remove_node(cluster.add_node(num_cpus=1))
    for node in list(cluster.worker_nodes):
        cluster.remove_node(node)
    out, err = command.communicate(timeout=200)
    assert command.returncode == 0, err
    assert "8 visits, 128 games" in out
    rows = {row["number"]: row["link"] for row in read_rows(path)}
    assert sorted(rows) == list(range(128)) and len(read_rows(path)) == 128
    study = study_parameters(new_game("brink", 3), [], 4, 1)
    [(_, local_rows)] = play_batches([Job(study, engine_version(), 8, [0, 9, 127])], 1)
    assert {row["number"]: row["measured"]["link"] for row in local_rows}.items() <= rows.items()


def test_cluster_shutdown_is_reported_and_keeps_games(cluster, tmp_path):
    path = tmp_path / "brink.jsonl"
    command = start_study(path, cluster.address)
    wait_until(lambda: read_rows(path), command)
    cluster.shutdown()
    _, err = command.communicate(timeout=200)
    assert command.returncode == 2
    assert err.splitlines()[-1].startswith("greylox: the cluster")
    numbers = [row["number"] for row in read_rows(path)]
    assert 0 < len(numbers) < 128 and len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("address", ["auto", "nowhere", "127.0.0.1:1", "127.0.0.1:99999"])
def test_no_cluster_is_a_sentence(address, capsys, monkeypatch):
    if address == "auto":  # otherwise it would find the cluster of a test that runs in parallel

        def init(*_, **__):
            raise ConnectionError("Could not find any running Ray instance.")

        monkeypatch.setattr(ray, "init", init)
    assert main(["study", *STUDY, "--address", address]) == 2
    assert f"there is no Ray cluster at {address}" in capsys.readouterr().err
