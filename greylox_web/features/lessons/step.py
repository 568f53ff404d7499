"""A step of a course, and its exercise."""

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
from ...session.seats import FIRST_LEVEL
from ...words.lessons import LESSONS_WORDS
from ..exercise.model import Answer, Exercise, Fill, Kind, NavButton, Verdict, When
from .conditions import Condition
from .explanations import Explain, last_cell, nothing, sentence_fields

ROUTE = "learn"
MAP = "map"  # in an address, the opening map instead of a step; no step has this name
COURSES = ("greylox", "lox", "brink", "multiplicity", "byg")
"""The games with a course."""

ReplyMoves = Callable[[Answer], tuple[int, ...]]


@dataclass(frozen=True)
class Reply:
    """The reply to an answer that does not complete the step: a sentence and optional actions."""

    key: str  # key of the sentence, without the step's name
    condition: Condition
    kind: Literal["wrong", "on"] = "wrong"
    plays: ReplyMoves | None = None
    shows: Explain = last_cell  # on the board, if the answer is wrong


@dataclass(frozen=True)
class Step:
    """A task on one position."""

    name: str  # permanent: progress is stored under this name
    link: str  # the position as a link
    done: Condition = lambda answer: False
    solution: str = ""  # the names of the actions of one solution, replies included
    replies: tuple[Reply, ...] = ()  # the first one whose condition holds is used
    wrong_shows: Explain = last_cell  # what the board shows after any other wrong answer
    reply_moves: ReplyMoves | None = None  # returns the replies after the step is done
    selects_cells: bool = False  # the person selects cells and plays nothing
    target: str = ""  # the names of the cells to outline: the subject of the task
    shows_other_control: bool = True  # whether control of other cells than the target is shown
    dial: str = ""  # the name of the cell whose lines of sight are shown
    is_practice_game: bool = False  # a small game against the engine, from the position

    @property
    def game(self) -> Game:
        """The game of the link."""
        return self.start_position[0]

    @cached_property
    def start_position(self) -> tuple[Game, State]:
        """The game and the position of the link."""
        reading = read_link(self.link)
        assert reading.record is not None and not reading.error, (self.name, reading.error)
        return reading.record.game, reading.states[-1]

    def cells(self, names: str) -> int:
        """Return the mask of the cells with these names, which are separated by spaces."""
        board = self.game.board
        return sum(1 << board.parse_cell(name) for name in names.split())


def has_course(name: str) -> bool:
    """Return whether there is a course for this game."""
    return name in COURSES and name in GAMES


def course(name: str) -> tuple[Step, ...]:
    """Load the steps of a game's course."""
    steps: tuple[Step, ...] = import_module(f".courses.{name}", __package__).COURSE
    return steps


def sentences(name: str) -> Mapping[str, str]:
    """Load the sentences of a game's course, by key."""
    module = import_module(f"...words.courses.{name}", __package__)
    words: Mapping[str, str] = module.COURSE_WORDS
    return words


def route(name: str, step: Step) -> str:
    """Return the address of a step, without its "#"."""
    return f"{ROUTE}/{name}/{step.name}"


def judge(step: Step, words: Mapping[str, str]) -> Callable[[Answer], Verdict]:
    """Return the judge of the answers to a step; ``words`` are the sentences of its course."""

    def judge_answer(answer: Answer) -> Verdict:
        if step.done(answer):
            played = step.reply_moves(answer) if step.reply_moves else ()
            return Verdict("done", words[f"{step.name}-done"], played)
        for reply in step.replies:
            if reply.condition(answer):
                played = reply.plays(answer) if reply.plays else ()
                shows = reply.shows if reply.kind == "wrong" else nothing
                return verdict(answer, reply.kind, reply.key, played, shows)
        return verdict(answer, "wrong", "wrong", (), step.wrong_shows)

    def verdict(
        answer: Answer, kind: Kind, key: str, replies: tuple[int, ...], shows: Explain
    ) -> Verdict:
        explanation = shows(answer, replies)
        text = words.get(f"{step.name}-{key}", "")
        fields = sentence_fields(answer, replies, explanation)
        return Verdict(kind, text.format(**fields), replies, explanation.cells, explanation.lines)

    return judge_answer


def exercise(name: str, step: Step, done: Collection[str]) -> Exercise:
    """Return a step of a game's course as an exercise.

    ``done`` contains the names of the completed steps.
    """
    steps, words = course(name), sentences(name)
    index = steps.index(step)
    game, state = step.start_position
    board = game.board
    title_fields = {"game": TITLES[name], "number": index + 1, "count": len(steps)}
    result = Exercise(
        route=route(name, step),
        game=game,
        state=state,
        judge=judge(step, words),
        eyebrow=LESSONS_WORDS["eyebrow"].format(**title_fields),
        title=words[f"{step.name}-title"],
        text=words[f"{step.name}-text"],
        prompt=words[f"{step.name}-ask"],
        solution=tuple(parse_action(board, word) for word in step.solution.split()),
        solution_text=words.get(f"{step.name}-done", ""),
        selects_cells=step.selects_cells,
        target=step.cells(step.target),
        shows_other_control=step.shows_other_control,
        dial_cell=board.parse_cell(step.dial) if step.dial else NO_CELL,
        dial_text=words.get(f"{step.name}-dial", "") if step.dial else "",
        progress_row=progress_row(steps, done, index),
        row_text=LESSONS_WORDS["row"].format(
            **title_fields, done=sum(s.name in done for s in steps)
        ),
        nav_buttons=nav_buttons(name, steps, index, done),
    )
    return replace(result, level=FIRST_LEVEL, help_options=()) if step.is_practice_game else result


def progress_row(
    steps: tuple[Step, ...], done: Collection[str], index: int = -1
) -> tuple[Fill, ...]:
    """Return the fill of a hexagon for each step: done or open, and the current step, if any."""
    fills: list[Fill] = ["done" if step.name in done else "open" for step in steps]
    if index >= 0:
        fills[index] = "here done" if fills[index] == "done" else "here"
    return tuple(fills)


def nav_buttons(
    name: str, steps: tuple[Step, ...], index: int, done: Collection[str]
) -> tuple[NavButton, ...]:
    """Return the buttons to the previous and next steps; the next one requires this step done."""
    before = route(name, steps[index - 1]) if index else ""
    buttons = [NavButton("back", LESSONS_WORDS["back"], before)]
    if index + 1 < len(steps):
        next_route = route(name, steps[index + 1])
        when: When = "always" if steps[index].name in done else "done"
        buttons.append(NavButton("next", LESSONS_WORDS["next"], next_route, when))
    return tuple(buttons)


def next_step(name: str, done: Collection[str]) -> Step | None:
    """Return the first incomplete step of a game's course, None if all are done."""
    return next((step for step in course(name) if step.name not in done), None)


def practice_game_step(game: Game) -> str:
    """Return the name of the step whose practice game is on this board, "" if there is none."""
    if not has_course(game.name):
        return ""
    step = course(game.name)[-1]
    return step.name if step.is_practice_game and step.game == game else ""
