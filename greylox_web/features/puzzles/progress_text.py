"""The results with puzzles in words: in the panel, on the puzzles page, in shared messages."""

from datetime import date
from typing import Literal, NamedTuple

from ...glicko import Rating
from ...progress import FactLog
from ...rules import TITLES
from ...words import format_number
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ..exercise.model import Attempt
from ..lessons.progress import get_done_steps
from ..lessons.step import ROUTE as LEARN_ROUTE
from ..lessons.step import course, sentences
from .progress import (
    Mark,
    daily_fact,
    is_solved,
    mark,
    progress,
    rating_change,
    rating_history,
    streak,
    week,
)
from .puzzle_set import PuzzleRow
from .themes import DIFFICULTIES, difficulty, idea, lesson

CURVE_LENGTH = 20  # encounters in the curve of the panel

When = Literal["past", "today", "future"]


class Day(NamedTuple):
    """A day of this week."""

    letter: str  # of its name
    text: str  # a sentence about its puzzle
    mark: Mark  # how its puzzle was solved
    when: When


class StreakText(NamedTuple):
    """The streak of solved daily puzzles, and the days of this week."""

    streak: int
    label: str  # below the number
    aria_text: str  # number and label for screen readers
    week: tuple[Day, ...]  # from Monday


def streak_text(facts: FactLog, today: date) -> StreakText:
    """Return the player's streak and week, as of ``today``."""
    solved = progress(facts)
    count = streak(solved.days, today)
    days = []
    for index, how in enumerate(week(solved, today)):
        letter, name = WORDS[f"weekday-letter-{index}"], WORDS[f"weekday-{index}"]
        position = index - today.weekday()
        when: When = "past" if position < 0 else "future" if position else "today"
        text = WORDS[f"day-{how or when}"].format(day=name)
        days.append(Day(letter, text, how, when))
    label, aria_text = (WORDS[key].format(count=count) for key in ("days", "row"))
    return StreakText(count, label, aria_text, tuple(days))


def difficulty_text(row: PuzzleRow) -> str:
    """Return the difficulty of a puzzle in words, and its rating: ``Hard · 1,640``."""
    return WORDS["difficulty"].format(
        difficulty=WORDS[DIFFICULTIES[difficulty(row) - 1]], rating=format_number(row.strength)
    )


def daily_status_text(facts: FactLog, today: date) -> str:
    """Return the status of the daily puzzle: whether it was solved, or at least answered."""
    if mark(progress(facts), today):
        return WORDS["today-done"]
    return WORDS["today-failed" if daily_fact(facts, today.isoformat()) else "today"]


def daily_button_text(facts: FactLog, today: date) -> str:
    """Return the text of the button that opens the daily puzzle."""
    if mark(progress(facts), today):
        return WORDS["look-today"]
    return WORDS["retry-today" if daily_fact(facts, today.isoformat()) else "play-today"]


def result_heading(attempt: Attempt, *, is_repeat: bool = False, was_solved: bool = False) -> str:
    """Return the heading of the last answer: how the puzzle was solved, or what is wrong.

    ``is_repeat`` says that the previous encounter left the puzzle unsolved, and ``was_solved`` that
    it is the puzzle of today, solved before it was opened.
    """
    if attempt.kind == "wrong" and attempt.verdict:
        return attempt.verdict.heading
    if attempt.kind != "done":
        return ""
    if was_solved:
        return WORDS["today-done"]
    if attempt.wrong_count or attempt.helped:
        return WORDS["solved"]
    return WORDS["solved-now" if is_repeat else "solved-first"]


def result_text(attempt: Attempt) -> str:
    """Return why a finished puzzle will come again, or ""."""
    if not attempt.is_finished:
        return ""
    if attempt.kind == "shown":
        return WORDS["solved-shown"]
    if attempt.wrong_count:
        return WORDS["solved-later"]
    return WORDS["solved-helped"] if attempt.helped else ""


def idea_text(attempt: Attempt, row: PuzzleRow) -> str:
    """Return the idea of a puzzle once it is finished."""
    if not attempt.is_finished:
        return WORDS["idea-later"]
    return WORDS["idea"].format(idea=WORDS[f"set-{idea(row)}"])


class LessonLink(NamedTuple):
    """The lesson that explains a puzzle."""

    text: str
    route: str  # an address without "#"


def lesson_link(facts: FactLog, row: PuzzleRow) -> LessonLink | None:
    """Return the lesson for a player who is new to a puzzle's game; None for everybody else.

    A player who has done no lesson of the game is led to the first one.
    """
    game, name = row.game, lesson(row)
    done = get_done_steps(facts, game)
    if progress(facts, game).solved or name in done:
        return None
    number = next(n for n, step in enumerate(course(game), 1) if step.name == name)
    text = WORDS["lesson" if done else "lesson-new"].format(
        Game=TITLES[game], number=number, title=sentences(game)[f"{name}-title"]
    )
    return LessonLink(text, f"{LEARN_ROUTE}/{game}" + (f"/{name}" if done else ""))


class RatingText(NamedTuple):
    """The player's rating after an answer."""

    rating: str
    label: str  # with the half width of the 95% interval
    curve: tuple[float, ...]  # the last ratings
    change: str  # "+9", "−14"
    has_risen: bool


def rating_text(facts: FactLog, puzzle: str) -> RatingText | None:
    """Return the rating after the only encounter with a puzzle; None if it changed nothing."""
    change = rating_change(facts, puzzle)
    if change is None:
        return None
    curve = tuple(each.rating.rating for each in rating_history(facts)[-CURVE_LENGTH:])
    rating = rating_history(facts)[-1].rating
    sign = WORDS["change-up" if change >= 0 else "change-down"]
    return RatingText(
        format_number(round(rating.rating)),
        rating_label(rating),
        curve,
        sign.format(points=format_number(abs(change))),
        change >= 0,
    )


def rating_label(rating: Rating) -> str:
    """Return the label of a rating, with half its 95% interval."""
    return WORDS["your-rating"].format(doubt=format_number(round(2 * rating.deviation)))


def share_text(
    facts: FactLog, game: str, day: date, address: str, task: str, *, daily: bool
) -> str:
    """Return the message to share: the result and the puzzle's address without its solution.

    ``task`` is the puzzle's task in words; ``daily`` says that it was the puzzle of ``day``.
    """
    if daily:
        met = daily_fact(facts, day.isoformat())
        key = "none" if met is None else "first" if is_solved(met) else "later"
    else:
        key = "other"
    lines = [WORDS[f"result-{key}"].format(Game=TITLES[game], day=day.isoformat(), task=task)]
    count = streak(progress(facts).days, day)
    if count > 1:
        lines.append(WORDS["result-row"].format(count=count))
    return "\n".join([*lines, address])
