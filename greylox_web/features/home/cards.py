"""What the cards of exercises at home have in common."""

from ...page.dom import at_home
from ...page.feature import Feature
from ...page.table import Table
from ...session.event import Event
from ...session.session import Session


class HomeCard(Feature):
    """A card that is shown anew after every event and all progress, while home can be seen."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.shown: object = None  # what it was filled from
        table.progress().followers.append(lambda: self.changed(None, table.session))

    def changed(self, _event: Event | None, _before: Session) -> None:
        """Show it, if it can be seen."""
        if at_home():
            self.table.lifetime.spawn(self.show())

    async def show(self) -> None:
        """Bring it up to date."""
        raise NotImplementedError
