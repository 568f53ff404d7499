"""Studies: self-play games, their file, the summary, and refused arguments."""

import csv
import json
import os
import signal
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from greylox_web.__main__ import main
from greylox_web.command.networks import engine_version
from greylox_web.command.study import batches as study_batches
from greylox_web.command.study import workers as study_workers
from greylox_web.command.study.batches import make_batches, study_parameters
from greylox_web.command.study.results import Results
from greylox_web.command.study.study import check_writable, csv_error
from greylox_web.command.study.workers import play_batches
from greylox_web.measure.games import measure_game, measure_link
from greylox_web.measure.job import Job
from greylox_web.measure.plan import start_records
from greylox_web.measure.rows import Row
from greylox_web.measure.selfplay import play_games
from greylox_web.measure.summary import (
    Share,
    column_names,
    format_summary,
    summarise_all,
    to_csv,
)
from greylox_web.rules import GAMES, NotationError, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.play import random_game, replay
from greylox_web.rules.state import State

FEW = ["--size", "2", "--games", "5", "--visits", "2", "--visits", "4", "--workers", "1"]


def make_finished_record(name, size, seed):
    game = new_game(name, size, allow_small=True)
    return GameRecord(game, tuple(random_game(game, Random(seed))))


def run_study(capsys, *words):
    assert main(["study", *words]) == 0
    return capsys.readouterr()


def run_refused_study(capsys, *words):
    assert main(["study", *words]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") <= 2 and error.splitlines()[-1].startswith("greylox: ")
    return error.splitlines()[-1]


@pytest.mark.parametrize("name", GAMES)
def test_each_game_is_studied(name, capsys):
    out = run_study(capsys, name, *FEW).out
    assert "2 visits, 5 games" in out and "4 visits, 5 games" in out


@pytest.mark.parametrize("name", GAMES)
def test_measures_agree_with_rules(name):
    for seed in range(10):
        record = make_finished_record(name, 3, seed)
        measures, game = measure_game(record), record.game
        states = replay(game, record.actions)
        assert measure_link(measures["link"]) == measures
        assert (measures["winner"], measures["how"]) == game.outcome(states[-1])[:2]
        stones = sum(state.occupied.bit_count() for state in states[-1:])
        swaps = sum(action == game.board.swap_action for action in record.actions)
        ends = sum(action == game.board.end_action for action in record.actions)
        assert measures["actions"] - measures["flips"] - swaps - ends == stones
        assert measures["passes"] <= ends and measures["opening"] <= measures["actions"]
    unfinished = GameRecord(record.game, record.actions[:-1])
    with pytest.raises(ValueError, match="goes on"):
        measure_game(unfinished)


def test_same_seed_plays_same_games_in_any_batch_size():
    job = Job(study_parameters(new_game("byg", 3), [], 3, 7), "", 4, list(range(6)))
    starts = start_records(job.study)
    together = list(play_games(job, starts, None))
    alone = [next(play_games(job._replace(numbers=[n]), starts, None)) for n in range(6)]
    assert sorted(together) == sorted(alone)
    assert len({game.record.actions for game in together}) > 1


def test_interrupted_study_resumes_without_duplicates(tmp_path, capsys):
    path, sheet = tmp_path / "brink.jsonl", tmp_path / "brink.csv"
    words = ["brink", *FEW, "--results", str(path)]
    whole = run_study(capsys, *words, "--csv", str(sheet)).out
    head, *rows = path.read_text().splitlines()
    assert json.loads(head)["study"]["game"] == "brink2-x3" and len(rows) == 10
    assert sheet.read_text().splitlines()[0].split(",") == column_names()
    wrong = json.dumps({**json.loads(rows[3]), "winner": None, "how": "draw"})
    other = json.dumps({**json.loads(rows[4]), "link": "1/brink2-x2/mb2"})
    path.write_text("\n".join([head, *rows[:3], rows[0], wrong, other, "[]", rows[5][:40]]))
    second = run_study(capsys, *words)
    assert second.out == whole
    assert "damaged lines, passed over: 4" in second.err
    assert "twice, counted once: 1" in second.err
    assert run_study(capsys, *words).out == whole  # now the file has all games
    keys = [(row["visits"], row["number"]) for row in map(parse_row, path.read_text().splitlines())]
    assert {(visits, number) for visits in (2, 4) for number in range(5)} <= set(keys)


def parse_row(line):
    try:
        row = json.loads(line)
    except ValueError:
        row = {}
    return {"visits": 0, "number": 0} | (row if isinstance(row, dict) else {})


def test_file_of_other_study_stays_unchanged(tmp_path, capsys):
    path = tmp_path / "brink.jsonl"
    words = ["brink", *FEW, "--results", str(path)]
    run_study(capsys, *words)
    before = path.read_bytes()
    for change, difference in (
        (["--seed", "2"], "with seed 1, not 2"),
        (["--random-actions", "1"], "with drawn 4, not 1"),
        (["--option", "x=2"], "with game brink2-x3, not brink2-x2"),
        (["--start", "1. b2", "--seed", "2"], "from other starts and with seed 1, not 2"),
    ):
        message = run_refused_study(capsys, *words, *change)
        assert message == f"greylox: {path} holds another study, {difference}"
    assert path.read_bytes() == before
    path.write_text("\x00 what is this?\n")
    assert "holds no results of a study" in run_refused_study(capsys, *words)
    assert "no results can be kept" in run_refused_study(capsys, *words[:-1], str(tmp_path))


def test_games_begin_from_each_position_in_turn(tmp_path, capsys):
    links = ["1/lox3/mb2", "1/lox3/ma1"]
    path = tmp_path / "lox.jsonl"
    words = ["lox", "--size", "3", "--games", "4", "--visits", "2", "--workers", "1"]
    words += ["--results", str(path), "--start", links[0], "--start", links[1]]
    run_study(capsys, *words)
    rows = sorted(map(json.loads, path.read_text().splitlines()[1:]), key=lambda r: r["number"])
    assert [row["first"] for row in rows] == ["b2", "a1", "b2", "a1"]
    out = run_study(capsys, *words).out
    assert "1 visits" not in out
    assert [line.strip().partition("/c")[0] for line in out.splitlines() if "from" in line] == [
        f"from {link}" for link in links
    ]
    won = [row["winner"] == 0 for row in rows]
    for line, index in zip(out.splitlines()[2:4], (0, 1), strict=True):
        assert f": {sum(won[index::2]) / 2:.1%} (" in line and line.endswith("games: 2")
    sheet = tmp_path / "lox.csv"
    run_study(capsys, *words, "--csv", str(sheet))
    table = list(csv.DictReader(sheet.read_text().splitlines()))
    assert [row["game"].partition("/c")[0] for row in table] == ["lox3", *links]
    assert [row["games"] for row in table] == ["4", "2", "2"]
    shares = [sum(games) / len(games) for games in (won, won[::2], won[1::2])]
    assert [float(row["first"]) for row in table] == shares


def test_a_start_may_be_a_record():
    game = new_game("lox", 3, allow_small=True)
    for text in ("lox3 1. b2", "1. b2", "https://example.org/#1/lox3/mb2"):
        assert (
            study_parameters(game, [text], 0, 1).starts
            == study_parameters(game, ["1/lox3/mb2"], 0, 1).starts
        )


def test_study_with_earlier_network_is_only_summarised(tmp_path, capsys):
    path = tmp_path / "brink.jsonl"
    words = ["brink", *FEW, "--results", str(path)]
    out = run_study(capsys, *words).out
    path.write_text(path.read_text().replace('"network": "', '"network": "0'))
    assert "holds another study, with network 0" in run_refused_study(capsys, *words)
    assert run_study(capsys, *words, "--games", "0").out == out


def test_a_game_may_begin_from_a_set_up_position():
    game = new_game("byg", 3)
    one, two = game.board.parse_cell("b2"), game.board.parse_cell("c3")
    start = GameRecord(game, (), State((1 << one, 1 << two), mover=0))
    job = Job(study_parameters(game, [], 2, 1), "", 2, [0])
    record = next(play_games(job, [start], None)).record
    assert record.initial_state.mover == 0 and measure_game(record)["winner"] in (0, 1)
    assert read_link(measure_game(record)["link"]).record == record


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--start", "hello"], "cannot be read"),
        (["--start", "1/lox3/mb2"], "A start is of lox3"),
        (["--start", "1/brink2-x3/ma1a2b1b2b3c2c3"], "over"),
        (["--games", "0"], "games: from 1 to 1,000,000, not 0"),
        (["--games", "-1"], "games: from 1 to 1,000,000, not -1"),
        (["--visits", "0"], "visits: from 1"),
        (["--random-actions", "-1"], "random actions: from 0"),
        (["--workers", "0"], "workers: from 1"),
    ],
)
def test_invalid_study_arguments_get_error_message(words, expected, capsys):
    assert expected in run_refused_study(capsys, "brink", *FEW, *words)


@pytest.mark.parametrize("csv_path", ["no/such/x.csv", "folder", "file/x.csv"])
def test_unwritable_csv_is_reported_before_first_game(tmp_path, capsys, csv_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    sheet, path = tmp_path / csv_path, tmp_path / "brink.jsonl"
    assert main(["study", "brink", *FEW, "--results", str(path), "--csv", str(sheet)]) == 2
    output = capsys.readouterr()
    assert output.err.startswith(f"greylox: no table can be written to {sheet}: ")
    assert output.out == "" and output.err.count("\n") == 1
    assert not path.exists()


def test_csv_path_equal_to_games_file_is_refused(tmp_path, capsys):
    (tmp_path / "folder").mkdir()
    path = tmp_path / "brink.jsonl"
    run_study(capsys, "brink", *FEW, "--results", str(path))
    games = path.read_bytes()
    linked = tmp_path / "linked"
    linked.hardlink_to(path)
    for same in (tmp_path / "folder" / ".." / "brink.jsonl", linked):
        message = run_refused_study(
            capsys, "brink", *FEW, "--results", str(path), "--csv", str(same)
        )
        assert "keeps the games; the table needs another file" in message
        assert path.read_bytes() == games


def test_existing_csv_is_replaced_only_by_new_summary(tmp_path, capsys):
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("as it was\n")
    for sheet in (old, new):
        check_writable(sheet)
    assert old.read_text() == "as it was\n" and [*tmp_path.iterdir()] == [old]
    for sheet in (old, new):
        run_study(capsys, "brink", *FEW, "--csv", str(sheet))
    assert old.read_text() == new.read_text() and old.read_text().startswith("game,visits,")


@pytest.mark.skipif(os.name == "nt", reason="named pipes")
def test_a_table_may_go_into_a_pipe(tmp_path, capsys):
    pipe, contents = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: contents.append(pipe.read_text()), daemon=True)
    reader.start()
    run_study(capsys, "brink", *FEW, "--csv", str(pipe))
    reader.join(10)
    assert contents and contents[0].startswith("game,visits,")


@pytest.mark.parametrize(
    ("games", "workers", "sizes"), [(3, 1, [1]), (32, 2, [4]), (40, 4, [2]), (300, 1, [32, 12])]
)
def test_of_few_games_each_worker_has_several_parts(games, workers, sizes):
    parameters = study_parameters(new_game("lox", 3, allow_small=True), [], 0, 1)
    batches = make_batches(Results(None, parameters), [1], games, workers)
    assert sorted({len(numbers) for *_, numbers in batches}, reverse=True) == sizes
    assert [n for *_, numbers in batches for n in numbers] == list(range(games))


@pytest.mark.parametrize(("visits", "max_games"), [(8, 32), (32, 8), (100, 2), (1000, 1)])
def test_the_longer_games_take_the_fewer_are_in_a_part(monkeypatch, visits, max_games):
    """Games are saved only when their whole batch is finished."""
    results = Results(None, study_parameters(new_game("lox", 3, allow_small=True), [], 0, 1))
    assert {len(numbers) for *_, numbers in make_batches(results, [visits], 320, 1)} == {max_games}
    monkeypatch.setattr(
        study_batches, "SearchKernel", type(None)
    )  # as if compiled code could not run
    assert {len(numbers) for *_, numbers in make_batches(results, [visits], 320, 1)} == {32}


def test_start_before_resignation_can_be_played():
    parameters = study_parameters(new_game("lox", 3, allow_small=True), ["1/lox3/mb2a1-q/n1"], 0, 1)
    assert len(parameters.starts) == 1
    with pytest.raises(NotationError, match="a game that is over"):
        study_parameters(new_game("lox", 3, allow_small=True), ["1/lox3/mb2a1-q"], 0, 1)


def test_worker_with_other_network_names_game_title():
    parameters = study_parameters(new_game("lox", 3, allow_small=True), [], 0, 1)._replace(
        network="other"
    )
    with pytest.raises(NotationError, match="the network of Lox there is "):
        study_batches.play_batch(Job(parameters, engine_version(), 2, [0]))


def test_a_worker_with_another_engine_does_not_play():
    parameters = study_parameters(new_game("lox", 3, allow_small=True), [], 0, 1)
    with pytest.raises(NotationError, match=r"the engine there is 0\S+, the study's is 0\.0"):
        study_batches.play_batch(Job(parameters, "0.0", 2, [0]))


@pytest.mark.slow
def test_two_processes_play_same_games_as_one(monkeypatch):
    monkeypatch.setattr(study_batches, "BATCH_GAMES", 2)
    parameters = study_parameters(new_game("brink", 2, allow_small=True), [], 2, 3)
    batches = make_batches(Results(None, parameters), [1], 8)
    assert [numbers for *_, numbers in batches] == [[0, 1], [2, 3], [4, 5], [6, 7]]

    def key(row):
        return row["number"]

    played = [
        sorted((row for _, rows in play_batches(batches, workers) for row in rows), key=key)
        for workers in (1, 2)
    ]
    assert [r["measured"]["link"] for r in played[0]] == [r["measured"]["link"] for r in played[1]]


@pytest.mark.parametrize(("games", "workers"), [(1, 2), (8, 1)])
def test_one_worker_or_one_batch_starts_no_process(monkeypatch, games, workers):
    monkeypatch.setattr(
        study_workers, "play_in_processes", lambda *_: pytest.fail("another process")
    )
    parameters = study_parameters(new_game("brink", 2, allow_small=True), [], 0, 1)
    batches = make_batches(Results(None, parameters), [1], games, workers)
    assert len([rows for _, rows in play_batches(batches, workers)]) == len(batches)


@pytest.mark.skipif(os.name == "nt", reason="signal masks")
def test_interrupt_is_deferred_until_processes_start():
    with study_workers.defer_interrupts():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_csv_error_contains_reason():
    path = Path("a.csv")
    for error, why in (
        (OSError(28, "No space left"), "No space left"),
        (OSError("a fault"), "a fault"),
    ):
        assert str(csv_error(path, error)) == f"no table can be written to a.csv: {why}"


def test_lost_worker_gets_error_message(monkeypatch):
    monkeypatch.setattr(study_workers, "play_batch", os._exit)
    with pytest.raises(NotationError, match="what was played is kept"):
        list(play_batches([1, 1], 2))


def test_shares_and_means():
    measures = measure_game(make_finished_record("brink", 3, 1))
    rows = [
        Row(
            number=number,
            visits=8,
            lowest=low,
            measured={**measures, "winner": winner, "link": link},
        )
        for number, (winner, low, link) in enumerate(
            [(0, 55, "a"), (0, 30, "b"), (1, 41, "c"), (None, None, "d"), (1, 0, "c"), (1, 0, "c")]
        )
    ]
    [line] = summarise_all(rows)
    assert (line.games, line.different, line.draws) == (6, 4, 1)
    assert line.first == (pytest.approx(4 * 2.5 / 6), 4), (
        "identical games count once in the interval"
    )
    assert line.behind == (pytest.approx(1.8), 3)
    assert line.actions == 19 and "41.7%" in format_summary([line])
    assert "shortest" not in format_summary([line], rows), "all are as long"
    rows[0]["measured"]["actions"] = 15
    assert format_summary([line], rows).endswith(
        "\n  the shortest game has 15 actions, the longest 19"
    )
    assert to_csv([("brink3", line)]).count("\n") == 2
    assert str(Share(0, 0)) == format_summary([]) == "no games"


def test_skill_ladder_is_played_resumed_and_summarised(tmp_path, capsys):
    path = tmp_path / "byg.jsonl"
    words = ["byg", "--size", "3", "--visits", "2", "--games", "4", "--workers", "1"]
    words += ["--results", str(path)]
    whole = run_study(capsys, *words, "--ladder", "9:2", "--ladder", "2:1").out
    assert "2 visits against 1, 4 games\n  the side that looks further has " in whole
    assert whole.index("2 visits against 1") < whole.index("9 visits against 2")
    text = path.read_text()
    rows = [json.loads(line) for line in text.splitlines()[1:]]
    visits = [tuple(row["visits"]) for row in rows if row["visits"] != 2]
    assert sorted(visits) == [(1, 2)] * 2 + [(2, 1)] * 2 + [(2, 9)] * 2 + [(9, 2)] * 2
    path.write_text("\n".join(text.splitlines()[:-2]) + "\n")
    again = run_study(capsys, *words, "--ladder", "9:2", "--ladder", "2:1")
    assert again.out == whole and sorted(path.read_text().splitlines()) == sorted(text.splitlines())
    swapped = [json.dumps({**rows[-1], "visits": rows[-1]["visits"][::-1], "number": 90})]
    with path.open("a") as file:
        file.write("".join(f"{line}\n" for line in (*swapped, text.splitlines()[-1])))
    assert "twice, counted once: 1" in run_study(capsys, *words).err


def test_ladder_steps_out_of_order_are_refused(capsys):
    for step in ("8:32", "8", "8:8", "a:b", ":"):
        with pytest.raises(SystemExit):
            main(["study", "byg", "--ladder", step])
        assert "no pair like 32:8" in capsys.readouterr().err
    assert "visits: from 1 to" in run_refused_study(capsys, "byg", "--ladder", "999999:8")
