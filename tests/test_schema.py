"""JSON from outside: any text quickly gives a value of the schema or one error message."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.schema import (
    MAX_DEPTH,
    NON_NEGATIVE,
    SchemaError,
    get_field,
    list_of,
    matches,
    matches_pattern,
    max_length,
    one_of,
    read_json,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


def max_json_depth(text: str) -> int:
    """Return the most brackets that a parser has open at once, up to the first fault."""
    depth = max_depth = 0
    string = escaped = False
    for sign in text:
        if string:
            string = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
        elif sign == '"':
            string = True
        elif sign == "\\":
            return max_depth  # not JSON: the parser stops at this character
        elif sign in "[{":
            depth += 1
            max_depth = max(max_depth, depth)
        elif sign in "]}":
            depth -= 1
    return max_depth


def refusal(text: str) -> str:
    """Return the key of the error message; "" if the text is read."""
    try:
        read_json(text, 10**6)
    except SchemaError as fault:
        return fault.key if str(fault) else "no sentence"
    return ""


@given(JSON)
def test_json_is_read_as_it_was_written(value):
    assert read_json(json.dumps(value), 10**6) == value


@given(st.text('[]{}"\\a', max_size=120) | st.text())
def test_the_parser_never_meets_more_brackets_than_it_can_bear(text):
    assert max_json_depth(text) <= MAX_DEPTH or refusal(text) == "json-deep"


@pytest.mark.parametrize("depth", [MAX_DEPTH, MAX_DEPTH + 1])
@pytest.mark.parametrize("before", ['"[[[",' * 9, '"\\"[[[",' * 9, r'"\\",' * 20, "[],{}," * 9])
def test_brackets_count_where_they_are_open_and_not_in_strings(depth, before):
    text = "[" + before + "[" * (depth - 1) + "]" * depth
    assert max_json_depth(text) == depth
    if depth > MAX_DEPTH:
        with pytest.raises(SchemaError, match="too deeply"):
            read_json(text, 10**6)
    else:
        assert read_json(text, 10**6)


HOSTILE = ["[" * 500_000, '{"a":' * 100_000, '"\\' * 250_000, "[" * 20 + '"\\' * 250_000]
HOSTILE += ['"' * 500_000, "\\" * 500_000, "[" * 20 + '"",' * 160_000, "9" * 500_000, "[]" * 9**5]


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:4] for text in HOSTILE])
def test_hostile_text_is_refused_in_no_time(text):
    began = time.thread_time()
    with pytest.raises(SchemaError):
        read_json(text, 1 << 20)
    assert time.thread_time() - began < 1


@pytest.mark.parametrize("text", [None, 7, b"[]", ["[]"], "", "{", "[1,]", "nul", "9" * 5000])
def test_invalid_json_is_refused(text):
    with pytest.raises(SchemaError) as fault:
        read_json(text, 10**6)
    assert "JSON" in str(fault.value)


def test_too_long_json_is_refused():
    assert read_json('"abc"', 5) == "abc"
    with pytest.raises(SchemaError, match="longer than 4 characters"):
        read_json('"abc"', 4)


@pytest.mark.parametrize(
    ("shape", "fitting", "others"),
    [
        (bool, [True, False], [0, 1, None, "true"]),
        (int, [0, -1, 10**20], [True, 1.0, "1"]),
        (str, ["", "a"], [None, 1, ["a"]]),
        (object, [None, 0, [], {}, "a"], []),
        (NON_NEGATIVE, [0, 2**53 - 1], [-1, 2**53, 1.0, True, "1"]),
        ((str, NON_NEGATIVE), [["a", 1]], [["a"], ["a", 1, 1], [1, "a"], "a1", None, {"a": 1}]),
        ({"a": bool}, [{"a": True}], [{}, {"a": 1}, {"a": True, "b": 1}, ["a"], None]),
        (max_length(2), ["", "ab"], ["abc", ["a"], None]),
        (one_of(1, "a"), [1, "a"], [True, 1.0, "b", ["a"], None]),
        (list_of(str, 2), [[], ["a", "b"]], [["a"] * 3, [1], "ab", None]),
        (matches_pattern("[0-9]+"), ["12"], ["", "1a", "1\n", 12, None]),
    ],
)
def test_shapes(shape, fitting, others):
    for value in fitting:
        assert matches(value, shape)
        assert read_json(json.dumps(value), 99, shape) == value
    for value in others:
        assert not matches(value, shape)
        with pytest.raises(SchemaError):
            read_json(json.dumps(value), 99, shape)


def test_field_of_wrong_type_has_its_default():
    assert get_field({"a": 1}, "a", int, 7) == 1
    assert get_field({"a": "1"}, "a", int, 7) == get_field({}, "a", int, 7) == 7
