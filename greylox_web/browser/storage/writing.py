"""When a game is written, and how: merged with what is stored of it."""

from collections.abc import Callable
from functools import partial

from ...app.library.entry import now, write_entry
from ...app.library.saving import Saving, save_over
from ...match.match import Match
from ..lifetime import Lifetime
from .database import Database, Work
from .place import Place

LATEST_MILLIS = 600  # a change is saved when the page is idle, and at the latest after this time


class Idle:
    """Calls ``then`` once when the page is idle, however often ``soon`` was called before."""

    def __init__(self, lifetime: Lifetime, then: Callable[[], None]) -> None:
        self._lifetime = lifetime
        self._then = then
        self._waiting = False

    def soon(self) -> None:
        """Wait for an idle moment, unless this is waiting already."""
        if not self._waiting:
            self._waiting = True
            self._lifetime.idle(LATEST_MILLIS, self._on_idle)

    def _on_idle(self) -> None:
        self._waiting = False
        self._then()


async def write(database: Database, place: Place, match: Match) -> Saving:
    """Store a match at ``place``, merged with what is stored of it already.

    The place is not changed; raise StorageError if the database refuses.
    """
    done: list[Saving] = []

    def put(work: Work, text: object) -> None:
        saving = save_over(text, match, place.game, place.base)
        if saving.damaged:
            work.set_aside(place.game, f"{place.game} {now()}")
        work.write("games", saving.entry.id, write_entry(saving.entry))
        done.append(saving)

    def begin(work: Work) -> None:
        work.read("games", place.game, partial(put, work))

    await database.run("readwrite", begin)
    return done[0]
