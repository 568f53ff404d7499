"""``update``: a pure function from a session and an event to the session after it."""

from dataclasses import replace

from . import study
from .asking import Ask, MoveNow, engaged
from .event import Event
from .opening import Merged, OpenLink
from .playing import Click
from .session import Session


def update(session: Session, event: Event) -> Session:
    """The session after ``event``."""
    if isinstance(event, Ask) and session.engine.status == "failed":
        starts = session.engine.starts + 1
        starting = session.engine._replace(status="starting", starts=starts, paused=False)
        return replace(session, engine=starting, resigning=False)
    before = session
    if not event.is_quiet:
        session = replace(session, notice=None, resigning=False)
        if session.replay >= 0 and not event.keeps_replay:
            session = replace(session.with_match(cursor=session.replay), replay=-1)
    session = _told(before, event, _fitting(before, event, _applied(session, event)))
    why = event.help_in(session)
    if why and not session.helped and before.outcome is None and session.attempt is None:
        session = session.with_match(helped=why)
    return engaged(before, session, hurry=isinstance(event, MoveNow))


def _applied(session: Session, event: Event) -> Session:
    """The session after an event, before the engine is stopped or asked.

    The terms of the game come first, then an exercise, the editor and the marks.
    """
    if not session.terms.takebacks:
        from .takebacks import instead

        refused = instead(session, event)
        if refused is not None:
            return refused
    if session.attempt is not None:
        from .exercising import after

        if (there := after(session, event)) is not None:
            return there
    if isinstance(event, Click) and (session.editor is not None or session.mark):
        return study.touch(session, event.cell)
    return event.apply(session)


def _told(before: Session, event: Event, session: Session) -> Session:
    """The session with the result card shown, if the game ended here or by a friend's link."""
    if session.outcome is None or session.is_trying or session.attempt:
        return replace(session, card=False) if session.card else session
    moved = session.cursor != before.cursor or session.resigned != before.resigned
    played = session.tree is not before.tree and event.may_end
    shown = before.replay >= 0 > session.replay  # what a friend played has been shown to its end
    if (moved and (played or shown)) or _resigned_by_link(session, event):
        return replace(session, ended_here=session.ended_here or played, card=True, compared=-1)
    return replace(session, card=False) if session.card and moved else session


def _resigned_by_link(session: Session, event: Event) -> bool:
    """Whether a friend far away tells with a link that they resign."""
    is_news = isinstance(event, OpenLink) or (isinstance(event, Merged) and event.replay)
    return is_news and session.resigned and session.seats[session.state.mover].away


def _fitting(before: Session, event: Event, session: Session) -> Session:
    """The session without a hint or a review that no longer fits the position or the tree."""
    if session.hint is not None and session.hint.state != session.state:
        session = replace(session, hint=None)
    elif session.hint is not None and session.engine is not before.engine:
        from .hinting import outdated

        session = outdated(session)
    looked = event.is_look
    moved = session.tree is not before.tree or session.cursor != before.cursor
    if session.review is not None and (moved or looked):
        from .reviewing import kept

        session = kept(session, looked=looked)
    return session
