"""Colours as the style sheet has them: nothing is told by hue alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from greylox_web.rules import GAMES, new_game

STYLE = (Path(__file__).parents[2] / "assets/style.css").read_text("utf-8")
ROOTS = re.compile(r"(?:@media ([^{]+)\{\s*)?:root \{([^}]*)\}")
LIGHT, DARK, MORE = "", "(prefers-color-scheme: dark)", "(prefers-contrast: more)"
THEMES = {
    "light": [LIGHT],
    "dark": [LIGHT, DARK],
    "light, more contrast": [LIGHT, MORE],
    "dark, more contrast": [LIGHT, DARK, MORE, f"{MORE} and {DARK}"],
}
TOLD_APART = 2.0  # ratio of two greys that nobody takes for the same
EASY = 3.0  # of a sign to what it lies on, as WCAG wants it
TEXT = 4.5


def colours(theme: str) -> dict[str, str]:
    """The variables of a theme."""
    blocks = {media.strip(): block for media, block in ROOTS.findall(STYLE)}
    found: dict[str, str] = {}
    for media in THEMES[theme]:
        found |= dict(re.findall(r"--([\w-]+): ([^;]+);", blocks[media]))
    for name, value in found.items():
        if inner := re.fullmatch(r"var\(--([\w-]+)\)", value):
            found[name] = found[inner[1]]
    return found


def grey(colour: str) -> float:
    """The relative luminance, from 0 to 1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((grey(one), grey(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_stones_are_told_apart_without_hue(game: str, theme: str):
    look = colours(theme)
    first, second = (look[colour] for colour in new_game(game).colours)
    assert contrast(first, second) >= TOLD_APART
    for colour in new_game(game).colours:
        line = look["black-line" if colour == "black" else "stone-line"]
        for cell in (look["cell"], look["cell-legal"]):
            assert max(contrast(look[colour], cell), contrast(line, cell)) >= TOLD_APART


@pytest.mark.parametrize("theme", THEMES)
def test_signs_stand_out_from_what_they_lie_on(theme: str):
    look = colours(theme)
    for name in ("accent", "danger"):
        assert contrast(look[name], look["cell"]) >= EASY
    assert contrast(look["accent"], look["cell-legal"]) >= EASY
    signs = {"white": "black", "black": "white", "red": "on-red", "blue": "on-blue"}
    for stone, sign in signs.items():
        assert contrast(look[stone], look[sign]) >= EASY


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read(theme: str):
    look = colours(theme)
    for ink in ("ink", "soft", "danger"):
        for ground in ("paper", "panel"):
            assert contrast(look[ink], look[ground]) >= TEXT
    assert contrast(look["accent"], look["accent-ink"]) >= TEXT


def test_nothing_moves_for_long_and_nothing_at_all_where_motion_is_unwanted():
    sheets = [p.read_text("utf-8") for p in (Path(__file__).parents[2] / "assets").glob("*.css")]
    moves = re.compile(r"(?:animation|transition)(?:-duration)?:[^;]*?([\d.]+)(ms|s)\b")
    calm = re.compile(r"@media \(prefers-reduced-motion: no-preference\) \{(?:[^{}]|\{[^{}]*\})*\}")
    lengths = [
        float(number) * (1 if unit == "ms" else 1000)
        for sheet in sheets
        for number, unit in moves.findall(sheet)
    ]
    assert lengths and max(lengths) <= 150
    always = [float(number) for sheet in sheets for number, _ in moves.findall(calm.sub("", sheet))]
    assert not any(always)  # what lasts no time is no motion
