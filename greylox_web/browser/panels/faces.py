"""The faces of the computer's levels, on the stones of the players that it plays for."""

from ...drawing.faces import face
from ...page.dom import drawing, element
from ...page.table import Follower, Table
from ...session.event import Event
from ...session.naming import face_levels
from ...session.session import Session


def follow(table: Table) -> Follower:
    """Keep the faces up to date; the stones have their places, so nothing moves."""
    shown = [0, 0]

    def heard(_event: Event | None, _before: Session) -> None:
        for colour, level in enumerate(face_levels(table.session)):
            if level != shown[colour]:
                shown[colour] = level
                stone = element(f"side-{colour}").querySelector(".plate .dot")
                stone.replaceChildren(*([drawing(face(level))] if level else ()))

    heard(None, table.session)
    return heard
