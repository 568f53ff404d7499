"""The choice of who plays a colour: a person, a friend far away, or the engine at a level."""

from js import Element

from ...engine.levels import LEVELS
from ...page.dom import made
from ...session.naming import engine
from ...session.seats import FRIEND
from ...words import WORDS


def fill_seats(select: Element) -> None:
    """Fill a ``<select>`` with a person, a friend and all levels, and keep its choice."""
    chosen = select.value
    options = [
        made("option", WORDS["person"], value=""),
        made("option", WORDS["friend"], value=FRIEND),
    ]
    for level in LEVELS:
        title = WORDS["level-named"].format(Name=engine(level), level=level)
        options.append(made("option", title, value=str(level)))
    select.replaceChildren(*options)
    select.value = chosen
