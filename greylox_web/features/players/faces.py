"""The faces of the computer's levels, on the stones of the players that it plays for."""

from ...drawing.faces import avatar_svg
from ...page.dom import drawing, element
from ...page.feature import Feature
from ...page.table import Table
from ...session.event import Event
from ...session.naming import avatar_levels
from ...session.session import Session


class Faces(Feature):
    """Keeps the faces up to date; the stones have their places, so nothing moves."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.shown = [0, 0]

    def changed(self, _event: Event | None, _before: Session) -> None:
        """Draw the faces of other levels."""
        for colour, level in enumerate(avatar_levels(self.table.session)):
            if level != self.shown[colour]:
                self.shown[colour] = level
                stone = element(f"side-{colour}").querySelector(".plate .dot")
                stone.replaceChildren(*([drawing(avatar_svg(level))] if level else ()))
