"""The match on the table, written for the next visit and read again, also by other versions."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.match.match import PERSON, GameTerms, Match, Seat
from greylox_web.match.tree import tree_from_record
from greylox_web.rules.notation.links import read_link
from greylox_web.session.editor import Editor
from greylox_web.session.local_record import (
    PROVEN_WIN,
    LocalRecord,
    decode_evaluations,
    encode_evaluations,
    read_local_record,
    write_local_record,
)
from greylox_web.session.opening import FriendTurn
from greylox_web.session.seats import DEFAULT_SEATS
from tests.earlier import VISITS, load
from tests.session.sittings import begin, click

LINE = "1/brink3-x3/mb4d4b1c3d3b3a3c2/"


def match_with(values):
    tree, leaf, cursor = tree_from_record(read_link(LINE).record)
    known = zip(tree.path(leaf), values, strict=False)
    found = tuple((tree.nodes[node].state, value) for node, value in known if value is not None)
    return Match(tree, leaf, cursor, evaluations=found)


@given(st.lists(st.none() | st.floats(-1, 1), max_size=9))
def test_the_chances_come_back_to_a_thousandth_and_only_what_is_proven_is_a_whole(values):
    match = match_with(values)
    written = encode_evaluations(match)
    again = decode_evaluations(match.tree, match.leaf, written)
    assert [state for state, _ in again] == [state for state, _ in match.evaluations]
    for (_, value), (_, before) in zip(again, match.evaluations, strict=True):
        assert abs(value - before) < 1 / PROVEN_WIN
        assert (abs(value) == 1) == (abs(before) == 1)


def test_what_is_known_of_a_longer_line_or_of_none_does_no_harm():
    match = match_with([0.5] * 4)
    assert encode_evaluations(match_with([])) == []
    assert len(decode_evaluations(match.tree, match.leaf, [None, *range(20)])) == 8


def test_a_match_comes_back_as_it_was_left():
    session = click(begin("brink", 3, seats=(PERSON, Seat(None, remote=True))), "a1", "b2")
    match = replace(
        session.match,
        terms=GameTerms(60_000, 2000, takebacks=False),
        lost_on_time=True,
        friend="Ann",
        unrated_reason="hint",
        offered_seat=session.state.mover,
        takeback_node=1,
        evaluations=((session.state, 0.5),),
    )
    for editor in (None, Editor(session.game, session.state)):
        found = read_local_record(write_local_record(LocalRecord(match, editor).session))
        assert found is not None and found.editor == editor
        assert found.match.tree.nodes == match.tree.nodes
        assert replace(found.match, tree=match.tree) == match


def test_a_new_match_comes_back_as_it_began():
    session = begin("brink", 3)
    found = read_local_record(write_local_record(session))
    assert replace(found.match, tree=session.tree) == session.match and found.editor is None


def test_a_turn_that_is_shown_step_by_step_comes_back_whole():
    session = click(begin("brink", 3), "a1", "b2")
    shown = session.with_match(cursor=1).with_activity(FriendTurn(2))
    assert read_local_record(write_local_record(shown)).match.cursor == 2


@pytest.mark.parametrize(("version", "visit"), VISITS)
def test_what_earlier_versions_wrote_is_read_and_they_read_what_is_written(version, visit):
    stored = load(version, visit)
    for kind in "local", "tab":
        text = stored[kind]["greylox-table-1"]
        record, found = json.loads(text), read_local_record(text)
        assert found is not None and found.match.id
        again = json.loads(write_local_record(found.session))
        assert {key: again[key] for key in record} == record


@pytest.mark.parametrize("key", [*json.loads(write_local_record(begin("byg", 3)))])
@pytest.mark.parametrize("value", [None, "x", 7, -1, [1], {}, True, "🙂" * 99, [None, None]])
def test_a_malformed_value_counts_as_left_out(key, value):
    record = json.loads(write_local_record(click(begin("byg", 3), "c3")))
    found = read_local_record(json.dumps({**record, key: value}))
    assert found is None if key == "link" else found.match.tree.nodes[1].action >= 0


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"link": 7}', '{"link": "1/byg3/ma1a1"}'])
def test_a_text_without_a_match_is_none(text):
    assert read_local_record(text) is None


def test_what_is_left_out_is_as_in_a_new_match():
    session = click(begin("byg", 3), "c3")
    found = read_local_record(json.dumps({"link": session.link}))
    assert found is not None and found.match.seats == DEFAULT_SEATS
    again = replace(found.match, tree=session.tree, id=session.match.id, seats=session.seats)
    assert again == session.match


@pytest.mark.parametrize(("back", "node"), [(0, 0), (2, 2), (3, -1), (-1, -1), (99, -1)])
def test_a_game_is_taken_back_to_a_place_on_its_line_or_nowhere(back, node):
    session = click(begin("brink", 3), "a1", "b2")
    found = read_local_record(json.dumps({"link": session.link, "taken_back_to": back}))
    assert found.match.takeback_node == node
