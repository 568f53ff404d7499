"""Whole numbers in text, and products with their factors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.text import parse_whole_number, with_factors

DIGITS = st.text(st.characters(categories=["Nd", "No", "Nl"]) | st.sampled_from("0123456789+-_ "))


@given(st.integers(0, 10**9 - 1))
def test_a_number_is_read_as_it_was_written(number: int):
    assert parse_whole_number(str(number)) == number


@given(st.text() | DIGITS)
def test_any_text_is_a_number_or_none(text: str):
    number = parse_whole_number(text)
    assert number is None or str(number).zfill(len(text)) == text


@pytest.mark.parametrize("text", ["", "²", "٣", "３", "-1", "+1", "1_0", " 1", "1.0", "5" * 5000])
def test_invalid_number_is_refused(text: str):
    assert parse_whole_number(text) is None


def test_product_with_several_factors_lists_them():
    assert with_factors("96", [6, 4, 4]) == "96 = 6 × 4²"
    assert with_factors("30", [30]) == "30" and with_factors("1", []) == "1"
