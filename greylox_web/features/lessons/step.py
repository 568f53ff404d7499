"""A step of a course, and the exercise that it becomes."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from typing import Literal

from ...rules import GAMES, TITLES, Game
from ...rules.board import NO_CELL
from ...rules.notation.actions import parse_action
from ...rules.notation.links import read_link
from ...rules.state import State
from ...words.lessons import LESSONS_WORDS
from ..exercise.model import Answer, Exercise, Fill, Verdict, Way, When
from .questions import Question, last

ROUTE = "learn"
MAP = "map"  # in an address, the opening map in place of a step's name; no step is called that
COURSES = ("greylox", "lox", "brink", "multiplicity", "byg")
"""The games that have a course."""

Plays = Callable[[Answer], tuple[int, ...]]


@dataclass(frozen=True)
class Reply:
    """The reply to an answer that does not complete the step: a sentence, perhaps an action."""

    key: str  # of its sentence, without the step's name
    when: Question
    kind: Literal["wrong", "on"] = "wrong"
    plays: Plays | None = None


@dataclass(frozen=True)
class Step:
    """One thing to do on one position."""

    name: str  # never changes: progress is stored under it
    link: str  # the position, as links write it
    done: Question = lambda answer: False
    solution: str = ""  # the names of one solution's actions, replies included
    replies: tuple[Reply, ...] = ()  # the first that fits is used
    plays: Plays | None = None  # what is played once it is done
    points: bool = False  # cells are chosen and nothing is played
    target: str = ""  # the names of the cells to ring: what the task is about
    dial: str = ""  # the name of the cell whose lines of sight are shown
    play: bool = False  # a small game against the engine, which begins at the position
    level: int = 1  # of the engine in that game

    @property
    def game(self) -> Game:
        """The rules in force."""
        return self.beginning[0]

    @cached_property
    def beginning(self) -> tuple[Game, State]:
        """The game and the position of the link."""
        reading = read_link(self.link)
        assert reading.record is not None and not reading.error, (self.name, reading.error)
        return reading.record.game, reading.states[-1]

    def cells(self, names: str) -> int:
        """The mask of the cells with these names, which are separated by spaces."""
        board = self.game.board
        return sum(1 << board.parse_cell(name) for name in names.split())


def has_course(name: str) -> bool:
    """Whether there is a course for this game."""
    return name in COURSES and name in GAMES


def course(name: str) -> tuple[Step, ...]:
    """The steps of a game's course."""
    found: tuple[Step, ...] = import_module(f".courses.{name}", __package__).COURSE
    return found


def sentences(name: str) -> Mapping[str, str]:
    """The sentences of a game's course, by key."""
    module = import_module(f"...words.courses.{name}", __package__)
    found: Mapping[str, str] = module.COURSE_WORDS
    return found


def route(name: str, step: Step) -> str:
    """The address of a step, without its "#"."""
    return f"{ROUTE}/{name}/{step.name}"


def judge(step: Step, words: Mapping[str, str]) -> Callable[[Answer], Verdict]:
    """The judge of the answers to a step; ``words`` are its course's sentences."""

    def judged(answer: Answer) -> Verdict:
        if step.done(answer):
            played = step.plays(answer) if step.plays else ()
            return Verdict("done", words[f"{step.name}-done"], played)
        for reply in step.replies:
            if reply.when(answer):
                played = reply.plays(answer) if reply.plays else ()
                return Verdict(reply.kind, words[f"{step.name}-{reply.key}"], played)
        cause = 1 << last(answer) & answer.game.board.cells
        return Verdict("wrong", words.get(f"{step.name}-wrong", ""), cause=cause)

    return judged


def exercise(name: str, step: Step, done: Collection[str]) -> Exercise:
    """A step of a game's course as an exercise; ``done`` are the names of the steps done so far."""
    steps, words = course(name), sentences(name)
    place = steps.index(step)
    game, state = step.beginning
    board = game.board
    told = {"game": TITLES[name], "number": place + 1, "count": len(steps)}
    found = Exercise(
        route=route(name, step),
        game=game,
        state=state,
        judge=judge(step, words),
        eyebrow=LESSONS_WORDS["eyebrow"].format(**told),
        title=words[f"{step.name}-title"],
        text=words[f"{step.name}-text"],
        ask=words[f"{step.name}-ask"],
        solution=tuple(parse_action(board, word) for word in step.solution.split()),
        points=step.points,
        target=step.cells(step.target),
        dial=board.parse_cell(step.dial) if step.dial else NO_CELL,
        dial_text=words.get(f"{step.name}-dial", "") if step.dial else "",
        row=row(steps, done, place),
        row_text=LESSONS_WORDS["row"].format(**told, done=sum(s.name in done for s in steps)),
        ways=ways(name, steps, place, done),
    )
    return replace(found, level=step.level, helps=()) if step.play else found


def row(steps: tuple[Step, ...], done: Collection[str], place: int = -1) -> tuple[Fill, ...]:
    """The fill of a hexagon for each step: done or open, and the one on the table, if any."""
    fills: list[Fill] = ["done" if step.name in done else "open" for step in steps]
    if place >= 0:
        fills[place] = "here done" if fills[place] == "done" else "here"
    return tuple(fills)


def ways(name: str, steps: tuple[Step, ...], place: int, done: Collection[str]) -> tuple[Way, ...]:
    """The buttons to the steps before and after; a step must be done to go on from it."""
    before = route(name, steps[place - 1]) if place else ""
    found = [Way("back", LESSONS_WORDS["back"], before)]
    if place + 1 < len(steps):
        following = route(name, steps[place + 1])
        when: When = "always" if steps[place].name in done else "done"
        found.append(Way("next", LESSONS_WORDS["next"], following, when))
    return tuple(found)


def next_step(name: str, done: Collection[str]) -> Step | None:
    """The first step of a game's course that is not done, None if all are."""
    return next((step for step in course(name) if step.name not in done), None)


def small_game(game: Game) -> str:
    """The name of the step whose small game is on this board, "" if there is none."""
    if not has_course(game.name):
        return ""
    step = course(game.name)[-1]
    return step.name if step.play and step.game == game else ""
