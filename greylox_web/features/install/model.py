"""When to offer to install the page as an app: to returning players, and never during a game."""

from ...session.event import SetPreference
from ...session.preferences import get_values
from ...session.session import Session


def should_prompt(session: Session) -> bool:
    """Whether to offer it now: enough visits or finished games, and no game or exercise goes on.

    Enough is the largest value that the preferences ``visits`` and ``finished`` count up to.  After
    an answer it is never due again (``install``).
    """
    chosen = session.preferences
    if not chosen.install or session.exercise_attempt is not None or session.in_progress:
        return False
    return any(getattr(chosen, name) == get_values(name)[-1] for name in ("visits", "finished"))


def count_event(session: Session, name: str) -> SetPreference:
    """The event that counts one more of ``name``, "visits" or "finished", up to the largest."""
    return SetPreference(name, min(getattr(session.preferences, name) + 1, get_values(name)[-1]))
