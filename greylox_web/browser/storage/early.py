"""Games played before saving starts, which is after the engine's start."""

from ...match.match import Match
from ...session.events import Click, Event


class Early:
    """The games that were played before saving started, each as it was left."""

    def __init__(self, first: Match | None = None) -> None:
        self.first = first  # the match at the beginning of the visit
        self.matches: list[Match] = []

    def known(self, match: Match) -> Match:
        """The same match as it was at the beginning of the visit; else the given one."""
        first = self.first
        if first is None or first.tree.root is not match.tree.root:
            return match
        return first

    def note(self, before: Match, now: Match, event: Event | None) -> None:
        """Note a game after an event that changed it; a click may begin the game of a course."""
        root = now.tree.root
        goes_on = root is before.tree.root or isinstance(event, Click)
        if now.tree is not before.tree and goes_on:
            others = (one for one in self.matches if one.tree.root is not root)
            self.matches = [*others, now]
