"""The elements of a mistake: its position as a link, for the page and the card of home."""

from collections.abc import Iterable
from datetime import date
from itertools import islice

from js import Element

from ...drawing.thumbnail import thumbnail
from ...page.dom import create_element, parse_svg
from ...progress import Fact
from ...rules import TITLES
from ...words import locale_format
from ...words.mistakes import MISTAKES_WORDS as WORDS
from .judge import NEXT, ROUTE, percent, texts
from .model import Mistake, MistakeProgress, parse_known

SHOWN_ON_HOME = 3


def link(mistake: Mistake, *more: str) -> Element:
    """Make the link to a position: its picture, the turn that was played, and what it cost."""
    element = create_element("a", href=f"#{ROUTE}/{mistake.name}", **{"class": "mistake-link"})
    picture = create_element("span", **{"class": "picture"})
    picture.append(parse_svg(thumbnail(mistake.game, mistake.state)))
    title = WORDS["instead"].format(**texts(mistake))
    cost = WORDS["lost"].format(Game=TITLES[mistake.game.name], percent=percent(mistake.lost))
    element.append(picture, create_element("b", title), " ")
    for text in (cost, *more):
        element.append(create_element("small", text), " ")
    return element


def start_link(*, is_primary: bool) -> Element:
    """Make the link to the first position that is due."""
    element = create_element("a", WORDS["start"], href=f"#{ROUTE}/{NEXT}")
    if is_primary:
        element.className = "button-link main"
    return element


def due_day_text(progress: MistakeProgress, name: str) -> str:
    """Return when a position comes back."""
    if name not in progress.due_days:
        return WORDS["done"]
    ordinal = min(progress.due_days[name], date.max.toordinal())  # an edited file may have any day
    day = date.fromordinal(ordinal).isoformat()
    return WORDS["on-day"].format(day=locale_format.formats.day(day))


def due_text(due: int, count: int) -> str:
    """Return how many positions are due, and how many there are."""
    return WORDS["due-all"].format(due=due, count=count)


def known_facts(progress: MistakeProgress, names: Iterable[str]) -> list[Fact]:
    """Return the facts of these positions."""
    return [progress.last[name] for name in names]


def home_card(progress: MistakeProgress, today: date) -> "Element | None":
    """Make the card of the home page; None if nothing is due."""
    due = progress.due(today)
    shown = [*islice(parse_known(known_facts(progress, due)), SHOWN_ON_HOME)]
    if not shown:
        return None
    items = create_element("ul", **{"class": "mistake-list"})
    for mistake in shown:
        item = create_element("li")
        item.append(link(mistake))
        items.append(item)
    card = create_element("section", id="mistakes-card", **{"class": "card"})
    card.setAttribute("aria-labelledby", "mistakes-card-heading")
    head = create_element("header")
    head.append(
        create_element("h2", WORDS["card"], id="mistakes-card-heading"),
        create_element("p", due_text(len(due), len(progress.last))),
        start_link(is_primary=False),
    )
    card.append(head, items)
    return card
