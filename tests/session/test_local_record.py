"""The local record of the current match: written, and read by this and other versions."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.match.match import PERSON, GameTerms, Match, Seat
from greylox_web.match.tree import tree_from_record
from greylox_web.rules.notation.links import read_link
from greylox_web.session.editor import Editor
from greylox_web.session.load_match import RemoteReplay
from greylox_web.session.local_record import (
    VALUE_SCALE,
    LocalRecord,
    decode_state_values,
    encode_state_values,
    read_local_record,
    write_local_record,
)
from greylox_web.session.seats import DEFAULT_SEATS
from tests.earlier import VISITS, load
from tests.session.session_helpers import click_cells, new_session

LINE = "1/brink3-x3/mb4d4b1c3d3b3a3c2/"


def match_with(values):
    tree, leaf, cursor = tree_from_record(read_link(LINE).record)
    pairs = zip(tree.path(leaf), values, strict=False)
    evaluations = tuple(
        (tree.nodes[node].state, value) for node, value in pairs if value is not None
    )
    return Match(tree, leaf, cursor, state_values=evaluations)


@given(st.lists(st.none() | st.floats(-1, 1), max_size=9))
def test_evaluations_round_trip_in_thousandths(values):
    match = match_with(values)
    encoded = encode_state_values(match)
    decoded = decode_state_values(match.tree, match.leaf, encoded)
    assert [state for state, _ in decoded] == [state for state, _ in match.state_values]
    for (_, value), (_, before) in zip(decoded, match.state_values, strict=True):
        assert abs(value - before) < 1 / VALUE_SCALE
        assert (abs(value) == 1) == (abs(before) == 1)


def test_evaluations_of_other_length_are_tolerated():
    match = match_with([0.5] * 4)
    assert encode_state_values(match_with([])) == []
    assert len(decode_state_values(match.tree, match.leaf, [None, *range(20)])) == 8


def test_match_round_trips_through_local_record():
    session = click_cells(
        new_session("brink", 3, seats=(PERSON, Seat(None, remote=True))), "a1", "b2"
    )
    match = replace(
        session.match,
        terms=GameTerms(60_000, 2000, takebacks=False),
        lost_on_time=True,
        remote_name="Ann",
        unrated_reason="hint",
        offered_seat=session.state.mover,
        takeback_node=1,
        state_values=((session.state, 0.5),),
    )
    for editor in (None, Editor(session.game, session.state)):
        loaded = read_local_record(write_local_record(LocalRecord(match, editor).session))
        assert loaded is not None and loaded.editor == editor
        assert loaded.match.tree.nodes == match.tree.nodes
        assert replace(loaded.match, tree=match.tree) == match


def test_new_match_round_trips_through_local_record():
    session = new_session("brink", 3)
    loaded = read_local_record(write_local_record(session))
    assert replace(loaded.match, tree=session.tree) == session.match and loaded.editor is None


def test_turn_during_replay_is_stored_whole():
    session = click_cells(new_session("brink", 3), "a1", "b2")
    replaying = session.with_match(cursor=1).with_activity(RemoteReplay(2))
    assert read_local_record(write_local_record(replaying)).match.cursor == 2


@pytest.mark.parametrize(("version", "visit"), VISITS)
def test_local_record_is_compatible_with_earlier_versions(version, visit):
    stored = load(version, visit)
    for kind in "local", "tab":
        text = stored[kind]["greylox-table-1"]
        record, loaded = json.loads(text), read_local_record(text)
        assert loaded is not None and loaded.match.id
        rewritten = json.loads(write_local_record(loaded.session))
        assert {key: rewritten[key] for key in record} == record


@pytest.mark.parametrize("key", [*json.loads(write_local_record(new_session("byg", 3)))])
@pytest.mark.parametrize("value", [None, "x", 7, -1, [1], {}, True, "🙂" * 99, [None, None]])
def test_malformed_field_counts_as_missing(key, value):
    record = json.loads(write_local_record(click_cells(new_session("byg", 3), "c3")))
    loaded = read_local_record(json.dumps({**record, key: value}))
    assert loaded is None if key == "link" else loaded.match.tree.nodes[1].action >= 0


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"link": 7}', '{"link": "1/byg3/ma1a1"}'])
def test_text_without_match_returns_none(text):
    assert read_local_record(text) is None


def test_missing_fields_have_defaults():
    session = click_cells(new_session("byg", 3), "c3")
    loaded = read_local_record(json.dumps({"link": session.link}))
    assert loaded is not None and loaded.match.seats == DEFAULT_SEATS
    restored = replace(loaded.match, tree=session.tree, id=session.match.id, seats=session.seats)
    assert restored == session.match


@pytest.mark.parametrize(("takeback_ply", "node"), [(0, 0), (2, 2), (3, -1), (-1, -1), (99, -1)])
def test_takeback_ply_off_line_is_ignored(takeback_ply, node):
    session = click_cells(new_session("brink", 3), "a1", "b2")
    loaded = read_local_record(json.dumps({"link": session.link, "taken_back_to": takeback_ply}))
    assert loaded.match.takeback_node == node
