"""What reviews have found, stored and recalled by a later visit."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.review import stored as kept_reviews
from greylox_web.features.review.model import (
    LoadReviewCache,
    PositionEvaluation,
    StopReview,
    cached_evaluations,
)
from greylox_web.features.review.stored import MAX_ROWS, WHOLE, add_row, decode_cache, encode_row
from greylox_web.features.review.view import review_view
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import check_digits
from greylox_web.schema import MAX_STORED_LENGTH
from greylox_web.session.asking import make_search_request
from greylox_web.session.update import update
from tests.session.reviews import VALUES, complete, judged, played, review, sentences
from tests.session.sittings import purpose_of


def row_of(session, version="1"):
    return encode_row(session.tree, session.review, cached_evaluations(session), version)


def text_of(*sessions):
    text = ""
    for session in sessions:
        text = add_row(text, row_of(session))
    return text


def recalled(text, session):
    """The review of a later visit, which begins and then hears what the storage knows."""
    session = review(session)
    return update(session, LoadReviewCache(decode_cache(text, session.game, "1")))


def test_a_later_visit_asks_nothing_and_tells_the_same():
    session = complete(played(), VALUES)
    again = recalled(text_of(session), played())
    assert purpose_of(again) is None
    assert sentences(again) == sentences(session) and sentences(again)
    assert again.notice == session.notice
    view = review_view(again)
    assert (view.done, view.running) == (6, False)


def test_a_review_that_was_stopped_is_gone_on_with():
    session = review(played())
    for value in VALUES[:3]:
        session = judged(session, value, "c3")
    session = update(session, StopReview())
    again = recalled(text_of(session), played())
    assert review_view(again).done == 3 and review_view(again).running
    assert purpose_of(again) == "review"
    assert make_search_request(again, again.engine.question).position.startswith(
        "1/brink3-x3/ma1b1c1/"
    )


def test_what_is_recalled_does_not_replace_what_was_found_since():
    session = complete(played(), VALUES)
    state = session.tree.nodes[session.leaf].state
    other = update(session, LoadReviewCache({state: PositionEvaluation(0.25, proven=False)}))
    assert cached_evaluations(other) == cached_evaluations(session)


@given(st.lists(st.none() | st.floats(-1, 1), min_size=6, max_size=6))
def test_values_come_back_to_a_millionth_and_only_what_is_proven_is_a_whole(values):
    session = complete(played(), VALUES)
    states = [session.tree.nodes[node].state for node in session.review.line]
    known = {
        state: PositionEvaluation(value, abs(value) == 1, cached_evaluations(session)[state].pv)
        for state, value in zip(states, values, strict=True)
        if value is not None
    }
    again = decode_cache(
        add_row("", encode_row(session.tree, session.review, known, "1")), session.game, "1"
    )
    assert list(again) == list(known)
    for state, judgement in known.items():
        assert again[state].proven == judgement.proven
        assert again[state].pv == judgement.pv
        assert abs(again[state].value_first - judgement.value_first) < 1 / WHOLE
        assert (abs(again[state].value_first) == 1) == judgement.proven


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("greylox", ("a1", "e5", "c3", "c4")),
        ("lox", ("b2", "c3")),
        ("multiplicity", ("a1", "b1")),
        ("byg", ("c3", "d4")),
    ],
)
def test_of_every_game_the_best_turn_comes_back(game, names):
    session = played(game, names, size=5)
    session = review(session)
    state = session.state
    for action in bits(session.game.legal(state)):
        line = (action,)
        known = {state: PositionEvaluation(0.5, proven=False, pv=line)}
        text = add_row("", encode_row(session.tree, session.review, known, "1"))
        assert decode_cache(text, session.game, "1") == known


def test_another_game_board_or_version_knows_nothing():
    session = complete(played(), VALUES)
    text = text_of(session)
    assert decode_cache(text, session.game, "1")
    assert not decode_cache(text, session.game, "2")
    for other in (played(size=4), played(options={"x": 2}), played("byg", ("a1",))):
        assert not decode_cache(text, other.game, "1")
    newer = add_row(text, row_of(session, "2"))
    assert decode_cache(newer, session.game, "2") and not decode_cache(newer, session.game, "1")


def test_of_a_line_reviewed_twice_the_last_review_is_kept_and_of_many_the_latest(monkeypatch):
    session = complete(played(), VALUES)
    assert len(json.loads(text_of(session, session))) == 1
    row = row_of(session)
    text = ""
    for number in range(MAX_ROWS + 3):
        text = add_row(text, ["1", f"1/brink3-x3/m{number}", row[2]])
    links = [link for _, link, _ in json.loads(text)]
    assert links == [f"1/brink3-x3/m{number}" for number in range(3, MAX_ROWS + 3)]
    monkeypatch.setattr(kept_reviews, "MAX_STORED_LENGTH", len(text))
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
    session = complete(played(), VALUES)
    assert decode_cache(text, session.game, "1") == {}
    assert decode_cache(add_row(text, row_of(session)), session.game, "1")


@pytest.mark.parametrize(
    "judged", [[0, False], [2 * WHOLE, False, ""], [0.5, False, ""], [0, 1, ""], [0, False, 1], 7]
)
def test_a_malformed_row_is_left_out_and_the_others_are_read(judged):
    session = complete(played(), VALUES)
    good, bad = row_of(session), row_of(session)
    bad[2][1] = judged
    assert decode_cache(json.dumps([bad]), session.game, "1") == {}
    assert len(decode_cache(json.dumps([bad, good, None, {}]), session.game, "1")) == 6
    assert json.loads(add_row(json.dumps([bad, 7]), good)) == [good]


def test_illegal_turns_and_links_are_left_out():
    session = complete(played(), VALUES)
    row = row_of(session)
    row[2][0][2] = "z9 a1"
    row[2][2] = [0, False, "a1"]  # where a stone is
    known = decode_cache(json.dumps([row]), session.game, "1")
    states = [session.tree.nodes[node].state for node in session.review.line]
    assert len(known) == 6 and all(known[states[place]].pv for place in (1, 3))
    assert known[states[0]].pv == known[states[2]].pv == ()
    body = "1/brink3-x3/ma1a1b1"
    row[1] = f"{body}/c{check_digits(body)}"
    assert list(decode_cache(json.dumps([row]), session.game, "1")) == states[:2]
