"""An exercise: a task on a given position, with a judge of the answers.

Lessons and puzzles are exercises.  Each defines a position, its sentences and a judge; the rest is
shared: the events here run it on the table, ``view`` computes what is shown, ``panel`` shows it.

The course of an exercise:

1. ``StartExercise`` puts it on the table.  The game that was there waits unchanged beneath it
   (``Attempt.suspended_game``); that game is what is saved and returned to.
2. What the person plays is checked by the rules as always; an illegal action is no answer.  A legal
   action goes to the judge, whose verdict is one of

   ``done``   the exercise is done
   ``wrong``  a reply to a wrong answer; ``RetryExercise``, ``Undo`` or another click takes it back
   ``on``     right so far: more is to be done

   Each may have actions (``replies``), which are played one after the other (``PlayReply``, which
   the page sends at intervals).  So a wrong answer is refuted on the board, and a right one is
   answered.  An action that cannot be played ends them.
3. ``ShowSolution`` plays the solution; the verdict is then ``solution_attempt``.  ``PressHint``
shows the next
   action of the solution: first a region, then the cell.
4. ``LeaveExercise`` puts the game back on the table, and so does any event that opens another game.

Meanwhile the engine does nothing.  ``Session.link``, and so the address and what is shared, is the
route of the exercise: ``learn/greylox/control``.

In an exercise that ``selects_cells``, cells are chosen and nothing is played: the judge is asked
about each cell, and ``on`` keeps it chosen.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import ClassVar, Literal, NamedTuple

from ...match.match import PERSON, Match, Seat
from ...match.tree import ROOT, new_tree
from ...rules import Game
from ...rules.board import NO_CELL
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
from .announcements import announcement

Kind = Literal["done", "wrong", "on", "shown"]
Fill = Literal["done", "here", "here done", "open"]
When = Literal["always", "done", "before", "after"]


class Verdict(NamedTuple):
    """The judge's verdict on an answer."""

    kind: Kind
    text: str = ""
    replies: tuple[int, ...] = ()  # the actions that are then played, in this order
    cause: int = 0  # mask of the cells that show why
    from_start: bool = False  # a wrong answer is taken back to the beginning, not by one action


class Answer(NamedTuple):
    """What the judge is given: the actions since the beginning, the last one to be judged."""

    game: Game
    initial_state: State  # where the exercise began
    actions: tuple[int, ...]  # all since then, replies too; the last one is judged
    before: State  # the position before that action
    state: State  # and after it
    selected: int = 0  # mask of the cells chosen before and kept, where cells are chosen


class NavButton(NamedTuple):
    """A button that leads to another route."""

    name: str  # of its sign and its place: "back", "next" or another one
    label: str
    route: str  # an address without its "#"; "" for a way that is closed
    enabled_when: When = "always"
    """``done``: open once it is done, or the solution was shown; the others are there only then,
    or only before."""


@dataclass(frozen=True)
class Exercise:
    """A task: position, texts and judge."""

    route: str  # the address without its "#"; its first part names the room that opens it
    game: Game
    state: State
    judge: Callable[[Answer], Verdict]
    eyebrow: str  # "Greylox · lesson 3 of 7"
    title: str
    text: str  # what is to be known
    prompt: str  # what is to be done
    solution: tuple[int, ...] = ()  # one solution, replies included
    selects_cells: bool = False  # cells are chosen and nothing is played
    target: int = 0  # mask of cells to ring: what the task is about
    dial_cell: int = NO_CELL  # the cell whose lines of sight are shown
    dial_text: str = ""
    permalink: str = ""  # an address that goes on leading here, where ``route`` does not
    day: date | None = None  # the day that ``route`` leads here, None if it always does
    expired_eyebrow: str = ""  # the eyebrow once that day is over
    progress_row: tuple[Fill, ...] = ()  # hexagons: the steps of a course, or a streak
    row_text: str = ""  # the same in words
    nav_buttons: tuple[NavButton, ...] = ()
    shows_players: bool = False  # whether the players are shown
    help_options: tuple[Literal["hint", "solution"], ...] = ("solution",)
    level: int | None = (
        None  # instead of all that: a game against this level, which a button begins
    )


@dataclass(frozen=True)
class Attempt(Activity):
    """An exercise on the table, and the progress with it."""

    name: ClassVar[str] = "exercise"
    stops_engine: ClassVar[bool] = True
    exercise: Exercise
    verdict: Verdict | None = None  # on the last answer
    pending: tuple[int, ...] = ()  # replies that are still to be played
    answer_node: int = 0  # the node that the last answer led to
    selected: int = 0  # mask of the cells that were chosen and kept
    wrong_count: int = 0  # number of wrong answers
    hint: Hint | None = None  # the hint for the next action of the solution
    helped: bool = False  # whether a hint or the solution was ever shown
    steps: tuple[Event, ...] = ()  # the events so far that had an effect, replies included
    suspended_game: Session | None = None  # the session of the game, which waits

    def handle(self, session: Session, event: Event) -> Session | None:

        return reduce(session, event)

    def spoken(self, before: Session | None, session: Session) -> str | None:
        """What screen readers say instead of what they say of a game."""
        return announcement(before, session, self)

    def board_masks(self, session: Session) -> dict[str, int]:
        """The target, the chosen cells, the hint, and the reason of the verdict."""
        masks = {"target": self.exercise.target, "chosen": self.selected}
        if self.hint:
            masks |= self.hint.board_masks(session)
        if self.verdict and self.verdict.cause:
            masks["cause"] = self.verdict.cause
        if self.exercise.selects_cells:  # nothing is played, so control is not the question
            masks |= dict.fromkeys(("control-first", "control-second", "threatened", "tilted"), 0)
        return masks

    @property
    def solver(self) -> int:
        """The colour that the person plays."""
        return self.exercise.state.mover

    @property
    def is_game(self) -> bool:
        """Whether the exercise only offers a button that begins a game."""
        return self.exercise.level is not None

    @property
    def kind(self) -> Kind | None:
        """The kind of the last verdict, None before the first."""
        return self.verdict.kind if self.verdict else None

    def is_past(self, today: date) -> bool:
        """Whether the route of the exercise leads to another one by now."""
        return self.exercise.day not in (None, today)

    def awaits_person(self, mover: int) -> bool:
        """Whether the person has to act, if ``mover`` is to move."""
        is_unanswered = self.kind in (None, "on") and not self.pending
        return (
            is_unanswered
            and mover == self.solver
            and not (self.exercise.selects_cells or self.is_game)
        )

    @property
    def is_idle(self) -> bool:
        """Whether the answer is judged and all replies are played: nobody is to move."""
        return self.kind not in (None, "on") and not self.pending

    @property
    def is_finished(self) -> bool:
        """Whether the exercise is finished."""
        return self.kind in ("done", "shown")


class ExerciseEvent(Event):
    """An event of an exercise; in a game it does nothing."""

    def apply(self, session: Session) -> Session:
        return session


class StartExercise(ExerciseEvent):
    """Put an exercise on the table; the game there waits beneath it."""

    exercise: "Exercise"
    steps: "tuple[Event, ...]" = ()  # what was done in it before the page was loaded again

    def apply(self, session: Session) -> Session:
        return start_exercise(session, self.exercise, self.steps)


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
)
"""Events that are handled as in a game."""
STEP_EVENTS = ClickCell, PlayAction, PlayReply, RetryExercise, Undo, ShowSolution, PressHint
"""Events in the course of an exercise."""


def reduce(session: Session, event: Event) -> Session | None:
    """The session after an event, None for one that is handled as in a game."""
    now = _reduce(session, event)
    before = session.exercise_attempt
    if (
        now is None
        or now.exercise_attempt is before
        or before is None
        or not isinstance(event, STEP_EVENTS)
    ):
        return now
    if now.exercise_attempt is None:
        return now
    return now.with_activity(replace(now.exercise_attempt, steps=(*before.steps, event)))


def _reduce(session: Session, event: Event) -> Session | None:
    attempt = session.exercise_attempt
    match event:
        case ClickCell(cell) if attempt is not None and attempt.is_game:
            return play_by_person(
                load_match.start_game(
                    load_match.without_exercise(session), practice_game_event(attempt.exercise)
                ),
                cell,
            )
        case ClickCell(action) | PlayAction(action):
            return handle_action(session, action)
        case PlayReply():
            return play_next_reply(session)
        case RetryExercise() | Undo():
            return retry(session)
        case ShowSolution():
            return show_solution(session)
        case PressHint():
            return advance_hint(session)
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
            assert attempt is not None
            return replace(
                session.with_activity(replace(attempt, suspended_game=suspended_game)),
                notice=notice,
            )
    return None if isinstance(event, PASS_THROUGH_EVENTS) else session


def start_exercise(session: Session, exercise: Exercise, steps: tuple[Event, ...] = ()) -> Session:
    """The session with the exercise on the table, after these steps, and the game beneath it."""
    tree = new_tree(exercise.game, exercise.state)
    exercise_session = load_match.with_new_game(session, Match(tree))
    exercise_session = exercise_session.with_activity(
        Attempt(exercise, suspended_game=session.game_session)
    )
    for step in steps if exercise.level is None else ():
        exercise_session = reduce(exercise_session, step) or exercise_session
    return replace(exercise_session, notice=None)


# ------------------------------------------------------------------ what the person does


def handle_action(session: Session, action: int) -> Session:
    """An action, or a cell that was chosen; after a wrong answer it is taken instead of that."""
    attempt = session.exercise_attempt
    assert attempt is not None
    if attempt.is_finished or attempt.pending or attempt.is_game:
        return session
    if attempt.kind == "wrong":
        session = retry(session)
        if (
            illegal_reason(session.game, session.state, action)
            and not attempt.exercise.selects_cells
        ):
            return session
        attempt = session.exercise_attempt
        assert attempt is not None
    if attempt.exercise.selects_cells:
        return _handle_selection(session, attempt, action)
    refusal = illegal_reason(session.game, session.state, action)
    if refusal:
        text = sentence_case(refusal.message)
        return replace(session, notice=Notice(text, action, refusal.cause))
    if session.state.mover != attempt.solver:
        return session
    return _apply_verdict(play(session, action), attempt)


def _apply_verdict(session: Session, attempt: Attempt) -> Session:
    """The session after the judge's verdict on the last action."""
    tree, node = session.tree, session.cursor
    before = tree.nodes[tree.nodes[node].parent].state
    first = attempt.exercise.state
    answer = Answer(session.game, first, tree.actions(node), before, session.state)
    verdict = attempt.exercise.judge(answer)
    return session.with_activity(_with_verdict(replace(attempt, answer_node=node), verdict))


def _handle_selection(session: Session, attempt: Attempt, cell: int) -> Session:
    """The session after the judge's verdict on a chosen cell."""
    if not session.game.board.cells >> max(cell, 0) & 1 or attempt.selected >> cell & 1:
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


def play_next_reply(session: Session) -> Session:
    """Play the next reply; an illegal one ends the replies."""
    attempt = session.exercise_attempt
    if attempt is None or not attempt.pending:
        return session
    action, *remaining = attempt.pending
    if illegal_reason(session.game, session.state, action):
        return session.with_activity(replace(attempt, pending=()))
    return play(session, action).with_activity(replace(attempt, pending=tuple(remaining)))


def retry(session: Session) -> Session:
    """Go back to before the person's last action, or to the beginning if all is tried again."""
    attempt, nodes = session.exercise_attempt, session.tree.nodes
    assert attempt is not None
    if attempt.exercise.selects_cells:
        selected = 0 if attempt.is_finished else attempt.selected
        return session.with_activity(replace(attempt, verdict=None, selected=selected))
    node = attempt.answer_node if attempt.kind == "wrong" else session.cursor
    if attempt.kind == "shown" or (attempt.verdict and attempt.verdict.from_start):
        node = ROOT
    while node != ROOT:
        node = nodes[node].parent
        if nodes[node].state.mover == attempt.solver:
            break
    retried = replace(attempt, verdict=None, pending=(), hint=None)
    leaf = session.tree.line_end(node)
    return session.with_match(cursor=node, leaf=leaf).with_activity(retried)


def practice_game_event(exercise: Exercise) -> NewGame:
    """The event that begins the game of an exercise that is one."""
    game = exercise.game
    seats = (PERSON, Seat(exercise.level))
    options = tuple(game.options.items())
    return NewGame(game.name, game.size, options, seats, unrated_reason=LESSON_REASON)


# ------------------------------------------------------------------ help


def _next_solution_action(session: Session, attempt: Attempt) -> int:
    """The next action of the solution, or the cell to choose; -1 off the solution's line."""
    solution, done = attempt.exercise.solution, session.tree.actions(session.cursor)
    if attempt.exercise.selects_cells:
        return next((cell for cell in solution if not attempt.selected >> cell & 1), -1)
    if solution[: len(done)] != done or len(done) == len(solution):
        return -1
    return solution[len(done)]


def advance_hint(session: Session) -> Session:
    """Show the hint, then more of it, then remove it."""
    attempt = session.exercise_attempt
    assert attempt is not None
    if attempt.is_finished or attempt.pending or "hint" not in attempt.exercise.help_options:
        return session
    if attempt.kind == "wrong":
        session = retry(session)
        attempt = session.exercise_attempt
        assert attempt is not None
    if _next_solution_action(session, attempt) < 0:
        session = session.with_match(cursor=ROOT, leaf=session.tree.line_end(ROOT))
        attempt = replace(attempt, verdict=None)
    return session.with_activity(replace(attempt, hint=_next_hint(session, attempt), helped=True))


def _next_hint(session: Session, attempt: Attempt) -> Hint | None:
    """What is told after what is told now."""
    if attempt.hint is not None:
        return None if attempt.hint.exact else replace(attempt.hint, exact=True)
    action = _next_solution_action(session, attempt)
    if action < 0:
        return None
    at_once = attempt.exercise.selects_cells or gives_away_action(
        session.game, session.state, action
    )
    return Hint(session.state, action, at_once)


def show_solution(session: Session) -> Session:
    """Play the solution from the beginning."""
    attempt = session.exercise_attempt
    assert attempt is not None
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
