"""The notes between page and worker: out and in again, and nothing else in."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine import messages as wire
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link

NUMBER = st.integers(0, 2**53 - 1)
VALUE = st.floats(-1, 1)
NAME = st.text(max_size=8)
THINKS = st.builds(
    wire.SearchRequest,
    ticket=NUMBER,
    position=st.text(max_size=60),
    level=st.integers(0, wire.MAX_LEVEL),
    purpose=st.sampled_from(wire.PURPOSES),
)
REPORTS = st.builds(
    wire.SearchReport,
    ticket=NUMBER,
    final=st.just(True),
    action=st.none() | NAME,
    playouts=NUMBER,
    value_first=VALUE,
    proven=st.booleans(),
    line=st.lists(NAME, max_size=5),
    top=st.lists(st.builds(wire.CandidateMove, NAME, NUMBER, VALUE, st.booleans()), max_size=5),
    millis=NUMBER,
    error=st.none() | st.text(max_size=60),
    work=NUMBER,
    memory=NUMBER,
    room=NUMBER,
    cores=NUMBER,
    lines=st.lists(st.lists(NAME, max_size=5), max_size=5).map(tuple),
)
THINK = wire.SearchRequest(3, "1/greylox5/me5", 2)
REPORT = wire.SearchReport(
    3, False, "e5", 10, 0.5, False, ["e5"], [wire.CandidateMove("e5", 7, 0.25)], 12, None
)


@given(THINKS)
def test_a_question_survives_the_way(think):
    assert wire.read_request(wire.write_request(think)) == think


@given(REPORTS)
def test_a_report_survives_the_way(report):
    line = wire.write_report(report)
    assert "\n" not in line
    assert wire.read_report(line) == report


@given(st.text(max_size=200))
def test_any_text_is_a_wire_error_or_a_note(text):
    for read in (wire.read_request, wire.read_report):
        with pytest.raises(wire.WireError):
            read(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(st.data(), JSON)
def test_a_field_that_holds_anything_is_a_wire_error_or_allowed(data, value):
    for note, read in ((wire.write_request(THINK), wire.read_request), (REPORT, None)):
        fields = json.loads(note if read else wire.write_report(REPORT))
        fields[data.draw(st.sampled_from(sorted(fields)))] = value
        try:
            (read or wire.read_report)(json.dumps(fields))
        except wire.WireError as error:
            assert error.args  # noqa: PT017 (both ends are fine)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"v": 2}, "version 2"),
        ({"v": True}, "version True"),
        ({"kind": "report"}, "not a 'think'"),
        ({"ticket": -1}, "ticket is -1"),
        ({"ticket": 2**53}, "ticket is 9007199254740992"),
        ({"ticket": True}, "ticket is True"),
        ({"ticket": 1.0}, "ticket is 1.0"),
        ({"position": 7}, "position is 7"),
        ({"level": 101}, "level is 101"),
        ({"purpose": "cheat"}, "purpose is 'cheat'"),
        ({"extra": 1}, "'extra'"),
    ],
)
def test_a_wrong_question_is_refused_with_its_fault(change, sentence):
    note = json.loads(wire.write_request(THINK)) | change
    with pytest.raises(wire.WireError, match=sentence):
        wire.read_request(json.dumps(note))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"value_first": 1.5}, "value_first is 1.5"),
        ({"value_first": 1.0000001}, "value_first is 1.0000001"),
        ({"value_first": float("nan")}, "value_first is nan"),
        ({"value_first": 10**400}, "value_first is 1"),
        ({"proven": 1}, "proven is 1"),
        ({"line": "e5"}, "line is 'e5'"),
        ({"line": [5]}, "line is"),
        ({"top": [["e5", 7]]}, "top is"),
        ({"top": [["e5", 7, 2.0, False]]}, "top is"),
        ({"top": [["e5", 7, 1.0, 1]]}, "top is"),
        ({"action": 5}, "action is 5"),
        ({"error": "oh"}, "final"),
    ],
)
def test_a_wrong_report_is_refused_with_its_fault(change, sentence):
    note = json.loads(wire.write_report(REPORT)) | change
    with pytest.raises(wire.WireError, match=sentence):
        wire.read_report(json.dumps(note))


def test_a_missing_field_and_deep_nesting_are_refused():
    note = json.loads(wire.write_report(REPORT))
    del note["millis"]
    with pytest.raises(wire.WireError, match="'millis'"):
        wire.read_report(json.dumps(note))
    with pytest.raises(wire.WireError, match="cannot be read"):
        wire.read_report("[" * 9000)


def test_a_note_that_is_right_but_for_its_length_is_refused():
    for note, write, read in (
        (THINK._replace(position=""), wire.write_request, wire.read_request),
        (REPORT._replace(note=""), wire.write_report, wire.read_report),
    ):
        field = "position" if read is wire.read_request else "note"
        left = wire.MAX_MESSAGE_CHARACTERS - len(write(note))
        longest = note._replace(**{field: left * "e"})
        assert read(write(longest)) == longest
        with pytest.raises(wire.WireError, match="longer than"):
            read(write(note._replace(**{field: (left + 1) * "e"})))


def test_a_value_that_json_cannot_say_is_never_written():
    with pytest.raises(ValueError, match="JSON"):
        wire.write_report(wire.SearchReport(1, True, "e5", 1, float("nan"), False, [], [], 1, None))


@pytest.mark.parametrize(
    ("name", "size", "options"),
    [
        *((name, None, {}) for name in GAMES),
        ("brink", 7, {"board": "rhombus", "x": 12}),
        ("lox", 7, {"swap": False}),
        ("multiplicity", 5, {"opening": False}),
        ("byg", 11, {"board": "rhombus"}),
    ],
)
def test_a_question_tells_its_game_whatever_the_options(name, size, options):
    position = write_link(GameRecord(new_game(name, size, options)))
    assert wire.game_name(wire.SearchRequest(1, position, 1)) == name
