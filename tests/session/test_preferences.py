"""Preferences: any stored text can be read, and one invalid value affects no other."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.session.event import SetPreference, ShowNotice
from greylox_web.session.preferences import (
    DEFAULTS,
    MAX_TEXT,
    Preferences,
    changes,
    get_values,
    read_preferences,
    set_value,
    write_preferences,
)
from greylox_web.session.update import update
from greylox_web.words.settings import SETTINGS_WORDS
from tests.session.session_helpers import new_session, purpose_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
SOUND = {
    name: st.sampled_from(get_values(name)) if get_values(name) else st.text(max_size=MAX_TEXT)
    for name in Preferences._fields
}


@given(st.builds(Preferences, **SOUND))
def test_preferences_round_trip(preferences: Preferences):
    assert read_preferences(write_preferences(preferences)) == preferences


@given(
    st.fixed_dictionaries({}, optional={name: SOUND[name] | JSON for name in Preferences._fields})
)
def test_each_value_stands_or_falls_alone(stored: dict[str, object]):
    read = read_preferences(json.dumps({**stored, "from the future": [1]}))
    for name in Preferences._fields:
        alone = read_preferences(json.dumps({name: stored[name]} if name in stored else {}))
        assert getattr(read, name) == getattr(alone, name)


@given(st.text() | JSON | JSON.map(json.dumps))
def test_any_text_is_read(text: object):
    read = read_preferences(text)
    assert all(type(value) is type(default) for value, default in zip(read, DEFAULTS, strict=True))


@pytest.mark.parametrize(
    "text", [None, "", "{", "null", "[1]", "7", "[" * 100_000, '{"sound": 1, "pace": "soon"}']
)
def test_invalid_preferences_give_defaults(text: object):
    assert read_preferences(text) == DEFAULTS


def test_a_wrong_value_costs_no_other():
    text = '{"confirm": true, "pace": ["calm"], "sound": "yes", "colour": "red"}'
    assert read_preferences(text) == DEFAULTS._replace(confirm=True)


def test_preferences_store_only_differences():
    preferences = set_value(DEFAULTS, "pace", "calm")
    assert write_preferences(preferences) == '{"pace": "calm"}'
    assert changes(preferences, DEFAULTS) == {"pace": "at-once"}


def test_the_table_takes_a_preference_and_keeps_its_notice():
    session = new_session()
    session = update(session, ShowNotice("Hear!"))
    session = update(session, SetPreference("pace", "calm"))
    assert session.preferences.pace == "calm" and session.notice and purpose_of(session) is None
    for name, value in (("pace", "soon"), ("pace", True), ("colour", "red"), ("_fields", True)):
        same = update(session, SetPreference(name, value))
        assert same.preferences == session.preferences


def test_visible_preference_has_label_for_each_value():
    for name in Preferences._fields:
        if name in SETTINGS_WORDS and get_values(name) != (False, True):
            assert all(f"{name}-{value}" in SETTINGS_WORDS for value in get_values(name))
