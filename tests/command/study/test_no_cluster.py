"""Studies on a cluster: what stops them before they reach one."""

import sys

import pytest

from greylox_web.__main__ import main
from greylox_web.command.nets import engine_version
from greylox_web.command.study.parts import about
from greylox_web.command.study.workers import all_played
from greylox_web.rules import NotationError, new_game


def test_another_network_plays_no_part():
    other = about(new_game("brink", 3), [], 4, 1)._replace(network="12345678")
    with pytest.raises(NotationError, match="the study's is 12345678"):
        list(all_played([(other, engine_version(), 8, [0])], 1))


def test_without_ray_there_is_no_cluster(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["study", "brink", "--size", "3", "--address", "auto"]) == 2
    assert "a cluster needs Ray" in capsys.readouterr().err
