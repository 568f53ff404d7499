"""The avatars of the engine's levels, beside the stones in the players' plates."""

from ...drawing.avatars import avatar_svg
from ...page.dom import by_id, parse_svg
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.naming import avatar_levels
from ...session.session import Session


class Avatars(Feature):
    """Keeps the avatars up to date; their boxes exist already, so the layout does not change."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered = [0, 0]

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Draw the avatars of levels that have changed."""
        for colour, level in enumerate(avatar_levels(self.store.session)):
            if level != self.rendered[colour]:
                self.rendered[colour] = level
                box = by_id(f"side-{colour}").querySelector(".face-box")
                box.replaceChildren(*([parse_svg(avatar_svg(level))] if level else ()))
