"""The elements of the strength page and of the cards: plot, table, face, figures."""

from collections.abc import Callable, Iterable

from js import Element

from ...drawing.avatars import avatar_svg
from ...page.dom import create_element, icon, parse_svg
from ...page.lifetime import Lifetime
from ...rules import GAMES, TITLES
from ...session import naming
from ...words.statistics import STATISTICS_WORDS as WORDS
from .curve import CurveView, Mark
from .tables import StatsTable
from .view import Figure


def box(tag: str, name: str, *content: "Element | str") -> Element:
    """Make an element of this class with its content."""
    element = create_element(tag, **{"class": name})
    element.append(*content)
    return element


def face(level: int) -> Element:
    """Make the face of a level, hidden from screen readers."""
    picture = create_element("span", aria_hidden="true", **{"class": "level-face"})
    picture.append(parse_svg(avatar_svg(level)))
    return picture


def card(name: str, heading: str, *aside: "Element | str") -> Element:
    """Make a card with its heading, and what stands beside it."""
    section = box("section", f"stats-card {name}")
    title = create_element("h2", heading)
    section.append(box("header", "stats-head", title, *aside))
    return section


def soft(text: str) -> Element:
    """Make a small text."""
    return create_element("span", text, **{"class": "soft"})


def game_choice(current: str, choose: Callable[[str], object], lifetime: Lifetime) -> Element:
    """Make a row of buttons, one for each game."""
    row = create_element("div", role="group", aria_label=WORDS["games"], **{"class": "game-choice"})
    row.append(*(game_button(name, current, choose, lifetime) for name in GAMES))
    return row


def game_button(
    name: str, current: str, choose: Callable[[str], object], lifetime: Lifetime
) -> Element:
    """Make the button of a game."""
    button = create_element("button", type="button", aria_pressed=str(name == current).lower())
    button.append(icon(f"mark-{name}"), TITLES[name])
    lifetime.listen(button, "click", lambda _: choose(name))
    return button


def plot(view: CurveView, *, is_short: bool = False) -> Element:
    """Make the plot of a curve, as a picture for screen readers."""
    lowest, height = view.levels[-1], view.levels[0] - view.levels[-1]
    axis = box("div", "axis")
    for level in view.levels:
        if is_short and (level - lowest) % max(1, height // 2):
            continue
        label = box(
            "span",
            "axis-level",
            create_element("span", naming.engine_name(level), **{"class": "name"}),
            create_element("span", str(level), **{"class": "number"}),
            face(level),
        )
        axis.append(place(label, Mark(0.0, (level - lowest) / height, "")))
    area = box("div", "area", parse_svg(view.svg))
    for mark in view.milestones:
        point = create_element("span", **{"class": "milestone"})
        if mark.text:
            edge = " from-left" if mark.x < 0.1 else " from-right" if mark.x > 0.9 else ""
            point.append(create_element("span", mark.text, **{"class": f"milestone-text{edge}"}))
        area.append(place(point, mark))
    area.append(place(create_element("span", **{"class": "last-point"}), view.last))
    dates = box("div", "dates")
    dates.append(*(place(create_element("span", mark.text), mark) for mark in view.dates))
    element = create_element("div", role="img", aria_label=view.aria_text)
    element.className = "strength-plot is-short" if is_short else "strength-plot"
    element.style.setProperty("--rows", str(height))
    element.append(axis, area, dates)
    return element


def place(element: Element, mark: Mark) -> Element:
    """Place an element at a point of the plot."""
    element.style.setProperty("--x", f"{100 * mark.x:.1f}%")
    element.style.setProperty("--y", f"{100 * mark.y:.1f}%")
    if mark.x == 1:
        element.classList.add("at-end")
    return element


def details(summary: str, tables: Iterable[StatsTable]) -> Element:
    """Make a part that shows tables when it is opened."""
    element = box("details", "stats-tables", create_element("summary", summary))
    element.append(*map(table, tables))
    return element


def table(contents: StatsTable) -> Element:
    """Make a table."""
    element = create_element("table")
    element.append(create_element("caption", contents.caption))
    head, body, top = create_element("thead"), create_element("tbody"), create_element("tr")
    top.append(*(create_element("th", text, scope="col") for text in contents.head))
    head.append(top)
    for name, *cells in contents.rows:
        row = create_element("tr")
        row.append(create_element("th", name, scope="row"))
        row.append(*(create_element("td", text) for text in cells))
        body.append(row)
    element.append(head, body)
    return element


def figures(contents: Iterable[Figure]) -> Element:
    """Make a row of large numbers, each with what it counts."""
    row = box("div", "figures")
    for figure in contents:
        row.append(box("p", "figure", create_element("strong", figure.number), " ", figure.label))
    return row
