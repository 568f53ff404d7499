"""Games played before saving starts, which is after the engine's start."""

from ...session.events import Click, Event
from ...session.session import Session


class Early:
    """The games that were played before saving started, each as it was left."""

    def __init__(self, first: Session | None = None) -> None:
        self.first = first  # the table at the beginning of the visit
        self.sessions: list[Session] = []

    def known(self, session: Session) -> Session:
        """The session of the same game at the beginning of the visit; else the given one."""
        first = self.first
        if first is None or not first.is_same_game(session):
            return session
        return first

    def note(self, before: Session, now: Session, event: Event | None) -> None:
        """Note a game after an event that changed it; a click may begin the game of a course."""
        root = now.tree.root
        goes_on = root is before.tree.root or isinstance(event, Click)
        if now.tree is not before.tree and goes_on:
            others = (one for one in self.sessions if one.tree.root is not root)
            self.sessions = [*others, now]
