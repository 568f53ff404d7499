"""When a game is written, and how: merged with what is stored of it."""

from collections.abc import Callable
from functools import partial

from js import window
from pyodide.ffi import create_proxy, to_js

from ...app.library.entry import now, write_entry
from ...app.library.saving import Saving, save_over
from ...app.session.session import Session
from ..dom import safely
from .database import Database, Work
from .place import Place

LATEST_MILLIS = 600  # a change is saved when the page is idle, and at the latest after this time


class Idle:
    """Calls ``then`` once when the page is idle, however often ``soon`` was called before."""

    def __init__(self, then: Callable[[], None]) -> None:
        self._then = then
        self._waiting = False
        self._proxy = create_proxy(self._on_idle)

    def soon(self) -> None:
        """Wait for an idle moment, unless this is waiting already."""
        if self._waiting:
            return
        self._waiting = True
        if hasattr(window, "requestIdleCallback"):
            window.requestIdleCallback(self._proxy, to_js({"timeout": LATEST_MILLIS}))
        else:  # Safari
            window.setTimeout(self._proxy, LATEST_MILLIS // 2)

    def _on_idle(self, _: object = None) -> None:
        self._waiting = False
        safely(self._then)


async def write(database: Database, place: Place, session: Session) -> Saving:
    """Store a session of the game at ``place``, merged with what is stored of it already.

    The place is not changed; raise StorageError if the database refuses.
    """
    done: list[Saving] = []

    def put(work: Work, text: object) -> None:
        saving = save_over(text, session, place.game, place.base)
        if saving.damaged:
            work.set_aside(place.game, f"{place.game} {now()}")
        work.write("games", saving.entry.id, write_entry(saving.entry))
        done.append(saving)

    def begin(work: Work) -> None:
        work.read("games", place.game, partial(put, work))

    await database.run("readwrite", begin)
    return done[0]
