"""Seats as short texts: any stored text is read as a seat."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine.levels import LEVELS
from greylox_web.match.match import PERSON, Seat
from greylox_web.session.seats import decode_seat, encode_seat


@pytest.mark.parametrize("seat", [PERSON, Seat(remote=True), *(Seat(level) for level in LEVELS)])
def test_a_seat_is_read_as_it_was_written(seat: Seat):
    assert decode_seat(encode_seat(seat)) == seat


@pytest.mark.parametrize("text", ["", "²", "٣", "-1", "1.0", "99", "nobody", "5" * 5000])
def test_unknown_seat_value_decodes_to_person(text: str):
    assert decode_seat(text) == PERSON


@given(st.text() | st.text(st.characters(categories=["Nd", "No", "Nl"])))
def test_any_text_is_a_seat(text: str):
    assert decode_seat(text) == PERSON or encode_seat(decode_seat(text)) == text
