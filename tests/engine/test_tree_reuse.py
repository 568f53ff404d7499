"""The memory that a search reports."""

from random import Random

import pytest

from greylox_web.engine import messages
from greylox_web.engine.compiled import search as puct
from greylox_web.engine.network_registry import load_networks
from greylox_web.engine.service import Service
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link


@pytest.mark.parametrize("name", GAMES)
def test_analysis_ends_at_memory_limit(name, monkeypatch):
    monkeypatch.setattr(puct, "MIN_ARENA_BYTES", 1 << 16)
    monkeypatch.setattr(puct, "MAX_ARENA_BYTES", 1 << 18)
    worker = Service(Random(1), nets=load_networks()[0])
    position = write_link(GameRecord(new_game(name), ()))
    report = messages.read_report(
        worker.begin(messages.write_request(messages.SearchRequest(1, position, 1, "analyse")))
    )
    for _ in range(2000):
        if report.final:
            break
        assert report.memory_bytes <= 1 << 18
        report = messages.read_report(worker.slice_(1, 5))
    assert report.final and not report.error and not report.proven
    assert report.memory_bytes == 1 << 18
    assert 20 < report.visits < report.visit_limit


def test_search_without_network_reports_no_memory():
    worker = Service(Random(1))
    position = write_link(GameRecord(new_game("byg"), ()))
    report = messages.read_report(
        worker.begin(messages.write_request(messages.SearchRequest(1, position, 1)))
    )
    assert (report.memory_bytes, report.memory_limit) == (0, 0)
