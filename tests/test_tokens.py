"""Every theme and set: text is readable, and stones are distinct without hue."""

from __future__ import annotations

import re
from itertools import product
from typing import get_args

import pytest

from greylox_web.drawing.board_layers import SHADES
from greylox_web.rules import GAMES, new_game
from greylox_web.session.preferences import Preferences, get_values
from tests.css_tokens import BOARDS, STONES, THEMES, colours, contrast, luminance, mix_colours
from tools import ROOT
from tools.site.styles import read_sheets

THEME_COMBINATIONS = list(product(THEMES, BOARDS, STONES))
MIN_TEXT_CONTRAST, MIN_SIGN_CONTRAST, MIN_STONE_CONTRAST = 4.5, 3.0, 2.4
INKS = ("ink", "ink-2", "ink-3", "pine-ink", "brass-ink", "iris-ink", "alert", "good")
GROUNDS = ("bg", "surface", "raised", "sunk")
COMMENT = re.compile(r"/\*.*?\*/", re.S)
TIMING = re.compile(r"[\w-]+\([^)]*\)")  # var(…), cubic-bezier(…)
NAME = re.compile(r"(?<![\w-])[a-z][\w-]*")
KEYWORDS = {"none", "both", "forwards", "backwards", "infinite", "alternate", "linear"} | {
    f"ease-{part}" for part in ("in", "out", "in-out")
}
MAX_RELATIONAL = 40  # a state that Python writes is a class or an attribute, not ``:has()``


def test_few_selectors_depend_on_their_contents():
    sheets = [COMMENT.sub("", sheet) for sheet in read_sheets(ROOT).values()]
    assert sum(sheet.count(":has(") for sheet in sheets) <= MAX_RELATIONAL


def test_animations_have_keyframes():
    styles = "\n".join(COMMENT.sub("", sheet) for sheet in read_sheets(ROOT).values())
    keyframes = set(re.findall(r"@keyframes ([\w-]+)", styles))
    values = re.findall(r"animation(?:-name)?: ([^;]+);", styles)
    animations = {word for value in values for word in NAME.findall(TIMING.sub("", value))}
    assert animations - KEYWORDS == keyframes


def test_css_sets_match_preferences():
    assert get_values("board") == BOARDS and get_values("stones") == STONES
    assert get_args(Preferences.__annotations__["theme"]) == ("system", "light", "dark", "contrast")


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: str):
    theme_colours = colours(theme)
    minimum = 7 if "contrast" in theme else MIN_TEXT_CONTRAST
    for ink, ground in product(INKS, GROUNDS):
        assert contrast(theme_colours[ink], theme_colours[ground]) >= minimum, (ink, ground)
    assert contrast(theme_colours["on-pine"], theme_colours["pine"]) >= minimum
    assert contrast(theme_colours["on-iris"], theme_colours["iris"]) >= minimum
    for ground in ("pine-soft", "brass-soft", "alert-soft", "iris-soft"):
        for ink in ("ink", "ink-2"):
            assert contrast(theme_colours[ink], theme_colours[ground]) >= minimum, (ink, ground)
    for ink in ("alert", "iris"):
        text = theme_colours["iris-ink" if ink == "iris" else ink]
        assert contrast(text, theme_colours[f"{ink}-soft"]) >= MIN_TEXT_CONTRAST
    for ground in GROUNDS:
        assert contrast(theme_colours["focus"], theme_colours[ground]) >= MIN_SIGN_CONTRAST
    assert contrast(theme_colours["line-strong"], theme_colours["surface"]) >= MIN_SIGN_CONTRAST


@pytest.mark.parametrize(("theme", "board", "stones"), THEME_COMBINATIONS)
@pytest.mark.parametrize("game", GAMES)
def test_stones_differ_without_hue(game: str, theme: str, board: str, stones: str):
    theme_colours = colours(theme, board, stones)
    tile = theme_colours[f"tile-{game}"]
    for colour in new_game(game).colours:
        best_contrast = max(
            contrast(theme_colours[f"{colour}-{part}"], tile) for part in ("1", "rim")
        )
        assert best_contrast >= MIN_SIGN_CONTRAST, colour
    first, second = (theme_colours[f"{colour}-1"] for colour in new_game(game).colours)
    assert contrast(first, second) >= MIN_STONE_CONTRAST


def test_shades_match_stone_luminance():
    theme_colours = colours("light")
    assert {c: round(luminance(theme_colours[f"{c}-1"]), 2) for c in SHADES} == SHADES


@pytest.mark.parametrize(("theme", "board", "stones"), THEME_COMBINATIONS)
def test_signs_contrast_with_their_background(theme: str, board: str, stones: str):
    theme_colours = colours(theme, board, stones)
    for game in GAMES:
        assert (
            contrast(theme_colours["brass-rim"], theme_colours[f"tile-{game}"]) >= MIN_SIGN_CONTRAST
        )
    assert contrast(theme_colours["brass-rim"], theme_colours["brass"]) >= MIN_TEXT_CONTRAST
    assert contrast(theme_colours["on-brass"], theme_colours["brass"]) >= MIN_TEXT_CONTRAST
    assert contrast(theme_colours["tray-ink"], theme_colours["tray"]) >= MIN_TEXT_CONTRAST
    for colour in SHADES:
        assert (
            contrast(theme_colours[f"on-{colour}"], theme_colours[f"{colour}-1"])
            >= MIN_SIGN_CONTRAST
        )


@pytest.mark.parametrize(("theme", "board"), list(product(THEMES, BOARDS)))
@pytest.mark.parametrize("game", GAMES)
def test_signs_of_rules_engine_and_record(game: str, theme: str, board: str):
    """Each sign contrasts with its casing, and the casing with the tile."""
    theme_colours = colours(theme, board)
    tile, mint = theme_colours[f"tile-{game}"], theme_colours["mint"]
    lit = mix_colours(tile, mint, float(theme_colours["mint-a"]))
    for casing in ("mint-rim", "iris-rim", "mark-case"):
        assert contrast(theme_colours[casing], tile) >= MIN_SIGN_CONTRAST, casing
    assert contrast(theme_colours["mint-rim"], lit) >= MIN_SIGN_CONTRAST
    for sign, casing in (("mint", "mint-rim"), ("iris", "iris-rim"), ("mark", "mark-case")):
        assert contrast(theme_colours[sign], theme_colours[casing]) >= MIN_TEXT_CONTRAST, sign
    assert contrast(theme_colours["on-iris-rim"], theme_colours["iris-rim"]) >= 7
    assert contrast("#ffffff", theme_colours["iris-case"]) >= 7, "a percent"


@pytest.mark.parametrize("theme", THEMES)
def test_the_dot_of_the_last_turn_contrasts_with_its_stone(theme: str):
    theme_colours = colours(theme)
    for colour in SHADES:
        dot = theme_colours["mark-case" if colour == "white" else "mark"]
        assert contrast(dot, theme_colours[f"{colour}-1"]) >= MIN_SIGN_CONTRAST, colour


@pytest.mark.parametrize("theme", THEMES)
def test_a_bar_of_the_darker_colour_is_filled(theme: str):
    theme_colours = colours(theme)
    for colour in ("black", "blue"):
        bar = theme_colours[f"bar-{colour}"]
        for ground in ("bg", "surface", "sunk"):
            assert contrast(bar, theme_colours[ground]) >= MIN_SIGN_CONTRAST, (colour, ground)
        assert contrast(bar, theme_colours["white-1"]) >= MIN_SIGN_CONTRAST
        assert contrast(bar, theme_colours[f"on-{colour}"]) >= MIN_TEXT_CONTRAST, "the number on it"


def test_sets_change_colours_except_in_high_contrast():
    for theme in THEMES:
        plain = colours(theme)
        wood, flat = colours(theme, board="wood"), colours(theme, stones="flat")
        is_same = "contrast" in theme
        assert (wood == plain) == is_same and (flat == plain) == is_same
