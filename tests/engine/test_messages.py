"""The messages between page and worker: round trips, and refusal of invalid ones."""

import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine import messages
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link

NUMBER = st.integers(0, 2**53 - 1)
VALUE = st.floats(-1, 1)
NAME = st.text(max_size=8)
REQUESTS = st.builds(
    messages.SearchRequest,
    ticket=NUMBER,
    position=st.text(max_size=60),
    level=st.integers(0, messages.MAX_LEVEL),
    purpose=st.sampled_from(messages.PURPOSES),
)
REPORTS = st.builds(
    messages.SearchReport,
    ticket=NUMBER,
    final=st.just(True),
    action=st.none() | NAME,
    visits=NUMBER,
    value_first=VALUE,
    proven=st.booleans(),
    pv=st.lists(NAME, max_size=5),
    candidates=st.lists(
        st.builds(messages.CandidateMove, NAME, NUMBER, VALUE, st.booleans()), max_size=5
    ),
    millis=NUMBER,
    error=st.none() | st.text(max_size=60),
    visit_limit=NUMBER,
    memory_bytes=NUMBER,
    memory_limit=NUMBER,
    cores=NUMBER,
    pvs=st.lists(st.lists(NAME, max_size=5), max_size=5).map(tuple),
    thoughts=st.lists(
        st.builds(messages.FirstThought, NAME, st.integers(0, 1000), st.integers(0, 1000)),
        max_size=5,
    ).map(tuple),
    held=st.integers(0, 5).map(lambda cells: ([0] * cells, [0] * cells)),
    proof=st.none()
    | st.builds(
        messages.PositionProof,
        st.sampled_from(get_args(messages.ProofVerdict)),
        NUMBER,
        NUMBER,
        st.integers(-1, 1),
        st.lists(NAME, max_size=5),
        st.lists(st.builds(messages.RefutedTurn, NAME, st.integers(-1, 0), NAME), max_size=5),
    ),
)
REQUEST = messages.SearchRequest(3, "1/greylox5/me5", 2)
REPORT = messages.SearchReport(
    3, False, "e5", 10, 0.5, False, ["e5"], [messages.CandidateMove("e5", 7, 0.25)], 12, None
)


@given(REQUESTS)
def test_request_round_trip_is_equal(search_request):
    assert messages.read_request(messages.write_request(search_request)) == search_request


@given(REPORTS)
def test_report_round_trip_is_equal(report):
    line = messages.write_report(report)
    assert "\n" not in line
    assert messages.read_report(line) == report


@given(st.text(max_size=200))
def test_any_text_is_a_wire_error_or_a_note(text):
    for read in (messages.read_request, messages.read_report):
        with pytest.raises(messages.WireError):
            read(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(st.data(), JSON)
def test_arbitrary_field_value_is_wire_error_or_valid(data, value):
    for message, read in ((messages.write_request(REQUEST), messages.read_request), (REPORT, None)):
        fields = json.loads(message if read else messages.write_report(REPORT))
        fields[data.draw(st.sampled_from(sorted(fields)))] = value
        try:
            (read or messages.read_report)(json.dumps(fields))
        except messages.WireError as error:
            assert error.args  # noqa: PT017 (both ends are fine)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"v": 2}, "version 2"),
        ({"v": True}, "version True"),
        ({"kind": "report"}, "not a 'request'"),
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
    message = json.loads(messages.write_request(REQUEST)) | change
    with pytest.raises(messages.WireError, match=sentence):
        messages.read_request(json.dumps(message))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"value_first": 1.5}, "value_first is 1.5"),
        ({"value_first": 1.0000001}, "value_first is 1.0000001"),
        ({"value_first": float("nan")}, "value_first is nan"),
        ({"value_first": 10**400}, "value_first is 1"),
        ({"proven": 1}, "proven is 1"),
        ({"pv": "e5"}, "pv is 'e5'"),
        ({"pv": [5]}, "pv is"),
        ({"candidates": [["e5", 7]]}, "candidates is"),
        ({"candidates": [["e5", 7, 2.0, False]]}, "candidates is"),
        ({"candidates": [["e5", 7, 1.0, 1]]}, "candidates is"),
        ({"action": 5}, "action is 5"),
        ({"error": "oh"}, "final"),
        ({"thoughts": [["e5", 1001, 0]]}, "thoughts is"),
        ({"thoughts": [["e5", 1, 0]] * 257}, "thoughts is"),
        ({"held": [[0] * 257, [0] * 257]}, "held is"),
        ({"held": [[-1], [0]]}, "held is"),
        ({"held": [[1], [0], [0]]}, "held is"),
        ({"held": [[1, 1], [0]]}, "counts each game once"),
        ({"held": [[1]]}, "counts each game once"),
        ({"held": [[6], [5]]}, "counts each game once"),  # of 10 games
    ],
)
def test_a_wrong_report_is_refused_with_its_fault(change, sentence):
    message = json.loads(messages.write_report(REPORT)) | change
    with pytest.raises(messages.WireError, match=sentence):
        messages.read_report(json.dumps(message))


def test_a_missing_field_and_deep_nesting_are_refused():
    message = json.loads(messages.write_report(REPORT))
    del message["millis"]
    with pytest.raises(messages.WireError, match="'millis'"):
        messages.read_report(json.dumps(message))
    with pytest.raises(messages.WireError, match="cannot be read"):
        messages.read_report("[" * 9000)


def test_message_over_length_limit_is_refused():
    for message, write, read in (
        (REQUEST._replace(position=""), messages.write_request, messages.read_request),
        (REPORT._replace(warning=""), messages.write_report, messages.read_report),
    ):
        field = "position" if read is messages.read_request else "warning"
        free_characters = messages.MAX_MESSAGE_CHARACTERS - len(write(message))
        longest_message = message._replace(**{field: free_characters * "e"})
        assert read(write(longest_message)) == longest_message
        with pytest.raises(messages.WireError, match="longer than"):
            read(write(message._replace(**{field: (free_characters + 1) * "e"})))


def test_nan_value_is_not_written():
    with pytest.raises(ValueError, match="JSON"):
        messages.write_report(
            messages.SearchReport(1, True, "e5", 1, float("nan"), False, [], [], 1, None)
        )


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
def test_game_name_of_request_ignores_options(name, size, options):
    position = write_link(GameRecord(new_game(name, size, options)))
    assert messages.game_name(messages.SearchRequest(1, position, 1)) == name
