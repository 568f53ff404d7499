"""Shows a friend's turn action by action, or at once if the user prefers stillness."""

from ...page.dom import prefers_stillness
from ...page.table import Follower, Table
from ...session.event import Event
from ...session.friends import Replay
from ...session.session import Session

FIRST_MILLIS, NEXT_MILLIS = 600, 450  # before the first action, and between two


def follow(table: Table) -> Follower:
    """Send ``Replay`` at intervals while there is an action to show; return the follower."""
    waiting = False

    def heard(event: Event | None, _before: Session) -> None:
        nonlocal waiting
        if table.session.replay >= 0 and not waiting:
            waiting = True
            millis = NEXT_MILLIS if isinstance(event, Replay) else FIRST_MILLIS
            millis = 0 if prefers_stillness() else millis
            table.lifetime.later(millis, go_on)

    def go_on() -> None:
        nonlocal waiting
        waiting = False
        if table.session.replay >= 0:  # the user may have ended the replay meanwhile
            table.dispatch(Replay())

    heard(None, table.session)
    return heard
