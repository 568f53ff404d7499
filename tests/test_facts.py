"""Facts: achievements are never lost or counted twice, and invalid facts are harmless."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.lessons.progress import get_done_steps, lesson_done_fact
from greylox_web.formats.game_json import parse_progress, write_library
from greylox_web.progress import (
    KINDS,
    MAX_FACT_LENGTH,
    Fact,
    FactLog,
    new_fact,
    parse_fact,
    parse_facts,
    read_fact,
)
from greylox_web.schema import SchemaError
from tests.features.library.library_strategies import JSON

texts = st.text(max_size=8)
facts = st.builds(
    Fact,
    st.sampled_from([f"fact-{number:04}" for number in range(12)]),
    st.sampled_from(["later-kind", "other"]),
    st.sampled_from(["2026-11-22T18:00:00.000+00:00", "2026-11-22T18:00:00.001+01:00"]),
    st.sampled_from(["2026-11-22", "2026-11-23"]),
    st.dictionaries(texts, texts | st.integers(-9, 9) | st.booleans(), max_size=3),
)
several = st.lists(facts, max_size=8).map(FactLog)


def test_a_step_of_a_lesson_is_done_for_its_game_alone():
    both = FactLog([lesson_done_fact("greylox", "sight"), lesson_done_fact("lox", "edges")])
    assert (
        get_done_steps(both, "greylox") == {"sight"} and get_done_steps(both, "byg") == frozenset()
    )


@given(facts)
def test_fact_survives_round_trip(fact):
    assert read_fact(fact.text) == fact


@given(several, several, several)
def test_whoever_meets_first_all_have_the_same_in_the_end(one, two, three):
    whole = one.union(two).union(three)
    assert whole == three.union(one).union(two) == two.union([*three, *one])
    assert whole.union(one) is whole
    assert not one.difference(whole) or {f.id for f in one} & {f.id for f in [*two, *three]}
    assert [f.id for f in whole] == [f.id for f in FactLog(reversed([*whole]))]


def test_facts_are_ordered_by_time():
    base_fact = new_fact("lesson", game="lox", step="one")
    later_fact = base_fact._replace(id="another-id", at="2999-01-01T00:00:00+00:00")
    earlier = base_fact._replace(id="third-id", at="1999-01-01T00:00:00+09:00")
    assert [*FactLog([later_fact, base_fact, earlier])] == [earlier, base_fact, later_fact]
    close = [
        base_fact._replace(id=f"close-{9 - n}", at=f"9999-12-31T23:59:59.00000{n}-23:59")
        for n in range(9)
    ]
    first = base_fact._replace(id="first-id", at="0001-01-01T00:00:00+23:59")
    assert [*FactLog([*reversed(close), first])] == [first, *close]


@given(several)
def test_a_file_with_all_games_carries_them(stored_facts):
    text = write_library([], stored_facts)
    assert parse_progress(text) == stored_facts
    assert json.loads(text)["games"] == []


def test_a_file_without_them_holds_none():
    assert (
        parse_progress('{"format": "greylox-web library", "version": 1, "games": []}') == FactLog()
    )
    assert parse_progress("[]") == FactLog()


def test_unknown_fact_kind_is_preserved():
    value = {
        "id": "0123-4567-89",
        "kind": "tournament",
        "at": "2030-01-01T00:00:00+00:00",
        "day": "2030-01-01",
        "what": {"won": True},
    }
    assert json.loads(parse_fact(value).text) == value


GOOD = json.loads(lesson_done_fact("greylox", "sight").text)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", "short"),
        ("id", "<script>alert(1)</script>"),
        ("id", 12345678),
        ("kind", "Lesson!"),
        ("at", "yesterday"),
        ("at", "2026-11-22T18:00:00"),
        ("at", None),
        ("day", "2026-02-30"),
        ("day", "20261122"),
        ("what", {"game": "greylox"}),
        ("what", {"game": "greylox", "step": "a b"}),
        ("what", {"game": "greylox", "step": 7}),
        ("what", {"game": "greylox", "step": "sight", "more": 1}),
        ("what", [1]),
        ("more", 1),
    ],
)
def test_invalid_fact_is_refused_alone(key, value):
    bad = {**GOOD, key: value}
    with pytest.raises(SchemaError):
        parse_fact(bad)
    assert [*parse_facts({"progress": [bad, GOOD]})] == [parse_fact(GOOD)]


def test_a_fact_has_an_end():
    long = {**GOOD, "kind": "other", "what": {"text": "x" * MAX_FACT_LENGTH}}
    with pytest.raises(SchemaError):
        parse_fact(long)
    with pytest.raises(SchemaError):
        parse_fact({**GOOD, "kind": "other", "what": {str(n): n for n in range(21)}})


@given(JSON)
def test_any_value_is_a_fact_or_refused(value):
    for candidate in (value, {**GOOD, "what": value}, {**GOOD, "at": value, "day": value}):
        with contextlib.suppress(SchemaError):
            assert parse_fact(candidate).kind in KINDS
    assert len(parse_facts({"progress": value})) == 0
