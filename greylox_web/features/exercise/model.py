"""An exercise: a task on a given position, with a judge of the answers.

Lessons and puzzles are exercises.  Each defines a position, its sentences and a judge; the rest is
shared: the events here run it on the table, ``view`` computes what is shown, ``panel`` shows it.

The course of an exercise:

1. ``BeginExercise`` puts it on the table.  The game that was there waits unchanged beneath it
   (``Attempt.beneath``); that game is what is saved and returned to.
2. What the person plays is checked by the rules as always; an illegal action is no answer.  A legal
   action goes to the judge, whose verdict is one of

   ``done``   the exercise is done
   ``wrong``  a reply to a wrong answer; ``TryExercise``, ``Undo`` or another click takes it back
   ``on``     right so far: more is to be done

   Each may have actions (``replies``), which are played one after the other (``PlayReply``, which
   the page sends at intervals).  So a wrong answer is refuted on the board, and a right one is
   answered.  An action that cannot be played ends them.
3. ``ShowSolution`` plays the solution; the verdict is then ``shown``.  ``AskHint`` shows the next
   action of the solution: first a region, then the cell.
4. ``LeaveExercise`` puts the game back on the table, and so does any event that opens another game.

Meanwhile the engine does nothing.  ``Session.link``, and so the address and what is shared, is the
route of the exercise: ``learn/greylox/control``.

In an exercise that ``points``, cells are chosen and nothing is played: the judge is asked about
each cell, and ``on`` keeps it chosen.
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
from ...session import opening
from ...session.activity import Activity
from ...session.asking import EngineFailed, EngineReady, EngineReport, ResumeEngine
from ...session.event import Event, SetPageVisible, SetPreference, ShowNotice
from ...session.opening import LeaveExercise, LoadMatch, MatchMerged, NewGame, OpenLink
from ...session.playing import ClickCell, PlayAction, Undo, play, play_by_person
from ...session.session import LESSON_REASON, Notice, Session
from ...text import sentence_case
from ..analysis.hint import AskHint, Hint, tells_all
from .speech import spoken

Kind = Literal["done", "wrong", "on", "shown"]
Fill = Literal["done", "here", "here done", "open"]
When = Literal["always", "done", "before", "after"]


class Verdict(NamedTuple):
    """The judge's verdict on an answer."""

    kind: Kind
    text: str = ""
    replies: tuple[int, ...] = ()  # the actions that are then played, in this order
    cause: int = 0  # mask of the cells that show why
    anew: bool = False  # a wrong answer is taken back to the beginning, not by one action


class Answer(NamedTuple):
    """What the judge is given: the actions since the beginning, the last one to be judged."""

    game: Game
    first: State  # where the exercise began
    actions: tuple[int, ...]  # all since then, replies too; the last one is judged
    before: State  # the position before that action
    state: State  # and after it
    pointed: int = 0  # mask of the cells chosen before and kept, where cells are chosen


class Way(NamedTuple):
    """A button that leads to another route."""

    name: str  # of its sign and its place: "back", "next" or another one
    label: str
    route: str  # an address without its "#"; "" for a way that is closed
    when: When = "always"
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
    ask: str  # what is to be done
    solution: tuple[int, ...] = ()  # one solution, replies included
    points: bool = False  # cells are chosen and nothing is played
    target: int = 0  # mask of cells to ring: what the task is about
    dial: int = NO_CELL  # the cell whose lines of sight are shown
    dial_text: str = ""
    lasting: str = ""  # an address that goes on leading here, where ``route`` does not
    day: date | None = None  # the day that ``route`` leads here, None if it always does
    eyebrow_later: str = ""  # the eyebrow once that day is over
    row: tuple[Fill, ...] = ()  # hexagons: the steps of a course, or a streak
    row_text: str = ""  # the same in words
    ways: tuple[Way, ...] = ()
    plates: bool = False  # whether the players are shown
    helps: tuple[Literal["hint", "solution"], ...] = ("solution",)
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
    answered: int = 0  # the node that the last answer led to
    pointed: int = 0  # mask of the cells that were chosen and kept
    wrong: int = 0  # number of wrong answers
    hint: Hint | None = None  # the hint for the next action of the solution
    helped: bool = False  # whether a hint or the solution was ever shown
    steps: tuple[Event, ...] = ()  # the events so far that had an effect, replies included
    beneath: Session | None = None  # the session of the game, which waits

    def handle(self, session: Session, event: Event) -> Session | None:

        return after(session, event)

    def spoken(self, before: Session | None, session: Session) -> str | None:
        """What screen readers say instead of what they say of a game."""
        return spoken(before, session, self)

    def board_masks(self, session: Session) -> dict[str, int]:
        """The target, the chosen cells, the hint, and the reason of the verdict."""
        found = {"target": self.exercise.target, "chosen": self.pointed}
        if self.hint:
            found |= self.hint.board_masks(session)
        if self.verdict and self.verdict.cause:
            found["cause"] = self.verdict.cause
        if self.exercise.points:  # nothing is played, so control is not the question
            found |= dict.fromkeys(("control-first", "control-second", "threatened", "tilted"), 0)
        return found

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

    def waits(self, mover: int) -> bool:
        """Whether the person has to act, if ``mover`` is to move."""
        due = self.kind in (None, "on") and not self.pending
        return due and mover == self.solver and not (self.exercise.points or self.is_game)

    @property
    def rests(self) -> bool:
        """Whether the answer is judged and all replies are played: nobody is to move."""
        return self.kind not in (None, "on") and not self.pending

    @property
    def over(self) -> bool:
        """Whether the exercise is finished."""
        return self.kind in ("done", "shown")


class ExerciseEvent(Event):
    """An event of an exercise; in a game it does nothing."""

    def apply(self, session: Session) -> Session:
        return session


class BeginExercise(ExerciseEvent):
    """Put an exercise on the table; the game there waits beneath it."""

    exercise: "Exercise"
    steps: "tuple[Event, ...]" = ()  # what was done in it before the page was loaded again

    def apply(self, session: Session) -> Session:
        return begun(session, self.exercise, self.steps)


class PlayReply(ExerciseEvent):
    """Play the next action of the judge's reply."""

    is_automatic = True


class TryExercise(ExerciseEvent):
    """Take back a wrong answer, or the solution that was shown."""


class ShowSolution(ExerciseEvent):
    """Play the solution of the exercise."""


AS_EVER = (
    *(SetPreference, ShowNotice, SetPageVisible, ResumeEngine, BeginExercise),
    *(EngineReady, EngineReport, EngineFailed),
)
"""Events that are handled as in a game."""
STEPS = ClickCell, PlayAction, PlayReply, TryExercise, Undo, ShowSolution, AskHint
"""Events in the course of an exercise."""


def after(session: Session, event: Event) -> Session | None:
    """The session after an event, None for one that is handled as in a game."""
    now = _after(session, event)
    before = session.exercise_attempt
    if (
        now is None
        or now.exercise_attempt is before
        or before is None
        or not isinstance(event, STEPS)
    ):
        return now
    if now.exercise_attempt is None:
        return now
    return now.with_activity(replace(now.exercise_attempt, steps=(*before.steps, event)))


def _after(session: Session, event: Event) -> Session | None:
    attempt = session.exercise_attempt
    match event:
        case ClickCell(cell) if attempt is not None and attempt.is_game:
            return play_by_person(
                opening.start_game(opening.without_exercise(session), game_of(attempt.exercise)),
                cell,
            )
        case ClickCell(action) | PlayAction(action):
            return acted(session, action)
        case PlayReply():
            return replied(session)
        case TryExercise() | Undo():
            return taken_back(session)
        case ShowSolution():
            return told(session)
        case AskHint():
            return hinted(session)
        case LeaveExercise():
            return opening.without_exercise(session)
        case NewGame():
            return opening.start_game(opening.without_exercise(session), event)
        case OpenLink(text):
            return opening.open_link(opening.without_exercise(session), text)
        case LoadMatch():
            return opening.load_match(opening.without_exercise(session), event)
        case MatchMerged():
            beneath = opening.apply_merged_match(session.game_session, event)
            notice = Notice(event.notice) if event.notice else session.notice
            assert attempt is not None
            return replace(session.with_activity(replace(attempt, beneath=beneath)), notice=notice)
    return None if isinstance(event, AS_EVER) else session


def begun(session: Session, exercise: Exercise, steps: tuple[Event, ...] = ()) -> Session:
    """The session with the exercise on the table, after these steps, and the game beneath it."""
    tree = new_tree(exercise.game, exercise.state)
    table = opening.with_new_game(session, Match(tree))
    table = table.with_activity(Attempt(exercise, beneath=session.game_session))
    for step in steps if exercise.level is None else ():
        table = after(table, step) or table
    return replace(table, notice=None)


# ------------------------------------------------------------------ what the person does


def acted(session: Session, action: int) -> Session:
    """An action, or a cell that was chosen; after a wrong answer it is taken instead of that."""
    attempt = session.exercise_attempt
    assert attempt is not None
    if attempt.over or attempt.pending or attempt.is_game:
        return session
    if attempt.kind == "wrong":
        session = taken_back(session)
        if illegal_reason(session.game, session.state, action) and not attempt.exercise.points:
            return session
        attempt = session.exercise_attempt
        assert attempt is not None
    if attempt.exercise.points:
        return _pointed(session, attempt, action)
    refusal = illegal_reason(session.game, session.state, action)
    if refusal:
        text = sentence_case(refusal.message)
        return replace(session, notice=Notice(text, action, refusal.cause))
    if session.state.mover != attempt.solver:
        return session
    return _judged(play(session, action), attempt)


def _judged(session: Session, attempt: Attempt) -> Session:
    """The session after the judge's verdict on the last action."""
    tree, node = session.tree, session.cursor
    before = tree.nodes[tree.nodes[node].parent].state
    first = attempt.exercise.state
    answer = Answer(session.game, first, tree.actions(node), before, session.state)
    verdict = attempt.exercise.judge(answer)
    return session.with_activity(_with(replace(attempt, answered=node), verdict))


def _pointed(session: Session, attempt: Attempt, cell: int) -> Session:
    """The session after the judge's verdict on a chosen cell."""
    if not session.game.board.cells >> max(cell, 0) & 1 or attempt.pointed >> cell & 1:
        return session
    state = session.state
    answer = Answer(session.game, state, (cell,), state, state, attempt.pointed)
    verdict = attempt.exercise.judge(answer)
    if verdict.kind != "wrong":
        attempt = replace(attempt, pointed=attempt.pointed | 1 << cell)
    return session.with_activity(_with(attempt, verdict))


def _with(attempt: Attempt, verdict: Verdict) -> Attempt:
    wrong = attempt.wrong + (verdict.kind == "wrong")
    return replace(attempt, verdict=verdict, pending=verdict.replies, wrong=wrong, hint=None)


def replied(session: Session) -> Session:
    """Play the next reply; an illegal one ends the replies."""
    attempt = session.exercise_attempt
    if attempt is None or not attempt.pending:
        return session
    action, *rest = attempt.pending
    if illegal_reason(session.game, session.state, action):
        return session.with_activity(replace(attempt, pending=()))
    return play(session, action).with_activity(replace(attempt, pending=tuple(rest)))


def taken_back(session: Session) -> Session:
    """Go back to before the person's last action, or to the beginning if all is tried again."""
    attempt, nodes = session.exercise_attempt, session.tree.nodes
    assert attempt is not None
    if attempt.exercise.points:
        pointed = 0 if attempt.over else attempt.pointed
        return session.with_activity(replace(attempt, verdict=None, pointed=pointed))
    node = attempt.answered if attempt.kind == "wrong" else session.cursor
    if attempt.kind == "shown" or (attempt.verdict and attempt.verdict.anew):
        node = ROOT
    while node != ROOT:
        node = nodes[node].parent
        if nodes[node].state.mover == attempt.solver:
            break
    back = replace(attempt, verdict=None, pending=(), hint=None)
    leaf = session.tree.line_end(node)
    return session.with_match(cursor=node, leaf=leaf).with_activity(back)


def game_of(exercise: Exercise) -> NewGame:
    """The event that begins the game of an exercise that is one."""
    game = exercise.game
    seats = (PERSON, Seat(exercise.level))
    options = tuple(game.options.items())
    return NewGame(game.name, game.size, options, seats, unrated_reason=LESSON_REASON)


# ------------------------------------------------------------------ help


def _next(session: Session, attempt: Attempt) -> int:
    """The next action of the solution, or the cell to choose; -1 off the solution's line."""
    solution, done = attempt.exercise.solution, session.tree.actions(session.cursor)
    if attempt.exercise.points:
        return next((cell for cell in solution if not attempt.pointed >> cell & 1), -1)
    if solution[: len(done)] != done or len(done) == len(solution):
        return -1
    return solution[len(done)]


def hinted(session: Session) -> Session:
    """Show the hint, then more of it, then remove it."""
    attempt = session.exercise_attempt
    assert attempt is not None
    if attempt.over or attempt.pending or "hint" not in attempt.exercise.helps:
        return session
    if attempt.kind == "wrong":
        session = taken_back(session)
        attempt = session.exercise_attempt
        assert attempt is not None
    if _next(session, attempt) < 0:
        session = session.with_match(cursor=ROOT, leaf=session.tree.line_end(ROOT))
        attempt = replace(attempt, verdict=None)
    return session.with_activity(replace(attempt, hint=_more(session, attempt), helped=True))


def _more(session: Session, attempt: Attempt) -> Hint | None:
    """What is told after what is told now."""
    if attempt.hint is not None:
        return None if attempt.hint.exact else replace(attempt.hint, exact=True)
    action = _next(session, attempt)
    if action < 0:
        return None
    at_once = attempt.exercise.points or tells_all(session.game, session.state, action)
    return Hint(session.state, action, at_once)


def told(session: Session) -> Session:
    """Play the solution from the beginning."""
    attempt = session.exercise_attempt
    assert attempt is not None
    solution = attempt.exercise.solution
    if not solution or attempt.over:
        return session
    shown = replace(attempt, verdict=Verdict("shown"), hint=None, helped=True, pending=solution)
    if attempt.exercise.points:
        cells = sum(1 << cell for cell in solution)
        return session.with_activity(replace(shown, pending=(), pointed=cells))
    leaf = session.tree.line_end(ROOT)
    return session.with_match(cursor=ROOT, leaf=leaf).with_activity(shown)
