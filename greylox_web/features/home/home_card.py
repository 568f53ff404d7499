"""The base class of the home cards of progress."""

from ...page.dom import is_home
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.session import Session


class HomeCard(Feature):
    """A card that is updated after every event and progress change while home is visible."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: object = None  # the key of the rendered contents
        store.progress().listeners.append(lambda: self.on_event(None, store.session))

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Update the card, if home is visible."""
        if is_home():
            self.store.lifetime.spawn(self.show())

    async def show(self) -> None:
        """Update the card."""
        raise NotImplementedError
