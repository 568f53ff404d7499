"""Every theme and every set: text can be read, and stones are told apart without hue."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from greylox_web.drawing.pieces import SHADES
from greylox_web.rules import GAMES, new_game
from greylox_web.session.preferences import Preferences, get_values
from tests.tokens import BOARDS, STONES, THEMES, colours, contrast, luminance

EVERY = list(product(THEMES, BOARDS, STONES))
TEXT, SIGN, TOLD_APART = 4.5, 3.0, 2.4
INKS = ("ink", "ink-2", "ink-3", "pine-ink", "brass-ink", "alert", "good")
GROUNDS = ("bg", "surface", "raised", "sunk")


def test_the_sets_are_those_that_can_be_chosen():
    assert get_values("board") == BOARDS and get_values("stones") == STONES
    assert get_args(Preferences.__annotations__["theme"]) == ("system", "light", "dark", "contrast")


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: str):
    look = colours(theme)
    wanted = 7 if "contrast" in theme else TEXT
    for ink, ground in product(INKS, GROUNDS):
        assert contrast(look[ink], look[ground]) >= wanted, (ink, ground)
    assert contrast(look["on-pine"], look["pine"]) >= wanted
    for ground in ("pine-soft", "brass-soft", "alert-soft"):
        assert contrast(look["ink"], look[ground]) >= wanted
    assert contrast(look["alert"], look["alert-soft"]) >= TEXT
    for ground in GROUNDS:
        assert contrast(look["focus"], look[ground]) >= SIGN
    assert contrast(look["line-strong"], look["surface"]) >= SIGN


@pytest.mark.parametrize(("theme", "board", "stones"), EVERY)
@pytest.mark.parametrize("game", GAMES)
def test_stones_are_told_apart_without_hue(game: str, theme: str, board: str, stones: str):
    look = colours(theme, board, stones)
    tile = look[f"glaze-{game}"]
    for colour in new_game(game).colours:
        seen = max(contrast(look[f"{colour}-{part}"], tile) for part in ("1", "rim"))
        assert seen >= SIGN, colour
    first, second = (look[f"{colour}-1"] for colour in new_game(game).colours)
    assert contrast(first, second) >= TOLD_APART


def test_the_shades_are_those_of_the_stones():
    look = colours("light")
    assert {c: round(luminance(look[f"{c}-1"]), 2) for c in SHADES} == SHADES


@pytest.mark.parametrize(("theme", "board", "stones"), EVERY)
def test_signs_stand_out_from_what_they_lie_on(theme: str, board: str, stones: str):
    look = colours(theme, board, stones)
    for game in GAMES:
        assert contrast(look["brass-rim"], look[f"glaze-{game}"]) >= SIGN
    assert contrast(look["brass-rim"], look["brass"]) >= TEXT
    assert contrast(look["on-brass"], look["brass"]) >= TEXT
    assert contrast(look["tray-ink"], look["tray"]) >= TEXT
    for colour in SHADES:
        assert contrast(look[f"on-{colour}"], look[f"{colour}-1"]) >= SIGN


@pytest.mark.parametrize("theme", THEMES)
def test_a_bar_of_the_darker_colour_is_filled(theme: str):
    look = colours(theme)
    for colour in ("black", "blue"):
        bar = look[f"bar-{colour}"]
        for ground in ("bg", "surface", "sunk"):
            assert contrast(bar, look[ground]) >= SIGN, (colour, ground)
        assert contrast(bar, look["white-1"]) >= SIGN
        assert contrast(bar, look[f"on-{colour}"]) >= TEXT, "the number on it"


def test_sets_change_what_is_seen_and_leave_high_contrast_alone():
    for theme in THEMES:
        plain = colours(theme)
        wood, flat = colours(theme, board="wood"), colours(theme, stones="flat")
        alike = "contrast" in theme
        assert (wood == plain) == alike and (flat == plain) == alike
