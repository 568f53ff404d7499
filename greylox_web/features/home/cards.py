"""What the cards of exercises at home have in common."""

from collections.abc import Callable, Coroutine

from ...page.dom import at_home
from ...page.table import Follower, Table
from ...session.event import Event
from ...session.session import Session


def while_at_home(table: Table, show: Callable[[], Coroutine[object, object, None]]) -> Follower:
    """Show a card anew after every event and all progress, while home can be seen."""

    def heard(_event: Event | None, _before: Session) -> None:
        if at_home():
            table.lifetime.spawn(show())

    table.progress().followers.append(lambda: heard(None, table.session))
    heard(None, table.session)
    return heard
