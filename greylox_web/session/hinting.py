"""Asking for a hint and showing it; a hint never plays."""

from dataclasses import replace

from ..app.thinking.hint import Hint, tells_all
from ..engine import messages as wire
from ..rules import NotationError
from ..rules.notation.actions import action_named, told_action
from ..rules.play import why_not
from .event import Event
from .session import Notice, Session

ENOUGH = 1000  # playouts: as many as the engine takes for a hint


class AskHint(Event):
    """Ask for a hint; then its cell; then put it away."""

    def apply(self, session: Session) -> Session:
        return press(session)

    def help_in(self, session: Session) -> str:
        return "hint" if session.hint is not None else ""


def press(session: Session) -> Session:
    """Handle a press of the button: ask, cancel, show the cell, or remove the hint."""
    hint = session.hint
    if hint is None:
        return _asked(session) if session.can_hint else session
    if hint.action < 0 or hint.exact:
        return replace(session, hint=None)
    return _told(session, hint._replace(exact=True))


def _asked(session: Session) -> Session:
    """The engine is asked, unless an analysis has looked at the position for longer."""
    asking = replace(session, hint=Hint(session.state))
    known = _known(session)
    return asking if known is None else answered(asking, known)


def _known(session: Session) -> wire.Report | None:
    """What an analysis found that has looked at the position for at least as long as a hint."""
    known = session.engine.known_of(session.state)
    return known if known and (known.proven or known.playouts >= ENOUGH) else None


def outdated(session: Session) -> Session:
    """The session without a hint, and what was said of it, that such an analysis contradicts."""
    hint, known = session.hint, _known(session)
    if hint is None or hint.action < 0 or known is None:
        return session
    best = known.action or next((name for name, *_ in known.top), "")
    if best in ("", told_action(session.game, hint.action)):
        return session
    is_told = session.notice == Notice(hint.text(session.game))
    return replace(session, hint=None, notice=None if is_told else session.notice)


def looked(session: Session, report: wire.Report) -> Session:
    """Keep only the progress of a report; its evaluation would give the hint away."""
    if session.hint is None or not report.work:
        return session
    percent = min(100 * report.playouts // report.work, 99)
    return replace(session, hint=session.hint._replace(percent=percent))


def answered(session: Session, report: wire.Report) -> Session:
    """Keep the engine's answer as the hint; it is checked like a click."""
    assert session.hint is not None
    try:
        action = action_named(session.game.board, report.action or "")
    except NotationError:
        action = -1
    if why_not(session.game, session.state, action):
        return failed(session, report.error or "")
    at_once = tells_all(session.game, session.state, action)
    return _told(session, session.hint._replace(action=action, exact=at_once))


def failed(session: Session, sentence: str) -> Session:
    """There is no hint."""
    return replace(session, hint=None, notice=Notice(sentence) if sentence else session.notice)


def _told(session: Session, hint: Hint) -> Session:
    return replace(session, hint=hint, notice=Notice(hint.text(session.game)))
