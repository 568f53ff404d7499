"""Activities: what goes on at the table beside the game itself, each a part of the session."""

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from ..engine.messages import SearchPurpose, SearchReport
    from .event import Event
    from .session import Session


class Activity:
    """An immutable part of the session; there is at most one of each name.

    An activity overrides the methods that concern it; here they change nothing.  In each,
    ``session`` has the activity, so a session is returned that has it as it then is, or without it.
    ``session.ACTIVITIES`` has the order in which activities are asked.
    """

    name: ClassVar[str]
    stops_engine: ClassVar[bool] = False  # the engine is asked nothing meanwhile

    def on_interrupt(self, session: "Session") -> "Session":
        """The session before an event that ends a replay (``Event.keeps_replay``)."""
        return session

    def handle(self, session: "Session", event: "Event") -> "Session | None":
        """The session after an event, None where it is handled as if this did not go on."""
        return None

    def press(self, session: "Session", cell: int) -> "Session | None":
        """The session after a click on a cell, None where the click is played."""
        return None

    def after_event(self, before: "Session", session: "Session", event: "Event") -> "Session":
        """The session once this has heard of an event that was handled."""
        return session

    def board_masks(self, session: "Session") -> dict[str, int]:
        """The masks that this adds to the board, by the names in ``drawing.board_layers``."""
        return {}

    def status(self, session: "Session") -> tuple[str, str] | None:
        """Whose turn it is, and what is due; None where that is as in any game."""
        return None

    def question(self, session: "Session") -> "tuple[SearchPurpose, int] | None":
        """What the engine is needed for: the purpose and the node."""
        return None

    def on_report(self, session: "Session", report: "SearchReport") -> "Session":
        """The session after a report on such a question."""
        return session

    def on_failure(self, session: "Session", sentence: str) -> "Session":
        """The session after the engine could not answer such a question."""
        return session
