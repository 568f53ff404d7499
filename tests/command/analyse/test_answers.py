"""The answers of ``greylox analyse``: the same analysis as in ``greylox_web.api``."""

import io
import json
import os
import signal
import subprocess
import sys
from random import Random
from time import sleep

import pytest

from greylox_web import __version__
from greylox_web.api import Engine, read
from greylox_web.command.analyse import fields, service
from greylox_web.command.analyse.position_analysis import PositionAnalysis
from greylox_web.command.analyse.query import read_line
from greylox_web.command.analyse.service import Service, serve
from greylox_web.command.networks import evaluators
from greylox_web.engine.forecast import GAMES as FORECAST_GAMES
from greylox_web.engine.forecast import ForecastTask
from greylox_web.rules.board import bits
from tools import ROOT

COMMAND = [sys.executable, "-m", "greylox_web", "analyse"]
NAMES = {field.name for field in fields.ANSWER_FIELDS}
MIDGAME = {
    "greylox": "greylox4 1. d4  2. e5+b2",
    "lox": "lox5 1. b4  2. d2",
    "brink": "brink4-x2 1. d4  2. b2",
    "multiplicity": "multiplicity4 1. d4",
    "byg": "byg4 1. d4  2. c3",
}
END = "lox3 1. b2  2. c2  3. b3  4. c1  5. a1  6. a2"


def answer(plain=False, **values):
    """Analyse the only position of a query in this process."""
    [(_, job)] = read_line(json.dumps({"id": "a"} | values)).jobs
    analysis = PositionAnalysis(job, evaluators(plain))
    while not analysis.is_done:
        analysis.think(0.05)
    analysis.close()
    return json.loads(json.dumps(analysis.answer()))


def agrees(result, analysis, position):
    """Check an answer against the analysis of the API."""

    def names(actions):
        return [action.removesuffix("x") for action in actions]

    assert set(result) <= NAMES
    assert (result["best"], result["visits"], result["proven"]) == (
        analysis.best.removesuffix("x"),
        analysis.visits,
        analysis.proven,
    )
    assert result["value"] == pytest.approx(analysis.value, abs=1e-6)
    assert result["chance"] == pytest.approx((1 + analysis.value) / 2, abs=1e-6)
    assert result["pv"] == names(analysis.pv)
    assert result["mover"] == position.mover
    assert result["colours"] == list(position.game.colours)
    for candidate, expected in zip(result["candidates"], analysis.candidates, strict=True):
        assert candidate["action"] == expected.action.removesuffix("x")
        assert (candidate["visits"], candidate["proven"]) == (expected.visits, expected.proven)
        assert candidate["value"] == pytest.approx(expected.value, abs=1e-6)
        assert candidate["pv"][0] == candidate["action"]
        position.play(*candidate["pv"])
    assert result["candidates"][0]["pv"] == result["pv"]


@pytest.mark.parametrize("name", MIDGAME)
def test_answer_agrees_with_api(name):
    position = read(MIDGAME[name])
    result = answer(
        position=position.link,
        visits=120,
        seed=5,
        fields=["candidates", "priors", "shares", "legal", "summary"],
    )
    agrees(result, Engine(seed=5).analyse(position, visits=120), position)
    assert result["legal"] == list(position.legal)
    summary = position.summary() | {"error": None}
    assert result["summary"] == json.loads(json.dumps(summary))
    assert set(result["priors"]) == set(result["shares"]) == set(result["legal"])
    assert sum(result["priors"].values()) == pytest.approx(1, abs=1e-3)
    assert sum(result["shares"].values()) == pytest.approx(1, abs=1e-3)
    for candidate in result["candidates"]:
        assert candidate["prior"] == result["priors"][candidate["action"]]
        assert candidate["share"] == result["shares"][candidate["action"]]


def test_late_position_is_solved_as_in_api():
    position = read(END)
    result = answer(position=END, visits=50, seed=1)
    assert result["proven"] is True
    agrees(result, Engine(seed=1).analyse(position, visits=50), position)


def test_answer_without_network_agrees_with_api():
    position = read(MIDGAME["byg"])
    result = answer(
        True, position=position.link, visits=60, seed=2, fields=["candidates", "priors"]
    )
    agrees(result, Engine(seed=2, networks=False).analyse(position, visits=60), position)
    assert result["priors"] == {} and "prior" not in result["candidates"][0]


def test_forecast_counts_who_holds_each_cell():
    late = "byg3 1. a1  2. c3  3. b1  4. d3  5. c1  6. e5"
    result = answer(position=late, visits=1, seed=3, fields=["forecast"])
    forecast, position = result["forecast"], read(late)
    game = position.game
    task = ForecastTask(game, position.state, evaluators(False)(game), Random(3))
    task.think()
    assert forecast["games"] == FORECAST_GAMES
    assert forecast["value"] == pytest.approx(task.value_sum / FORECAST_GAMES, abs=1e-6)
    cells = [game.board.cell_name(cell) for cell in bits(game.board.cells)]
    for colour, counts in zip(game.colours, task.held, strict=True):
        shares = [count / FORECAST_GAMES for count in counts]
        assert list(forecast["held"][colour]) == cells
        assert list(forecast["held"][colour].values()) == pytest.approx(shares, abs=1e-6)


def test_seconds_end_search_and_forecast():
    result = answer(game="lox", size=15, seconds=0.01, fields=["forecast"])
    assert 1 <= result["visits"] < fields.MAX_VISITS
    assert result["forecast"]["games"] < FORECAST_GAMES


def test_position_of_finished_game_has_winner_and_no_analysis():
    over = read("byg3").random_end(Random(1))
    result = answer(position=over.link, fields=["candidates", "legal", "forecast"])
    expected = {"colours": ["white", "black"], "over": True, "winner": over.winner, "legal": []}
    assert result == expected
    resigned = answer(game="byg", size=3, moves=["a1", "c3", "resign"])
    assert (resigned["over"], resigned["winner"]) == (True, "white")


# ---- the service


def served(*lines, workers=1):
    """Return the answers to lines of input: objects, or text."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    target = io.BytesIO()
    serve(io.BytesIO(text.encode()), target, workers)
    return [json.loads(line) for line in target.getvalue().splitlines()]


def quick(query_id, **more):
    """Return a query that is answered at once."""
    return {"id": query_id, "game": "byg", "size": 3, "visits": 2, "fields": []} | more


def test_lines_are_answered_by_priority_and_bad_lines_at_once():
    answers = served(
        {"id": "now", "game": "lox", "seconds": 3600},
        quick("late", priority=-1),
        "",
        "junk",
        quick("first", priority=5, turns="all", moves=["a1", "c3"]),
        quick("next"),
        quick("next"),
        {"id": "v", "version": True},
        {"id": "stop", "cancel": "now"},
    )
    assert {key for row in answers for key in row} <= NAMES
    order = [row["id"] for row in answers if "mover" in row]
    assert order == ["first", "first", "first", "next", "late"]
    errors = [row for row in answers if "error" in row]
    assert [(row["id"], row["line"]) for row in errors] == [(None, 4), ("next", 7)]
    assert "is pending" in errors[1]["error"]
    turns = [row["turn"] for row in answers if row["id"] == "first"]
    assert turns == [0, 1, 2]
    [version] = [row for row in answers if row["id"] == "v"]
    assert version["version"] == __version__ and version["engine"]


class CancellingTarget:
    """An output that sends the cancellation of the query "long" when ``is_enough`` says so."""

    def __init__(self, is_enough, *lines):
        self.is_enough, self.answers = is_enough, []
        reading, self.input = os.pipe()
        self.source = os.fdopen(reading, "rb")
        self.send(*lines)

    def send(self, *lines):
        os.write(self.input, "".join(f"{json.dumps(line)}\n" for line in lines).encode())

    def write(self, line):
        self.answers.append(json.loads(line))
        if self.input >= 0 and self.is_enough(self.answers):
            self.send({"id": "stop", "cancel": "long"})
            os.close(self.input)
            self.input = -1

    def flush(self):
        pass


def test_short_searches_are_answered_while_a_long_one_runs():
    long = {"id": "long", "game": "lox", "seconds": 3600, "fields": []}
    shorts = [quick(f"short{number}") for number in range(5)]
    target = CancellingTarget(lambda answers: len(answers) == 5, long, *shorts)
    serve(target.source, target, 2)
    ids = [row["id"] for row in target.answers]
    assert ids == [*(f"short{number}" for number in range(5)), "long", "stop"]


def test_cancelled_query_answers_each_position():
    """Both the search that runs and the positions that wait end."""
    moves = ["a1", "c3"]
    answers = served(
        {"id": "long", "game": "byg", "size": 8, "moves": moves, "turns": "all", "seconds": 3600},
        {"id": "stop", "cancel": "long"},
        {"id": "again", "cancel": "long"},
        quick("after"),
        quick("long"),
    )
    assert [row["id"] for row in answers[:5]] == ["long"] * 3 + ["stop", "again"]
    assert all(row["cancelled"] is True and "best" not in row for row in answers[:3])
    assert answers[3:5] == [
        {"id": "stop", "cancel": "long", "positions": 3},
        {"id": "again", "cancel": "long", "positions": 0},
    ]
    assert [(row["id"], row["visits"]) for row in answers[5:]] == [("after", 2), ("long", 2)]


def test_partial_answers_come_until_the_last():
    query = {"id": "long", "game": "lox", "seconds": 3600, "report_seconds": 0.05, "fields": []}
    target = CancellingTarget(lambda answers: len(answers) == 3, query)
    serve(target.source, target, 1)
    *partial, last, stopped = target.answers
    assert len(partial) >= 3 and all(row["partial"] is True for row in partial)
    counts = [row["visits"] for row in partial]
    assert counts == sorted(counts) and counts[0] < counts[-1]
    assert (last["cancelled"], stopped["positions"]) == (True, 1) and "partial" not in last


def test_lost_worker_is_replaced_and_its_position_gets_a_sentence():
    answers = []
    serving = Service(answers.append, 1, plain=False)
    serving.receive(json.dumps({"id": "long", "game": "lox", "seconds": 3600}), 1)
    serving.receive(json.dumps(quick("after")), 2)
    serving.start_jobs()
    [worker] = serving.busy
    worker.process.kill()
    serving.hear(worker)
    serving.start_jobs()
    [other] = serving.busy
    serving.hear(other)
    serving.close()
    assert answers[0] == {"id": "long", "turn": 0, "ply": 0, "error": service.LOST_WORKER}
    assert (answers[1]["id"], answers[1]["visits"]) == ("after", 2)


def test_input_waits_while_many_positions_wait(monkeypatch):
    monkeypatch.setattr(service, "MAX_WAITING", 3)
    most = []
    add = Service.add

    def counted_add(self, query):
        add(self, query)
        most.append(len(self.waiting))

    monkeypatch.setattr(Service, "add", counted_add)
    answers = served(*(quick(f"q{number}") for number in range(20)))
    assert [row["id"] for row in answers] == [f"q{number}" for number in range(20)]
    assert max(most) <= 3


# ---- the program


LONG_SEARCH = b'{"id": "long", "game": "lox", "seconds": 3600, "report_seconds": 0.05}\n'


def started():
    """Start the program with a long search, and wait until it runs."""
    pipe = subprocess.PIPE
    program = subprocess.Popen(
        COMMAND, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
    )
    program.stdin.write(LONG_SEARCH)
    program.stdin.flush()
    assert json.loads(program.stdout.readline())["partial"] is True
    return program


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signal_ends_program_and_workers_quietly(number, status):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    program = started()
    signal.signal(signal.SIGINT, before)
    if number == signal.SIGINT:
        os.killpg(program.pid, number)  # as a terminal does
    else:
        program.send_signal(number)
    _, stderr = program.communicate(timeout=20)
    assert (program.returncode, stderr) == (status, b"")
    for _ in range(100):  # the group ends with its last process
        try:
            os.killpg(program.pid, 0)
        except ProcessLookupError:
            return
        sleep(0.05)
    raise AssertionError("a worker lives on")


@pytest.mark.slow
def test_closed_output_ends_program():
    program = started()
    program.stdout.close()
    program.wait(20)
    assert (program.returncode, program.stderr.read()) == (1, b"")
    program.stdin.close()
    program.stderr.close()


@pytest.mark.slow
@pytest.mark.parametrize("octets", [b"\xff\xfe{\x00", b"\x80\n\xc3", b"{" * 300_000, b"\0\n" * 20])
def test_hostile_octets_get_errors(octets):
    done = subprocess.run(COMMAND, cwd=ROOT, input=octets, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows and all(row["error"] and row["id"] is None for row in rows)


@pytest.mark.slow
def test_example_annotates_each_turn():
    done = subprocess.run(
        [sys.executable, "-m", "lab.annotate", "lox3 1. b2  2. c2  3. a1", "--visits", "20"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    rows = done.stdout.splitlines()
    beginnings = ["1. red b2: ", "2. blue c2: ", "3. red a1: "]
    assert [row[: len(begin)] for row, begin in zip(rows, beginnings, strict=True)] == beginnings
    assert all(row.count("%") == 2 for row in rows)
