"""The results with puzzles in words: in the panel, on the puzzles page, in shared messages."""

from datetime import date
from typing import Literal, NamedTuple

from ...progress import FactLog
from ...rules import TITLES
from ...words import format_number
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ...words.puzzles import WEEKDAY_LETTERS, WEEKDAYS
from ..exercise.model import Attempt
from ..lessons.progress import get_done_steps
from .progress import Mark, daily_fact, is_solved, mark, progress, streak, strength, week
from .puzzle_set import PuzzleRow, PuzzleSet
from .themes import DIFFICULTIES, difficulty

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
    names = zip(WEEKDAY_LETTERS, WEEKDAYS, week(solved, today), strict=True)
    for index, (letter, name, how) in enumerate(names):
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


def result_text(attempt: Attempt, *, is_repeat: bool = False) -> str:
    """Return the result of a finished puzzle in a sentence, or "" before the end.

    ``is_repeat`` says that the previous encounter left the puzzle unsolved.
    """
    if not attempt.is_finished:
        return ""
    if attempt.kind == "shown":
        return WORDS["solved-shown"]
    if attempt.wrong_count:
        return WORDS["solved-later"]
    if attempt.helped:
        return WORDS["solved-helped"]
    return WORDS["solved-now" if is_repeat else "solved-first"]


def invitation(facts: FactLog, game: str) -> str:
    """Return an invitation to the lessons for beginners in the game, or ""."""
    has_experience = get_done_steps(facts, game) or progress(facts, game).solved
    return "" if has_experience else WORDS["new-here"].format(Game=TITLES[game])


class PuzzleSummary(NamedTuple):
    """The texts on the player's progress with the puzzles of a game."""

    game: str
    title: str
    solved: str  # "12 of 62 solved"
    due_text: str  # "3 come again", or ""
    strength: str  # the rating, "" while it is not established
    button: str  # the label of the button to the next puzzle
    label: str  # ``button`` with the game's name, for screen readers


def puzzle_summary(game: str, puzzle_set: PuzzleSet, facts: FactLog, today: date) -> PuzzleSummary:
    """Return the row of a game on the puzzles page."""
    puzzle_progress, rating = progress(facts, game), strength(facts, game, today)
    due_count = sum(name in puzzle_set for name in puzzle_progress.due_again)
    due_text = "" if not due_count else WORDS["again"].format(count=due_count)
    strength_text = WORDS["strength"].format(
        rating=format_number(round(rating.rating)), doubt=round(2 * rating.deviation)
    )
    button_text = WORDS["go" if puzzle_progress.tried else "start"]
    return PuzzleSummary(
        game,
        TITLES[game],
        WORDS["count"].format(
            solved=len(puzzle_progress.solved & set(puzzle_set)), all=len(puzzle_set)
        ),
        due_text,
        strength_text if rating.is_established else "",
        button_text,
        WORDS["go-game"].format(go=button_text, Game=TITLES[game]),
    )


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
