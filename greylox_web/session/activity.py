"""Activities: modes such as a review or the editor, each an immutable part of the session."""

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from ..engine.messages import SearchPurpose, SearchReport
    from .event import Event
    from .session import Session


class Activity:
    """An immutable part of the session.  A session has at most one activity of each name.

    Subclasses override the methods they need; the base methods change nothing.  The ``session``
    argument contains the activity.  A method returns a session with the updated activity, or
    without it.  ``session.ACTIVITIES`` has the order in which the activities handle an event.
    """

    name: ClassVar[str]
    stops_engine: ClassVar[bool] = False  # during the activity, only its own searches run

    def on_interrupt(self, session: "Session") -> "Session":
        """Return the session before an event that interrupts the activity."""
        return session

    def handle(self, session: "Session", event: "Event") -> "Session | None":
        """Handle an event.  None: the event is handled as without the activity."""
        return None

    def press(self, session: "Session", cell: int) -> "Session | None":
        """Handle a click on a cell.  None: the click plays an action."""
        return None

    def after_event(self, before: "Session", session: "Session", event: "Event") -> "Session":
        """Update the activity after any event was handled."""
        return session

    def board_session(self, session: "Session") -> "Session":
        """Return the session that the board shows instead of ``session``."""
        return session

    def board_masks(self, session: "Session") -> dict[str, int]:
        """Return the masks to add to the board, by the names in ``drawing.board_layers``."""
        return {}

    def cell_numbers(self, session: "Session") -> dict[int, str]:
        """Return the numbers of the engine's stones that the activity shows, by cell."""
        return {}

    def status(self, session: "Session") -> tuple[str, str] | None:
        """Return the status and the prompt line.  None: the texts of an ordinary game."""
        return None

    def holds_reply(self, session: "Session") -> bool:
        """Return whether the engine may not reply yet in the position shown, where it is to move.

        ``required_search`` may then require another search.
        """
        return False

    def required_search(self, session: "Session") -> "tuple[SearchPurpose, int] | None":
        """Return the purpose and the node of a required search, or None."""
        return None

    def on_report(self, session: "Session", report: "SearchReport") -> "Session":
        """Handle a report of a search that ``required_search`` required."""
        return session

    def on_failure(self, session: "Session", sentence: str) -> "Session":
        """Handle the failure of a search that ``required_search`` required."""
        return session
