"""The choice of who plays a colour: a person, a friend far away, or the engine at a level."""

from ..app.levels import LEVELS
from ..app.seats import FRIEND
from ..app.words import WORDS
from .panel import made


def fill_seats(select) -> None:  # type: ignore[no-untyped-def]
    """Put a person, a friend and every level of the engine into a ``<select>``."""
    options = [
        made("option", WORDS["person"], value=""),
        made("option", WORDS["friend"], value=FRIEND),
    ]
    for level, name in LEVELS.items():
        options.append(made("option", WORDS["engine"].format(level=name), value=str(level)))
    select.replaceChildren(*options)
