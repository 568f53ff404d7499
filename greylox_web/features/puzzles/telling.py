"""Results with puzzles in words: beside the board, on the puzzles page, and in shared messages."""

from datetime import date
from typing import NamedTuple

from ...progress import FactLog
from ...rules import TITLES
from ...words import format_number
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ...words.puzzles import WEEKDAY_LETTERS, WEEKDAYS
from ..exercise.model import Attempt
from ..lessons.progress import done as learnt
from .progress import Mark, is_solved, mark, met_daily, progress, streak, strength, week
from .shelf import Shelf

SHOWN_DAYS = 7  # hexagons that show a streak


class Days(NamedTuple):
    """Consecutive days with the daily puzzle solved, and the days of this week."""

    streak: int
    label: str  # under the number
    said: str  # number and label for screen readers
    week: tuple[tuple[str, str, Mark], ...]  # each day's letter, sentence, how it was solved


def days(facts: FactLog, today: date) -> Days:
    """The player's streak and week, as of ``today``."""
    solved = progress(facts)
    count = streak(solved.days, today)
    rows = []
    for letter, name, how in zip(WEEKDAY_LETTERS, WEEKDAYS, week(solved, today), strict=True):
        rows.append((letter, WORDS[f"day-{how or 'open'}"].format(day=name), how))
    label, said = (WORDS[key].format(count=count) for key in ("days", "row"))
    return Days(count, label, said, tuple(rows))


def of_today(facts: FactLog, today: date) -> str:
    """What is told above the puzzle of the day: whether it was solved, or at least answered."""
    if mark(progress(facts), today):
        return WORDS["today-done"]
    return WORDS["today-failed" if met_daily(facts, today.isoformat()) else "today"]


def went(attempt: Attempt, *, came_again: bool = False) -> str:
    """How the player did with a finished puzzle, in a sentence; "" before the end.

    ``came_again`` says that it was not solved when it was met before.
    """
    if not attempt.over:
        return ""
    if attempt.kind == "shown":
        return WORDS["solved-shown"]
    if attempt.wrong:
        return WORDS["solved-later"]
    if attempt.helped:
        return WORDS["solved-helped"]
    return WORDS["solved-now" if came_again else "solved-first"]


def invitation(facts: FactLog, game: str) -> str:
    """An invitation to the lessons for a beginner in the game, "" for others."""
    known = learnt(facts, game) or progress(facts, game).solved
    return "" if known else WORDS["new-here"].format(Game=TITLES[game])


class Course(NamedTuple):
    """The texts on the player's progress with the puzzles of a game."""

    game: str
    title: str
    solved: str  # "12 of 62 solved"
    again: str  # "3 come again", or ""
    strength: str  # the rating, "" while it is unsure
    button: str  # the label of the button to the next puzzle
    label: str  # the same with the game's name, for screen readers


def course(game: str, shelf: Shelf, facts: FactLog, today: date) -> Course:
    """The row of a game on the puzzles page."""
    told, rating = progress(facts, game), strength(facts, game, today)
    waiting = sum(name in shelf for name in told.again)
    again = "" if not waiting else WORDS["again"].format(count=waiting)
    known = WORDS["strength"].format(
        rating=format_number(round(rating.rating)), doubt=round(2 * rating.doubt)
    )
    go = WORDS["go" if told.tried else "start"]
    return Course(
        game,
        TITLES[game],
        WORDS["count"].format(solved=len(told.solved & set(shelf)), all=len(shelf)),
        again,
        known if rating.is_sure else "",
        go,
        WORDS["go-game"].format(go=go, Game=TITLES[game]),
    )


def message(facts: FactLog, game: str, day: date, address: str, task: str, *, daily: bool) -> str:
    """The message to share: the result and the puzzle's address, but not its solution.

    ``task`` is the puzzle's task in words; ``daily`` says that it was the puzzle of ``day``.
    """
    if daily:
        met = met_daily(facts, day.isoformat())
        key = "none" if met is None else "first" if is_solved(met) else "later"
    else:
        key = "other"
    lines = [WORDS[f"result-{key}"].format(Game=TITLES[game], day=day.isoformat(), task=task)]
    count = streak(progress(facts).days, day)
    if count > 1:
        lines.append(WORDS["result-row"].format(count=count))
    return "\n".join([*lines, address])
