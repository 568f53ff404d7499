"""The first visit: over with the first stone."""

from ...app.view.panel.frame import greets
from ...page.table import Follower, Table
from ...session.event import Event, Prefer
from ...session.playing import Act, Click
from ...session.session import Session


def follow(table: Table) -> Follower:
    """Note the first stone; from then on the games are no longer shown above the board."""

    def heard(event: Event | None, before: Session) -> None:
        begun = len(table.session.tree.nodes) > 1
        if greets(before) and begun and isinstance(event, Click | Act):
            table.dispatch(Prefer("greeted", True))

    return heard
