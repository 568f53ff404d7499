"""Elements about puzzles for the panel, the puzzles page and home."""

from collections.abc import Sequence

from js import Element

from ...drawing.hex_geometry import number
from ...page.dom import create_element, parse_svg
from .progress import Mark
from .progress_text import Day, StreakText, difficulty_text
from .puzzle_set import PuzzleRow
from .themes import DIFFICULTIES, difficulty

SVG = 'xmlns="http://www.w3.org/2000/svg" aria-hidden="true"'
CURVE_WIDTH, CURVE_HEIGHT, CURVE_EDGE = 220, 40, 3  # units of its view box


def replace_child(section: Element, element: Element) -> None:
    """Put the element into a section, alone, unless it is there."""
    if not section.contains(element):
        section.replaceChildren(element)


def difficulty_line(row: PuzzleRow) -> Element:
    """Make a line with the difficulty of a puzzle: five hexagons, the word and the rating."""
    line = create_element("p", **{"class": "puzzle-difficulty"})
    line.append(difficulty_hexagons(difficulty(row)), create_element("span", difficulty_text(row)))
    return line


def difficulty_hexagons(level: int) -> Element:
    """Draw five hexagons, ``level`` of them filled; the words beside them say the same."""
    kinds = ["filled"] * level + ["empty"] * (len(DIFFICULTIES) - level)
    hexagons = "".join(
        f'<path class="{kind}" d="M{13 + 26 * index} 3l10.4 6v12l-10.4 6-10.4-6v-12z"/>'
        for index, kind in enumerate(kinds)
    )
    return parse_svg(f'<svg {SVG} class="difficulty-hexes" viewBox="0 0 130 30">{hexagons}</svg>')


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
    """Draw a hexagon, filled if solved: with a star for a first try, else with a check."""
    sign = "star" if how == "first" else "check"
    used = f'<use href="#icon-{sign}" x="16" y="16" width="40" height="40"/>' if how else ""
    return parse_svg(
        f'<svg {SVG} class="medal {how or when}" viewBox="0 0 72 72">'
        f'<path d="M36 4l27.7 16v32L36 68 8.3 52V20z"/>{used}</svg>'
    )


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
        f'<svg {SVG} class="rating-curve" viewBox="0 0 {CURVE_WIDTH} {CURVE_HEIGHT}" '
        f'preserveAspectRatio="none"><path d="M{path}" vector-effect="non-scaling-stroke"/></svg>'
    )
