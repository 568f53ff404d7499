"""The memory that a search reports."""

from random import Random

import pytest

from greylox_web.engine import messages as wire
from greylox_web.engine.compiled import search as guided
from greylox_web.engine.network_registry import load_networks
from greylox_web.engine.service import Service
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link


@pytest.mark.parametrize("name", GAMES)
def test_analysis_ends_at_memory_limit(name, monkeypatch):
    monkeypatch.setattr(guided, "MIN_ARENA_BYTES", 1 << 16)
    monkeypatch.setattr(guided, "MAX_ARENA_BYTES", 1 << 18)
    worker = Service(Random(1), nets=load_networks()[0])
    position = write_link(GameRecord(new_game(name), ()))
    report = wire.read_report(
        worker.begin(wire.write_request(wire.SearchRequest(1, position, 1, "analyse")))
    )
    for _ in range(2000):
        if report.final:
            break
        assert report.memory <= 1 << 18
        report = wire.read_report(worker.slice_(1, 5))
    assert report.final and not report.error and not report.proven
    assert report.memory == 1 << 18
    assert 20 < report.playouts < report.work


def test_search_without_network_reports_no_memory():
    worker = Service(Random(1))
    position = write_link(GameRecord(new_game("byg"), ()))
    report = wire.read_report(worker.begin(wire.write_request(wire.SearchRequest(1, position, 1))))
    assert (report.memory, report.room) == (0, 0)
