"""The game on the table as saving sees it: its session, the stored game that it is, what is due."""

from collections.abc import Callable, Coroutine

from ...app.session.events import Event, OpenTree, Say
from ...app.session.session import Session
from ...app.session.tree import ROOT
from ...words.library import LIBRARY_WORDS
from ..tasks import soon
from .database import StorageError
from .memory import Refusal
from .place import Place, Places


class OnTable:
    """The game on the table, its place among the stored games, and the way to change both."""

    def __init__(
        self, session_on_table: Callable[[], Session], dispatch: Callable[[Event], None]
    ) -> None:
        self._session = session_on_table
        self.dispatch = dispatch
        self.first = session_on_table()
        self.seen: Session | None = None  # the last one that we know of; None before the start
        self.places = Places(self.first.tree.nodes[ROOT].state)
        self.due = False  # the table has something new for its place
        self.adopting = False  # the change that comes is our own
        self.withdraw: Callable[[], None] | None = None  # takes an offer off the page
        self._refused: set[str] = set()

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
        """Whether the table still has the game whose place is known, and not one just opened."""
        return self.place.root is self.session.tree.nodes[ROOT].state

    def sit(self, place: Place) -> None:
        """Make this the place of the game on the table."""
        self.due = False
        if self.withdraw is not None:
            self.withdraw()
        self.places.sit(place)

    def adopt(self, place: Place, event: OpenTree) -> None:
        """Put a tree that comes from the library on the table."""
        self.sit(place)
        self.adopting = True
        try:
            self.dispatch(event)
        finally:
            self.adopting = False
        self.seen = self.session

    def note(self) -> None:
        """Note in the table's place what is to be stored."""
        if self.due and self.seen is not None:
            self.due, self.place.due = False, self.seen

    def say(self, text: str) -> None:
        """Show the player a sentence."""
        self.dispatch(Say(text))

    def refuse(self, reason: str) -> None:
        """Say once why nothing is saved, until something is saved again."""
        if reason not in self._refused:
            self._refused.add(reason)
            if reason != "denied" or Refusal.to_be_told():
                self.say(LIBRARY_WORDS[reason])

    def accepted(self) -> None:
        """Something was saved: the next refusal is told again."""
        self._refused.clear()

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Run work on the stored games in the background; the player is told of a refusal."""

        async def guarded() -> None:
            try:
                await work
            except StorageError as error:
                self.refuse(error.reason)

        soon(guarded())
