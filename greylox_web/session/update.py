"""The reducer: ``update`` returns the session after an event, as a pure function."""

from dataclasses import replace

from .event import Event
from .load_match import MatchMerged, OpenLink
from .playing import ClickCell
from .requests import MoveNow, ResumeEngine, sync_engine
from .session import ACTIVITIES, Ending, Session


def update(session: Session, event: Event) -> Session:
    """Return the session after ``event``."""
    if isinstance(event, ResumeEngine) and session.engine.status == "failed":
        starts = session.engine.restarts + 1
        starting = session.engine._replace(status="starting", restarts=starts, paused=False)
        return replace(session, engine=starting, resign_pending=False)
    before = session
    if not event.interrupts_nothing:
        session = replace(session, notice=None, resign_pending=False)
        if not event.keeps_replay:
            for activity in session.activities:
                session = activity.on_interrupt(session)
    session = _apply(session, event)
    for name in ACTIVITIES:
        if active := session.activity(name):
            session = active.after_event(before, session, event)
    if session.match.answers:
        from .answers import play_due_answer  # few matches have any

        session = play_due_answer(session)
    session = _open_result_card(before, event, session)
    why = event.why_unrated(session)
    if (
        why
        and not session.unrated_reason
        and before.outcome is None
        and session.exercise_attempt is None
    ):
        session = session.with_match(unrated_reason=why)
    return sync_engine(before, session, hurry=isinstance(event, MoveNow))


def _apply(session: Session, event: Event) -> Session:
    """Return the session after an event, before ``sync_engine`` updates the search.

    The activities apply first, in their order, then the terms of the game, then the event.
    """
    for activity in session.activities:
        if (handled := activity.handle(session, event)) is not None:
            return handled
        if isinstance(event, ClickCell) and (pressed := activity.press(session, event.cell)):
            return pressed
    if not session.terms.takebacks:
        from .takebacks import guard_takeback

        refused = guard_takeback(session, event)
        if refused is not None:
            return refused
    return event.apply(session)


def _open_result_card(before: Session, event: Event, session: Session) -> Session:
    """Open the result card if the event ended the game, locally or by a remote turn.

    Close the card if there is no result, or if another position is shown.
    """
    if session.outcome is None or session.is_retrying or session.exercise_attempt:
        return _without_card(session)
    moved = session.cursor != before.cursor or session.resigned != before.resigned
    played = session.tree is not before.tree and event.may_end_game
    replay_ended = before.replay_node >= 0 > session.replay_node  # of a remote turn
    if (moved and (played or replay_ended)) or _resigned_by_link(session, event):
        return replace(
            session, ending=Ending(session.ending.ended_in_session or played, is_card_open=True)
        )
    return _without_card(session) if moved else session


def _without_card(session: Session) -> Session:
    """Close the result card."""
    ending = session.ending
    return (
        replace(session, ending=ending._replace(is_card_open=False))
        if ending.is_card_open
        else session
    )


def _resigned_by_link(session: Session, event: Event) -> bool:
    """Whether a link from the remote player contains their resignation."""
    is_news = isinstance(event, OpenLink) or (isinstance(event, MatchMerged) and event.replay)
    return is_news and session.resigned and session.seats[session.state.mover].remote
