"""An exercise: a task on a given position, with a judge of the answers.

Lessons and puzzles are exercises. Each defines a position, its texts and a judge. The rest is
shared: the events in this module run the exercise, ``view`` computes what is shown, and ``panel``
renders it.

The course of an exercise:

1. ``StartExercise`` makes it the current game. The previous game is suspended unchanged
   (``Attempt.suspended_game``); it is the game that is saved and resumed.
2. The rules check the person's actions as in any game; an illegal action is no answer. A legal
   action goes to the judge, whose verdict is one of

   ``done``     the exercise is done
   ``wrong``    a reply to a wrong answer; ``RetryExercise``, ``Undo`` or a click takes it back
   ``on``       correct so far: more actions are needed
   ``waiting``  the engine evaluates the position; ``Verdict.evaluated`` then returns the verdict
   ``unknown``  the engine could not; taken back like a wrong answer, but it does not count as one

   Each verdict may have ``replies``, actions that are played in order (the page dispatches
   ``PlayReply`` at intervals). They refute a wrong answer on the board, or answer a correct one.
   An illegal reply ends them.
3. ``ShowSolution`` plays the solution; the verdict is then ``shown``. ``PressHint`` shows the next
   action of the solution: first a region, then the cell.
4. ``LeaveExercise`` resumes the suspended game. Any event that opens another game also ends the
   exercise.

The engine is stopped meanwhile, except for the evaluation of an answer. ``Session.link``, used for
the address and for sharing, is the route of the exercise: ``learn/greylox/control``.

If an exercise ``selects_cells``, the person selects cells and plays nothing. The judge checks each
cell, and the verdict ``on`` keeps the cell selected.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar, Literal, NamedTuple

from ...engine.messages import SearchPurpose, SearchReport
from ...match.match import PERSON, Match, Seat
from ...match.tree import ROOT, new_tree
from ...rules import Game
from ...rules.board import NO_CELL, bits
from ...rules.play import illegal_reason
from ...rules.state import State
from ...session import load_match
from ...session.activity import Activity
from ...session.event import Event, SetPageVisible, SetPreference, ShowNotice
from ...session.load_match import LeaveExercise, LoadMatch, MatchMerged, NewGame, OpenLink
from ...session.playing import ClickCell, PlayAction, Undo, play, play_by_person
from ...session.requests import EngineFailed, EngineReady, EngineReport, ResumeEngine
from ...session.session import LESSON_REASON, Notice, Session
from ...text import sentence_case
from ..analysis.hint import Hint, PressHint, gives_away_action
from ..line_player.model import CloseLine, PlayNext, ShowLine, StopPlaying
from .announcements import announcement

Kind = Literal["done", "wrong", "on", "shown", "waiting", "unknown"]
Fill = Literal["done", "here", "here done", "open"]
When = Literal["always", "done", "unanswered", "before", "after"]


class SightLine(NamedTuple):
    """A line to draw between two cells."""

    start: int
    end: int
    kind: Literal["own", "other", "free"]
    """``own``: it ends at a stone of the person. ``other``: at one of the other side. ``free``: at
    the edge.
    """


class Verdict(NamedTuple):
    """The judge's verdict on an answer."""

    kind: Kind
    text: str = ""
    replies: tuple[int, ...] = ()  # actions to play afterwards, in this order
    cause: int = 0  # mask of the cells that show why
    lines: tuple[SightLine, ...] = ()  # the lines that show why
    from_start: bool = False  # a retry returns to the start, not to the last action
    is_numbered: bool = False  # the stones since the start show in which order they were played
    heading: str = ""  # said before ``text``; the module of the exercise shows it
    evaluated: "Callable[[SearchReport | None], Verdict] | None" = None
    """The judge's second part, for ``waiting``: the verdict with the engine's report on the
    position; None if the engine failed.
    """


class Answer(NamedTuple):
    """The judge's input: the actions since the start, the last one to be judged."""

    game: Game
    initial_state: State  # at the start of the exercise
    actions: tuple[int, ...]  # all actions since then, replies included; the last one is judged
    before: State  # the position before that action
    state: State  # the position after it
    selected: int = 0  # mask of the cells selected before, if cells are selected


class NavButton(NamedTuple):
    """A button that leads to another route."""

    name: str  # also selects its icon: "back", "next" or another one
    label: str
    route: str  # an address without its "#"; "" disables the button
    enabled_when: When = "always"
    """When the button is shown or enabled.

    ``done``: enabled once the exercise is finished. ``before`` and ``after``: shown only before or
    only after that. ``unanswered``: shown only before the first wrong answer.
    """


@dataclass(frozen=True)
class Exercise:
    """A task: position, texts and judge."""

    route: str  # the address without its "#"; its first part selects the feature that opens it
    game: Game
    state: State
    judge: Callable[[Answer], Verdict]
    eyebrow: str  # "Greylox · lesson 3 of 7"
    title: str
    text: str  # the explanation
    prompt: str  # the task
    solution: tuple[int, ...] = ()  # one solution, replies included
    solution_text: str = ""  # why it is one, shown with it
    selects_cells: bool = False  # the person selects cells and plays nothing
    target: int = 0  # mask of the cells to outline: the subject of the task
    shows_other_control: bool = True  # whether control of other cells than the target is shown
    dial_cell: int = NO_CELL  # the cell whose lines of sight are shown
    dial_text: str = ""
    permalink: str = ""  # a permanent address, if ``route`` is temporary
    day: date | None = None  # the day on which ``route`` is valid, None if always
    expired_eyebrow: str = ""  # the eyebrow after that day
    progress_row: tuple[Fill, ...] = ()  # hexagons: the steps of a course, or a streak
    row_text: str = ""  # ``progress_row`` as text
    nav_buttons: tuple[NavButton, ...] = ()
    shows_players: bool = False  # whether the players' bars are shown
    takes_answers: bool = True  # whether the person's actions are answers
    retries_when_done: bool = False  # whether a button starts it again after the right answer
    help_options: tuple[Literal["hint", "solution"], ...] = ("solution",)
    level: int | None = (
        None  # the level of a practice game, which replaces the task; a button starts it
    )


@dataclass(frozen=True)
class Attempt(Activity):
    """The exercise in progress and its state."""

    name: ClassVar[str] = "exercise"
    stops_engine: ClassVar[bool] = True
    exercise: Exercise
    verdict: Verdict | None = None  # on the last answer
    pending: tuple[int, ...] = ()  # replies still to be played
    answer_node: int = 0  # the node after the last answer
    selected: int = 0  # mask of the selected cells
    wrong_count: int = 0  # number of wrong answers
    hint: Hint | None = None  # the hint for the next action of the solution
    helped: bool = False  # whether a hint or the solution was ever shown
    steps: tuple[Event, ...] = ()  # the events so far that had an effect, replies included
    suspended_game: Session | None = None  # the session of the suspended game

    def handle(self, session: Session, event: Event) -> Session | None:
        now = _handle_event(session, self, event)
        after = None if now is None else now.exercise_attempt
        if now is None or after is None or after is self or not isinstance(event, STEP_EVENTS):
            return now
        return now.with_activity(replace(after, steps=(*self.steps, event)))

    def spoken(self, before: Session | None, session: Session) -> str | None:
        """Return the screen reader announcement, which replaces a game's announcement."""
        return announcement(before, session, self)

    def board_masks(self, session: Session) -> dict[str, int]:
        """Return the masks of the target, the selected cells, the hint and the verdict's cause."""
        masks = {"target": self.exercise.target, "chosen": self.selected}
        if self.hint:
            masks |= self.hint.board_masks(session)
        if self.verdict and self.verdict.cause:
            masks["cause"] = self.verdict.cause
        if not self.exercise.shows_other_control and session.preferences.control:
            controlled = session.game.controlled(session.state) or (0, 0)
            masks["control-first"], masks["control-second"] = (
                cells & self.exercise.target for cells in controlled
            )
            masks |= dict.fromkeys(("threatened", "tilted"), 0)
        if self.exercise.selects_cells:  # nothing is played, so control is irrelevant
            masks |= dict.fromkeys(("control-first", "control-second", "threatened", "tilted"), 0)
        return masks

    def cell_numbers(self, session: Session) -> dict[int, str]:
        """Return the numbers of the stones since the start, if the verdict has them."""
        if self.verdict is None or not self.verdict.is_numbered:
            return {}
        cells = session.game.board.cells
        stones = (a for a in session.tree.actions(session.cursor) if cells >> a & 1)
        return {cell: str(number) for number, cell in enumerate(stones, 1)}

    def sight_lines(self, session: Session) -> tuple[SightLine, ...]:
        """Return the lines that explain the refused action or the last verdict."""
        cell = session.notice.cell if session.notice else NO_CELL
        refusal = illegal_reason(session.game, session.state, cell) if cell != NO_CELL else None
        kinds: dict[str, Literal["own", "other"]] = {"controlled": "other", "uncontrolled": "own"}
        if refusal and refusal.reason in kinds:
            kind = kinds[refusal.reason]
            return tuple(SightLine(cell, stone, kind) for stone in bits(refusal.cause))
        return self.verdict.lines if self.verdict else ()

    def required_search(self, session: Session) -> tuple[SearchPurpose, int] | None:
        """Return the search for an answer that waits for the engine."""
        return ("review", session.cursor) if self.kind == "waiting" else None

    def on_report(self, session: Session, report: SearchReport) -> Session:
        """Judge the answer that waits for the engine; an engine without its network is too weak."""
        is_sound = not (report.error or report.warning)
        return self._with_report(session, report if is_sound else None) if report.final else session

    def on_failure(self, session: Session, sentence: str) -> Session:
        """Say that the answer cannot be judged."""
        return self._with_report(session, None)

    def after_event(self, before: Session, session: Session, event: Event) -> Session:
        """Do not wait for an engine that has failed."""
        return self.on_failure(session, "") if session.engine.status == "failed" else session

    def _with_report(self, session: Session, report: SearchReport | None) -> Session:
        if self.kind != "waiting" or self.verdict is None or self.verdict.evaluated is None:
            return session
        return session.with_activity(_with_verdict(self, self.verdict.evaluated(report)))

    @property
    def is_retriable(self) -> bool:
        """Whether the next action replaces the last answer."""
        return self.kind in ("wrong", "unknown")

    @property
    def solver(self) -> int:
        """The colour that the person plays."""
        return self.exercise.state.mover

    @property
    def is_game(self) -> bool:
        """Whether the exercise only offers a practice game."""
        return self.exercise.level is not None

    @property
    def kind(self) -> Kind | None:
        """The kind of the last verdict, None before the first."""
        return self.verdict.kind if self.verdict else None

    def is_past(self, today: date) -> bool:
        """Return whether the route of the exercise now leads to another exercise."""
        return self.exercise.day not in (None, today)

    def awaits_person(self, mover: int) -> bool:
        """Return whether it is the person's turn, if ``mover`` is to move."""
        is_unanswered = self.kind in (None, "on") and not self.pending
        return (
            is_unanswered
            and self.exercise.takes_answers
            and mover == self.solver
            and not (self.exercise.selects_cells or self.is_game)
        )

    @property
    def is_idle(self) -> bool:
        """Whether the answer is judged and all replies are played, so that nobody is to move."""
        return self.kind not in (None, "on") and not self.pending

    @property
    def is_finished(self) -> bool:
        """Whether the exercise is finished."""
        return self.kind in ("done", "shown")


class ExerciseEvent(Event):
    """An event of an exercise; it has no effect in a game."""

    def apply(self, session: Session) -> Session:
        return session


class StartExercise(ExerciseEvent):
    """Start an exercise, and suspend the current game."""

    exercise: "Exercise"
    steps: "tuple[Event, ...]" = ()  # events to replay after a reload
    companion: "Activity | None" = None  # an activity that runs beside it

    def apply(self, session: Session) -> Session:
        started = start_exercise(session, self.exercise, self.steps)
        return started.with_activity(self.companion) if self.companion else started


class PlayReply(ExerciseEvent):
    """Play the next action of the judge's reply."""

    is_automatic = True


class RetryExercise(ExerciseEvent):
    """Take back a wrong answer, or the solution that was shown."""


class ShowSolution(ExerciseEvent):
    """Play the solution of the exercise."""


PASS_THROUGH_EVENTS = (
    *(SetPreference, ShowNotice, SetPageVisible, ResumeEngine, StartExercise),
    *(EngineReady, EngineReport, EngineFailed),
    *(ShowLine, PlayNext, StopPlaying, CloseLine),
)
"""Events that are handled as in a game."""
STEP_EVENTS = ClickCell, PlayAction, PlayReply, RetryExercise, Undo, ShowSolution, PressHint
"""Events that are recorded as steps of an exercise."""
EVENTS_BY_NAME: dict[str, Event] = {
    "again": RetryExercise(),
    "hint": PressHint(),
    "reply": PlayReply(),
    "solution": ShowSolution(),
    "undo": Undo(),
}
"""Events by the names of their buttons, which are also those of stored steps."""


def _handle_event(session: Session, attempt: Attempt, event: Event) -> Session | None:
    """Return the session after an event; None for an event that is handled as in a game."""
    match event:
        case ClickCell(cell) if attempt.is_game:
            return play_by_person(
                load_match.start_game(
                    load_match.without_exercise(session), practice_game_event(attempt.exercise)
                ),
                cell,
            )
        case ClickCell(action) | PlayAction(action):
            return _handle_action(session, attempt, action)
        case PlayReply():
            return _play_next_reply(session, attempt)
        case RetryExercise() | Undo():
            return _retry(session, attempt)[0]
        case ShowSolution():
            return _show_solution(session, attempt)
        case PressHint():
            return _advance_hint(session, attempt)
        case LeaveExercise():
            return load_match.without_exercise(session)
        case NewGame():
            return load_match.start_game(load_match.without_exercise(session), event)
        case OpenLink(text):
            return load_match.open_link(load_match.without_exercise(session), text)
        case LoadMatch():
            return load_match.load_match(load_match.without_exercise(session), event)
        case MatchMerged():
            suspended_game = load_match.apply_merged_match(session.game_session, event)
            notice = Notice(event.notice) if event.notice else session.notice
            return replace(
                session.with_activity(replace(attempt, suspended_game=suspended_game)),
                notice=notice,
            )
    return None if isinstance(event, PASS_THROUGH_EVENTS) else session


def start_exercise(session: Session, exercise: Exercise, steps: tuple[Event, ...] = ()) -> Session:
    """Start the exercise, replay ``steps``, and suspend the current game."""
    tree = new_tree(exercise.game, exercise.state)
    exercise_session = load_match.with_new_game(session, Match(tree))
    exercise_session = exercise_session.with_activity(
        Attempt(exercise, suspended_game=session.game_session)
    )
    for step in steps if exercise.level is None else ():
        if attempt := exercise_session.exercise_attempt:
            exercise_session = attempt.handle(exercise_session, step) or exercise_session
    return replace(exercise_session, notice=None)


# ------------------------------------------------------------------ the person's actions


def _handle_action(session: Session, attempt: Attempt, action: int) -> Session:
    """Handle an action or a selected cell; after a wrong answer, it replaces that answer."""
    if attempt.is_finished or attempt.pending or attempt.is_game or attempt.kind == "waiting":
        return session
    selects = attempt.exercise.selects_cells
    if attempt.is_retriable:
        session, attempt = _retry(session, attempt)
        if not selects and illegal_reason(session.game, session.state, action):
            return session
    if selects:
        return _handle_selection(session, attempt, action)
    refusal = illegal_reason(session.game, session.state, action)
    if refusal:
        text = sentence_case(refusal.message)
        return replace(session, notice=Notice(text, action, refusal.cause))
    if session.state.mover != attempt.solver:
        return session
    return _apply_verdict(play(session, action), attempt)


def _apply_verdict(session: Session, attempt: Attempt) -> Session:
    """Apply the judge's verdict on the last action."""
    tree, node = session.tree, session.cursor
    before = tree.state_before(node)
    first = attempt.exercise.state
    answer = Answer(session.game, first, tree.actions(node), before, session.state)
    verdict = attempt.exercise.judge(answer)
    return session.with_activity(_with_verdict(replace(attempt, answer_node=node), verdict))


def _handle_selection(session: Session, attempt: Attempt, cell: int) -> Session:
    """Apply the judge's verdict on a selected cell."""
    if not session.game.board.cells & ~attempt.selected & 1 << cell:
        return session
    state = session.state
    answer = Answer(session.game, state, (cell,), state, state, attempt.selected)
    verdict = attempt.exercise.judge(answer)
    if verdict.kind != "wrong":
        attempt = replace(attempt, selected=attempt.selected | 1 << cell)
    return session.with_activity(_with_verdict(attempt, verdict))


def _with_verdict(attempt: Attempt, verdict: Verdict) -> Attempt:
    wrong = attempt.wrong_count + (verdict.kind == "wrong")
    return replace(attempt, verdict=verdict, pending=verdict.replies, wrong_count=wrong, hint=None)


def _play_next_reply(session: Session, attempt: Attempt) -> Session:
    """Play the next reply; an illegal one ends the replies."""
    if not attempt.pending:
        return session
    action, *remaining = attempt.pending
    if illegal_reason(session.game, session.state, action):
        return session.with_activity(replace(attempt, pending=()))
    return play(session, action).with_activity(replace(attempt, pending=tuple(remaining)))


def _retry(session: Session, attempt: Attempt) -> tuple[Session, Attempt]:
    """Return to the node before the person's last action, or to the start.

    The start applies to a shown solution and to a verdict with ``from_start``.
    """
    nodes = session.tree.nodes
    if attempt.exercise.selects_cells:
        selected = 0 if attempt.is_finished else attempt.selected
        retried = replace(attempt, verdict=None, selected=selected)
        return session.with_activity(retried), retried
    node = attempt.answer_node if attempt.is_retriable else session.cursor
    if attempt.kind == "shown" or (attempt.verdict and attempt.verdict.from_start):
        node = ROOT
    while node != ROOT:
        node = nodes[node].parent
        if nodes[node].state.mover == attempt.solver:
            break
    retried = replace(attempt, verdict=None, pending=(), hint=None)
    leaf = session.tree.line_end(node)
    return session.with_match(cursor=node, leaf=leaf).with_activity(retried), retried


def practice_game_event(exercise: Exercise) -> NewGame:
    """Return the event that starts the practice game of an exercise."""
    seats = (PERSON, Seat(exercise.level))
    return load_match.new_game_on(exercise.game, seats, unrated_reason=LESSON_REASON)


# ------------------------------------------------------------------ help


def _next_solution_action(session: Session, attempt: Attempt) -> int:
    """Return the next action of the solution, or the cell to select; -1 off the solution."""
    solution, done = attempt.exercise.solution, session.tree.actions(session.cursor)
    if attempt.exercise.selects_cells:
        return next((cell for cell in solution if not attempt.selected >> cell & 1), -1)
    if solution[: len(done)] != done or len(done) == len(solution):
        return -1
    return solution[len(done)]


def _advance_hint(session: Session, attempt: Attempt) -> Session:
    """Show the hint, then its cell, then remove it."""
    if attempt.is_finished or attempt.pending or "hint" not in attempt.exercise.help_options:
        return session
    if attempt.is_retriable or attempt.kind == "waiting":
        session, attempt = _retry(session, attempt)
    if _next_solution_action(session, attempt) < 0:
        session = session.with_match(cursor=ROOT, leaf=session.tree.line_end(ROOT))
        attempt = replace(attempt, verdict=None)
    return session.with_activity(replace(attempt, hint=_next_hint(session, attempt), helped=True))


def _next_hint(session: Session, attempt: Attempt) -> Hint | None:
    """Return the hint after the current one."""
    if attempt.hint is not None:
        return None if attempt.hint.exact else replace(attempt.hint, exact=True)
    action = _next_solution_action(session, attempt)
    if action < 0:
        return None
    at_once = attempt.exercise.selects_cells or gives_away_action(
        session.game, session.state, action
    )
    return Hint(session.state, action, at_once)


def _show_solution(session: Session, attempt: Attempt) -> Session:
    """Play the solution from the beginning."""
    solution = attempt.exercise.solution
    if not solution or attempt.is_finished:
        return session
    solution_attempt = replace(
        attempt, verdict=Verdict("shown"), hint=None, helped=True, pending=solution
    )
    if attempt.exercise.selects_cells:
        cells = sum(1 << cell for cell in solution)
        return session.with_activity(replace(solution_attempt, pending=(), selected=cells))
    leaf = session.tree.line_end(ROOT)
    return session.with_match(cursor=ROOT, leaf=leaf).with_activity(solution_attempt)
