"""The part of home that only Python knows: the game in progress, and what its buttons open."""

from ...app.drawing.thumbnail import thumbnail
from ...app.session.events import Event
from ...app.session.session import Session
from ...app.view.going import going
from ..dom import at_home, drawing, element
from ..table import Follower, Table


def follow(table: Table) -> Follower:
    """Keep the card of the game in progress up to date while it can be seen."""

    def heard(_event: Event | None, _before: Session) -> None:
        if at_home() and table.session.played.is_going:
            show(table.session.played)

    heard(None, table.session)
    return heard


def show(session: Session) -> None:
    """Fill the card."""
    card, words = element("going"), going(session)
    for name in words._fields:
        card.querySelector(f".{name}").textContent = getattr(words, name)
    state = session.tree.nodes[session.present].state
    card.querySelector(".picture").replaceChildren(drawing(thumbnail(session.game, state)))
