"""What an event makes of the session: ``update`` is pure, the page carries out its commands."""

from dataclasses import replace

from ...rules.notation.actions import Record
from ...rules.notation.links import write_link
from ..preferences import with_value
from ..thinking import wire
from ..thinking.levels import LEVELS
from . import events as ev
from . import moves, study
from .session import Notice, Session

LEVEL = max(LEVELS)  # when it does not play, the purpose says how hard it works

KEEPS_NOTICE = (
    type(None),
    ev.ShowLine,
    ev.Prefer,
    ev.Visible,
    wire.EngineReady,
    wire.EngineProgress,
    wire.EngineAnswer,
    wire.EngineFailed,
)


def update(session: Session, event: object) -> tuple[Session, list[ev.Command]]:
    """The session after ``event``, and what the page has to do about it."""
    if isinstance(event, ev.MoveNow):
        hurried = session.thinking and session.purpose == "play"
        return session, [ev.HurryUp()] if hurried else []
    if isinstance(event, ev.Ask) and session.engine == "failed":
        return replace(session, engine="starting", paused=False), [ev.RestartEngine()]
    before = session
    if not isinstance(event, KEEPS_NOTICE):
        session = replace(session, notice=None)
    return _engine(before, _fitting(before, _after(session, event)))


def _after(session: Session, event: object) -> Session:
    """The session after an event, before the engine is stopped or started."""
    if not session.terms.takebacks:
        from .takebacks import instead

        refused = instead(session, event)
        if refused is not None:
            return refused
    match event:
        case ev.Click(cell):
            return study.touch(session, cell) if _studies(session) else moves.by_hand(session, cell)
        case ev.Act(action):
            return moves.by_hand(session, action)
        case ev.Undo():
            return moves.undo(session)
        case ev.Redo():
            return moves.redo(session)
        case ev.Step(actions):
            return moves.step(session, actions)
        case ev.Go(node):
            return moves.go(session, node)
        case ev.Sibling(by):
            return moves.sibling(session, by)
        case ev.NewGame():
            return moves.new(session, event)
        case ev.OpenLink(text):
            return moves.open_link(session, text)
        case ev.OpenTree():
            return moves.open_tree(session, event)
        case ev.FlagFall(colour):
            return moves.flag_fall(session, colour)
        case ev.Resign():
            return moves.resign(session)
        case ev.TakeSeats(seats):
            return replace(session, seats=seats, paused=False)
        case ev.Analyse():
            return replace(session, analysis=not session.analysis, report=None)
        case ev.ShowLine(shown):
            return replace(session, line_shown=shown)
        case ev.AskHint():
            from ..thinking.hint import press

            return press(session)
        case (
            ev.ReviewGame() | ev.StopReview() | ev.CloseReview() | ev.TryAgain() | ev.ShowReviewed()
        ):
            return _reviewing(session, event)
        case ev.Visible(visible):
            return replace(session, visible=visible)
        case ev.Pause():
            return replace(session, paused=True)
        case ev.Ask():
            return replace(session, paused=False)
        case ev.Prefer(name, value):
            return replace(session, preferences=with_value(session.preferences, name, value))
        case ev.Say(text):
            return replace(session, notice=Notice(text))
        case wire.EngineReady():
            return replace(session, engine="ready")
        case wire.EngineProgress(report) if _wanted(session, report.ticket):
            return _progress(session, report)
        case wire.EngineAnswer(report) if _wanted(session, report.ticket):
            return moves.answer(session, report)
        case wire.EngineFailed(ticket, text):
            return moves.engine_failed(session, ticket, text)
    return study.after(session, event)


def _reviewing(session: Session, event: object) -> Session:
    """The session after an event of the review."""
    from ..thinking import review

    match event:
        case ev.ReviewGame():
            return review.begin(session)
        case ev.StopReview():
            return review.stop(session)
        case ev.TryAgain(node):
            return review.again(session, node)
        case ev.ShowReviewed(node):
            return review.show(session, node)
    return replace(session, review=None)


def _progress(session: Session, report: wire.Report) -> Session:
    """The session that has heard how far the engine is; what it thinks would tell the hint."""
    if session.purpose == "review":
        return session
    if session.purpose == "hint":
        from ..thinking.hint import looked

        return looked(session, report)
    return moves.heard(session, report)


def _fitting(before: Session, session: Session) -> Session:
    """The session without a hint or a review that no longer fits the position or the tree."""
    if session.hint is not None and session.hint.state != session.state:
        session = replace(session, hint=None)
    moved = session.tree is not before.tree or session.cursor != before.cursor
    if session.review is not None and moved:
        from ..thinking.review import kept

        session = kept(session)
    return session


def _studies(session: Session) -> bool:
    """Whether clicks draw or set up instead of playing."""
    return session.editor is not None or bool(session.mark)


def _wanted(session: Session, ticket: int) -> bool:
    return session.thinking and ticket == session.ticket


def _engine(before: Session, session: Session) -> tuple[Session, list[ev.Command]]:
    """Stop or start the engine as the new session needs it."""
    commands: list[ev.Command] = []
    if session.analysed >= 0 and not (session.cursor == before.cursor and session.analysis):
        session = replace(session, analysed=-1)
    wish, node = session.wish
    state = session.tree.nodes[node].state
    same = (
        wish == before.purpose
        and node == before.asked
        and state == before.tree.nodes[before.asked].state
        and session.game == before.game
        and session.seats == before.seats
    )
    if before.thinking and not (session.thinking and same):
        if session.thinking:  # it was not an answer or a failure that ended the thinking
            commands.append(ev.StopThinking())
        session = replace(session, thinking=False)
    if wish and not session.thinking:
        level = session.seats[state.mover].level if wish == "play" else LEVEL
        assert level is not None
        position = write_link(Record(session.game, session.tree.actions(node), session.tree.setup))
        ticket = session.ticket + 1
        report = session.report if wish == "review" else None
        session = replace(
            session, ticket=ticket, thinking=True, report=report, purpose=wish, asked=node
        )
        commands.append(wire.Think(ticket, position, level, wish))
    return session, commands
