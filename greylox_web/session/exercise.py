"""An exercise: a task on a given position, with a judge of the answers.

Lessons and puzzles are exercises.  Each defines a position, its sentences and a judge; the rest is
shared: ``exercising`` runs it on the table, ``view.panel.exercise_view`` computes what is shown,
and ``features/exercise/panel.py`` shows it.

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
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from ..rules import Game
from ..rules.board import NO_CELL
from ..rules.state import State
from .activity import Activity
from .event import Event
from .hinting import Hint

if TYPE_CHECKING:
    from .session import Session

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
    beneath: "Session | None" = None  # the session of the game, which waits

    def handle(self, session: "Session", event: Event) -> "Session | None":
        from .exercising import after

        return after(session, event)

    def marks(self, session: "Session") -> dict[str, int]:
        """The target, the chosen cells, the hint, and the reason of the verdict."""
        found = {"target": self.exercise.target, "chosen": self.pointed}
        if self.hint:
            found |= self.hint.marks(session)
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
