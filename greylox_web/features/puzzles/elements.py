"""Elements about puzzles for the panel, the puzzles page and home."""

from collections.abc import Sequence

from js import Element

from ...drawing.hex_geometry import number
from ...page.dom import create_element, icon, parse_svg
from .progress import Mark
from .progress_text import Day, StreakText, difficulty_text
from .puzzle_set import PuzzleRow
from .themes import DIFFICULTIES, difficulty

CURVE_WIDTH, CURVE_HEIGHT, CURVE_EDGE = 220, 40, 3  # units of its view box


def difficulty_line(row: PuzzleRow) -> Element:
    """Make a line with the difficulty of a puzzle: five hexagons, the word and the rating."""
    line = create_element("p", **{"class": "puzzle-difficulty"})
    line.append(difficulty_hexagons(difficulty(row)), create_element("span", difficulty_text(row)))
    return line


def difficulty_hexagons(level: int) -> Element:
    """Make five hexagons, ``level`` of them filled; the words beside them say the same."""
    hexagons = create_element("span", aria_hidden="true", **{"class": "difficulty-hexes"})
    for index in range(len(DIFFICULTIES)):
        kind = "small-hex filled" if index < level else "small-hex"
        hexagons.append(create_element("span", **{"class": kind}))
    return hexagons


def week_row(streak: StreakText) -> Element:
    """Make the list of the days of this week, with a medal for each solved daily puzzle."""
    days = create_element("ul", **{"class": "puzzle-week"})
    days.append(*map(_day_item, streak.week))
    return days


def streak_line(streak: StreakText) -> Element:
    """Make the line with the number of days in a row; it is hidden while there is none."""
    line = create_element("p", **{"class": "puzzle-streak"})
    line.hidden = not streak.streak
    count = create_element("span", aria_hidden="true")
    count.append(create_element("b", str(streak.streak)), f" {streak.label}")
    line.append(count, create_element("span", streak.aria_text, **{"class": "visually-hidden"}))
    return line


def make_medal(how: Mark, when: str = "past") -> Element:
    """Make a hexagon, filled if solved: with a star for a first try, else with a check."""
    kind = f"hex medal {'done first' if how == 'first' else how or when}"
    sign = create_element("span", aria_hidden="true", **{"class": kind})
    if how:
        sign.append(icon("star" if how == "first" else "check"))
    return sign


def _day_item(day: Day) -> Element:
    item = create_element("li")
    if day.when == "today":
        item.setAttribute("aria-current", "date")
    item.append(
        make_medal(day.mark, day.when), create_element("span", day.letter, aria_hidden="true")
    )
    item.append(create_element("span", day.text, **{"class": "visually-hidden"}))
    return item


def rating_curve(ratings: Sequence[float]) -> Element:
    """Draw ratings as a line, the first on the left; a text beside it gives their values."""
    low, high = min(ratings), max(ratings)
    wide, tall = CURVE_WIDTH - 2 * CURVE_EDGE, CURVE_HEIGHT - 2 * CURVE_EDGE
    points = [
        (
            CURVE_EDGE + wide * index / max(1, len(ratings) - 1),
            CURVE_EDGE + tall * (high - rating) / max(1.0, high - low),
        )
        for index, rating in enumerate(ratings)
    ]
    path = "L".join(f"{number(across)} {number(down)}" for across, down in points)
    return parse_svg(
        '<svg xmlns="http://www.w3.org/2000/svg" class="rating-curve" aria-hidden="true" '
        f'viewBox="0 0 {CURVE_WIDTH} {CURVE_HEIGHT}" preserveAspectRatio="none">'
        f'<path d="M{path}" vector-effect="non-scaling-stroke"/></svg>'
    )
