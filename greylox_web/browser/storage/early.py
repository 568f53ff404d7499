"""What is played before the library is there, which comes after the start of the engine."""

from ...app.session.session import Session
from ...app.session.tree import ROOT


class Early:
    """The games that were played on before anything could be stored, each as it was left."""

    def __init__(self) -> None:
        self.sessions: list[Session] = []

    def note(self, before: Session, now: Session) -> None:
        """Take notice of a game after an event."""
        root = now.tree.nodes[ROOT].state
        if now.tree is not before.tree and root is before.tree.nodes[ROOT].state:
            others = (one for one in self.sessions if one.tree.nodes[ROOT].state is not root)
            self.sessions = [*others, now]
