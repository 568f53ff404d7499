"""The engine's worker, without a browser."""

import gc
import itertools
import weakref
from random import Random

import pytest

from greylox_web.engine import messages
from greylox_web.engine.inputs import Encoder
from greylox_web.engine.network import write_weights
from greylox_web.engine.network_registry import NETWORK_DIR
from greylox_web.engine.service import Service
from greylox_web.engine.tuning import FIXED_EFFORT
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord, parse_action
from greylox_web.rules.notation.links import read_link, write_link
from tests.engine.samples import certain_weights
from tests.thoroughness import LONG

GREYLOX = "1/greylox5/me5e6b2"


def worker(seconds=0.001):
    """Return a worker whose clock advances by ``seconds`` at each reading."""
    ticks = itertools.count()
    return Service(Random(1), lambda: next(ticks) * seconds)


def begin(engine, ticket=1, position=GREYLOX, level=2, purpose="play"):
    line = messages.write_request(messages.SearchRequest(ticket, position, level, purpose))
    return messages.read_report(engine.begin(line))


def finish(engine, report, millis=20):
    reports = [report]
    while not reports[-1].final:
        reports.append(messages.read_report(engine.slice_(report.ticket, millis)))
    return reports


PUZZLE = "1/greylox4/soox1.1oxoo.oxxxoo.1xxxxxo.xxxox1.xxoo1.1o1o-o-2/m"


def test_proof_is_reported_in_slices_and_stops():
    engine = worker()
    reports = finish(engine, begin(engine, position=PUZZLE, purpose="proof"), millis=1)
    assert len(reports) > 2
    assert {report.proof.verdict for report in reports[:-1]} == {"running"}
    checked = [report.proof.checked for report in reports]
    assert checked == sorted(checked)
    proof = reports[-1].proof
    assert (proof.verdict, proof.keeping, len(proof.wrong)) == ("proven", ["g5"], proof.turns - 1)
    assert begin(engine, 2, PUZZLE, purpose="proof").proof.verdict == "running"
    stopped = messages.read_report(engine.stop(2))
    assert stopped.final
    assert stopped.proof.verdict == "running"


def test_the_search_knows_every_purpose():
    assert {"play", "ponder", "forecast", "proof", *FIXED_EFFORT} == set(messages.PURPOSES)


@pytest.mark.parametrize("position", [GREYLOX, "1/byg4/ma1a2b1"])
def test_analysis_reports_pv_of_each_candidate(position):
    game, states = (reading := read_link(position)).record.game, reading.states
    for purpose in ("analyse", "assess"):
        engine = worker()
        begin(engine, position=position, purpose=purpose)
        for _ in range(3):
            engine.slice_(1, 50)
        final = messages.read_report(engine.stop(1))
        for line in final.pvs:
            assert line[0] in [top.action for top in final.candidates]
            state = states[-1]
            for action in (parse_action(game.board, name) for name in line):
                assert game.legal(state) >> action & 1
                state = game.play(state, action)
        assert final.pvs[:1] == ((final.pv,) if purpose == "analyse" else ())


def test_assessment_does_not_depend_on_opponent_level():
    value_counts = set()
    for level in (0, 2, 10):
        engine = worker()
        final = finish(engine, begin(engine, level=level, purpose="assess"))[-1]
        value_counts.add((final.visits, final.value_first))
    assert len(value_counts) == 1 and value_counts.pop()[0] > 300


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("level", [0, 1])
def test_it_plays_whole_games(name, level):
    game, engine = new_game(name, 5 if name == "lox" else 3), worker()
    state, actions = game.start(), ()
    while game.legal(state):
        position = write_link(GameRecord(game, actions))
        reports = finish(engine, begin(engine, len(actions), position, level))
        assert [report.final for report in reports[:-1]] == [False] * (len(reports) - 1)
        assert reports[-1].error is None
        assert reports[-1].pv[0] == reports[-1].action
        assert all(a.visits <= b.visits for a, b in itertools.pairwise(reports))
        actions += (parse_action(game.board, reports[-1].action),)
        assert game.legal(state) >> actions[-1] & 1
        state = game.play(state, actions[-1])


def test_a_slice_takes_about_its_time():
    engine = worker()
    begin(engine, level=6)
    before = next_tick(engine)
    engine.slice_(1, 20)
    assert 15 <= next_tick(engine) - before <= 30


def next_tick(engine):
    return round(engine.clock() * 1000)


def test_stop_returns_best_action_and_ends_ticket():
    engine = worker()
    begin(engine, level=6)
    engine.slice_(1, 20)
    stopped = messages.read_report(engine.stop(1))
    assert stopped.final
    assert stopped.action in stopped.pv
    for line in (engine.slice_(1, 20), engine.stop(1)):
        assert messages.read_report(line) == stopped


def test_analysis_continues_until_stopped():
    engine = worker()
    report = begin(engine, level=1, purpose="analyse")
    for _ in range(30):
        report = messages.read_report(engine.slice_(1, 20))
    assert not report.final
    assert report.visits > 300


def test_old_ticket_does_not_affect_new_request():
    engine = worker()
    begin(engine, 1, level=6)
    begin(engine, 2, level=6)
    for line in (engine.slice_(1, 20), engine.stop(1), engine.stop(9)):
        report = messages.read_report(line)
        assert report.final
        assert report.error
    assert not messages.read_report(engine.slice_(2, 20)).final


@pytest.mark.parametrize(
    "end", [lambda engine: engine.stop(1), lambda engine: begin(engine, 2, level=6)]
)
def test_ended_task_is_freed_without_garbage_collection(end):
    engine = worker()
    begin(engine, 1, level=6)
    engine.slice_(1, 20)
    task = weakref.ref(engine.active_request.task)
    gc.disable()
    try:
        end(engine)
        assert task() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("position", "level", "sentence"),
    [
        ("nonsense", 1, "cannot read the position"),
        ("1/greylox5/me5e5", 1, "cannot read the position"),
        ("1/greylox5/me5-q", 1, "over"),
        (GREYLOX, 99, "no level 99"),
    ],
)
def test_a_question_without_an_answer_gets_a_sentence(position, level, sentence):
    engine = worker()
    report = begin(engine, 4, position, level)
    assert (report.ticket, report.final, report.action) == (4, True, None)
    assert sentence in report.error
    assert messages.read_report(engine.slice_(4, 20)) == report


@pytest.mark.parametrize("line", ["", "{}", "[]", "null", '{"v": 1, "kind": "request"}'])
def test_malformed_request_gets_error_report(line):
    report = messages.read_report(worker().begin(line))
    assert report.final
    assert "did not understand" in report.error


@pytest.mark.parametrize(("ticket", "report_ticket"), [(3, 3), (-1, 0), (0, 0)])
def test_unknown_ticket_is_named_in_error_report(ticket, report_ticket):
    for call in (lambda engine: engine.slice_(ticket, 20), lambda engine: engine.stop(ticket)):
        report = messages.read_report(call(worker()))
        assert (report.ticket, report.final) == (report_ticket, True)
        assert report.error == f"The engine is not thinking about question {ticket}."


def test_exception_ends_request_and_next_is_answered():
    engine = worker()
    begin(engine, 1, level=6)
    engine.active_request.task.search.evaluator = None
    report = messages.read_report(engine.slice_(1, 20))
    assert report.final
    assert "TypeError" in report.error
    assert finish(engine, begin(engine, 2))[-1].error is None


def test_added_network_is_used_by_next_request():
    engine = worker()
    assert begin(engine, 1).candidates[0].visits == 1, "one random game"
    engine.add_network("greylox", (NETWORK_DIR / "greylox.npz").read_bytes())
    report = begin(engine, 2, level=10)
    assert report.visits == 1, "the network's first thought"
    assert report.warning == ""
    assert finish(engine, report)[-1].error is None


@pytest.mark.parametrize("purpose", messages.PURPOSES)
@pytest.mark.parametrize("mover_value", [1, -1])
def test_report_of_certain_network_is_readable(mover_value, purpose):
    encoder = Encoder(new_game("brink", 3, {"x": 1}))
    for seed in range(20 if LONG else 6 if purpose == "analyse" else 2):
        engine = worker()
        engine.add_network("brink", write_weights(certain_weights(encoder, mover_value, seed)))
        assert begin(engine, 1, "1/brink3-x1/mc4d3", 10, purpose).visits
        for _ in range(3):
            assert messages.read_report(engine.slice_(1, 5)).error is None
        assert messages.read_report(engine.stop(1)).final


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", "another's"])
def test_unusable_network_is_reported_and_skipped(data):
    engine = worker()
    engine.add_network(
        "greylox", (NETWORK_DIR / "lox.npz").read_bytes() if data == "another's" else data
    )
    reports = finish(engine, begin(engine, level=1))
    assert reports[-1].action
    assert "network cannot be used" in reports[-1].warning
    engine.add_network("greylox", (NETWORK_DIR / "greylox.npz").read_bytes())
    assert begin(engine, 2).warning == ""


@pytest.mark.parametrize("purpose", ["hint", "analyse", "review", "play"])
def test_level_visits_do_not_depend_on_earlier_requests(purpose):
    """Neither a hint's tree nor the other side's stronger engine affects the visits."""
    engine = worker()
    engine.add_network("lox", (NETWORK_DIR / "lox.npz").read_bytes())
    before = "1/lox7/md4c5"
    begin(engine, 1, before, 10, purpose)
    for _ in range(30):
        engine.slice_(1, 20)
    report = messages.read_report(engine.stop(1))
    assert report.visits > 100
    after = before + report.pv[0]
    assert finish(engine, begin(engine, 2, after, 2))[-1].visits == 1
    second = finish(engine, begin(engine, 3, before, 10, purpose="hint"))[-1]
    assert second.visits > 100
