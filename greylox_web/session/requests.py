"""The next search request of a session, and the handling of the engine's reports."""

from dataclasses import replace
from typing import NamedTuple

from ..engine import messages
from ..engine.levels import LEVELS, TURN_SECONDS
from ..match.tree import ROOT
from ..rules import NotationError
from ..rules.board import NO_CELL
from ..rules.notation.actions import GameRecord, parse_action
from ..rules.notation.links import write_link
from ..rules.play import illegal_reason, play_all
from ..rules.state import State
from ..words import WORDS
from .activity import Activity
from .engine_state import ActiveSearch, EngineState
from .event import Event
from .playing import play, resign
from .session import ACTIVITIES, Notice, Session

TOP_LEVEL = max(LEVELS)  # for searches other than "play" and "ponder"; the purpose sets the effort


class MoveNow(Event):
    """Make the engine play its current best action at once."""

    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        return session


class PauseEngine(Event):
    """Stop the engine without a move."""

    def apply(self, session: Session) -> Session:
        return replace(session, engine=session.engine._replace(paused=True))


class ResumeEngine(Event):
    """Resume the engine after a pause, or restart it after a failure."""

    def apply(self, session: Session) -> Session:
        return replace(session, engine=session.engine._replace(paused=False))


class ToggleAnalysis(Event):
    """Switch the analysis of the position shown on or off."""

    def apply(self, session: Session) -> Session:
        if not session.can_analyse:
            return session
        toggled = replace(session, engine=_toggled_analysis(session))
        if toggled.engine.analysis:
            from .rating import is_counting  # the first paint does not need it

            if is_counting(session):
                toggled = replace(toggled, notice=Notice(WORDS["analysis-uncounted"]))
        return toggled

    def why_unrated(self, session: Session) -> str:
        return "analysis" if session.engine.analysis else ""


class PreviewLine(Event):
    """Show or hide a principal variation on the board."""

    is_shown: bool
    first_action: str = ""  # a candidate; "": the best variation
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        engine = session.engine._replace(
            line_previewed=self.is_shown, previewed_action=self.first_action
        )
        return replace(session, engine=engine)


class EngineReady(Event):
    """Record that the engine's worker is ready after a start or restart."""

    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        return replace(session, engine=session.engine._replace(status="ready"))


class EngineReport(Event):
    """Handle a report of the engine; the final report of a search may have an error."""

    report: messages.SearchReport
    interrupts_nothing = True
    is_automatic = True
    may_end_game = True

    def apply(self, session: Session) -> Session:
        if not session.engine.is_current_ticket(self.report.ticket):
            return session  # the search was cancelled or replaced
        return (_handle_answer if self.report.final else _handle_progress)(session, self.report)


class EngineFailed(Event):
    """Handle a failure of the engine.

    With a ticket, only that search failed.  With None, the worker is lost; an
    EngineReady event follows if a new worker starts.
    """

    ticket: int | None
    sentence: str
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        return _handle_failure(session, self.ticket, self.sentence)


class NextSearch(NamedTuple):
    """The search that a session requires next."""

    purpose: messages.SearchPurpose | None  # None: no search
    node: int
    line: tuple[int, ...] = ()  # actions after the node


def next_search(session: Session) -> NextSearch:
    """Return the next search."""
    engine, cursor = session.engine, session.cursor
    if engine.status != "ready":
        return NextSearch(None, cursor)
    if stopping := _stopping_activities(session):
        searches = (one.required_search(session) for one in stopping)
        return NextSearch(*next(filter(None, searches), (None, cursor)))
    if session.is_engine_to_move and not session.is_reply_held:
        return NextSearch("play", cursor)
    for activity in session.activities:
        if (search := activity.required_search(session)) is not None:
            return NextSearch(*search)
    if engine.layer == "hold" or engine.wanted_forecasts:
        from .forecasts import next_forecast  # most visits need none

        if (wanted := next_forecast(session)) is not None:
            return NextSearch("forecast", *wanted)
    is_idle = not session.visible or session.editor is not None or session.outcome is not None
    if engine.analysis and not is_idle and engine.analysed_node != cursor:
        return NextSearch("analyse", cursor)
    if (
        not (is_idle or engine.analysis)
        and engine.assessed_state != session.state
        and should_assess(session)
    ):
        return NextSearch("assess", cursor)
    if (
        not (is_idle or engine.analysis)
        and engine.pondered_node != cursor
        and should_ponder(session)
    ):
        return NextSearch("ponder", cursor)
    return NextSearch(None, cursor)


def _stopping_activities(session: Session) -> list[Activity]:
    """Return the activities during which only their own searches run."""
    return [one for one in session.activities if one.stops_engine]


def _requester(session: Session) -> Activity | None:
    """Return the activity that required the latest search; None if the game did."""
    named = session.activity(session.engine.purpose or "")
    return named or next(iter(_stopping_activities(session)), None)


def should_assess(session: Session) -> bool:
    """Whether to evaluate this position: a person's turn against the engine has just begun.

    The value of the opponent's own search is not used.  It is unreliable at a low level, and it is
    from the previous turn.
    """
    has_begun = session.cursor != ROOT or session.tree.setup is not None
    return (
        has_begun
        and session.local_colours[session.state.mover]
        and any(seat.level is not None for seat in session.seats)
        and not session.state.placed
        and session.cursor == session.live_node
        and session.replay_node < 0
        and not session.is_retrying
        and not session.engine.paused
    )


def should_ponder(session: Session) -> bool:
    """Whether the engine ponders: in a person's turn, if the preference is set.

    The opponent must play a timed level.
    """
    mover = session.state.mover
    return (
        session.preferences.ponder
        and session.local_colours == (mover == 0, mover == 1)
        and session.seats[1 - mover].level in TURN_SECONDS
        and not session.is_retrying
        and not session.engine.paused
    )


def sync_engine(before: Session, session: Session, *, hurry: bool = False) -> Session:
    """Return the session with the search that it requires.

    An unchanged search continues; any other search is cancelled.  ``hurry`` makes the engine
    play its current best action.
    """
    if session.engine.analysed_node >= 0 and not (
        session.cursor == before.cursor and session.engine.analysis
    ):
        session = replace(session, engine=session.engine._replace(analysed_node=-1))
    engine = session.engine
    purpose, node, line = next_search(session)
    state = play_all(session.game, session.tree.nodes[node].state, line)
    previous_search = before.engine.active_search
    same = (
        previous_search is not None
        and (purpose, node, state)
        == (previous_search.purpose, previous_search.node, previous_search.state)
        and session.game == before.game
        and session.seats == before.seats
    )
    if engine.thinking and not same:
        engine = engine._replace(thinking=False)
    if purpose and not engine.thinking:
        seats = {"play": session.seats[state.mover], "ponder": session.seats[1 - state.mover]}
        level = seats[purpose].level if purpose in seats else TOP_LEVEL
        assert level is not None
        if engine.analysis and purpose in ("analyse", "forecast") and state == session.state:
            engine = engine._replace(report=engine.cached_report(state), report_state=state)
        newest = ActiveSearch(engine.ticket + 1, purpose, node, state, level, line=line)
        engine = engine._replace(latest_search=newest, thinking=True, progress=0)
    search = engine.active_search
    if search is not None and search.purpose == "play" and (hurry or session.resign_pending):
        engine = engine._replace(latest_search=search._replace(hurry=True))
    return session if engine is session.engine else replace(session, engine=engine)


def make_search_request(session: Session, search: ActiveSearch) -> messages.SearchRequest:
    """Return the message to the engine's worker for a search."""
    tree = session.tree
    actions = (*tree.actions(search.node), *search.line)
    position = write_link(GameRecord(session.game, actions, tree.setup))
    return messages.SearchRequest(search.ticket, position, search.level, search.purpose)


def requested_state(session: Session) -> State:
    """Return the position of the latest search, which must exist."""
    newest = session.engine.latest_search
    assert newest is not None
    return newest.state


def _handle_progress(session: Session, report: messages.SearchReport) -> Session:
    """Store a progress report if its evaluation may be shown, or pass it to its activity."""
    if activity := _requester(session):
        return activity.on_report(session, report)
    if session.engine.purpose == "forecast":
        return _with_forecast(session, report)
    if _shows_evaluation(session):
        session = _with_report(session, report)
    if session.engine.purpose == "play":
        session = replace(
            session, engine=session.engine._replace(progress=_percent(session, report))
        )
    return session


def _percent(session: Session, report: messages.SearchReport) -> int:
    """Return how much of the engine's turn is done, from 0 to 99; it never decreases."""
    level = session.seats[session.state.mover].level
    share = report.visits / report.visit_limit if report.visit_limit else 0.0
    if level in TURN_SECONDS:
        share = max(share, report.millis / (1000 * TURN_SECONDS[level]))
    return max(session.engine.progress, min(int(100 * share), 99))


def _shows_evaluation(session: Session) -> bool:
    """Whether the engine's evaluation is shown.

    It is shown in an analysis, when the engine plays a timed level, and in games between engines.
    """
    if session.engine.purpose != "play":
        return session.engine.purpose == "analyse"
    return session.seats[session.state.mover].level in TURN_SECONDS or not any(
        session.local_colours
    )


def _with_report(session: Session, report: messages.SearchReport) -> Session:
    """Return the session with the report and its position."""
    engine, searched_state = session.engine, requested_state(session)
    if engine.purpose == "analyse" and not report.error:
        return replace(session, engine=engine.with_deeper_report(searched_state, report))
    return replace(session, engine=engine._replace(report=report, report_state=searched_state))


def _with_forecast(session: Session, report: messages.SearchReport | None) -> Session:
    """Return the session with the forecast of a report, or without one after a failure."""
    from .forecasts import with_forecast

    return with_forecast(session, requested_state(session), report)


def _record_evaluation(session: Session, report: messages.SearchReport) -> Session:
    """Return the session with the value of a report added to ``state_values``."""
    if not (report.visits or report.proven) or report.error:
        return session
    return session.with_match(
        state_values=(*session.state_values, (requested_state(session), report.value_first))
    )


def _handle_answer(session: Session, report: messages.SearchReport) -> Session:
    """Play or store a final report; an action is validated like a click."""
    purpose = session.engine.purpose
    session = replace(session, engine=session.engine._replace(thinking=False))
    if activity := _requester(session):
        return activity.on_report(session, report)
    if purpose in ACTIVITIES:
        return session
    if purpose == "ponder":
        return replace(session, engine=session.engine._replace(pondered_node=session.cursor))
    if purpose == "assess":
        return store_assessment(session, report)
    if purpose == "forecast":
        return _with_forecast(session, report)
    if _shows_evaluation(session):
        session = _record_evaluation(_with_report(session, report), report)
    if purpose == "analyse":
        notice = Notice(report.error) if report.error else session.notice
        done = session.engine._replace(analysed_node=session.cursor)
        return replace(session, engine=done, notice=notice)
    if report.error or report.action is None:
        return _pause_with_notice(session, report.error or WORDS["no-answer"])
    try:
        action = parse_action(session.game.board, report.action)
    except NotationError:
        action = NO_CELL
    if illegal_reason(session.game, session.state, action):
        return _pause_with_notice(session, WORDS["bad-answer"])
    played = play(session, action)
    if played.is_engine_to_move:
        return played
    if played.notice == Notice(WORDS["engine-turn"]):
        played = replace(played, notice=None)  # the person may play now
    return resign(played) if played.resign_pending else played


def store_assessment(session: Session, report: messages.SearchReport) -> Session:
    """Store the evaluation of a running game, without its actions: those would be a hint."""
    session = replace(
        session, engine=session.engine._replace(assessed_state=requested_state(session))
    )
    if report.error:
        return session
    chances = report._replace(action=None, pv=[], candidates=[])
    return _record_evaluation(_with_report(session, chances), chances)


def _pause_with_notice(session: Session, why: str) -> Session:
    """Pause the engine until it is resumed, with a notice why."""
    paused = session.engine._replace(paused=True)
    return replace(session, engine=paused, notice=Notice(why), resign_pending=False)


def _handle_failure(session: Session, ticket: int | None, text: str) -> Session:
    """Handle the loss of the engine's worker, or the failure of one search."""
    engine, notice = session.engine, Notice(text)
    idle = engine._replace(thinking=False)
    if ticket is None:
        return replace(session, engine=idle._replace(status="failed"), notice=notice)
    if not engine.is_current_ticket(ticket):
        return session
    if engine.purpose == "analyse":
        return replace(session, engine=idle._replace(analysis=False), notice=notice)
    if activity := _requester(session):
        return activity.on_failure(replace(session, engine=idle), text)
    if engine.purpose == "ponder":
        return replace(session, engine=idle._replace(pondered_node=session.cursor))
    if engine.purpose == "assess":
        return replace(session, engine=idle._replace(assessed_state=session.state))
    if engine.purpose == "forecast":
        return _with_forecast(replace(session, engine=idle), None)
    return _pause_with_notice(replace(session, engine=idle), text)


def _toggled_analysis(session: Session) -> EngineState:
    """Toggle the analysis; keep its report on the position shown when it is switched off."""
    engine = session.engine
    if not engine.analysis:
        return engine._replace(analysis=True, report=None, assessed_state=None)
    if engine.purpose == "analyse" and engine.report and engine.report_state == session.state:
        return engine._replace(analysis=False, assessed_state=session.state)
    return engine._replace(analysis=False, report=None, assessed_state=None)
