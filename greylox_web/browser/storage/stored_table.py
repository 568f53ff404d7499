"""The table as saving sees it: the game's session, its stored game, and what is not saved yet."""

from collections.abc import Callable, Coroutine

from ...session.events import Event, Say
from ...session.session import Session
from ...words.library import LIBRARY_WORDS
from ..lifetime import Lifetime
from .database import StorageError
from .memory import Refusal
from .place import Place, Places


class StoredTable:
    """The game on the table and its place among the stored games, which both can be changed here.

    ``session_on_table`` returns the present session, without an exercise.
    """

    def __init__(
        self,
        lifetime: Lifetime,
        refusal: Refusal,
        session_on_table: Callable[[], Session],
        dispatch: Callable[[Event], None],
    ) -> None:
        self.lifetime = lifetime
        self.refusal = refusal
        self._session = session_on_table
        self.dispatch = dispatch
        self.first = session_on_table()
        self.seen: Session | None = None  # the latest one noted; None until saving has started
        self.places = Places(self.first.tree.root)
        self.due = False  # whether ``seen`` has changes that are not queued at its place
        self.adopting = False  # whether the change under way is made here
        self.withdraw: Callable[[], None] | None = None  # removes the latest offer from the page
        self._refused: set[str] = set()  # the reasons that the player knows

    @property
    def session(self) -> Session:
        """The session on the table now, which may be later than the one seen."""
        return self._session()

    @property
    def place(self) -> Place:
        """The place of the game on the table."""
        return self.places.here

    @property
    def is_at_place(self) -> bool:
        """Whether the table still has the game of its place, and not one opened just now."""
        return self.place.root is self.session.tree.root

    def move_to(self, place: Place) -> None:
        """Make this the place of the game on the table, and remove an offer about the last one."""
        self.due = False
        if self.withdraw is not None:
            self.withdraw()
        self.places.move_to(place)

    def adopt(self, place: Place, event: Event) -> None:
        """Put a match from the stored games on the table, at its place, by this event."""
        self.move_to(place)
        self.adopting = True
        try:
            self.dispatch(event)
        finally:
            self.adopting = False
        self.seen = self.session

    def queue(self) -> None:
        """Queue unsaved changes at the table's place, to be stored by ``Saver.save_all``."""
        if self.due and self.seen is not None:
            self.due, self.place.due = False, self.seen.saved_match

    def say(self, text: str) -> None:
        """Show the player a sentence."""
        self.dispatch(Say(text))

    def tell_refusal(self, reason: str) -> None:
        """Tell the player why nothing is saved, a key of ``LIBRARY_WORDS``: once each."""
        if reason not in self._refused:
            self._refused.add(reason)
            if reason != "denied" or self.refusal.to_be_told():
                self.say(LIBRARY_WORDS[reason])

    def forget_refusals(self) -> None:
        """Tell the next refusal again, because something was saved."""
        self._refused.clear()

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Run work on the stored games in the background, and tell the player of a refusal."""

        async def guarded() -> None:
            try:
                await work
            except StorageError as error:
                self.tell_refusal(error.reason)

        self.lifetime.spawn(guarded())
