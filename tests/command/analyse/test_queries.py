"""The lines of ``greylox analyse``: what is read, and the sentence for what is not."""

import json

import pytest

from greylox_web.api import read
from greylox_web.command.analyse import fields
from greylox_web.command.analyse.query import InvalidLine, read_line


def query(**values):
    """Read a query."""
    return read_line(json.dumps({"id": "a"} | values))


def test_a_link_a_record_and_moves_give_the_same_position():
    position = read("greylox4 1. d4  2. e5+b2  3. c3")
    queries = [
        query(position=position.link),
        query(position=f"https://example.org/#{position.link}"),
        query(position=position.text),
        query(game="greylox", size=4, moves=["d4", "e5+b2", "c3"]),
    ]
    for read_query in queries:
        [(place, job)] = read_query.jobs
        assert (job.game, job.state) == (position.game, position.state)
        assert place == {"turn": 3, "ply": 4, "last_turn": "c3"}


def test_options_and_setup_are_those_of_the_link():
    link = "1/brink3-x2/sxo1.4.5.4.3-x-2/mc3"
    moves = query(
        game="brink", size=3, options={"x": 2}, setup="xo1.4.5.4.3-x-2", moves=["c3"], turns="all"
    )
    assert moves.jobs == query(position=link, turns="all").jobs
    assert [place["turn"] for place, _ in moves.jobs] == [0, 1]


def test_turns_are_the_positions_between_whole_turns():
    record = "greylox4 1. d4  2. e5+b2  3. c3+g6"
    position = read(record)
    whole = query(position=record, turns="all").jobs
    assert [place["ply"] for place, _ in whole] == [0, 1, 3, 5]
    assert [place.get("last_turn") for place, _ in whole] == [None, *position.turns]
    assert [job.state for _, job in whole] == [position.states[ply] for ply in (0, 1, 3, 5)]
    assert query(position=record, turns=[3, 1, 3]).jobs == (whole[3], whole[1])


def test_cursor_inside_a_turn_is_the_position():
    [(place, job)] = query(position="1/greylox4/md4e5b2c3g6/n2").jobs
    assert place == {"turn": 2, "ply": 2, "last_turn": "e5"}
    assert job.state.is_mid_turn


def test_resignation_ends_the_last_position_only():
    jobs = query(game="byg", size=3, moves=["a1", "resign"], turns="all").jobs
    assert [job.resigned for _, job in jobs] == [False, True]


LONG = "x" * 200_000
DEEP = '{"id": "a", "options": ' + "[" * 50_000
INVALID = [
    ("junk", None, "not a JSON object"),
    ("[]", None, "not a JSON object"),
    ("NaN", None, "not a JSON object"),
    ("{}", None, "id:"),
    ('{"id": 5}', None, "id:"),
    ('{"id": ""}', None, "id:"),
    (json.dumps({"id": "x" * 101}), None, "id:"),
    (LONG, None, "at most 65536 characters"),
    (DEEP, None, "nested too deeply"),
    ('{"id": "a", "seed": 1' + "0" * 5000 + "}", None, "not a JSON object"),
    ('{"id": "a"}', "a", "needs 'position' or 'game'"),
    ('{"id": "a", "game": "lox", "visit": 1}', "a", "'visit' is not a field"),
    ('{"id": "a", "cancel": "b", "game": "lox"}', "a", "'game' is not a field"),
    ('{"id": "a", "cancel": 1}', "a", "cancel: expected string"),
    ('{"id": "a", "version": 1}', "a", "version: expected true"),
    ('{"id": "a", "game": "chess"}', "a", "no game called"),
    ('{"id": "a", "game": "lox", "size": 99}', "a", "not 99"),
    ('{"id": "a", "game": "lox", "size": true}', "a", "size: expected"),
    ('{"id": "a", "game": "lox", "size": 100000}', "a", "size: expected"),
    ('{"id": "a", "game": "brink", "options": {"x": "2"}}', "a", "x is a whole number"),
    ('{"id": "a", "game": "brink", "options": {"x": 1e9}}', "a", "x is a whole number"),
    ('{"id": "a", "game": "brink", "options": {"y": 2}}', "a", "no option"),
    ('{"id": "a", "game": "lox", "options": []}', "a", "options: expected"),
    ('{"id": "a", "game": "lox", "setup": "x"}', "a", "row"),
    ('{"id": "a", "game": "lox", "moves": "a1"}', "a", "moves: expected"),
    ('{"id": "a", "game": "lox", "moves": [1]}', "a", "moves: expected"),
    ('{"id": "a", "game": "byg", "moves": ["a1", "a1"]}', "a", "a1 is already taken"),
    ('{"id": "a", "game": "lox", "moves": [""]}', "a", "is not a turn"),
    (json.dumps({"id": "a", "game": "lox", "moves": ["a1"] * 2001}), "a", "moves: expected"),
    (json.dumps({"id": "a", "game": "lox", "moves": ["+".join(["a1"] * 20)] * 600}), "a", "moves:"),
    ('{"id": "a", "position": "lox5", "size": 5}', "a", "size: not together"),
    ('{"id": "a", "position": "byg5 1. a1 2. a1"}', "a", "a1 is already taken"),
    ('{"id": "a", "position": "1. a1"}', "a", "game"),
    (json.dumps({"id": "a", "position": "x" * 40_000}), "a", "position: expected"),
    ('{"id": "a", "game": "lox", "turns": [1]}', "a", "the game has 0 turns, not 1"),
    ('{"id": "a", "game": "lox", "turns": []}', "a", "turns: expected"),
    ('{"id": "a", "game": "lox", "turns": [-1]}', "a", "turns: expected"),
    ('{"id": "a", "game": "lox", "turns": "some"}', "a", "turns: expected"),
    ('{"id": "a", "game": "lox", "visits": 0}', "a", "visits: expected"),
    ('{"id": "a", "game": "lox", "visits": 2.5}', "a", "visits: expected"),
    ('{"id": "a", "game": "lox", "visits": 1000001}', "a", "visits: expected"),
    ('{"id": "a", "game": "lox", "seconds": 1e999}', "a", "seconds: expected"),
    ('{"id": "a", "game": "lox", "seconds": NaN}', "a", "seconds: expected"),
    ('{"id": "a", "game": "lox", "seconds": 0}', "a", "seconds: expected"),
    ('{"id": "a", "game": "lox", "report_seconds": 0.001}', "a", "report_seconds: expected"),
    ('{"id": "a", "game": "lox", "seed": -1}', "a", "seed: expected"),
    ('{"id": "a", "game": "lox", "priority": 1001}', "a", "priority: expected"),
    ('{"id": "a", "game": "lox", "fields": ["all"]}', "a", "fields: expected"),
    ('{"id": "a", "game": "lox", "fields": null}', "a", "fields: expected"),
]


@pytest.mark.parametrize(("line", "query_id", "reason"), INVALID, ids=range(len(INVALID)))
def test_invalid_line_gets_its_id_and_a_sentence(line, query_id, reason):
    with pytest.raises(InvalidLine) as raised:
        read_line(line)
    assert reason in str(raised.value) and raised.value.query_id == query_id
    assert len(str(raised.value)) < 200


def test_help_describes_every_field_and_says_to_ignore_others():
    text = fields.help_text()
    for field in (*fields.QUERY_FIELDS, *fields.ACTION_FIELDS, *fields.ANSWER_FIELDS):
        assert f"\n  {field.name}: {field.kind}\n" in text
    assert "must ignore fields that they do not know" in " ".join(text.split())
    wanted = next(field for field in fields.QUERY_FIELDS if field.name == "fields")
    assert all(name in wanted.meaning for name in fields.WANTED)
