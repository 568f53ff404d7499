"""Studies on a cluster: errors before the first contact, and the calls to Ray."""

import sys
from types import ModuleType, SimpleNamespace

import pytest

from greylox_web.__main__ import main
from greylox_web.command.networks import engine_version
from greylox_web.command.study.batches import study_parameters
from greylox_web.command.study.workers import play_batches
from greylox_web.measure.job import Job
from greylox_web.rules import NotationError, new_game


def test_another_network_plays_no_part():
    other = study_parameters(new_game("brink", 3), [], 4, 1)._replace(network="12345678")
    with pytest.raises(NotationError, match="the study's is 12345678"):
        list(play_batches([Job(other, engine_version(), 8, [0])], 1))


def test_cluster_without_ray_gets_error_message(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["study", "brink", "--size", "3", "--address", "auto"]) == 2
    assert "a cluster needs Ray" in capsys.readouterr().err


@pytest.fixture
def ray(monkeypatch):
    """A fake of Ray's functions for a study; it plays nothing and finishes the last batch first."""
    fake_ray, errors = ModuleType("ray"), ModuleType("ray.exceptions")
    errors.RayError = type("RayError", (Exception,), {})
    errors.RayTaskError = type("RayTaskError", (errors.RayError,), {})
    fake_ray.found, fake_ray.cores = [], []
    fake_ray.init = lambda address, **_: fake_ray.found.append(address)
    fake_ray.shutdown = lambda: None

    def remote(num_cpus):
        fake_ray.cores.append(num_cpus)
        return lambda _: SimpleNamespace(remote=lambda part: part)

    fake_ray.remote = remote
    fake_ray.wait = lambda parts: ([parts[-1]], parts[:-1])
    fake_ray.get = lambda part: [part]
    monkeypatch.setitem(sys.modules, "ray", fake_ray)
    monkeypatch.setitem(sys.modules, "ray.exceptions", errors)
    return fake_ray


@pytest.mark.parametrize("address", ["auto", "ray://nowhere.invalid:10001"])
def test_each_batch_is_one_task_with_one_core(ray, address):
    assert list(play_batches(["one", "two"], 1, address)) == [(1, ["two"]), (0, ["one"])]
    assert ray.found == [address] and ray.cores == [1]


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("127.0.0.1:1", None),  # no server
        ("127.0.0.1:99999", None),  # an invalid port
        ("auto", RuntimeError()),
        ("auto", ValueError()),
    ],
)
def test_unreachable_cluster_gets_error_message(ray, address, error):
    def init(*_, **__):
        assert error is not None, "nobody was there"
        raise error

    ray.init = init
    with pytest.raises(NotationError, match="there is no Ray cluster at " + address):
        list(play_batches(["one"], 1, address))
