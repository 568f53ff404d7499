"""A word for the first visit, until the first stone."""

from collections.abc import Callable

from ...app.session.events import Act, Click, Prefer
from ...app.session.session import Session
from ...words import WORDS
from ..dom import element, made
from ..table import Table


def follow(table: Table) -> Callable[[object, Session], None]:
    """Show the word; what is returned takes it away for ever with the first stone."""
    line = made("p", WORDS["greeting"], id="greeting")
    element("notice").before(line)

    def heard(event: object, before: Session) -> None:
        if isinstance(event, Click | Act) and table.session.tree is not before.tree:
            line.remove()
            if not table.session.preferences.greeted:
                table.dispatch(Prefer("greeted", True))

    return heard
