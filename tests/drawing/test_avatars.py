"""The lines of the opponents' avatars have enough contrast."""

import re

import pytest

from greylox_web.drawing.avatars import AVATARS, SHELL, SLATE, avatar_svg


def brightness(colour):
    """The relative luminance of a colour (WCAG), from 0 to 1."""
    parts = [int(colour[offset : offset + 2], 16) / 255 for offset in (1, 3, 5)]
    even = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * even[0] + 0.7152 * even[1] + 0.0722 * even[2]


def contrast(one, other):
    low, high = sorted(map(brightness, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("level", AVATARS)
def test_lines_are_dark_on_light_glazes_and_light_on_dark_ones(level):
    glaze, svg = AVATARS[level].glaze, avatar_svg(level)
    best = max((SHELL, SLATE), key=lambda line: contrast(line, glaze))
    lines = set(re.findall(r'stroke="([^"]+)" stroke-width="4" stroke-linecap="round"', svg))
    assert lines <= {best} and contrast(best, glaze) > 3
    assert "{dark}" not in svg
