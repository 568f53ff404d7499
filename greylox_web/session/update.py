"""``update``: a pure function from a session and an event to the session after it."""

from dataclasses import replace

from .asking import Ask, MoveNow, engaged
from .event import Event
from .opening import Merged, OpenLink
from .playing import Click
from .session import ACTIVITIES, Ending, Session


def update(session: Session, event: Event) -> Session:
    """The session after ``event``."""
    if isinstance(event, Ask) and session.engine.status == "failed":
        starts = session.engine.starts + 1
        starting = session.engine._replace(status="starting", starts=starts, paused=False)
        return replace(session, engine=starting, resigning=False)
    before = session
    if not event.is_quiet:
        session = replace(session, notice=None, resigning=False)
        if not event.keeps_replay:
            for activity in session.activities:
                session = activity.interrupted(session)
    session = _applied(session, event)
    for name in ACTIVITIES:
        if going := session.activity(name):
            session = going.after(before, session, event)
    session = _told(before, event, session)
    why = event.help_in(session)
    if why and not session.helped and before.outcome is None and session.attempt is None:
        session = session.with_match(unrated_reason=why)
    return engaged(before, session, hurry=isinstance(event, MoveNow))


def _applied(session: Session, event: Event) -> Session:
    """The session after an event, before the engine is stopped or asked.

    The terms of the game come first, then the activities in their order.
    """
    if not session.terms.takebacks:
        from .takebacks import instead

        refused = instead(session, event)
        if refused is not None:
            return refused
    for activity in session.activities:
        if (handled := activity.handle(session, event)) is not None:
            return handled
        if isinstance(event, Click) and (pressed := activity.press(session, event.cell)):
            return pressed
    return event.apply(session)


def _told(before: Session, event: Event, session: Session) -> Session:
    """The session with the result card shown, if the game ended here or by a friend's link."""
    if session.outcome is None or session.is_trying or session.attempt:
        return _without_card(session)
    moved = session.cursor != before.cursor or session.resigned != before.resigned
    played = session.tree is not before.tree and event.may_end
    shown = before.replay >= 0 > session.replay  # what a friend played has been shown to its end
    if (moved and (played or shown)) or _resigned_by_link(session, event):
        return replace(session, ending=Ending(session.ending.here or played, card=True))
    return _without_card(session) if moved else session


def _without_card(session: Session) -> Session:
    """The session without the card of the result."""
    ending = session.ending
    return replace(session, ending=ending._replace(card=False)) if ending.card else session


def _resigned_by_link(session: Session, event: Event) -> bool:
    """Whether a friend far away tells with a link that they resign."""
    is_news = isinstance(event, OpenLink) or (isinstance(event, Merged) and event.replay)
    return is_news and session.resigned and session.seats[session.state.mover].remote
