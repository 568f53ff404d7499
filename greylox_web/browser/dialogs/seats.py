"""The choice of who plays a colour: a person, a friend far away, or the engine at a level."""

from js import Element

from ...app.session.seats import FRIEND
from ...app.thinking.levels import LEVELS, level_name
from ...words import WORDS
from ..dom import made


def fill_seats(select: Element, game: str = "", *, short: bool = False) -> None:
    """Put a person, a friend and every level of the engine into a ``<select>``; keep the choice.

    With a game the levels have their strengths in it; a narrow one has only their numbers.
    """
    chosen = select.value
    options = [
        made("option", WORDS["person"], value=""),
        made("option", WORDS["friend"], value=FRIEND),
    ]
    for level in LEVELS:
        name = str(level) if short else level_name(level, game)
        title = WORDS["engine"].format(level=name)
        options.append(made("option", title, value=str(level)))
    select.replaceChildren(*options)
    select.value = chosen
