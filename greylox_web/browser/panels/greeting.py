"""A word for the first visit, until the first stone."""

from ...app.session.events import Act, Click, Event, Prefer
from ...app.session.session import Session
from ...app.view.frame import greets
from ...words import WORDS
from ..dom import element, made
from ..table import Follower, Table


def follow(table: Table) -> Follower:
    """Show the word; what is returned takes it away for ever with the first stone.

    It is out of sight while something else is on the table than a game to begin with.
    """
    line = made("p", WORDS["greeting"], id="greeting")
    element("notice").before(line)

    def heard(event: Event | None, before: Session) -> None:
        line.hidden = not greets(table.session)
        begun = len(table.session.tree.nodes) > 1
        if greets(before) and begun and isinstance(event, Click | Act):
            line.remove()
            table.dispatch(Prefer("greeted", True))

    return heard
