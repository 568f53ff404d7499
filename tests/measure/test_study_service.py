"""The worker's service plays the same games as the command, however it is interrupted."""

import json

import pytest

from greylox_web.command.networks import engine_version, network_checksum
from greylox_web.command.study.batches import play_batch, study_parameters
from greylox_web.engine.network_registry import NETWORK_DIR
from greylox_web.measure.job import Job, read_job, read_played, write_job
from greylox_web.measure.rows import format_row, parse_game, read_row
from greylox_web.measure.service import MeasureService
from greylox_web.rules import GAMES, new_game
from greylox_web.schema import SchemaError

ENGINE = engine_version()


def make_service(*names, engine=ENGINE, clock=lambda: 0.0):
    service = MeasureService(engine, clock)
    for name in names:
        service.add_network(name, (NETWORK_DIR / f"{name}.npz").read_bytes())
    return service


def play_all(service, job):
    """Play a job one step at a time; return its lines, and the number of calls."""
    assert service.begin(write_job(job)) == ""
    lines, calls = [], 0
    while len(lines) < len(job.numbers):
        lines += read_played(service.play(0))
        calls += 1
    assert service.play(0) == ""  # there are no more games
    return lines, calls


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("visits", [9, (9, 2)])
def test_same_seed_same_games_as_the_command(name, visits):
    game = new_game(name, 3, allow_small=True)
    study = study_parameters(game, [], 4, 11)
    assert study.network
    job = Job(study, ENGINE, visits, [0, 3, 4])
    lines, calls = play_all(make_service(name), job)
    rows = play_batch(job)
    assert sorted(lines) == sorted(map(format_row, rows))
    assert calls > 9  # it can pause within a game
    for line in lines:
        assert parse_game(line, study) == read_row(line) is not None


def test_plain_search_and_starts_are_played_as_by_the_command():
    game = new_game("byg", 3)
    study = study_parameters(game, ["1/byg3/ma1/n1", "1/byg3/mb2"], 0, 3)._replace(network="")
    job = Job(study, ENGINE, 3, [0, 1, 2])
    lines, _ = play_all(make_service(), job)
    assert all(parse_game(line, study) for line in lines)
    assert '"first":"a1"' in lines[0] and '"first":"b2"' in lines[1]


def test_both_sides_of_a_step_of_the_ladder_play_each_start_in_each_colour():
    game = new_game("byg", 3)
    study = study_parameters(game, ["1/byg3/ma1", "1/byg3/mb2"], 0, 3)
    lines, _ = play_all(make_service("byg"), Job(study, ENGINE, (4, 1), [0, 1, 2, 3]))
    rows = [read_row(line) for line in lines]
    assert [row["visits"] for row in rows] == [(4, 1), (1, 4), (4, 1), (1, 4)]
    assert [row["measured"]["first"] for row in rows] == ["a1", "a1", "b2", "b2"]


def test_a_job_for_another_engine_or_network_is_refused_with_a_sentence():
    game = new_game("byg", 3)
    study = study_parameters(game, [], 0, 1)
    job = Job(study, ENGINE, 2, [0])
    assert study.network == network_checksum(game)
    assert "network of Byg" in make_service().begin(write_job(job))
    assert "network of Byg" in make_service("byg").begin(
        write_job(job._replace(study=study._replace(network="00000000")))
    )
    service = make_service("byg", engine="0.0.1")
    assert "engine" in service.begin(write_job(job))
    assert service.play(0) == ""
    service = make_service()
    assert service.missing_network(write_job(job)) == "byg"
    assert service.missing_network("{}") == service.missing_network("[" * 5000) == ""
    assert service.begin("{}") and service.begin(write_job(job).replace("byg3", "byg99"))


@pytest.mark.parametrize(
    "change",
    [
        {"visits": 0},
        {"visits": True},
        {"visits": [8, 8]},
        {"visits": 10**6},
        {"numbers": [-1]},
        {"numbers": [0] * 1000},
        {"engine": 3},
        {"study": None},
        {"more": 1},
    ],
)
def test_a_damaged_job_is_refused(change):
    job = Job(study_parameters(new_game("byg", 3), [], 0, 1), ENGINE, 2, [0])
    fields = {**job._asdict(), "study": job.study._asdict(), **change}
    with pytest.raises(SchemaError):
        read_job(json.dumps(fields))
    assert read_job(write_job(job)) == job
