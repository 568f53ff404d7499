"""What a friend has played is shown action by action; at once to who wants no motion."""

from js import window
from pyodide.ffi import create_once_callable

from ...app.session.events import Event, Replay
from ...app.session.session import Session
from ..table import Follower, Table

FIRST_MILLIS, NEXT_MILLIS = 600, 450


def follow(table: Table) -> Follower:
    """Send the next action from time to time for as long as there is one."""
    waiting = False

    def heard(_event: Event | None, _before: Session) -> None:
        nonlocal waiting
        if table.session.replay >= 0 and not waiting:
            waiting = True
            still = window.matchMedia("(prefers-reduced-motion: reduce)").matches
            begun = isinstance(_event, Replay)
            millis = 0 if still else NEXT_MILLIS if begun else FIRST_MILLIS
            window.setTimeout(create_once_callable(go_on), millis)

    def go_on() -> None:
        nonlocal waiting
        waiting = False
        if table.session.replay >= 0:  # else somebody has gone to the end meanwhile
            table.dispatch(Replay())

    heard(None, table.session)
    return heard
