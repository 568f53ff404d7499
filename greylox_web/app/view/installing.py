"""When to offer to keep the page as an app: to who comes back or plays on, and never in a game."""

from ..preferences import values_of
from ..session.events import Prefer
from ..session.session import Session


def due(session: Session) -> bool:
    """Whether now is the moment: the third visit or the second game, and nothing goes on."""
    chosen = session.preferences
    if not chosen.install or session.attempt is not None or session.is_going:
        return False
    return any(getattr(chosen, name) == values_of(name)[-1] for name in ("visits", "finished"))


def counted(session: Session, name: str) -> Prefer:
    """One more visit, or one more game that was finished, as far as they are counted."""
    return Prefer(name, min(getattr(session.preferences, name) + 1, values_of(name)[-1]))
