"""``update``: a pure function from a session and an event to the session after it."""

from dataclasses import replace

from . import asking, opening, playing, study
from . import events as ev
from .engine_part import EnginePart
from .preferences import with_value
from .session import Notice, Session

KEEPS_NOTICE = (
    ev.MoveNow,
    ev.ShowLine,
    ev.ShowResult,
    ev.ShowRank,
    ev.Prefer,
    ev.Visible,
    ev.EngineReady,
    ev.EngineReport,
    ev.EngineFailed,
)
HELPS = ev.AskHint, ev.Analyse, ev.ReviewGame, ev.TakeSeats
LOOKS = ev.Go, ev.Step, ev.Sibling, ev.Redo
ENDS = ev.Click, ev.Act, ev.Resign, ev.FlagFall, ev.EngineReport


def update(session: Session, event: ev.Event) -> Session:
    """The session after ``event``."""
    if isinstance(event, ev.Ask) and session.engine.status == "failed":
        starts = session.engine.starts + 1
        starting = session.engine._replace(status="starting", starts=starts, paused=False)
        return replace(session, engine=starting, resigning=False)
    before = session
    if not isinstance(event, KEEPS_NOTICE):
        session = replace(session, notice=None, resigning=False)
        if session.replay >= 0 and not isinstance(event, ev.Replay | ev.NameFriend):
            session = replace(session.with_match(cursor=session.replay), replay=-1)
    session = _told(before, event, _fitting(before, event, _after(session, event)))
    if isinstance(event, HELPS):
        from .rated import helped

        session = helped(before, event, session)
    return asking.engaged(before, session, hurry=isinstance(event, ev.MoveNow))


def _after(session: Session, event: ev.Event) -> Session:
    """The session after an event, before the engine is stopped or asked."""
    if not session.terms.takebacks:
        from .playing import instead

        refused = instead(session, event)
        if refused is not None:
            return refused
    if session.attempt is not None or isinstance(event, ev.BeginExercise):
        from .exercising import after

        if (there := after(session, event)) is not None:
            return there
    match event:
        case ev.Click(cell):
            if session.editor is not None or session.mark:
                return study.touch(session, cell)
            return playing.by_hand(session, cell)
        case ev.Act(action):
            return playing.by_hand(session, action)
        case ev.Undo():
            return playing.undo(session)
        case ev.Redo():
            return playing.redo(session)
        case ev.Step(by):
            return playing.step(session, by)
        case ev.Go(node, end):
            return playing.go(session, node, end)
        case ev.Sibling(by):
            return playing.sibling(session, by)
        case ev.NewGame():
            return opening.new(session, event)
        case ev.Rematch(seats):
            return opening.rematch(session, seats)
        case ev.ShowResult(shown):
            return replace(session, card=shown and session.outcome is not None, compared=-1)
        case ev.ShowRank(place):
            return replace(session, compared=place)
        case ev.OpenLink(text):
            return opening.open_link(session, text)
        case ev.Open():
            return opening.open_match(session, event)
        case ev.Merged():
            return opening.merged(session, event)
        case ev.FlagFall(colour):
            return playing.flag_fall(session, colour)
        case ev.Resign():
            return playing.resign(session)
        case ev.TakeSeats(seats):
            engine = session.engine._replace(paused=False)
            return replace(
                session.with_match(seats=seats, offered=None, passed_over=None), engine=engine
            )
        case ev.AnswerOffer() | ev.Replay() | ev.NameFriend():
            from .friends import after as with_friend

            return with_friend(session, event)
        case ev.Analyse() if not session.can_analyse:
            return session
        case ev.Analyse():
            return replace(session, engine=_switched(session))
        case ev.ShowLine(shown, by):
            return replace(session, engine=session.engine._replace(line_shown=shown, line_by=by))
        case ev.AskHint():
            from .hinting import press

            return press(session)
        case (ev.ReviewGame() | ev.StopReview() | ev.CloseReview() | ev.Recall()) | (
            ev.TryAgain() | ev.ShowBest() | ev.ShowReviewed()
        ):
            from .reviewing import after as reviewed

            return reviewed(session, event)
        case ev.Visible(visible):
            return replace(session, visible=visible)
        case (ev.MoveNow() | ev.LeaveExercise() | ev.PlayReply()) | (
            ev.TryExercise() | ev.ShowSolution() | ev.BeginExercise()
        ):
            return session
        case ev.Pause():
            return replace(session, engine=session.engine._replace(paused=True))
        case ev.Ask():
            return replace(session, engine=session.engine._replace(paused=False))
        case ev.Prefer(name, value):
            return replace(session, preferences=with_value(session.preferences, name, value))
        case ev.Say(text):
            return replace(session, notice=Notice(text) if text else None)
        case ev.EngineReady() | ev.EngineReport() | ev.EngineFailed():
            return asking.heard(session, event)
        case _:
            return study.after(session, event)


def _switched(session: Session) -> EnginePart:
    """The engine's part once the analysis is switched; what it found of the position stays."""
    engine = session.engine
    if not engine.analysis:
        return engine._replace(analysis=True, report=None, assessed=None)
    if engine.purpose == "analyse" and engine.report and engine.told == session.state:
        return engine._replace(analysis=False, assessed=session.state)
    return engine._replace(analysis=False, report=None, assessed=None)


def _told(before: Session, event: ev.Event, session: Session) -> Session:
    """The session with the result card shown, if the game ended here or by a friend's link."""
    if session.outcome is None or session.is_trying or session.attempt:
        return replace(session, card=False) if session.card else session
    moved = session.cursor != before.cursor or session.resigned != before.resigned
    played = session.tree is not before.tree and isinstance(event, ENDS)
    shown = before.replay >= 0 > session.replay  # what a friend played has been shown to its end
    if (moved and (played or shown)) or _resigned_by_link(session, event):
        return replace(session, ended_here=session.ended_here or played, card=True, compared=-1)
    return replace(session, card=False) if session.card and moved else session


def _resigned_by_link(session: Session, event: ev.Event) -> bool:
    """Whether a friend far away tells with a link that they resign."""
    is_news = isinstance(event, ev.OpenLink) or (isinstance(event, ev.Merged) and event.replay)
    return is_news and session.resigned and session.seats[session.state.mover].away


def _fitting(before: Session, event: ev.Event, session: Session) -> Session:
    """The session without a hint or a review that no longer fits the position or the tree."""
    if session.hint is not None and session.hint.state != session.state:
        session = replace(session, hint=None)
    elif session.hint is not None and session.engine is not before.engine:
        from .hinting import outdated

        session = outdated(session)
    looked = isinstance(event, LOOKS)
    moved = session.tree is not before.tree or session.cursor != before.cursor
    if session.review is not None and (moved or looked):
        from .reviewing import kept

        session = kept(session, looked=looked)
    return session
