"""The evaluations of reviews, stored and loaded by a later visit."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.review import cache_codec
from greylox_web.features.review.cache_codec import (
    MAX_ROWS,
    VALUE_SCALE,
    add_row,
    decode_cache,
    encode_row,
)
from greylox_web.features.review.model import (
    LoadReviewCache,
    RestoreReview,
    StopReview,
    cached_evaluations,
)
from greylox_web.features.review.turns import Evaluation
from greylox_web.features.review.view import review_view
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import check_digits
from greylox_web.schema import MAX_STORED_LENGTH
from greylox_web.session.requests import make_search_request
from greylox_web.session.update import update
from tests.session.reviews import (
    VALUES,
    complete_review,
    evaluate_position,
    play_names,
    review,
    sentences,
)
from tests.session.session_helpers import purpose_of


def make_row(session, version="1"):
    return encode_row(session.tree, session.review, cached_evaluations(session), version)


def make_text(*sessions):
    text = ""
    for session in sessions:
        text = add_row(text, make_row(session))
    return text


def load_cached(text, session):
    """A new review, which loads the stored evaluations after its start."""
    session = review(session)
    return update(session, LoadReviewCache(decode_cache(text, session.game, "1")))


def test_cached_review_needs_no_engine_and_equals_the_first():
    session = complete_review(play_names(), VALUES)
    reloaded = load_cached(make_text(session), play_names())
    assert purpose_of(reloaded) is None
    assert sentences(reloaded) == sentences(session) and sentences(reloaded)
    assert reloaded.notice == session.notice
    view = review_view(reloaded)
    assert (view.done, view.running) == (6, False)


def test_review_is_restored_whole_or_not_at_all():
    session = complete_review(play_names(), VALUES)
    cached = decode_cache(make_text(session), session.game, "1")
    opened = play_names()
    restored = update(opened, RestoreReview(cached))
    assert sentences(restored) == sentences(session) and purpose_of(restored) is None
    assert restored.notice == opened.notice, "nothing was done that the player waits for"
    cached.popitem()
    assert update(opened, RestoreReview(cached)).review is None


def test_stopped_review_resumes_from_the_cache():
    session = review(play_names())
    for value in VALUES[:3]:
        session = evaluate_position(session, value, "c3")
    session = update(session, StopReview())
    reloaded = load_cached(make_text(session), play_names())
    assert review_view(reloaded).done == 3 and review_view(reloaded).running
    assert purpose_of(reloaded) == "review"
    assert make_search_request(reloaded, reloaded.engine.active_search).position.startswith(
        "1/brink3-x3/ma1b1c1/"
    )


def test_loaded_cache_keeps_newer_evaluations():
    session = complete_review(play_names(), VALUES)
    state = session.tree.nodes[session.leaf].state
    other = update(session, LoadReviewCache({state: Evaluation(0.25, proven=False)}))
    assert cached_evaluations(other) == cached_evaluations(session)


@given(st.lists(st.none() | st.floats(-1, 1), min_size=6, max_size=6))
def test_cached_values_keep_precision_and_proof(values):
    session = complete_review(play_names(), VALUES)
    states = [session.tree.nodes[node].state for node in session.review.line]
    evaluations = {
        state: Evaluation(value, abs(value) == 1, cached_evaluations(session)[state].pv)
        for state, value in zip(states, values, strict=True)
        if value is not None
    }
    decoded = decode_cache(
        add_row("", encode_row(session.tree, session.review, evaluations, "1")), session.game, "1"
    )
    assert list(decoded) == list(evaluations)
    for state, judgement in evaluations.items():
        assert decoded[state].proven == judgement.proven
        assert decoded[state].pv == judgement.pv
        assert abs(decoded[state].value_first - judgement.value_first) < 1 / VALUE_SCALE
        assert (abs(decoded[state].value_first) == 1) == judgement.proven


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("greylox", ("a1", "e5", "c3", "c4")),
        ("lox", ("b2", "c3")),
        ("multiplicity", ("a1", "b1")),
        ("byg", ("c3", "d4")),
    ],
)
def test_best_turn_survives_the_cache_in_every_game(game, names):
    session = play_names(game, names, size=5)
    session = review(session)
    state = session.state
    for action in bits(session.game.legal(state)):
        line = (action,)
        evaluations = {state: Evaluation(0.5, proven=False, pv=line)}
        text = add_row("", encode_row(session.tree, session.review, evaluations, "1"))
        assert decode_cache(text, session.game, "1") == evaluations


def test_cache_is_empty_for_another_game_or_version():
    session = complete_review(play_names(), VALUES)
    text = make_text(session)
    assert decode_cache(text, session.game, "1")
    assert not decode_cache(text, session.game, "2")
    for other in (play_names(size=4), play_names(options={"x": 2}), play_names("byg", ("a1",))):
        assert not decode_cache(text, other.game, "1")
    newer = add_row(text, make_row(session, "2"))
    assert decode_cache(newer, session.game, "2") and not decode_cache(newer, session.game, "1")


def test_cache_keeps_one_row_per_line_and_the_newest_rows(monkeypatch):
    session = complete_review(play_names(), VALUES)
    assert len(json.loads(make_text(session, session))) == 1
    row = make_row(session)
    text = ""
    for number in range(MAX_ROWS + 3):
        text = add_row(text, ["1", f"1/brink3-x3/m{number}", row[2]])
    links = [link for _, link, _ in json.loads(text)]
    assert links == [f"1/brink3-x3/m{number}" for number in range(3, MAX_ROWS + 3)]
    monkeypatch.setattr(cache_codec, "MAX_STORED_LENGTH", len(text))
    shorter = json.loads(add_row(text, row))
    assert shorter[-1] == row and len(shorter) == MAX_ROWS - 1
    assert len(text) < MAX_STORED_LENGTH


@given(
    st.one_of(
        st.text(),
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
            lambda values: st.lists(values) | st.dictionaries(st.text(), values),
        ).map(json.dumps),
    )
)
def test_no_stored_text_stops_anything(text):
    session = complete_review(play_names(), VALUES)
    assert decode_cache(text, session.game, "1") == {}
    assert decode_cache(add_row(text, make_row(session)), session.game, "1")


@pytest.mark.parametrize(
    "judged",
    [[0, False], [2 * VALUE_SCALE, False, ""], [0.5, False, ""], [0, 1, ""], [0, False, 1], 7],
)
def test_malformed_row_is_skipped_and_others_are_read(judged):
    session = complete_review(play_names(), VALUES)
    good, bad = make_row(session), make_row(session)
    bad[2][1] = judged
    assert decode_cache(json.dumps([bad]), session.game, "1") == {}
    assert len(decode_cache(json.dumps([bad, good, None, {}]), session.game, "1")) == 6
    assert json.loads(add_row(json.dumps([bad, 7]), good)) == [good]


def test_illegal_turns_and_links_are_skipped():
    session = complete_review(play_names(), VALUES)
    row = make_row(session)
    row[2][0][2] = "z9 a1"
    row[2][2] = [0, False, "a1"]  # an occupied cell
    evaluations = decode_cache(json.dumps([row]), session.game, "1")
    states = [session.tree.nodes[node].state for node in session.review.line]
    assert len(evaluations) == 6 and all(evaluations[states[index]].pv for index in (1, 3))
    assert evaluations[states[0]].pv == evaluations[states[2]].pv == ()
    body = "1/brink3-x3/ma1a1b1"
    row[1] = f"{body}/c{check_digits(body)}"
    assert list(decode_cache(json.dumps([row]), session.game, "1")) == states[:2]
