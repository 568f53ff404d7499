"""The file of a study, row by row."""

import json
import sys
from pathlib import Path
from random import Random

import pytest

from greylox_web.__main__ import build_parser
from greylox_web.command import networks
from greylox_web.command.jsonl import add_row
from greylox_web.command.networks import engine_version
from greylox_web.command.pipes import INSTALL
from greylox_web.command.study.batches import study_parameters
from greylox_web.command.study.results import Results
from greylox_web.command.study.study import check_range
from greylox_web.engine import version
from greylox_web.engine.compiled import network as encoder
from greylox_web.measure import selfplay
from greylox_web.measure.job import Job
from greylox_web.measure.plan import start_records
from greylox_web.measure.rows import parse_fields, parse_game
from greylox_web.measure.selfplay import Finished, make_row, play_games
from greylox_web.measure.summary import format_summary, summarise_all
from greylox_web.rules import NotationError, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.play import random_game, replay

GAME = new_game("byg", 3)
PARAMETERS = study_parameters(GAME, [], 0, 1)


def make_finished(winner, values=(0.0,), number=0):
    """Return a game that this colour won, with the engine's values during the game."""
    for seed in range(50):
        actions = tuple(random_game(GAME, Random(seed)))
        if GAME.outcome(replay(GAME, actions)[-1]).winner == winner:
            return Finished(number, GameRecord(GAME, actions), list(values))
    raise AssertionError("nobody wins such a game")


@pytest.mark.parametrize(
    ("winner", "values", "lowest"),
    [
        (0, [0.5, -0.2, 1.0], 40),
        (1, [0.5, -0.2, 1.0], 0),
        (1, [0.5, -0.2, -1.0], 25),
        (0, [1.0, 1.0], 100),
        (0, [0.0], 50),
        (0, [-1.01], 0),
        (1, [-1.01], 100),
    ],
)
def test_the_lowest_chances_are_the_winners_in_per_cent(winner, values, lowest):
    assert make_row(make_finished(winner, values), 8)["lowest"] == lowest


@pytest.fixture
def file(tmp_path):
    return tmp_path / "byg.jsonl"


def make_results(file, numbers):
    results = Results(file, PARAMETERS)
    for number in numbers:
        results.add(make_row(make_finished(0, number=number), 8))
    return results


def test_summary_of_missing_file_creates_no_file(file):
    args = build_parser("study").parse_args(
        ["study", "byg", "--games", "0", "--results", str(file)]
    )
    with pytest.raises(NotationError, match="no games yet"):
        args.run(args)
    assert not file.exists()


def test_summary_uses_singular_for_one_visit_and_game():
    text = format_summary(summarise_all([make_row(make_finished(0), 1)]))
    assert text.startswith("1 visit, 1 game, 1 different")


def test_complete_file_stays_unchanged(file):
    make_results(file, range(3))
    before = file.read_bytes()
    assert before.endswith(b"\n") and before.count(b"\n") == 4
    assert make_results(file, []).missing(8, 5) == [3, 4]
    assert file.read_bytes() == before


def test_file_of_empty_lines_gets_header(tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_text("\n\n")
    Results(path, PARAMETERS).add(make_row(make_finished(0, number=1), 8))
    assert list(Results(path, PARAMETERS).rows) == [(8, 1)]
    assert len(path.read_text().splitlines()) == 2


def test_row_after_truncated_line_starts_new_line(file, capsys):
    make_results(file, range(2))
    cut = file.read_bytes()[:-30]
    file.write_bytes(cut)
    make_results(file, [1])
    assert file.read_bytes().startswith(cut + b"\n{")
    capsys.readouterr()
    assert make_results(file, []).missing(8, 3) == [2]
    assert capsys.readouterr().err == f"{file}: damaged lines, passed over: 1\n"


@pytest.mark.parametrize(
    ("key", "value"),
    [("number", -1), ("visits", 0), ("lowest", 101), ("lowest", -1), ("flips", 99), ("link", "x")],
)
def test_row_with_impossible_values_is_skipped(file, key, value):
    make_results(file, [0])
    row = json.loads(file.read_text().splitlines()[1])
    assert parse_game(json.dumps(row), PARAMETERS) is not None
    assert parse_game(json.dumps({**row, key: value}), PARAMETERS) is None


def test_games_from_start_position_are_reloaded(tmp_path, capsys):
    start = "1/byg3/ma1/n1"
    parameters = study_parameters(GAME, [start], 0, 1)
    job = Job(parameters, "", 2, [0, 1, 2])
    rows = [make_row(game, 2) for game in play_games(job, start_records(parameters), None)]
    results = Results(tmp_path / "file.jsonl", parameters)
    for row in rows:
        results.add(row)
    reloaded = Results(tmp_path / "file.jsonl", parameters)
    assert reloaded.rows == results.rows and len(reloaded.rows) == 3
    assert capsys.readouterr().err == ""
    other = study_parameters(GAME, ["1/byg3/mb2/n1"], 0, 1)
    line = (tmp_path / "file.jsonl").read_text().splitlines()[1]
    assert parse_game(line, parameters) is not None and parse_game(line, other) is None


def test_unwritable_results_file_error_has_reason(file):
    results = make_results(file, [0])
    file.unlink()
    file.mkdir()
    with pytest.raises(NotationError) as fault:
        results.add(make_row(make_finished(0, number=1), 8))
    assert str(fault.value) == f"no results can be kept in {file}: Is a directory"


def test_only_the_first_actions_are_drawn_by_lot(monkeypatch):
    levels = []
    task = selfplay.SearchTask

    def recording_task(memory, game, states, actions, level):
        levels.append(level)
        return task(memory, game, states, actions, level)

    monkeypatch.setattr(selfplay, "SearchTask", recording_task)
    list(play_games(Job(PARAMETERS._replace(drawn=3), "", 2, [0]), [GameRecord(GAME)], None))
    assert [level.temperature for level in levels] == [1.0] * 3 + [0.0] * (len(levels) - 3)
    assert len(levels) > 6


def test_a_number_may_be_the_least_and_the_most():
    check_range("games", 1, 1, 5)
    check_range("games", 5, 1, 5)
    for number in (0, 6):
        with pytest.raises(NotationError, match=f"games: from 1 to 5, not {number}"):
            check_range("games", number, 1, 5)


@pytest.mark.parametrize(("cores", "workers"), [(6, 6), (None, 1)])
def test_default_workers_equal_cpu_count(monkeypatch, cores, workers):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    assert build_parser("study").parse_args(["study", "byg"]).workers == workers


def test_other_engine_version_is_reported_once(file, capsys):
    Results(file, PARAMETERS, engine="0.1-aaaa", method="This way.")
    assert parse_fields(file.read_text().splitlines()[0])["method"] == "This way."
    row = make_row(make_finished(0), 8)
    Results(file, PARAMETERS, engine="0.1-aaaa").add(row)
    other_results = Results(file, PARAMETERS, engine="0.1-bbbb")
    other_results.add(row)  # already in the file
    assert not capsys.readouterr().err
    for number in (1, 2):
        other_results.add(make_row(make_finished(0, number=number), 8))
    assert capsys.readouterr().err == f"{file}: begun with engine 0.1-aaaa; now 0.1-bbbb\n"


def test_an_engine_without_its_compiled_code_is_another(monkeypatch):
    """Without compiled code the same seed gives other games."""
    compiled = engine_version()
    assert compiled.startswith(f"{version.ENGINE}-")
    monkeypatch.setattr(networks, "load_instance", lambda path: None)
    assert engine_version() == version.ENGINE


def test_missing_compiled_code_is_reported_once(monkeypatch, capsys):
    """In Brink the compiled search uses random games in its values."""

    def warnings() -> str:
        registry = networks.load_networks()[0]
        monkeypatch.setattr(networks, "load_registry", lambda registry=registry: registry)
        networks.warn_of_python.cache_clear()
        for _ in range(2):
            assert networks.network_of(new_game("brink", 4)) and networks.network_of(
                new_game("byg", 4)
            )
        return capsys.readouterr().err

    assert warnings() == ""
    monkeypatch.setattr(encoder, "load_instance", lambda path: None)
    slower = "the engine is several times slower: "
    assert warnings() == f"{slower}its compiled code does not run here\n"
    monkeypatch.setattr(networks, "RULES_WASM", Path("nothing.wasm"))
    assert warnings() == f"{slower}it was not compiled; python3 build.py does that\n"
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    assert warnings().endswith(f"; {INSTALL} wasmtime installs it\n")
    networks.warn_of_python.cache_clear()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_line_is_added_in_the_encoding_of_the_file(file, encoding):
    file.write_text('{"a": "ü"}\n', encoding)
    add_row(file, '{"b": "ü"}')
    assert file.read_text(encoding) == '{"a": "ü"}\n{"b": "ü"}\n'
