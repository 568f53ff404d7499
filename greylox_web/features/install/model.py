"""When to offer to install the page as an app: to returning players, never during a game."""

from ...session.event import SetPreference
from ...session.preferences import get_values
from ...session.session import Session


def should_prompt(session: Session) -> bool:
    """Return whether to offer the installation now.

    This requires enough visits or finished games, and no game or exercise in progress. Enough is
    the largest value of the preferences ``visits`` and ``finished``. After an answer, the
    preference ``install`` disables the offer permanently.
    """
    chosen = session.preferences
    if not chosen.install or session.exercise_attempt is not None or session.in_progress:
        return False
    return any(getattr(chosen, name) == get_values(name)[-1] for name in ("visits", "finished"))


def count_event(session: Session, name: str) -> SetPreference:
    """Return the event that increments ``name``, "visits" or "finished", up to its maximum."""
    return SetPreference(name, min(getattr(session.preferences, name) + 1, get_values(name)[-1]))
