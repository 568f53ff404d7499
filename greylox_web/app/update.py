"""What an event makes of the session: ``update`` is pure, the page carries out its commands."""

from dataclasses import replace

from ..rules.links import write_link
from ..rules.notation import Record
from . import events as ev
from . import moves, study, wire
from .levels import LEVELS
from .session import Notice, Session

KEEPS_NOTICE = (
    type(None),
    ev.Toggle,
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
    return _engine(before, _after(session, event))


def _after(session: Session, event: object) -> Session:
    """The session after an event, before the engine is stopped or started."""
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
        case ev.Resign():
            return moves.resign(session)
        case ev.TakeSeats(seats):
            return replace(session, seats=seats, paused=False)
        case ev.Analyse():
            return replace(session, analysis=not session.analysis, report=None)
        case ev.Visible(visible):
            return replace(session, visible=visible)
        case ev.Pause():
            return replace(session, paused=True)
        case ev.Ask():
            return replace(session, paused=False)
        case ev.Toggle(layer):
            return replace(session, hidden=session.hidden ^ {layer})
        case ev.Say(text):
            return replace(session, notice=Notice(text))
        case wire.EngineReady():
            return replace(session, engine="ready")
        case wire.EngineProgress(report) if _wanted(session, report.ticket):
            return replace(session, report=report)
        case wire.EngineAnswer(report) if _wanted(session, report.ticket):
            return moves.answer(session, report)
        case wire.EngineFailed(ticket, text):
            return moves.engine_failed(session, ticket, text)
    return study.after(session, event)


def _studies(session: Session) -> bool:
    """Whether clicks draw or set up instead of playing."""
    return session.editor is not None or bool(session.mark)


def _wanted(session: Session, ticket: int) -> bool:
    return session.thinking and ticket == session.ticket


def _engine(before: Session, session: Session) -> tuple[Session, list[ev.Command]]:
    """Stop or start the engine as the new session needs it."""
    commands: list[ev.Command] = []
    state = session.state
    if session.analysed >= 0 and not (session.cursor == before.cursor and session.analysis):
        session = replace(session, analysed=-1)
    wish = session.wish
    same = (
        state == before.state
        and session.cursor == before.cursor
        and session.game == before.game
        and session.seats == before.seats
        and wish == before.purpose
    )
    if before.thinking and not (session.thinking and same):
        if session.thinking:  # it was not an answer or a failure that ended the thinking
            commands.append(ev.StopThinking())
        session = replace(session, thinking=False)
    if wish and not session.thinking:
        level = session.seats[state.mover].level if wish == "play" else max(LEVELS)
        assert level is not None
        path = session.tree.actions(session.cursor)
        position = write_link(Record(session.game, path, session.tree.setup))
        ticket = session.ticket + 1
        session = replace(session, ticket=ticket, thinking=True, report=None, purpose=wish)
        commands.append(wire.Think(ticket, position, level, wish))
    return session, commands
